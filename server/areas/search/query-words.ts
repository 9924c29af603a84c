import type { Place } from './terms.ts';
import { entryTerm, soundTerms } from './terms.ts';
import { foldWord, isStopWord, reverse, type Token, tokensOf } from './words.ts';

/** Terms from `from` on and before `to`, compared by bytes. */
interface Range {
  from: string;
  to: string;
}

/** What one word of a query finds: any term of the ranges or in `terms`. */
export interface QueryWord {
  /** The word as it was written. */
  text: string;
  /** The term that is the word itself. It counts more than one that only begins or ends with it. */
  exact: string;
  ranges: Range[];
  terms: string[];
  /** The word that this one is a part of, such as MAG-Schweißer. Who has it comes before who has only its parts. */
  whole?: WholeWord;
}

/** What finds a word with several parts as one. The word that is a part of it finds it too. */
interface WholeWord {
  exact: string;
  range: Range;
  terms: string[];
}

/** An entry of the lists of professions or qualifications. */
export interface NamedEntry {
  kind: 'profession' | 'qualification';
  id: number;
  names: readonly string[];
}

const HIGHEST = '\u{10FFFF}';
/** Before every character of a term. */
const LOWEST = '\u0001';
/** The three countries of the gazetteer. Numbers are stored with the code of their country. */
const COUNTRY_CODES = ['49', '43', '41'];
const SHORTEST_ENDING = 4;
const SHORTEST_BEGINNING = 3;
const SHORTEST_SOUND = 3;
const SHORTEST_WHOLE = 4;
/** A word that begins the names of more entries is too short to mean one of them. */
const MAXIMUM_ENTRIES = 500;

/** The parts of a word, each of which finds what is in one place of the index. Their terms are sorted. */
export function partsOf(word: QueryWord): QueryWord[] {
  const bySign = Map.groupBy(word.terms.toSorted(), (term) => term[0]);
  return [
    ...word.ranges.map((range) => ({ ...word, ranges: [range], terms: [] })),
    ...bySign.values().map((terms) => ({ ...word, ranges: [], terms })),
  ];
}

/** The word with some of its parts. */
export function withParts(word: QueryWord, parts: readonly { part: QueryWord }[]): QueryWord {
  return {
    ...word,
    ranges: parts.flatMap(({ part }) => part.ranges),
    terms: parts.flatMap(({ part }) => part.terms),
  };
}

/**
 * The word without terms that only say how well a record fits: what sounds the same with its ending also does without. It finds the
 * same records.
 */
export function withoutEndings(word: QueryWord): QueryWord {
  const terms = word.terms.filter((term) => !term.startsWith('^'));
  return terms.length + word.ranges.length === 0 ? word : { ...word, terms };
}

/** Whether the place of a text is one that the word finds. */
export function finds({ ranges, terms }: QueryWord, place: Place): boolean {
  return place.terms.some(
    (term) => terms.includes(term) || ranges.some(({ from, to }) => term >= from && term < to),
  );
}

/** Whether the place of a text is one of the whole that the word is a part of. */
export function findsWhole({ whole }: QueryWord, { terms }: Place): boolean {
  if (whole === undefined) return false;
  const { range, terms: named } = whole;
  return terms.some((term) => named.includes(term) || (term >= range.from && term < range.to));
}

/** A word that finds what begins or ends with it, sounds like it, or has another name. */
export function plainWord({ text, word }: Token, entries: readonly NamedEntry[]): QueryWord {
  const ranges = [beginningWith(word)];
  if (word.length >= SHORTEST_ENDING) ranges.push(beginningWith(`<${reverse(word)}`));
  const sounds = word.length >= SHORTEST_SOUND ? soundTerms(text) : [];
  return { text, exact: word, ranges, terms: [...sounds, ...entryTerms(entries, isMeantBy(word))] };
}

/** A word that finds only itself. */
export function exactWord({ text, word }: Token, entries: readonly NamedEntry[]): QueryWord {
  const terms = entryTerms(entries, (own) => own === word);
  return { text, exact: word, ranges: [{ from: word, to: word + LOWEST }], terms };
}

