// Formats that a browser could run as a page. They are stored as bytes of unknown type. Media types of Office documents
// have "xml" in the middle, so they do not match.
const ACTIVE = /html|svg|javascript|[/+]xml$/;

/** A media type and the usual extension of its files, without the period. */
interface FileType {
  mime: string;
  ext: string;
}

const BYTES: FileType = { mime: 'application/octet-stream', ext: 'bin' };
const TEXT: FileType = { mime: 'text/plain', ext: 'txt' };

/** Detects the type from a file's first bytes. What the sender claims is ignored. */
export async function detectFileType(head: Uint8Array): Promise<FileType> {
  // Before the signatures: the byte order mark of UTF-16 also looks like the start of an MP3 file.
  if (isUtf16Text(head)) return TEXT;
  // Loaded with the first file, because it has a parser for every format.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined) return ACTIVE.test(found.mime) ? BYTES : found;
  return isPlainText(head) ? TEXT : BYTES;
}

export async function detectMediaType(head: Uint8Array): Promise<string> {
  return (await detectFileType(head)).mime;
}

function isPlainText(head: Uint8Array): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    // The last character can be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/^\s*</.test(text);
  } catch {
    return false;
  }
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
    return !/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/.test(text) && !/^\s*</.test(text);
  } catch {
    return false;
  }
}
