import { getDocumentProxy } from 'unpdf';
import { type Affine, applyToRectangle, compose, invert } from '../recognize/affine.ts';
import type { PdfPage } from '../recognize/pdf-pictures.ts';
import type { RecognizedPage } from '../recognize/recognizer.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { isScannerNote } from './margins.ts';
import { arrangePages } from './pdf-arrange.ts';
import { readFields } from './pdf-fields.ts';
import { joinSegments, rowText, toRows } from './pdf-segments.ts';
import type { ReadOptions } from './read-options.ts';
import { toRecognized } from './recognized-lines.ts';
import type { Segment } from './segment.ts';

/** A CV has a few pages, with certificates perhaps twenty. */
const MAXIMUM_PAGES = 30;
/** Pieces of text. Producers that place every letter need some thousands for a page. */
const MAXIMUM_SEGMENTS = 40_000;
/** Pieces. What a scanner adds to a page has fewer, also if each letter is one. */
const MAXIMUM_NOTE_SEGMENTS = 200;
/** Pixels of a picture. Larger ones are not decoded: a few kilobytes can claim any number. */
const MAXIMUM_PICTURE_PIXELS = 50_000_000;

/** What the library finds on a page, in the order of the file. */
type Written = Awaited<ReturnType<PdfPage['getTextContent']>>['items'];

interface ReadPages {
  pages: Segment[][];
  /** That of the widest page, in points. */
  width: number;
  /** By their numbers. */
  recognized: Map<number, RecognizedPage>;
  /** For pages with text that a viewer turns, by their numbers: from the page as it is seen to that of the file. */
  turnedBack: Map<number, Affine>;
}

/** Lines of the first 30 pages of a PDF in reading order. Throws UnreadableError. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<TextLine[]> {
  const { pages, width, recognized, turnedBack } = await readPages(bytes, options);
  if (pages.length > 0 && pages.every((items) => items.length === 0))
    throw new UnreadableError(options.recognizer === undefined ? 'scan' : 'unrecognized');
  return toRecognized(arrangePages(pages, width), recognized).map((line) => {
    const back = turnedBack.get(line.page ?? 0);
    return back === undefined
      ? line
      : { ...line, rectangle: line.rectangle && applyToRectangle(back, line.rectangle) };
  });
}

/** The texts of the first 30 pages, in the order of the file. */
async function readPages(bytes: Uint8Array, { notes, recognizer }: ReadOptions = {}): Promise<ReadPages> {
  // The library takes ownership of the bytes and works in this thread.
  const pdf = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    disableFontFace: true,
    stopAtErrors: false,
    maxImageSize: MAXIMUM_PICTURE_PIXELS,
    verbosity: 0,
  }).catch((error: unknown) => {
    throw new UnreadableError((error as Error)?.name === 'PasswordException' ? 'encrypted' : 'damaged');
  });
  try {
    const found: ReadPages = { pages: [], width: 0, recognized: new Map(), turnedBack: new Map() };
    let count = 0;
    let read = 0;
    for (let number = 1; number <= Math.min(pdf.numPages, MAXIMUM_PAGES); number++) {
      const page = await pdf.getPage(number).catch(() => undefined);
      if (page === undefined) continue;
      const { items: written } = await page.getTextContent();
      const turn = turnOf(page, written);
      const texts = readTexts(written, number, turn);
      read = number;
      const tried = texts.length === 0 ? await recognizer?.readPdfPage(page, number) : undefined;
      const recognized = tried === 'late' ? undefined : tried;
      const items = [...texts, ...(await readFields(page, number, texts, turn))];
      count += items.length;
      page.cleanup();
      if (recognized !== undefined) {
        found.recognized.set(number, recognized);
        notes?.recognizedPages.push(number);
      } else if (tried === 'late') notes?.unreadPages.push(number);
      else if (texts.length === 0) notes?.pagesWithoutText.push(number);
      const back = recognized === undefined && turn !== undefined ? invert(turn) : undefined;
      if (back !== undefined) found.turnedBack.set(number, back);
      found.pages.push(recognized?.segments ?? items);
      found.width = Math.max(found.width, recognized?.width ?? widthOf(page, turn));
      if (count > MAXIMUM_SEGMENTS) break;
    }
    // As many as a list of them is read.
    for (let number = read + 1; number <= Math.min(pdf.numPages, read + MAXIMUM_PAGES); number++)
      notes?.unreadPages.push(number);
    return found;
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('damaged');
  } finally {
    await pdf.destroy().catch(() => {});
  }
}

/**
 * Maps a page that viewers turn, such as one in landscape format, to how it is seen. Undefined if they do not, or if most of its
 * text is upright only without the turn: then somebody has turned it wrongly.
 */
function turnOf(page: PdfPage, written: Written): Affine | undefined {
  if (page.rotate === 0) return undefined;
  const { transform, height } = page.getViewport({ scale: 1 });
  // Its axis points down.
  const turn = compose(transform as unknown as Affine, [1, 0, 0, -1, 0, height]);
  return countUpright(written, turn) < countUpright(written, undefined) ? undefined : turn;
}

function placeOf(transform: readonly number[], turn: Affine | undefined): Affine {
  const place = transform as unknown as Affine;
  return turn === undefined ? place : compose(place, turn);
}

/** The letters whose line goes from left to right. */
function countUpright(written: Written, turn: Affine | undefined): number {
  let count = 0;
  for (const item of written) {
    if (!('str' in item)) continue;
    const [a, b] = placeOf(item.transform, turn);
    if (a > Math.abs(b)) count += item.str.length;
  }
  return count;
}

function widthOf(page: PdfPage, turn: Affine | undefined): number {
  return turn === undefined ? (page.view[2] ?? 0) : page.getViewport({ scale: 1 }).width;
}

/** The texts of a page. None if a scanner has added them, or a page number, to a picture. */
function readTexts(written: Written, number: number, turn: Affine | undefined): Segment[] {
  const texts: Segment[] = [];
  for (const item of written) {
    if (!('str' in item) || item.str === '') continue;
    const [a, b, , , x, y] = placeOf(item.transform, turn);
    const size = Math.hypot(a, b);
    // Rotated text is decoration or a margin note.
    if (Math.abs(b) > Math.abs(a) || size === 0) continue;
    texts.push({ x, end: x + item.width, y, size, font: item.fontName, text: item.str, page: number });
  }
  if (texts.length > MAXIMUM_NOTE_SEGMENTS) return texts;
  const rows = toRows(joinSegments(texts));
  return rows.every((row) => isScannerNote(rowText(row))) ? [] : texts;
}
