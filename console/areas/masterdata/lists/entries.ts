import type { Tagged } from '../../../core/api/call.ts';
import type { Language } from '../../../core/texts/start-language.ts';
import type { SchemaListEntriesResponse, SchemaListEntryReadDto } from '../../../generated/types.ts';
import type { State } from './search.ts';

export type Entry = SchemaListEntryReadDto;
export type Entries = Tagged<SchemaListEntriesResponse>;

export const nameIn = (language: Language, { nameDe, nameEn }: Pick<Entry, 'nameDe' | 'nameEn'>): string =>
  language === 'de' ? nameDe : nameEn;

/** The entries that the filters leave, as people of the language look for them. Words match names in both languages. */
export function matching(
  { record: { entries } }: Entries,
  { q = '', state = 'active' }: { q?: string; state?: State },
  language: Language,
): readonly Entry[] {
  const words = q.toLocaleLowerCase();
  const { compare } = new Intl.Collator(language, { numeric: true });
  return entries
    .filter(({ isExpired }) => state === 'all' || isExpired === (state === 'retired'))
    .filter((entry) => [entry.nameDe, entry.nameEn].some((name) => name.toLocaleLowerCase().includes(words)))
    .sort((one, other) => compare(nameIn(language, one), nameIn(language, other)));
}

/** An entry with the tag of its list. Empty if somebody has removed it: the service then rejects the change. */
export function findEntry({ record, tag }: Entries, id: number): Tagged<Partial<Entry>> {
  return { record: record.entries.find((entry) => entry.id === id) ?? {}, tag };
}
