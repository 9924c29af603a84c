import { MAXIMUM_TEXT_LENGTH, UnreadableError } from './lines.ts';

// Where a Word file of 1997 to 2003 has its text ([MS-DOC] 2.4.1): pieces, each in UTF-16 or in 8 bits a letter.

/** A run of letters. */
export interface Piece {
  /** Place of its first letter in the text. */
  start: number;
  text: string;
  /** Place of its first letter in the stream, in bytes. */
  offset: number;
  bytesPerLetter: 1 | 2;
}

/** A part of the text: its places from `start` to before `end`. */
export interface TextRange {
  start: number;
  end: number;
}

/** The header of the stream (FIB), as far as it is needed. */
export interface DocHeader {
  isEncrypted: boolean;
  tableStream: '0Table' | '1Table';
  /** The parts of the text follow each other. */
  body: TextRange;
  margins: TextRange;
  textBoxes: TextRange;
  /** Places in the table stream, in bytes. */
  pieces: TextRange;
  marginStories: TextRange;
  paragraphs: TextRange;
  letters: TextRange;
}

const SIGNATURE = 0xa5ec;
/** Of Word 97. Files of earlier versions have another header. */
const FIRST_VERSION = 0xc1;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;

/** Throws UnreadableError, or a RangeError if the stream is too short. */
export function readDocHeader(stream: Uint8Array): DocHeader {
  const view = viewOf(stream);
  if (view.getUint16(0, true) !== SIGNATURE) throw new UnreadableError('damaged');
  if (view.getUint16(2, true) < FIRST_VERSION) throw new UnreadableError('oldWord');
  const flags = view.getUint16(10, true);
  const number = (offset: number) => view.getUint32(offset, true);
  const placeAt = (offset: number) => ({
    start: number(offset),
    end: number(offset) + number(offset + 4),
  });
  // Letters of the text, its footnotes, margins, comments, endnotes and text boxes.
  const [body, footnotes, margins, comments, endnotes, textBoxes] = [76, 80, 84, 92, 96, 100].map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const marginStart = body + footnotes;
  const boxStart = marginStart + margins + comments + endnotes;
  return {
    isEncrypted: (flags & ENCRYPTED) !== 0,
    tableStream: (flags & SECOND_TABLE) === 0 ? '0Table' : '1Table',
    body: { start: 0, end: body },
    margins: { start: marginStart, end: marginStart + margins },
    textBoxes: { start: boxStart, end: boxStart + textBoxes },
    pieces: placeAt(0x1a2),
    marginStories: placeAt(0xf2),
    paragraphs: placeAt(0x102),
    letters: placeAt(0xfa),
  };
}

const PROPERTIES = 1;
const PIECES = 2;
const PIECE_BYTES = 8;
const EIGHT_BITS = 0x4000_0000;

/** The pieces in the order of the text, at most one million letters. Throws a RangeError if a table is cut. */
export function readPieces(stream: Uint8Array, table: Uint8Array, { start, end }: TextRange): Piece[] {
  const view = viewOf(table);
  let at = start;
  while (at < end && view.getUint8(at) === PROPERTIES) at += 3 + view.getUint16(at + 1, true);
  if (at >= end || view.getUint8(at) !== PIECES) throw new UnreadableError('damaged');
  const bytes = view.getUint32(at + 1, true);
  const first = at + 5;
  const count = Math.floor((Math.min(bytes, end - first) - 4) / (4 + PIECE_BYTES));
  const pieces: Piece[] = [];
  let letters = 0;
  for (let index = 0; index < count && letters < MAXIMUM_TEXT_LENGTH; index++) {
    const from = view.getUint32(first + 4 * index, true);
    const until = view.getUint32(first + 4 * (index + 1), true);
    const place = view.getUint32(first + 4 * (count + 1) + PIECE_BYTES * index + 2, true);
    const length = Math.min(until - from, MAXIMUM_TEXT_LENGTH - letters);
    if (length <= 0) continue;
    const isNarrow = (place & EIGHT_BITS) !== 0;
    const bytesPerLetter = isNarrow ? 1 : 2;
    const offset = isNarrow ? (place & (EIGHT_BITS - 1)) >>> 1 : place & (EIGHT_BITS - 1);
    const part = stream.subarray(offset, offset + length * bytesPerLetter);
    const text = new TextDecoder(isNarrow ? 'windows-1252' : 'utf-16le', { ignoreBOM: true }).decode(part);
    pieces.push({ start: from, text, offset, bytesPerLetter });
    letters += length;
  }
  return pieces;
}

/** The places at which stories of headers and footers begin, and the end of the last one, from the beginning of the margins. */
export function readStories(table: Uint8Array, { start, end }: TextRange): number[] {
  const view = viewOf(table.subarray(start, end));
  return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, index) =>
    view.getUint32(4 * index, true),
  );
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
