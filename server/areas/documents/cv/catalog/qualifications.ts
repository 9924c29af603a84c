import { toNameKey, toNameWords } from './name-words.ts';
import { QUALIFICATION_SYNONYMS } from './qualification-synonyms.ts';

export interface QualificationEntry {
  id: number;
  /** The entry's names, in all languages. */
  names: readonly string[];
}

/** The words by which an entry is found in a text, each with a space before and after it. */
export interface QualificationForms {
  id: number;
  /** Of its names. */
  own: readonly string[];
  /** Other words for it. */
  synonyms: readonly string[];
}

/** Letters. Shorter names are abbreviations, which mean something else in many texts. */
const MINIMUM_NAME_LENGTH = 4;
/** "SAP FI/CO", "SCC/SGU-Zertifikat": one of them is enough. */
const ABBREVIATIONS = /(?<!\p{L})(\p{Lu}{2,})\/(\p{Lu}{2,})(?!\p{L})/u;

const GROUPS = new Map<string, readonly string[]>();
for (const names of QUALIFICATION_SYNONYMS) for (const name of names) GROUPS.set(toNameKey(name), names);

const toForm = (name: string) => ` ${toNameWords(name).join(' ')} `;

/** The forms of all entries of a list. What several entries are called apart from their parentheses is the name of none. */
export function toQualificationForms(entries: readonly QualificationEntry[]): QualificationForms[] {
  const counts = new Map<string, number>();
  const named = entries.map(({ id, names }) => ({ id, names: new Set(names.flatMap(variantsOf)) }));
  for (const { names } of named)
    for (const form of new Set([...names].map(toForm))) counts.set(form, (counts.get(form) ?? 0) + 1);
  return named.map(({ id, names }) => {
    const isOwn = (name: string) => counts.get(toForm(name)) === 1;
    const unique = [...names].filter(isOwn);
    const synonyms = unique.flatMap((name) => GROUPS.get(toNameKey(name)) ?? []);
    return {
      id,
      own: [...new Set(unique.map(toForm))].filter((form) => form.trim().length >= MINIMUM_NAME_LENGTH),
      // What another entry is called means that one.
      synonyms: [...new Set(synonyms.map(toForm))].filter((form) => !counts.has(form)),
    };
  });
}

/** A name, without its part in parentheses, and with each of two abbreviations. "Pflegefachfrau/Pflegefachmann" is two names. */
function variantsOf(name: string): string[] {
  const plain = name.replace(/\s*\(.*$/, '');
  return [...new Set([name, plain])].flatMap((form) => {
    const [whole, first, second] = ABBREVIATIONS.exec(form) ?? [];
    const abbreviated =
      whole === undefined ? [] : [form.replace(whole, first!), form.replace(whole, second!)];
    const alternatives = /\s/.test(form) || whole !== undefined ? [] : form.split('/');
    return [form, ...abbreviated, ...alternatives].filter((one) => /\p{L}{2}/u.test(one));
  });
}

/** A text in which forms can be looked up: its words, with hyphens as spaces, and without them. */
export function toSearchedText(text: string): string {
  return `${toForm(text)}\n${toForm(text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ''))}`;
}

/** Whether a text that toSearchedText returned has one of the forms as whole words. */
export function hasForm(searched: string, forms: readonly string[]): boolean {
  return forms.some((form) => searched.includes(form));
}
