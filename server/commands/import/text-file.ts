import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CommandError } from '../command.ts';
import { findEvidence } from './encoding-evidence.ts';

/** What spreadsheets write. Excel in Germany: windows-1252 as "CSV", utf-8 with a mark as "CSV UTF-8", utf-16le as "Unicode text". */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const HEAD_BYTES = 4096;

/** How .xlsx and .ods begin, and .xls of Excel 97 to 2003. Windows-1252 reads nearly all of their bytes as text. */
const WORKBOOK_STARTS = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];

/** Throws a CommandError if the file is a workbook. */
export async function requireNoWorkbook(path: string): Promise<void> {
  const head = await readHead(path);
  if (!WORKBOOK_STARTS.some((start) => head.subarray(0, start.length).equals(start))) return;
  throw new CommandError(
    `The file ${path} is a workbook, such as .xlsx, .xls, or .ods, and not a CSV file. Save its sheet as "CSV UTF-8", and pass the path of that file.`,
  );
}

/**
 * Recognizes the encoding by the byte order mark, or else by the bytes. Without a mark, reads the whole file: the first
 * umlaut can be on the last line, and only it tells UTF-8 and Windows-1252 apart. Throws if the file has both, or comes from DOS or a Mac:
 * read as Windows-1252, its umlauts would become other characters without a word.
 */
export async function detectEncoding(path: string): Promise<Encoding> {
  const utf16 = findUtf16(await readHead(path));
  if (utf16 !== undefined) return utf16;
  if (await isUtf8File(path)) return 'utf-8';
  const { notUtf8, utf8, other, isCut } = await findEvidence(path);
  if (isCut)
    throw new CommandError(
      `The file ${path} was cut off: it ends in the middle of a character on line ${notUtf8}. Export it again.`,
    );
  const remedy = 'Save it again as UTF-8. If all of it is Windows-1252, pass --encoding windows-1252.';
  if (utf8 !== undefined && notUtf8 !== undefined)
    throw new CommandError(
      `The file ${path} has two encodings: line ${utf8} is UTF-8, and line ${notUtf8} is not. ${remedy}`,
    );
  if (other !== undefined)
    throw new CommandError(
      `The file ${path} is neither UTF-8 nor Windows-1252: see line ${other}. It may come from a DOS program, or from a spreadsheet on a Mac. ${remedy}`,
    );
  return 'windows-1252';
}

/**
 * The text of a whole file in any of the encodings, without the byte order mark. Undefined if the bytes are not text: control
 * characters come from another kind of file, or from an encoding of DOS.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const encoding = findUtf16(bytes.subarray(0, HEAD_BYTES)) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head.length >= 2 && head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head.length >= 2 && head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Text in UTF-8 and Windows-1252 has no zero bytes. In UTF-16, they are the high bytes of Latin letters.
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1;
  if (zeros[1]! > head.length / 4) return 'utf-16le';
  if (zeros[0]! > head.length / 4) return 'utf-16be';
  return undefined;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isUtf8File(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The text of the file in pieces, without the byte order mark. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const line = encoding === 'utf-8' ? (await findEvidence(path)).notUtf8 : undefined;
    const where = line === undefined ? '' : `: line ${line} has other bytes`;
    throw new CommandError(
      `The file ${path} is not valid ${encoding}${where}. If it was cut off, export it again. Otherwise save it again as UTF-8, or omit --encoding to have it recognized.`,
    );
  }
}
