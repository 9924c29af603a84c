import { toAscii } from '../../../../core/text/ascii.ts';
import { lineText, type TextLine } from '../text/lines.ts';
import { placeScore } from './evidence.ts';
import type { CvName } from './facts.ts';
import { sectionOf } from './headings.ts';

const TITLES =
  /^(?:dipl\.?\s?-?\s?\p{L}+\.?(?:\s?\(fh\))?(?=\s)|(?:prof|dr|med|dent|phil|rer|nat|jur|ing|mag|mba|msc|bsc|ba|ma)\b\.?|dr\.?-ing\.?|[bm]\.\s?(?:sc|a|eng|ed)\.?|ph\.?d\.?)(?=[\s.,]|$)/iu;
const SALUTATION = /^(?:herr|frau|mr|mrs|ms|miss)\.?\s+/i;
const PARTICLES = new Set([
  'von',
  'van',
  'vom',
  'zu',
  'zur',
  'de',
  'der',
  'den',
  'del',
  'della',
  'di',
  'da',
  'dos',
  'du',
  'la',
  'le',
  'el',
  'al',
  'ben',
  'bin',
  'ter',
  'ten',
  'san',
  'und',
]);
const NO_NAME =
  /lebenslauf|curriculum|vitae|résumé|resume|bewerbung|application|europass|profil|anschreiben|seite|page|gmbh|straße|strasse|street|road|lane|manager|engineer/i;
const LABEL =
  /^(?:name|vor- ?(?:und|&) ?(?:nach|zu|familien)name|vollständiger name|full name|name,? vorname|nachname,? ?\/? ?vorname|surname ?(?:\/|,|and)? ?first ?names?(?:\(s\))?|first name ?(?:\/|and)? ?(?:surname|last name))\s*:?$/i;
/** The name is at the top of a CV, in one of so many lines, unless it is large or resembles the e-mail address. */
const HEAD_LINES = 15;
/** Part of the largest letter size, and points: what is at least this large is set as a title. */
const LARGE_SHARE = 0.75;
const LARGE_POINTS = 11;
/** Words that a mailbox shares with a text before it can be the name in spite of its place: first and last name. */
const CERTAIN_CLOSENESS = 2;
/** Letters in the value of a label. Longer texts are sentences. */
const MAXIMUM_LABELLED_LENGTH = 80;
/** Words and letters, including titles and particles. */
const MAXIMUM_NAME_WORDS = 6;
const MAXIMUM_NAME_LENGTH = 60;

// What speaks for a text being the name. The weights have no unit: only their order matters. A word from the mailbox
// outweighs everything else, prominence comes second.
const WEIGHT_OF_CLOSENESS = 10;
const WEIGHT_OF_LARGE = 6;
const WEIGHT_OF_ABOUT_PERSON = 4;
const WEIGHT_OF_PLACE = -2;
const WEIGHT_OF_BOLD = 1;
const WEIGHT_OF_CELLS = -1;
/** For the first line; each following line has less of it. */
const WEIGHT_OF_TOP = 5;
const WEIGHT_LOST_PER_LINE = 0.5;

/** The name of the person: labelled, or the most prominent line of name-like words, preferably one like the mailbox. */
export function findName(
  lines: readonly TextLine[],
  emails: readonly string[],
  isAboutPerson: (line: TextLine) => boolean,
): CvName | undefined {
  const mailboxes = emails.map((email) => email.slice(0, email.indexOf('@')).toLowerCase());
  const labelled = findLabelled(lines);
  if (labelled !== undefined) return splitName(labelled, mailboxes);
  const largest = Math.max(...lines.map(({ size }) => size));
  let best: { score: number; text: string } | undefined;
  for (const [index, line] of lines.entries()) {
    const isLarge = largest > 0 && line.size >= largest * LARGE_SHARE && line.size > LARGE_POINTS;
    if (line.isBullet) continue;
    for (const part of line.cells.flatMap(({ text }) => text.split(/\s+[|·•–]\s+|,\s+(?=\p{L}+\s*\d)/u))) {
      const text = part
        .replace(
          /^(?:lebenslauf|curriculum vitae|cv|bewerbung|resume|résumé)(?:\s+(?:von|of|als))?[\s:–-]+/i,
          '',
        )
        .trim();
      if (!isNameLike(text)) continue;
      const closeness = likeness(text, mailboxes);
      if (index >= HEAD_LINES && !isLarge && closeness < CERTAIN_CLOSENESS) continue;
      const score =
        closeness * WEIGHT_OF_CLOSENESS +
        (isLarge ? WEIGHT_OF_LARGE : 0) +
        (line.isBold ? WEIGHT_OF_BOLD : 0) +
        (isAboutPerson(line) ? WEIGHT_OF_ABOUT_PERSON : 0) +
        placeScore(text) * WEIGHT_OF_PLACE +
        Math.max(0, WEIGHT_OF_TOP - index * WEIGHT_LOST_PER_LINE) +
        (line.cells.length > 1 ? WEIGHT_OF_CELLS : 0);
      if (best === undefined || score > best.score) best = { score, text };
    }
  }
  return best === undefined ? undefined : splitName(best.text, mailboxes);
}

