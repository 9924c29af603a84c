import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Proposal } from '../use-proposal-changes.ts';

/** What the customer pays. */
export function Rate({ amount, unit, currency }: NonNullable<Proposal['rate']>) {
  const { proposals: texts } = useTexts();
  const formats = useFormats();
  // Amounts in euros have the sign that people expect.
  const [value, code] =
    currency === 'EUR' ? formats.euros(amount).split(/\s(?=\S+$)/u) : [formats.entry(amount), currency];
  return <span>{texts.rate(value!, code ?? '', texts.units[unit]).replaceAll(/\s+/gu, ' ')}</span>;
}
