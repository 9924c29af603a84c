import { enteredTexts } from '../../../core/forms/entered-texts.ts';
import type { Entries, Field } from '../../../core/forms/fields.ts';
import { type Loss, useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { toLines } from './safe-html.ts';
import { TEXTS } from './values.ts';

/** Says what is in the form, in case that it disappears without its user. */
export function useEntered(fields: readonly Field[], entries: Entries, initial: Entries, loss?: Loss): void {
  const language = useLanguage();
  useEnteredTexts(
    () => enteredTexts({ fields, entries: toTexts(entries), initial: toTexts(initial), ...language }),
    loss,
  );
}

/** Without the tags, which nobody has typed. */
const toTexts = (entries: Entries): Entries => ({
  ...entries,
  ...Object.fromEntries(TEXTS.map((name) => [name, toLines(entries[name] ?? '')])),
});
