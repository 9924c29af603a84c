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
  /** Whether it has signs that belong to it, such as C++. */
  hasSigns: boolean;
}

/** A part of a written word. */
export interface Part extends Token {
  /** The part without its signs, such as the C of C++. Undefined if it has none. */
  bare: Token | undefined;
}

/** A word as people write it, such as Lagerist, MAG-Schweißer, C++, ASP.NET, or R/3. */
export interface WrittenWord {
  parts: Part[];
  /** Of a word with one part, that part. */
  whole: Token;
  /** The parts say nothing alone: half of all records have something that begins with the R of R/3, and something with a 3. */
  isIndivisible: boolean;
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

/**
 * Also what nobody sees: pasted text has soft hyphens where its program may break a word, and spaces without a width. The comparison
 * leaves them out.
 */
const LETTER = String.raw`[\p{L}\p{N}\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]`;
/** The + of C++, and the # of C#. A longer word with # is a typing mistake: the key is beside Enter. */
const PART = String.raw`(?:\p{L}[#♯]|${LETTER}+(?:(?<=\p{L})\+\+)?)`;
const NET = String.raw`\.net(?![\p{L}\p{M}])`;
/** Before .NET, these make a part of an address or a domain. */
const NO_DOMAIN = String.raw`(?<![\p{L}\p{N}\p{M}.@_-])`;
/** One letter and a number, such as R/3 and S/4HANA, but no date and no id of three parts. */
const SLASHED = String.raw`(?<!/)\p{L}/\p{N}{1,3}(?![\p{N}/]|-\p{N})`;
const SIGNED_WORD = new RegExp(
  String.raw`${SLASHED}|(?:${NO_DOMAIN}${NET}|${PART})(?:-${PART}|(?<=${NO_DOMAIN}(?:asp|vb|ado|ml))${NET}|\.js(?!${LETTER}))*`,
  'giuy',
);
const PARTS = new RegExp(`${NET}|${PART}`, 'giu');
const WORD = new RegExp(`${LETTER}+(?:-${LETTER}+)*`, 'gu');
/** Signs after a word that can belong to it. */
const SIGNS = /\+\+|[#♯]|\/\p{N}|\.(?:net|js)/iuy;

/** The words of a text, in their order. */
export function* writtenWordsOf(text: string): Generator<WrittenWord> {
  let end = 0;
  for (let found = matchAt(WORD, text, end); found !== null; found = matchAt(WORD, text, end)) {
    const signed = matchSigned(text, found);
    const { 0: written, index } = signed ?? found;
    end = index + written.length;
    // Most words are one part without signs, and are read four times as fast.
    const word =
      signed === null && !written.includes('-') ? toPlain(written, index) : toWritten(written, index);
    if (word.parts.length > 0) yield word;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The word with its signs, or null if it has none. */
function matchSigned(text: string, { 0: letters, index }: RegExpExecArray): RegExpExecArray | null {
  const isAfterPoint = text[index - 1] === '.' && /^net/i.test(letters);
  if (isAfterPoint) return matchAt(SIGNED_WORD, text, index - 1);
  return matchAt(SIGNS, text, index + letters.length) && matchAt(SIGNED_WORD, text, index);
}

function toPlain(text: string, start: number): WrittenWord {
  const whole = { start, length: text.length, text, word: foldWord(text), hasSigns: false, bare: undefined };
  return { parts: whole.word === '' ? [] : [whole], whole, isIndivisible: false };
}

function toWritten(text: string, start: number): WrittenWord {
  const all = Array.from(text.matchAll(PARTS), ({ 0: part, index }) => toPart(part, start + index));
  const parts = all.filter(({ word }) => word !== '');
  const isOne = all.length === 1;
  return {
    parts,
    whole: isOne ? all[0]! : toToken(text, start),
    isIndivisible: text.includes('/') || (isOne && all[0]!.hasSigns),
  };
}

function toToken(text: string, start: number): Token {
  const spelled = spellSigns(text);
  return { start, length: text.length, text, word: foldWord(spelled), hasSigns: spelled !== text };
}

function toPart(text: string, start: number): Part {
  const token = toToken(text, start);
  if (!token.hasSigns) return { ...token, bare: undefined };
  const bare = text.replaceAll(/[.+#♯]/g, '');
  return { ...token, bare: toToken(bare, start + text.indexOf(bare)) };
}

/** C++ becomes cplusplus, which some people write. */
function spellSigns(text: string): string {
  return text.replaceAll('++', 'plusplus').replaceAll(/[#♯]/g, 'sharp').replaceAll(/\.net/gi, 'dotnet');
}

/**
 * The words by which a text is found, in their order. A word with hyphens has a token for each part, and one for the whole, and a part with
 * signs has another one without them.
 */
export function* tokensOf(text: string): Generator<Token> {
  for (const { parts, whole } of writtenWordsOf(text)) {
    for (const part of parts) {
      if (part.bare !== undefined) yield part.bare;
      yield part;
    }
    if (whole !== parts[0]) yield whole;
  }
}

/** The words of a text one after the other: of a word with hyphens its parts, and C++ and R/3 as one. */
export function comparedWordsOf(text: string): Token[] {
  return [...writtenWordsOf(text)].flatMap(({ parts, whole, isIndivisible }) =>
    isIndivisible ? [whole] : parts,
  );
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
