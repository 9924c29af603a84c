import type { FinishedSealedBlob } from '../../core/blobs/index.ts';
import type { Services } from '../../core/services.ts';
import { type FileType, findCompoundType, type PartReader, readTypeEntry } from './office-types.ts';

// Formats that a browser could run as a page. They are stored as bytes of unknown type. Media types of Office documents
// have "xml" in the middle, so they do not match.
const ACTIVE = /html|svg|javascript|[/+]xml$/;

/** How pages begin, which a browser could run. */
const MARKUP = /^\s*</;

const BYTES: FileType = { mime: 'application/octet-stream', ext: 'bin' };
const TEXT: FileType = { mime: 'text/plain', ext: 'txt' };
const PDF: FileType = { mime: 'application/pdf', ext: 'pdf' };
/** Readers of PDF accept its header anywhere in the first kilobyte. Some programs write an empty line before it. */
const PDF_HEAD_BYTES = 1024;
/** The least share of ASCII in a text in windows-1252. Texts in the languages that it was made for have more. */
const LEAST_ASCII = 0.75;

/** Detects the type from the contents of a file. What the sender claims is ignored. */
export async function detectFileType(
  { blobs }: Pick<Services, 'blobs'>,
  tenantId: number,
  blob: FinishedSealedBlob,
): Promise<FileType> {
  const found = await detectByHead(blob.head);
  const file: PartReader = {
    sizeBytes: blob.sizeBytes,
    async read(start, end) {
      const range = { start, end: end - 1 };
      return Buffer.concat(await Array.fromAsync(blobs.read(blob, { tenantId, range })));
    },
  };
  if (found.mime === 'application/zip') {
    const entry = await readTypeEntry(file);
    return entry === undefined ? found : detectByHead(entry);
  }
  if (found.mime === 'application/x-cfb') return (await findCompoundType(file, blob.head)) ?? found;
  return found;
}

export async function detectMediaType(
  services: Pick<Services, 'blobs'>,
  tenantId: number,
  blob: FinishedSealedBlob,
): Promise<string> {
  return (await detectFileType(services, tenantId, blob)).mime;
}

async function detectByHead(head: Uint8Array): Promise<FileType> {
  // Before the signatures: the byte order mark of UTF-16 also looks like the start of an MP3 file.
  if (isUtf16Text(head)) return TEXT;
  // Loaded with the first file, because it has a parser for every format.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined) return ACTIVE.test(found.mime) ? BYTES : found;
  if (isLatePdf(head)) return PDF;
  return isUtf8Text(head) || isWindowsText(head) ? TEXT : BYTES;
}

function isLatePdf(head: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(head.subarray(0, PDF_HEAD_BYTES));
  return /\s%PDF-\d/.test(start) && !MARKUP.test(start);
}

function isUtf8Text(head: Uint8Array): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    // The last character can be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !MARKUP.test(text);
  } catch {
    return false;
  }
}

/** What Windows editors called "ANSI" and saved by default until 2019: windows-1252, in which any bytes but a few are letters. */
function isWindowsText(head: Uint8Array): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d]/;
  const text = new TextDecoder('windows-1252').decode(head);
  const ascii = head.reduce((count, byte) => (byte < 0x80 ? count + 1 : count), 0);
  return head.length > 0 && ascii >= head.length * LEAST_ASCII && !control.test(text) && !MARKUP.test(text);
}

/** What Windows editors call "Unicode": a byte order mark, then text without control characters. */
function isUtf16Text(head: Uint8Array): boolean {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : undefined;
  if (encoding === undefined || head.length < 4) return false;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    return !/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/.test(text) && !MARKUP.test(text);
  } catch {
    return false;
  }
}
