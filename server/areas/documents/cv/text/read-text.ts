import { readDocx } from './docx.ts';
import { lineText, MAXIMUM_TEXT_LENGTH, type ReadNotes, type TextLine, UnreadableError } from './lines.ts';
import { isPageNumber } from './margins.ts';
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

/** How Word files before 2007 begin, and other Office files of that time. */
const COMPOUND_FILE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
/** How JPEG, PNG, GIF, TIFF, WebP and HEIC files begin, from this byte on. */
const IMAGES: readonly [number, string][] = [
  [0, '\u00ff\u00d8\u00ff'],
  [1, 'PNG'],
  [0, 'GIF8'],
  [0, 'II*\u0000'],
  [0, 'MM\u0000*'],
  [8, 'WEBP'],
  [4, 'ftyp'],
];
/** What programs that scan write on every page. */
const SCANNER_NOTE =
  /^(?:\S+ )?(?:gescannt|scanned|erstellt|created|digitalisiert)\s+(?:mit|von|with|by|using|in|auf|from)\s.{1,60}$|^(?:cam ?scanner|adobe scan|genius scan|office lens|microsoft lens|tap ?scanner|(?:my|tiny|i|clear|swift|fast|easy|doc|quick|photo)?scan(?:ner)?(?: ?(?:pro|app|bot|able))?|scan)(?:\s.{0,30})?$/iu;

/**
 * The lines of a PDF, DOCX, ODT, RTF or text file, at most one million letters. The bytes show which format it is; the
 * caller must not use them afterwards. `notes` receives what was left out. Throws UnreadableError.
 */
export async function readText(bytes: Uint8Array, notes?: ReadNotes): Promise<TextLine[]> {
  if (bytes.length > MAXIMUM_INPUT_BYTES) throw new UnreadableError('tooLarge');
  const lines = await readFormat(bytes, notes);
  let length = 0;
  const end = lines.findIndex((line) => {
    length += lineText(line).length;
    return length > MAXIMUM_TEXT_LENGTH;
  });
  const kept = end === -1 ? lines : lines.slice(0, end);
  if (kept.every((line) => isScannerNote(lineText(line)))) throw new UnreadableError('noText');
  return kept;
}

/** A page number, or what a scanner adds. A file with nothing else is a scan. */
function isScannerNote(text: string): boolean {
  return SCANNER_NOTE.test(text.trim()) || isPageNumber(text);
}

async function readFormat(bytes: Uint8Array, notes?: ReadNotes): Promise<TextLine[]> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  if (head.includes('%PDF-')) return readPdf(bytes, notes);
  if (head.startsWith('{\\rtf')) return readRtf(bytes);
  if (head.startsWith('PK\u0003\u0004')) {
    if (readZipEntry(bytes, 'word/document.xml') !== undefined) return readDocx(bytes);
    return readOdt(bytes);
  }
  if (head.startsWith(COMPOUND_FILE)) throw new UnreadableError('oldWord');
  if (IMAGES.some(([start, sign]) => head.startsWith(sign, start))) throw new UnreadableError('image');
  const text = decodeText(bytes);
  if (text === undefined || /^\s*<(?:!doctype|html|\?xml)/i.test(text.slice(0, MARKUP_HEAD_LENGTH)))
    throw new UnreadableError('unknownFormat');
  return readPlain(text.slice(0, MAXIMUM_TEXT_LENGTH));
}
