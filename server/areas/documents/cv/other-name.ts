import { toAscii } from '../../../core/text/ascii.ts';
import { toPhoneticCode } from '../../candidates/index.ts';
import type { CvName, ReadCv } from './extract/facts.ts';
import { likeness, PARTICLES } from './extract/name-parts.ts';

// Whether a CV is that of another person. When files are imported, some are mixed up, and what such a CV says is not true of the candidate.

interface Names {
  first_name: string | null;
  last_name: string | null;
  birth_name: string | null;
}

/** Letters. A shorter beginning of a name is no short form of it, except an initial. */
const SHORT_FORM = 3;
/** Lines at the top, where a text like a name is one. Further below it must resemble an address: "Drei Kinder" is no name. */
const TITLE_LINES = 2;
/** Lines at the top of the text in which the name of the candidate can be. */
const HEAD_LINES = 60;

/**
 * Whether the CV names another person than the candidate. One first name and one last name must agree, in any order: one of a double
 * name, the name at birth, an initial, or a short form is enough. The reader can take another line for the name, so the name of the
 * candidate at the top of the text is enough too.
 */
export function namesAnother(
  { name, text, emails }: Pick<ReadCv, 'name' | 'text' | 'emails'>,
  candidate: Names,
): boolean {
  if (name === undefined || !isCertain(name, text, emails)) return false;
  const wanted = [
    toParts(candidate.first_name ?? ''),
    [...toParts(candidate.last_name ?? ''), ...toParts(candidate.birth_name ?? '')],
  ].filter((parts) => parts.length > 0);
  if (wanted.length === 0) return false;
  if (agrees(wanted, [...toParts(name.firstName), ...toParts(name.lastName)], isAlike)) return false;
  const lines = text.split('\n', HEAD_LINES);
  return !lines.some((line, index) => {
    // The last name can be below the first name.
    const words = toWords(`${line} ${lines[index + 1] ?? ''}`);
    return agrees(wanted, words, (left, right) => left === right);
  });
}

function isCertain({ firstName, lastName }: CvName, text: string, emails: readonly string[]): boolean {
  const mailboxes = emails.map((email) => email.slice(0, email.indexOf('@')).toLowerCase());
  if (likeness(`${firstName} ${lastName}`, mailboxes) > 0) return true;
  const title = toWords(text.split('\n', TITLE_LINES).join(' '));
  return [...toWords(firstName), ...toWords(lastName)].every((word) => title.includes(word));
}

/** Whether each of the names has a word of its own among those of the CV. */
function agrees(
  [first, second]: readonly string[][],
  words: readonly string[],
  isSame: (left: string, right: string) => boolean,
): boolean {
  const placesOf = (parts: readonly string[]) =>
    [...words.keys()].filter((at) => parts.some((part) => isSame(part, words[at]!)));
  const places = placesOf(first!);
  if (second === undefined) return places.length > 0;
  return placesOf(second).some((at) => places.some((other) => other !== at));
}

const toWords = (text: string): string[] =>
  toAscii(text)
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** The words of a name, and all of it in one: Hans-Peter is Hanspeter. */
function toParts(name: string): string[] {
  const words = toWords(name);
  return [...new Set([...words.filter((word) => !PARTICLES.has(word)), words.join('')])].filter(Boolean);
}

function isAlike(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length === 1 || short.length >= SHORT_FORM) if (long.startsWith(short)) return true;
  // Müller, Mueller and Muller, Meyer and Maier. The code alone is the same for Anna and Emma.
  return short[0] === long[0] && toPhoneticCode(left) === toPhoneticCode(right);
}
