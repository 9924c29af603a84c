import { createReadStream } from 'node:fs';

/** Lines of a file, from 1, that tell its encoding. Undefined if no line does. */
interface Evidence {
  /** Has a byte that is not valid in UTF-8. */
  notUtf8: number | undefined;
  /** Has a Latin letter or a quotation mark in UTF-8. In Windows-1252, the same bytes are letters that hardly ever meet, such as Ã¼. */
  utf8: number | undefined;
  /** Has a byte that Windows-1252 leaves undefined, or one of its signs within a word: an umlaut or ß in files of DOS or of a Mac. */
  other: number | undefined;
  /** Whether the file is UTF-8 and ends within a character. */
  isCut: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
// ¡ to ſ.
const FIRST_OF_LATIN = 0xc2;
const LAST_OF_LATIN = 0xc5;
/** Dashes, quotation marks, and the sign of the euro are in E2 80 and E2 82. */
const OF_PUNCTUATION = 0xe2;
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
// ä and ö of DOS, Ü and ß of Mac OS Roman: quotation marks, † and § in Windows-1252.
const SIGNS = new Set([0x84, 0x94, 0x86, 0xa7]);
// ä and ü of Mac OS Roman: Š and Ÿ in Windows-1252.
const CAPITALS = new Set([0x8a, 0x9f]);

const isSmall = (byte: number) => byte >= 0x61 && byte <= 0x7a;
const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isContinuation = (byte: number) => byte >= 0x80 && byte <= 0xbf;

/** The number of bytes that follow this one in UTF-8. -1 if it cannot begin a character. */
function followers(byte: number): number {
  if (byte < 0x80) return 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/** Reads the whole file, in pieces. */
export async function findEvidence(path: string): Promise<Evidence> {
  const found: Evidence = { notUtf8: undefined, utf8: undefined, other: undefined, isCut: false };
  let line = 1;
  let first = 0;
  let missing = 0;
  // The two bytes before this one.
  let last = 0;
  let lastButOne = 0;
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Buffer) {
      if (missing > 0 && isContinuation(byte)) {
        missing -= 1;
        const isTelling = (first >= FIRST_OF_LATIN && first <= LAST_OF_LATIN) || first === OF_PUNCTUATION;
        if (missing === 0 && isTelling) found.utf8 ??= line;
      } else {
        if (missing > 0) found.notUtf8 ??= line;
        if (byte === CR || (byte === LF && last !== CR)) line += 1;
        first = byte;
        missing = Math.max(0, followers(byte));
        if (followers(byte) === -1) found.notUtf8 ??= line;
        const isWithinWord = isLetter(byte) && isLetter(lastButOne);
        const isOther = SIGNS.has(last) || (CAPITALS.has(last) && isSmall(byte));
        if (UNDEFINED.has(byte) || (isWithinWord && isOther)) found.other ??= line;
      }
      lastButOne = last;
      last = byte;
    }
  }
  found.isCut = missing > 0 && found.utf8 !== undefined && found.notUtf8 === undefined;
  if (missing > 0) found.notUtf8 ??= line;
  return found;
}