/** The parts of a written word. Each finds the whole too, if that is long enough to mean only this word: E-Mail finds Email. */
export function joined(
  words: readonly QueryWord[],
  { word: exact }: Token,
  entries: readonly NamedEntry[],
): QueryWord[] {
  const range = beginningWith(exact);
  const terms = entryTerms(entries, isMeantBy(exact));
  const isFound = ({ ranges }: QueryWord) => ranges.some(({ from, to }) => exact >= from && exact < to);
  return words.map((word) => ({
    ...word,
    ranges: exact.length < SHORTEST_WHOLE || isFound(word) ? word.ranges : [...word.ranges, range],
    terms: [...new Set([...word.terms, ...terms])],
    whole: { exact, range, terms },
  }));
}

/**
 * Whether a word of a name begins with this one or, as in a compound, contains it. One or two letters begin too many names, and mean only
 * a word that is the same: the IT of IT-Administrator, the R and the 3 of SAP R/3. The in of Landwirt/in means none.
 */
function isMeantBy(word: string): (own: string) => boolean {
  return (own) =>
    (own === word && !isStopWord(word)) ||
    (word.length >= SHORTEST_BEGINNING && own.startsWith(word)) ||
    (word.length >= SHORTEST_ENDING && own.includes(word));
}

/** The entries with a name that has such a word. */
function entryTerms(entries: readonly NamedEntry[], isMeant: (own: string) => boolean): string[] {
  return entries
    .filter((entry) => wordsOf(entry).some(isMeant))
    .slice(0, MAXIMUM_ENTRIES)
    .map(({ kind, id }) => entryTerm(kind, id));
}

const wordsOfEntries = new WeakMap<NamedEntry, readonly string[]>();

/** The folded words of all names. Each word of each query reads them, and an imported list of professions has thousands of entries. */
function wordsOf(entry: NamedEntry): readonly string[] {
  let words = wordsOfEntries.get(entry);
  if (words === undefined) {
    words = entry.names.flatMap(foldedWords);
    wordsOfEntries.set(entry, words);
  }
  return words;
}

const foldedNames = new Map<string, readonly string[]>();
const MAXIMUM_NAMES = 20_000;

/** A tenant's entries are read for each query, and have the same names most of the time. */
function foldedWords(name: string): readonly string[] {
  let words = foldedNames.get(name);
  if (words === undefined) {
    if (foldedNames.size >= MAXIMUM_NAMES) foldedNames.clear();
    words = [...tokensOf(name)].map(({ word }) => word);
    foldedNames.set(name, words);
  }
  return words;
}

export function addressWord(text: string): QueryWord {
  const address = text.toLowerCase();
  // A domain, such as @example.org, or the beginning of an address.
  const term = `@${address}`;
  return { text, exact: term, ranges: [beginningWith(term)], terms: [] };
}

export function numberWord(text: string): QueryWord {
  const digits = text.replaceAll(/\D/g, '');
  const ranges = beginningsOf(text, digits).map((number) => beginningWith(`#${number}`));
  // Without its beginning, such as an extension, or only the last digits.
  if (/^[1-9]/.test(text)) ranges.push(beginningWith(`%${reverse(digits)}`));
  // A postal code, a year, a number in a CV, or an id in another system, such as 2024/0815.
  if (!/[+(]/.test(text)) ranges.push(beginningWith(foldWord(digits)));
  return { text: text.trim(), exact: digits, ranges, terms: [] };
}

/** The numbers with country code that the written one can be the beginning of. */
function beginningsOf(text: string, digits: string): string[] {
  // In +49 (0)151, the digit in parentheses is not dialed.
  const dialed = text.replace(/\(0\)/, '').replaceAll(/\D/g, '');
  if (text.includes('+')) return [dialed];
  if (digits.startsWith('00')) return [dialed.slice(2)];
  if (digits.startsWith('0')) return COUNTRY_CODES.map((code) => code + digits.slice(1));
  return [digits, ...COUNTRY_CODES.map((code) => code + digits)];
}

function beginningWith(start: string): Range {
  return { from: start, to: start + HIGHEST };
}
