import { readDoc } from './doc.ts';
import { readDocx, readMainPart } from './docx.ts';
import { isRule, lineText, MAXIMUM_TEXT_LENGTH, type TextLine, UnreadableError } from './lines.ts';
import { isScannerNote } from './margins.ts';
import { readOdt } from './odt.ts';
import { readPdf } from './pdf.ts';
import { readPicture } from './picture.ts';
import { decodeText, readPlain } from './plain.ts';
import type { ReadOptions } from './read-options.ts';
import { readRtf } from './rtf.ts';

/** As large as an uploaded document can be. */
export const MAXIMUM_INPUT_BYTES = 25 * 1024 * 1024;
/** PDF readers accept a header anywhere in the first kilobyte. */
const HEAD_BYTES = 1024;
/** How Word files before 2007 begin, and other Office files of that time. */
const COMPOUND_FILE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
/** How JPEG and PNG files begin, from this byte on. */
const PICTURES: readonly [number, string][] = [
  [0, '\u00ff\u00d8\u00ff'],
  [1, 'PNG\r\n\u001a\n'],
];
/** How GIF, TIFF, WebP and HEIC files begin. */
const OTHER_PICTURES: readonly [number, string][] = [
  [0, 'GIF8'],
  [0, 'II*\u0000'],
  [0, 'MM\u0000*'],
  [8, 'WEBP'],
  [4, 'ftyp'],
];

/**
 * The lines of a PDF, DOCX, DOC, ODT, RTF or text file, or of a picture, at most one million letters. The bytes show which format it
 * is; the caller must not use them afterwards. Throws UnreadableError.
 */
export async function readText(bytes: Uint8Array, options: ReadOptions = {}): Promise<TextLine[]> {
  if (bytes.length > MAXIMUM_INPUT_BYTES) throw new UnreadableError('tooLarge');
  const lines = (await readFormat(bytes, options)).filter((line) => !isRule(lineText(line)));
  let length = 0;
  const end = lines.findIndex((line) => {
    length += lineText(line).length;
    return length > MAXIMUM_TEXT_LENGTH;
  });
  const kept = end === -1 ? lines : lines.slice(0, end);
  if (kept.every((line) => isScannerNote(lineText(line)))) throw new UnreadableError('noText');
  return kept;
}

async function readFormat(bytes: Uint8Array, options: ReadOptions): Promise<TextLine[]> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  if (head.includes('%PDF-')) return readPdf(bytes, options);
  if (head.startsWith('{\\rtf')) return readRtf(bytes);
  if (head.startsWith('PK\u0003\u0004')) {
    if (readMainPart(bytes) !== undefined) return readDocx(bytes);
    return readOdt(bytes);
  }
  if (head.startsWith(COMPOUND_FILE)) return readDoc(bytes);
  const begins = ([start, sign]: readonly [number, string]) => head.startsWith(sign, start);
  if (PICTURES.some(begins)) return readPicture(bytes, options);
  if (OTHER_PICTURES.some(begins)) throw new UnreadableError('otherImage');
  const text = decodeText(bytes);
  if (text === undefined || isMarkup(text)) throw new UnreadableError('unknownFormat');
  return readPlain(text.slice(0, MAXIMUM_TEXT_LENGTH));
}

/** A page, a drawing, or other XML. A line of a text can begin with a word in such brackets too, but has no end of the element. */
function isMarkup(text: string): boolean {
  const start = text.trimStart();
  if (/^<(?:!doctype|!--|\?xml|html)/i.test(start)) return true;
  const [element, name] = /^<([a-z][\w:.-]{0,99})(?:\s[^<>]*)?>/i.exec(start) ?? [];
  if (element === undefined) return false;
  return element.endsWith('/>') || start.toLowerCase().includes(`</${name!.toLowerCase()}`);
}
