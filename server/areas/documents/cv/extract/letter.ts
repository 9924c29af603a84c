import { lineText, type TextLine } from '../text/lines.ts';
import { toFirstDay, toLastDay } from './date-points.ts';
import { findPeriods } from './dates.ts';
import { educationScore, hasLegalForm } from './evidence.ts';
import { isKnownCity } from './known-names.ts';
import { isBirthLabel, statesPerson } from './personal.ts';

// What a letter with an application has beside the CV: the recipient, and the signature with place and date.

const SALUTATION =
  /^(?:sehr geehrte|liebe[rs]? |guten tag|hallo|dear (?:sir|madam|mr|mrs|ms|hiring|recruit|team)|to whom it may concern)/iu;
const RECIPIENT =
  /(?:^|\s)(?:an (?:die|das|den)|z\. ?h(?:d|\.)|zu händen|personalabteilung|personalwesen|human resources|recruit(?:ing|ment)|attn|hiring manager|hr department)(?:\s|[.:,]|$)/iu;
/** "Berlin, den 3. März 2024", "12.05.2024": below a CV, next to the signature. */
const PLACE_AND_DATE =
  /^(?:(\p{Lu}[\p{L}. ()-]{1,40}?)(,?)\s+(?:(den|the)\s+|(?:im|am)\s+)?)?(?:\d{1,2}\.\s?(?:\d{1,2}\.\s?|\p{L}+ )\d{4}|\d{1,2} \p{L}+ \d{4}|(?:im|in) \p{L}+ \d{4})$/u;
/** What says that the date after it is that of the document, wherever it is among the first or last lines. */
const DATED =
  /^(?:stand|zuletzt (?:aktualisiert|geändert)|aktualisiert|last (?:updated?|modified|revised)|updated|as of)(?: am| on| in)?\s*:?\s+/iu;
/** Lines above a salutation in which the recipient is, and those of a recipient. */
const MAXIMUM_HEAD_LINES = 30;
const MAXIMUM_RECIPIENT_LINES = 8;
/** Lines at the end in which place and date can be. */
const SIGNATURE_LINES = 4;

/** The lines without the recipient of a letter, and without place and date of the signature at the end. */
export function withoutLetter(lines: readonly TextLine[]): TextLine[] {
  const recipient = findRecipient(lines);
  return lines.filter((line, index) => {
    if (recipient !== undefined && index >= recipient.start && index < recipient.end) return false;
    return index < lines.length - SIGNATURE_LINES || dateOf(line) === undefined || isBirth(lines, line);
  });
}

/** The date beside the signature, above a letter, or after words such as "last updated", with its line. */
export function findDocumentDate(lines: readonly TextLine[]): { date: string; line: TextLine } | undefined {
  const dated = [...lines.slice(-SIGNATURE_LINES).toReversed(), ...lines.slice(0, MAXIMUM_HEAD_LINES)];
  for (const line of dated) {
    const date = isBirth(lines, line) ? undefined : dateOf(line);
    if (date !== undefined) return { date, line };
  }
  return undefined;
}

/** Whether the label above a line says that its date is that of the birth. */
function isBirth(lines: readonly TextLine[], line: TextLine): boolean {
  const above = lines[lines.indexOf(line) - 1];
  return above !== undefined && isBirthLabel(lineText(above));
}

/**
 * Without a comma or "den", only the name of a city says that the date is not that of an event, such as in "Hochzeit am". With one
 * of them, any name is one of a place, unless it is that of an exam.
 */
function isPlaceAndDate(text: string): boolean {
  const [found, place, comma, joint] = PLACE_AND_DATE.exec(text) ?? [];
  if (found === undefined || statesPerson(text)) return false;
  if (place === undefined || isKnownCity(place)) return true;
  return (comma !== '' || joint !== undefined) && educationScore(place) === 0;
}

/** The date of a line that has nothing but it and its place, or the words that say what it is. */
function dateOf(line: TextLine): string | undefined {
  const text = lineText(line).trim();
  const rest = text.replace(DATED, '');
  const isDated = rest !== text;
  if (!isDated && !isPlaceAndDate(text)) return undefined;
  const point = findPeriods(rest).find(({ isPoint }) => isPoint);
  if (point?.until?.month === undefined) return undefined;
  if (isDated && (point.start > 0 || /[\p{L}\p{N}]/u.test(rest.slice(point.end)))) return undefined;
  return point.until.day === undefined ? toLastDay(point.until) : toFirstDay(point.until);
}

/** The block of lines above the salutation that has the name of a company or a department. */
function findRecipient(lines: readonly TextLine[]): { start: number; end: number } | undefined {
  const salutation = lines.findIndex((line) => SALUTATION.test(lineText(line)));
  if (salutation === -1) return undefined;
  const first = Math.max(0, salutation - MAXIMUM_HEAD_LINES);
  const name = lines.findIndex(
    (line, index) =>
      index >= first &&
      index < salutation &&
      (hasLegalForm(lineText(line)) || RECIPIENT.test(lineText(line))),
  );
  if (name === -1) return undefined;
  let start = name;
  while (start > first && !lines[start]!.hasGapBefore) start -= 1;
  const limit = Math.min(salutation, name + MAXIMUM_RECIPIENT_LINES);
  let end = name + 1;
  while (end < limit && !lines[end]!.hasGapBefore) end += 1;
  // The sender is above the recipient, and is not part of a block that begins the letter.
  return start === first && name > first ? { start: name, end } : { start, end };
}
