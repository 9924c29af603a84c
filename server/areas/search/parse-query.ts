import type { Fault } from '../../core/http/index.ts';
import {
  addressWord,
  exactWord,
  joined,
  type NamedEntry,
  numberWord,
  plainWord,
  type QueryWord,
} from './query-words.ts';
import { isStopWord, type Part, type WrittenWord, writtenWordsOf } from './words.ts';

export interface Query {
  /** A record must have all of them. */
  words: QueryWord[];
  /** A record must not have all words of one of the groups. */
  excluded: QueryWord[][];
}

const FEWEST_DIGITS = 4;
const ADDRESS = /\S*@\S*/gu;
/** A number as people write it, in one or more groups of digits. The 3 of R/3 and the 17 of C++17 begin none. */
const NUMBER =
  /(?<![\p{L}\p{N}]|\p{L}\+(?=\+)|\p{L}\+\+|\p{L}[#♯]|(?<![\p{L}\p{N}])\p{L}\/(?=\p{N}{1,3}\s))[+(]{0,2}\d(?:[\s()/.-]*\d)+(?![\p{L}\p{N}])/gu;
/** A number that can only be that of a phone. */
const DIALED = /^[+(0]/;
/**
 * What is in quotation marks, also in those that word processors put, or is a word after a minus sign. After a number, a minus sign
 * before a number is a part of it.
 */
const SPECIAL =
  /(?<minus>(?<!\S)-)?["„“”«»](?<quoted>[^"„“”«»]*)["„“”«»]|(?<!\S)-(?<word>(?:[\p{L}.@]|(?<!\d\s+-)\p{N})\S*)/gu;

/** Each word costs a look at the index for every record that is compared. */
const MAXIMUM_WORDS = 10;

/** The fault of a query with more words than are searched. */
export function tooManyWords(property: string, { words, excluded }: Query): Fault | undefined {
  if (words.length + excluded.flat().length <= MAXIMUM_WORDS) return undefined;
  const message = `${property} must have at most ${MAXIMUM_WORDS} words. Remove some of them.`;
  return { property, code: 'range', message };
}

/** Reads a query. `entries` are the names that words can mean. */
export function parseQuery(text: string, entries: readonly NamedEntry[]): Query {
  const exact: QueryWord[] = [];
  const excluded: QueryWord[][] = [];
  const rest = text.replaceAll(SPECIAL, (...found) => {
    const { minus, quoted, word } = found.at(-1) as Record<'minus' | 'quoted' | 'word', string | undefined>;
    const words = exactWords(quoted ?? word!, entries);
    if (minus === undefined && word === undefined) exact.push(...words);
    else if (words.length > 0) excluded.push(words);
    return ' ';
  });
  return { words: [...exact, ...plainWords(rest, exact.length > 0, entries)], excluded };
}

/** The words of a text, each of which is found only as it is written. */
function exactWords(text: string, entries: readonly NamedEntry[]): QueryWord[] {
  const { words, rest } = takeNumbers(text, (number) => DIALED.test(number));
  const written = [...writtenWordsOf(rest)];
  return [...words, ...tellingOf(written, words.length > 0).map(({ whole }) => exactWord(whole, entries))];
}

function plainWords(text: string, hasWords: boolean, entries: readonly NamedEntry[]): QueryWord[] {
  const { words, rest } = takeNumbers(text, () => true);
  const written = [...writtenWordsOf(rest)];
  const all = written.flatMap(({ parts }) => parts.map((part) => ({ whole: part })));
  const telling = new Set(tellingOf(all, hasWords || words.length > 0).map(({ whole }) => whole));
  return [...words, ...written.flatMap((word) => toWords(word, (part) => telling.has(part), entries))];
}

function toWords(
  { parts, whole, isIndivisible }: WrittenWord,
  isTelling: (part: Part) => boolean,
  entries: readonly NamedEntry[],
): QueryWord[] {
  if (isIndivisible) return [exactWord(whole, entries)];
  const words = parts
    .filter(isTelling)
    .map((part) => (part.hasSigns ? exactWord(part, entries) : plainWord(part, entries)));
  return whole === parts[0] ? words : joined(words, whole, entries);
}

/** The words without those that say nothing. A name such as Von is found if it is all that was written. */
function tellingOf<T extends Pick<WrittenWord, 'whole'>>(words: T[], hasOthers: boolean): T[] {
  const telling = words.filter(({ whole }) => !isStopWord(whole.word));
  return telling.length > 0 || hasOthers ? telling : words;
}

/** Takes email addresses and numbers out of a text. */
function takeNumbers(
  text: string,
  isNumber: (number: string) => boolean,
): { words: QueryWord[]; rest: string } {
  const words: QueryWord[] = [];
  const rest = text
    .replaceAll(ADDRESS, (address) => {
      if (address.length > 1) words.push(addressWord(address));
      return ' ';
    })
    .replaceAll(NUMBER, (number) => {
      if (number.replaceAll(/\D/g, '').length < FEWEST_DIGITS || !isNumber(number)) return number;
      words.push(numberWord(number));
      return ' ';
    });
  return { words, rest };
}
