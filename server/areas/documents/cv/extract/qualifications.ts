import { lineText, type TextLine } from '../text/lines.ts';
import { SYNONYMS } from './qualification-words.ts';

export interface QualificationEntry {
  id: number;
  /** The entry's names and synonyms. */
  names: readonly string[];
}

/** Letters. Shorter names are abbreviations, which mean something else in many texts. */
const MINIMUM_NAME_LENGTH = 4;
/** As many as the record takes from a CV. */
const MAXIMUM_FOUND = 100;

const SURROUNDING_SPACES = 2;

/** Lower-case words with a space before and after each, so that includes() finds whole words only. */
const toWords = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\d+#]+/gu, ' ')
    .trim()} `;

/** Entries whose name, with or without its part in parentheses, appears in the lines as whole words. */
export function findQualifications(
  lines: readonly TextLine[],
  entries: readonly QualificationEntry[],
): number[] {
  const text = lines.map((line) => toWords(lineText(line))).join('\n');
  const found: number[] = [];
  for (const { id, names } of entries) {
    const forms = names.flatMap((name) => [name, name.replace(/\s*\(.*$/, '')]).map(toWords);
    // A CV has one form of "Ersthelfer/in".
    const gendered = names
      .filter((name) => name.includes('/in'))
      .flatMap((name) => [toWords(name.replaceAll('/in', '')), toWords(name.replaceAll('/in', 'in'))]);
    const synonyms = SYNONYMS.filter(([inName]) => names.some((name) => inName.test(name))).flatMap(
      ([, words]) => words.map(toWords),
    );
    if (
      synonyms.some((form) => text.includes(form)) ||
      [...forms, ...gendered].some(
        (form) => form.length - SURROUNDING_SPACES >= MINIMUM_NAME_LENGTH && text.includes(form),
      )
    )
      found.push(id);
    if (found.length >= MAXIMUM_FOUND) break;
  }
  return found;
}
