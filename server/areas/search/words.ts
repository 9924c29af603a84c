import { toAscii } from '../../core/text/ascii.ts';

const MAXIMUM_WORD_LENGTH = 40;

/** A word of a text, with its place in the text. */
export interface Token {
  start: number;
  length: number;
  /** The word as it was written. */
  text: string;
  /** The word as it is compared. */
  word: string;
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * The form in which words are compared: lower case, in ASCII, and without the e of a transcribed umlaut. Müller, Mueller, and
 * Muller are the same, and so are Straße and Strasse. Bauer loses its e too, but on both sides of every comparison.
 */
export function foldWord(text: string): string {
  // Most words are ASCII already.
  return (NOT_ASCII.test(text) ? toAscii(text) : text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
    .replaceAll(/([aou])e/g, '$1')
    .slice(0, MAXIMUM_WORD_LENGTH);
}

const WRITTEN_WORD = /[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*/gu;

/** The words of a text, in their order. A word with hyphens has a token for each part, and one for the whole. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: whole, index } of text.matchAll(WRITTEN_WORD)) {
    const parts = whole.split('-');
    let start = index;
    for (const part of parts) {
      const word = foldWord(part);
      if (word !== '') yield { start, length: part.length, text: part, word };
      start += part.length + 1;
    }
    if (parts.length > 1) yield { start: index, length: whole.length, text: whole, word: foldWord(whole) };
  }
}

export function reverse(text: string): string {
  return [...text].reverse().join('');
}

/** Words that say nothing about a candidate. */
const STOP_WORDS = new Set(
  `aber als am an auch auf aus bei bin bis das dass dem den der des die durch ein eine einem einen einer eines er es für hat
  habe ich ihr im in ist mein meine meiner mit nach nicht oder sein seit sich sie sind sowie über um und uns unter vom von vor
  war wir wird wurde zu zum zur and are at by for from has have is my of on or our that the their this to was were with you
  your`
    .split(/\s+/)
    .map(foldWord),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Last parts of many names of jobs, longest first. What comes before them is a word of its own. */
const HEADS =
  `arbeiterin arbeiter arbeiten assistentin assistent bearbeiterin bearbeiter bearbeitung bedienerin bediener
  beraterin berater betreuerin betreuer betreuung einrichter elektroniker fachkraft fahrerin fahrer fahren führerin führer
  führung gehilfe händler helferin helfer ingenieurin ingenieur installateur kauffrau kaufmann konstrukteur kraft lackierer
  leiterin leiter leitung logistik management manager mechaniker mechatroniker meisterin meister monteur packer pflegerin
  pfleger pflege programmierer prüfer reiniger reinigung schein schlosser schweißer schweißen technikerin techniker technik
  verkäuferin verkäufer vertrieb wartung zusteller`
    .split(/\s+/)
    .map(foldWord)
    .sort((a, b) => b.length - a.length);
const SHORTEST_PART = 4;

/** The compound without its last part, such as Gabelstapler of Gabelstaplerfahrer. Undefined if the last part is not known. */
export function firstPartOf(word: string): string | undefined {
  const head = HEADS.find((known) => word.endsWith(known) && word.length - known.length >= SHORTEST_PART);
  return head === undefined ? undefined : word.slice(0, -head.length);
}