function findLabelled(lines: readonly TextLine[]): string | undefined {
  let firstName: string | undefined;
  let lastName: string | undefined;
  for (const line of lines) {
    const text = lineText(line);
    const [label, value] =
      line.cells.length > 1
        ? [line.cells[0]!.text, line.cells[1]!.text]
        : (/^([^:]{3,40}):\s*(.+)$/.exec(text)?.slice(1) ?? []);
    if (
      label === undefined ||
      value === undefined ||
      value.length > MAXIMUM_LABELLED_LENGTH ||
      /\d|@/.test(value)
    )
      continue;
    const plain = label.replace(/\s*:$/, '').trim();
    if (LABEL.test(plain)) return value;
    if (/^(?:vornamen?|first names?|given names?)$/i.test(plain)) firstName ??= value;
    if (/^(?:nachname|familienname|zuname|surname|last name|family name)$/i.test(plain)) lastName ??= value;
  }
  return firstName !== undefined && lastName !== undefined ? `${lastName}, ${firstName}` : undefined;
}

function splitTitles(source: string): { title?: string; rest: string } {
  let rest = source.trim().replace(SALUTATION, '');
  const titles: string[] = [];
  for (let match = TITLES.exec(rest); match !== null; match = TITLES.exec(rest)) {
    titles.push(match[0]);
    rest = rest.slice(match[0].length).replace(/^[\s.]+/, '');
  }
  return {
    title:
      titles.length > 0
        ? titles.map((title) => (/^(?:prof|dr|med|dipl)$/i.test(title) ? `${title}.` : title)).join(' ')
        : undefined,
    rest: rest.replace(/,\s*(?:mba|m\.?\s?sc\.?|b\.?\s?sc\.?|ph\.?d\.?|b\.a\.|m\.a\.)\s*$/i, ''),
  };
}

function isNameLike(source: string): boolean {
  const { rest } = splitTitles(source);
  const words = rest.split(/\s+/);
  if (
    words.length < 2 ||
    words.length > MAXIMUM_NAME_WORDS ||
    rest.length > MAXIMUM_NAME_LENGTH ||
    NO_NAME.test(rest) ||
    sectionOf(rest) !== undefined
  )
    return false;
  return words.every(
    (word, index) =>
      /^\p{Lu}[\p{L}'’.-]*,?$/u.test(word) ||
      (PARTICLES.has(word.toLowerCase()) && index > 0 && index < words.length - 1),
  );
}

const plainOf = (text: string) =>
  toAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

function likeness(name: string, mailboxes: readonly string[]): number {
  const words = splitTitles(name)
    .rest.split(/[\s-]+/)
    .map(plainOf)
    .filter((word) => word.length > 1);
  return Math.max(
    0,
    ...mailboxes.map(
      (mailbox) => words.filter((word) => mailbox.replaceAll(/[^a-z]/g, '').includes(word)).length,
    ),
  );
}

function splitName(source: string, mailboxes: readonly string[]): CvName | undefined {
  const { title, rest } = splitTitles(isShouted(source) ? toNameCase(source) : source);
  const comma = /^([^,]+),\s*(.+)$/.exec(rest);
  if (comma !== null) {
    const first = splitTitles(comma[2]!);
    return { title: title ?? first.title, firstName: first.rest, lastName: comma[1]!.trim() };
  }
  const words = rest.split(/\s+/);
  if (words.length < 2) return undefined;
  let split = words.findIndex((word, index) => index > 0 && PARTICLES.has(word.toLowerCase()));
  if (split === -1) split = words.length - 1;
  for (const mailbox of mailboxes) {
    // firstname.lastname shows where the first name ends, even if each has several words.
    const [first, last] = mailbox.split(/[._]/).map((part) => part.replaceAll(/[^a-z]/g, ''));
    const place = words.findIndex(
      (_, index) =>
        index > 0 &&
        plainOf(words.slice(0, index).join('')) === first &&
        plainOf(words.slice(index).join('')) === last,
    );
    if (place > 0) split = place;
  }
  return { title, firstName: words.slice(0, split).join(' '), lastName: words.slice(split).join(' ') };
}

function isShouted(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}{3}/u.test(text);
}

function toNameCase(text: string): string {
  return text.toLowerCase().replaceAll(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase());
}
