/**
 * A file the importer cannot accept. The message names the line, the rule and the way out, and repeats at most 60
 * characters of the file, because a wrong file on the command line may hold anything.
 */
export class ProfessionFileError extends Error {
  readonly lineNumber: number;

  constructor(lineNumber: number, rule: string, wayOut: string, content?: string) {
    const found = content === undefined ? '' : ` (found "${excerpt(content)}")`;
    super(`Line ${lineNumber}: ${rule}${found}. ${wayOut}`);
    this.name = 'ProfessionFileError';
    this.lineNumber = lineNumber;
  }
}

function excerpt(content: string): string {
  const characters = [...content.slice(0, 200).replace(/\p{C}/gu, '?')];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}

/** A line or a tag; `bytes` holds one character (U+0000 to U+00FF) for each byte, so that nothing is lost. */
export type Piece = { bytes: string; lineNumber: number };

// The longest real entry is below 1 KiB. The limit is what bounds the memory when the file is something else.
const maximumPieceBytes = 65_536;

const tooLong = 'a single line or tag is longer than 64 KiB';
const rightFile = 'Check that this is the occupation catalog in the format you named, and import it again.';

/**
 * Turns the pieces of one file into text. The file's encoding is settled by a byte order mark, by an XML
 * declaration, or else by the first piece outside ASCII: German text in windows-1252 is practically never valid
 * UTF-8. Once settled it holds for the rest, so a broken byte in a UTF-8 file is an error and not a change of mind.
 */
export class PieceDecoder {
  #encoding: 'undecided' | 'utf-8' | 'windows-1252' = 'undecided';
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #windows1252 = new TextDecoder('windows-1252');

  /** Settles the encoding by its declared name; a byte order mark seen earlier wins. */
  declare(name: string, lineNumber: number): void {
    const encoding = encodingsByName.get(name.toLowerCase());
    if (!encoding) {
      const rule = 'the encoding must be UTF-8, windows-1252 or ISO-8859-1';
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
          const rule = 'the line is not valid UTF-8, although the file began as UTF-8';
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
  // Read as windows-1252 by the WHATWG Encoding Standard too: files labelled so hold the euro sign and dashes.
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
]);

/**
 * The chunks as byte strings, the byte order mark taken off and told to the decoder. UTF-16 is refused here, since
 * every byte of it would pass as windows-1252.
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
    yield withoutByteOrderMark(head, decoder);
    head = undefined;
  }
  if (head) yield withoutByteOrderMark(head, decoder);
}

function withoutByteOrderMark(head: string, decoder: PieceDecoder): string {
  if (head.startsWith('\u00ff\u00fe') || head.startsWith('\u00fe\u00ff')) {
    const rule = 'the file is encoded in UTF-16';
    throw new ProfessionFileError(1, rule, 'Save it as UTF-8 and import it again.');
  }
  if (!head.startsWith('\u00ef\u00bb\u00bf')) return head;
  decoder.declare('utf-8', 1);
  return head.slice(3);
}

/** The lines of a file without their line ends (LF or CRLF), the first being line 1. */
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
      yield { bytes: withoutCarriageReturn(limited(pending.slice(offset, end), lineNumber)), lineNumber };
      lineNumber += 1;
      offset = end + 1;
      searchFrom = offset;
    }
    pending = limited(pending.slice(offset), lineNumber);
  }
  if (pending) yield { bytes: withoutCarriageReturn(pending), lineNumber };
}

function limited(bytes: string, lineNumber: number): string {
  if (bytes.length > maximumPieceBytes) throw new ProfessionFileError(lineNumber, tooLong, rightFile);
  return bytes;
}

function withoutCarriageReturn(bytes: string): string {
  return bytes.endsWith('\r') ? bytes.slice(0, -1) : bytes;
}

/**
 * The tags, comments and processing instructions of an XML file whose elements hold no text; a piece's line is the
 * one it begins on. DOCTYPE and CDATA are refused as soon as they begin: no entity can be declared, so none can
 * be expanded without end or read from elsewhere.
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
      const piece = { bytes: limited(pending.slice(start, end), lineNumber), lineNumber };
      yield piece;
      lineNumber += piece.bytes.split('\n').length - 1;
      offset = end;
    }
    pending = limited(pending.slice(offset), lineNumber);
  }
  if (pending) {
    throw new ProfessionFileError(lineNumber, 'the file ends inside a tag', 'Fetch the complete file again.');
  }
}

function countLines(gap: string, lineNumber: number, decoder: PieceDecoder): number {
  const text = /[^ \t\r\n]/.exec(gap);
  if (text) {
    const line = lineNumber + gap.slice(0, text.index).split('\n').length - 1;
    const content = decoder.decode({ bytes: gap.slice(text.index).split('\n')[0]!, lineNumber: line });
    throw new ProfessionFileError(line, 'text outside a tag is not allowed', rightFile, content);
  }
  return gap.split('\n').length - 1;
}

/** The offset behind the markup that starts at `start`, or -1 when more of the file is needed to tell. */
function findMarkupEnd(text: string, start: number, lineNumber: number): number {
  const kind = text[start + 1];
  if (kind === '!') {
    const opening = text.slice(start, start + 4);
    if ('<!--'.startsWith(opening)) return offsetBehind(text, '-->', start + 4);
    const rule = 'DOCTYPE and CDATA are not allowed';
    throw new ProfessionFileError(lineNumber, rule, 'Remove that part from the file and import it again.');
  }
  if (kind === '?') return offsetBehind(text, '?>', start + 2);
  let quote = '';
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === '<') {
      const rule = 'a tag or a quoted value is not closed before the next tag begins';
      throw new ProfessionFileError(lineNumber, rule, 'Correct that tag and import the file again.');
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

function offsetBehind(text: string, ending: string, from: number): number {
  const index = text.indexOf(ending, from);
  return index < 0 ? -1 : index + ending.length;
}
