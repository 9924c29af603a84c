import { getDocumentProxy } from 'unpdf';
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

interface ReadPages {
  pages: Segment[][];
  /** That of the widest page, in points. */
  width: number;
  /** By their numbers. */
  recognized: Map<number, RecognizedPage>;
}

/** Lines of the first 30 pages of a PDF in reading order. Throws UnreadableError. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<TextLine[]> {
  const { pages, width, recognized } = await readPages(bytes, options);
  if (pages.length > 0 && pages.every((items) => items.length === 0))
    throw new UnreadableError(options.recognizer === undefined ? 'scan' : 'unrecognized');
  return toRecognized(arrangePages(pages, width), recognized);
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
    const found: ReadPages = { pages: [], width: 0, recognized: new Map() };
    let count = 0;
    let read = 0;
    for (let number = 1; number <= Math.min(pdf.numPages, MAXIMUM_PAGES); number++) {
      const page = await pdf.getPage(number).catch(() => undefined);
      if (page === undefined) continue;
      const texts = await readTexts(page, number);
      read = number;
      const recognized = texts.length === 0 ? await recognizer?.readPdfPage(page, number) : undefined;
      const items = [...texts, ...(await readFields(page, number, texts))];
      count += items.length;
      page.cleanup();
      if (recognized !== undefined) {
        found.recognized.set(number, recognized);
        notes?.recognizedPages.push(number);
      } else if (texts.length === 0) notes?.pagesWithoutText.push(number);
      found.pages.push(recognized?.segments ?? items);
      found.width = Math.max(found.width, recognized?.width ?? page.view[2] ?? 0);
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

/** The texts of a page. None if a scanner has added them, or a page number, to a picture. */
async function readTexts(page: PdfPage, number: number): Promise<Segment[]> {
  const { items } = await page.getTextContent();
  const texts: Segment[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue;
    const [a, b, , , x, y] = item.transform as [number, number, number, number, number, number];
    const size = Math.hypot(a, b);
    // Rotated text is decoration or a margin note.
    if (Math.abs(b) > Math.abs(a) || size === 0) continue;
    texts.push({ x, end: x + item.width, y, size, font: item.fontName, text: item.str, page: number });
  }
  if (texts.length > MAXIMUM_NOTE_SEGMENTS) return texts;
  const rows = toRows(joinSegments(texts));
  return rows.every((row) => isScannerNote(rowText(row))) ? [] : texts;
}
