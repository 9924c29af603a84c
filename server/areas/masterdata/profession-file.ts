/**
 * The file cannot be imported. The message names the line, the rule, and what to do. It repeats at most 60 characters of the
 * file, because a file that was named by mistake can contain anything.
 */
export class ProfessionFileError extends Error {
  readonly lineNumber: number;

  constructor(lineNumber: number, rule: string, remedy: string, content?: string) {
    const found = content === undefined ? '' : ` (found "${excerpt(content)}")`;
    super(`Line ${lineNumber}: ${rule}${found}. ${remedy}`);
    this.name = 'ProfessionFileError';
    this.lineNumber = lineNumber;
  }
}

function excerpt(content: string): string {
  const characters = [...content.slice(0, 200).replace(/\p{C}/gu, '?')];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}

/** A line or a tag. `bytes` has one character (U+0000 to U+00FF) for each byte, so that nothing is lost. */
export type Piece = { bytes: string; lineNumber: number };

// The longest real entry is shorter than 1 KiB. The limit bounds the memory if the file is something else.
const maximumPieceBytes = 65_536;

const tooLong = 'a single line or tag is longer than 64 KiB';
export const checkFile =
  'Check that the file is the occupation catalog in the right format, and import it again.';

/**
 * Decodes the pieces of one file. The encoding comes from a byte order mark, an XML declaration, or else from the first piece
 * that is not ASCII: German text in windows-1252 is practically never valid UTF-8. The encoding then applies to the rest of
 * the file, so an invalid byte in a UTF-8 file is an error.
 */
export class PieceDecoder {
  #encoding: 'undecided' | 'utf-8' | 'windows-1252' = 'undecided';
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #windows1252 = new TextDecoder('windows-1252');

  /** Sets the encoding by its declared name. An earlier byte order mark takes precedence. */
  declare(name: string, lineNumber: number): void {
    const encoding = encodingsByName.get(name.toLowerCase());
    if (!encoding) {
      const rule = 'the encoding must be UTF-8, windows-1252, or ISO-8859-1';
      throw new ProfessionFileError(lineNumber, rule, 'Save the file as UTF-8 and import it again.', name);
    }
    if (this.#encoding === 'undecided') this.#encoding = encoding;
  }

  decode(piece: Piece): string {
    if (!/[\u0080-\u00ff]/.test(piece.bytes)) return piece.bytes;
    const bytes = Buffer.from(piece.bytes, 'latin1');
    if (this.#encoding !== 'windows-1252') {
      try {
        const text = this.#utf8.decode(bytes);
        this.#encoding = 'utf-8';
        return text;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        if (this.#encoding === 'utf-8') {
          const rule = 'the line is not valid UTF-8, unlike the previous lines';
          throw new ProfessionFileError(
            piece.lineNumber,
            rule,
            'Save the file as UTF-8 and import it again.',
          );
        }
        this.#encoding = 'windows-1252';
      }
    }
    return this.#windows1252.decode(bytes);
  }
}

const encodingsByName = new Map<string, 'utf-8' | 'windows-1252'>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  // As in the WHATWG Encoding Standard, because files with this label contain the euro sign and dashes of windows-1252.
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
]);

/**
 * Yields the chunks as byte strings. Removes the byte order mark and reports it to the decoder. Rejects UTF-16, because every
 * byte of it is valid windows-1252.
 */
async function* readByteStrings(
  source: AsyncIterable<Uint8Array>,
  decoder: PieceDecoder,
): AsyncGenerator<string> {
  let head: string | undefined = '';
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    if (head === undefined) {
      yield bytes;
      continue;
    }
    head += bytes;
    if (head.length < 3) continue;
    yield stripByteOrderMark(head, decoder);
    head = undefined;
  }
  if (head) yield stripByteOrderMark(head, decoder);
}

function stripByteOrderMark(head: string, decoder: PieceDecoder): string {
  if (head.startsWith('\u00ff\u00fe') || head.startsWith('\u00fe\u00ff')) {
    const rule = 'the file is encoded in UTF-16';
    throw new ProfessionFileError(1, rule, 'Save it as UTF-8 and import it again.');
  }
  if (!head.startsWith('\u00ef\u00bb\u00bf')) return head;
  decoder.declare('utf-8', 1);
  return head.slice(3);
}

