import { lineText, type TextLine } from '../text/lines.ts';

export interface QualificationEntry {
  id: number;
  /** The entry's names and synonyms. */
  names: readonly string[];
}

const MINIMUM_LENGTH = 4;
const MAXIMUM_FOUND = 100;

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\d+#]+/gu, ' ')
    .trim()} `;

/** Entries whose name, or name without what stands in parentheses, appears in the lines as whole words. */
export function findQualifications(
  lines: readonly TextLine[],
  entries: readonly QualificationEntry[],
): number[] {
  const text = lines.map((line) => plain(lineText(line))).join('\n');
  const found: number[] = [];
  for (const { id, names } of entries) {
    const forms = names.flatMap((name) => [name, name.replace(/\s*\(.*$/, '')]).map(plain);
    // "Ersthelfer/in" is written as one of the two.
    const gendered = names
      .filter((name) => name.includes('/in'))
      .flatMap((name) => [plain(name.replaceAll('/in', '')), plain(name.replaceAll('/in', 'in'))]);
    if ([...forms, ...gendered].some((form) => form.length >= MINIMUM_LENGTH + 2 && text.includes(form)))
      found.push(id);
    if (found.length >= MAXIMUM_FOUND) break;
  }
  return found;
}
