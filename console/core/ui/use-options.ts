import { useRef } from 'react';
import { useTexts } from '../texts/language.tsx';

interface Choice {
  id: number | string;
  name: string;
}

/**
 * The options of a field. The chosen one stays, under the name that it had, if somebody takes it away while the form is open. Without
 * `empty`, something is always chosen.
 */
export function useOptions(choices: readonly Choice[] | undefined, value: string, empty?: string) {
  const { candidate, forms } = useTexts();
  const last = useRef<Choice>(undefined);
  const current = choices?.find(({ id }) => String(id) === value);
  if (current !== undefined) last.current = current;
  const known = String(last.current?.id) === value ? last.current?.name : undefined;
  const nameOfGone = () => {
    if (choices === undefined) return known ?? '…';
    // An id says nothing. A code, such as that of a currency, does.
    return forms.noLongerChoice(known ?? (Number.isNaN(Number(value)) ? value : candidate.someone));
  };
  return [
    ...(empty === undefined ? [] : [{ value: '', label: empty }]),
    ...(value === '' || current !== undefined ? [] : [{ value, label: nameOfGone() }]),
    ...(choices ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}