/** Yields the lines of a file without their line breaks (LF or CRLF), starting at line 1. */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  decoder: PieceDecoder,
): AsyncGenerator<Piece> {
  let pending = '';
  let lineNumber = 1;
  for await (const bytes of readByteStrings(source, decoder)) {
    let searchFrom = pending.length;
    pending += bytes;
    let offset = 0;
    for (let end = pending.indexOf('\n', searchFrom); end >= 0; end = pending.indexOf('\n', searchFrom)) {
      yield { bytes: stripCarriageReturn(checkLength(pending.slice(offset, end), lineNumber)), lineNumber };
      lineNumber += 1;
      offset = end + 1;
      searchFrom = offset;
    }
    pending = checkLength(pending.slice(offset), lineNumber);
  }
  if (pending) yield { bytes: stripCarriageReturn(pending), lineNumber };
}

function checkLength(bytes: string, lineNumber: number): string {
  if (bytes.length > maximumPieceBytes) throw new ProfessionFileError(lineNumber, tooLong, checkFile);
  return bytes;
}

function stripCarriageReturn(bytes: string): string {
  return bytes.endsWith('\r') ? bytes.slice(0, -1) : bytes;
}

/**
 * Yields the tags, comments, and processing instructions of an XML file whose elements contain no text, each with the line
 * that it starts on. Rejects DOCTYPE and CDATA as soon as they start. So no entity can be declared, expanded without limit,
 * or read from another place.
 */
export async function* readMarkup(
  source: AsyncIterable<Uint8Array>,
  decoder: PieceDecoder,
): AsyncGenerator<Piece> {
  let pending = '';
  let lineNumber = 1;
  for await (const bytes of readByteStrings(source, decoder)) {
    pending += bytes;
    let offset = 0;
    while (offset < pending.length) {
      const start = pending.indexOf('<', offset);
      const gap = pending.slice(offset, start < 0 ? pending.length : start);
      lineNumber += countLines(gap, lineNumber, decoder);
      offset += gap.length;
      const end = start < 0 ? -1 : findMarkupEnd(pending, start, lineNumber);
      if (end < 0) break;
      const piece = { bytes: checkLength(pending.slice(start, end), lineNumber), lineNumber };
      yield piece;
      lineNumber += piece.bytes.split('\n').length - 1;
      offset = end;
    }
    pending = checkLength(pending.slice(offset), lineNumber);
  }
  if (pending) {
    throw new ProfessionFileError(
      lineNumber,
      'the file ends inside a tag',
      'Download the complete file again.',
    );
  }
}

function countLines(gap: string, lineNumber: number, decoder: PieceDecoder): number {
  const text = /[^ \t\r\n]/.exec(gap);
  if (text) {
    const line = lineNumber + gap.slice(0, text.index).split('\n').length - 1;
    const content = decoder.decode({ bytes: gap.slice(text.index).split('\n')[0]!, lineNumber: line });
    throw new ProfessionFileError(line, 'text outside a tag is not allowed', checkFile, content);
  }
  return gap.split('\n').length - 1;
}

/** The offset after the markup that starts at `start`, or -1 if it does not end in `text`. */
function findMarkupEnd(text: string, start: number, lineNumber: number): number {
  const kind = text[start + 1];
  if (kind === '!') {
    const opening = text.slice(start, start + 4);
    if ('<!--'.startsWith(opening)) return offsetAfter(text, '-->', start + 4);
    const rule = 'DOCTYPE and CDATA are not allowed';
    throw new ProfessionFileError(lineNumber, rule, 'Remove that part from the file and import it again.');
  }
  if (kind === '?') return offsetAfter(text, '?>', start + 2);
  let quote = '';
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === '<') {
      const rule = 'a tag or a quoted value is not closed before the next tag begins';
      throw new ProfessionFileError(lineNumber, rule, 'Fix the tag and import the file again.');
    }
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return index + 1;
    }
  }
  return -1;
}

function offsetAfter(text: string, ending: string, from: number): number {
  const index = text.indexOf(ending, from);
  return index < 0 ? -1 : index + ending.length;
}
