import { hasForm, type QualificationForms, toSearchedText } from '../catalog/qualifications.ts';
import { lineText, type TextLine } from '../text/lines.ts';

/** As many as the record takes from a CV. */
const MAXIMUM_FOUND = 100;

/** Entries whose name, with or without its part in parentheses, or another word for it, appears in the lines. */
export function findQualifications(
  lines: readonly TextLine[],
  entries: readonly QualificationForms[],
): number[] {
  const text = lines.map((line) => toSearchedText(lineText(line))).join('\n');
  return entries
    .filter(({ own, synonyms }) => hasForm(text, own) || hasForm(text, synonyms))
    .slice(0, MAXIMUM_FOUND)
    .map(({ id }) => id);
}
