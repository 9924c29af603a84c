import type { Formats } from '../texts/formats.ts';
import type { Texts } from '../texts/texts-de.ts';
import { type Entries, type Field, shown, toValue } from './fields.ts';
import type { KeptText } from './kept-texts.ts';
import { typedSince } from './typed-since.ts';

interface Source {
  fields: readonly Field[];
  entries: Entries;
  /** What was in the inputs at first. */
  initial: Entries;
  formats: Formats;
  texts: Texts;
}

/** What was entered, without what was there before. */
export function enteredTexts({ fields, entries, initial, formats, texts }: Source): readonly KeptText[] {
  return fields.flatMap((field) => {
    const { property, label, kind } = field;
    const [before = '', entry = ''] = [initial[property], entries[property]];
    if (entry === before) return [];
    const isTyped = kind !== 'choice' && kind !== 'flag' && kind !== 'date' && kind !== 'moment';
    const text = isTyped
      ? typedSince(before, entry)
      : (shown(field, toValue(field, entry, formats), formats, texts) ?? '');
    return [{ label, text }];
  });
}
