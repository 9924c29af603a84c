import { readDocx } from './docx.ts';
import { lineText, MAXIMUM_TEXT_LENGTH, type TextLine, UnreadableError } from './lines.ts';
import { readOdt } from './odt.ts';
import { readPdf } from './pdf.ts';
import { decodeText, readPlain } from './plain.ts';
import { readRtf } from './rtf.ts';
import { readZipEntry } from './zip.ts';

/** As large as an uploaded document can be. */
export const MAXIMUM_INPUT_BYTES = 25 * 1024 * 1024;
/** PDF readers accept a header anywhere in the first kilobyte. */
const HEAD_BYTES = 1024;
/** Letters in which markup begins, after white space. */
const MARKUP_HEAD_LENGTH = 200;

/**
 * The lines of a PDF, DOCX, ODT, RTF or text file, at most one million letters. The bytes show which format it is; the
 * caller must not use them afterwards. Throws UnreadableError.
 */
export async function readText(bytes: Uint8Array): Promise<TextLine[]> {
  if (bytes.length > MAXIMUM_INPUT_BYTES) throw new UnreadableError('tooLarge');
  const lines = await readFormat(bytes);
  let length = 0;
  const end = lines.findIndex((line) => {
    length += lineText(line).length;
    return length > MAXIMUM_TEXT_LENGTH;
  });
  const kept = end === -1 ? lines : lines.slice(0, end);
  if (kept.length === 0) throw new UnreadableError('noText');
  return kept;
}

async function readFormat(bytes: Uint8Array): Promise<TextLine[]> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  if (head.includes('%PDF-')) return readPdf(bytes);
  if (head.startsWith('{\\rtf')) return readRtf(bytes);
  if (head.startsWith('PK\u0003\u0004')) {
    if (readZipEntry(bytes, 'word/document.xml') !== undefined) return readDocx(bytes);
    return readOdt(bytes);
  }
  const text = decodeText(bytes);
  if (text === undefined || /^\s*<(?:!doctype|html|\?xml)/i.test(text.slice(0, MARKUP_HEAD_LENGTH)))
    throw new UnreadableError('unknownFormat');
  return readPlain(text.slice(0, MAXIMUM_TEXT_LENGTH));
}
