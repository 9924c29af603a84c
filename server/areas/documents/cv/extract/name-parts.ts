import { toAscii } from '../../../../core/text/ascii.ts';
import { positionScore } from './evidence.ts';
import type { CvName } from './facts.ts';

// A name as titles, first name and last name.

const TITLES =
  /^(?:dipl\.?\s?-?\s?\p{L}+\.?(?:\s?\(fh\))?(?=\s)|dr\.?-ing\.?|(?:prof|dr|med|dent|phil|rer|nat|jur|ing|mag|mba|msc|bsc|ba|ma)\b\.?|[bm]\.\s?(?:sc|a|eng|ed)\.?|ph\.?d\.?)(?=[\s.,]|$)/iu;
/** Also first names. They are titles only after another one, or with a stop. */
const FIELD = /^(?:med|dent|phil|rer|nat|jur)$/i;
/** Also a first name. As a degree it is set in capitals. */
const BARE_DEGREE = /^[BbMm]a$/;
/** Before two names, as in "MA Anna Muster". */
const CAPITAL_DEGREE = /^[BM]A(?=(?:\s+\S+){2})/;
const SALUTATION = /^(?:herr|frau|mr|mrs|ms|miss)\.?\s+/i;
export const PARTICLES = new Set([
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
export function splitTitles(source: string): { title?: string; rest: string } {
  let rest = source.trim().replace(SALUTATION, '');
  const titles: string[] = [];
  for (let match = TITLES.exec(rest); match !== null; match = TITLES.exec(rest)) {
    if ((titles.length === 0 && FIELD.test(match[0])) || BARE_DEGREE.test(match[0])) break;
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

const plainOf = (text: string) =>
  toAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** How many words of a name the mailboxes have. */
export function likeness(name: string, mailboxes: readonly string[]): number {
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

/** "YILMAZER Emre": the last name is set in capitals where it comes first. */
function turnShouted(source: string): string {
  if (CAPITAL_DEGREE.test(source)) return source;
  const words = source.split(/\s+/);
  const isShoutedWord = (word: string) => word.length > 1 && /^[\p{Lu}'’-]+$/u.test(word);
  const end = words.findIndex((word) => !isShoutedWord(word));
  const [last, first] = [words.slice(0, Math.max(0, end)), words.slice(end)];
  const isTurned = last.length > 0 && first.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return isTurned ? `${toNameCase(last.join(' '))}, ${first.join(' ')}` : source;
}

export function splitName(text: string, mailboxes: readonly string[]): CvName | undefined {
  const source = turnShouted(text.trim());
  const degree = CAPITAL_DEGREE.exec(source)?.[0] ?? '';
  const { title, rest } = splitTitles(
    isShouted(source) ? degree + toNameCase(source.slice(degree.length)) : source,
  );
  const comma = /^([^,]+),\s*(.+)$/.exec(rest);
  // "Anna Muster, Buchhalterin" has the whole name before the comma, "Muster, Anna" only the last name.
  if (comma !== null && isWholeName(comma[1]!, comma[2]!, mailboxes)) return splitName(comma[1]!, mailboxes);
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

/** A name of which the last name comes first, with a comma: particles and a word, unless the mailbox begins with it. */
export function turnName(source: string, mailboxes: readonly string[]): string {
  const words = source.trim().split(/\s+/);
  const end = words.findIndex((word) => !PARTICLES.has(word.toLowerCase())) + 1;
  const begin = plainOf(words[0]!);
  const isTurned = mailboxes.some((mailbox) => mailbox.split(/[._]/)[0] === begin);
  if (source.includes(',') || end === 0 || end >= words.length || isTurned) return source;
  return `${words.slice(0, end).join(' ')}, ${words.slice(end).join(' ')}`;
}

function isWholeName(before: string, after: string, mailboxes: readonly string[]): boolean {
  if (before.trim().split(/\s+/).length < 2) return false;
  return positionScore(after) > 0 || likeness(before, mailboxes) > likeness(after, mailboxes);
}

function isShouted(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}{3}/u.test(text);
}

function toNameCase(text: string): string {
  return text.toLowerCase().replaceAll(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase());
}
