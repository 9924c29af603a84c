import { getDocumentProxy } from 'unpdf';
import { type ReadNotes, type TextLine, UnreadableError } from './lines.ts';
import { arrangePages } from './pdf-arrange.ts';
import type { Segment } from './pdf-segments.ts';

/** A CV has a few pages, with certificates perhaps twenty. */
const MAXIMUM_PAGES = 30;
/** Pieces of text. Producers that place every letter need some thousands for a page. */
const MAXIMUM_SEGMENTS = 40_000;

/** Lines of the first 30 pages of a PDF in reading order. `notes` receives what was left out. Throws UnreadableError. */
export async function readPdf(bytes: Uint8Array, notes?: ReadNotes): Promise<TextLine[]> {
  const { pages, width } = await readPages(bytes, notes);
  return arrangePages(pages, width);
}

/** The texts of the first 30 pages, in the order of the file. `width` is that of the widest page, in points. */
async function readPages(
  bytes: Uint8Array,
  notes?: ReadNotes,
): Promise<{ pages: Segment[][]; width: number }> {
  // The library takes ownership of the bytes and works in this thread.
  const pdf = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    disableFontFace: true,
    stopAtErrors: false,
    verbosity: 0,
  }).catch((error: unknown) => {
    throw new UnreadableError((error as Error)?.name === 'PasswordException' ? 'encrypted' : 'damaged');
  });
  try {
    const pages: Segment[][] = [];
    let count = 0;
    let width = 0;
    let read = 0;
    for (let number = 1; number <= Math.min(pdf.numPages, MAXIMUM_PAGES); number++) {
      const page = await pdf.getPage(number).catch(() => undefined);
      if (page === undefined) continue;
      width = Math.max(width, page.view[2] ?? 0);
      const content = await page.getTextContent();
      const items: Segment[] = [];
      for (const item of content.items) {
        if (!('str' in item) || item.str === '') continue;
        const [a, b, , , x, y] = item.transform as [number, number, number, number, number, number];
        const size = Math.hypot(a, b);
        // Rotated text is decoration or a margin note.
        if (Math.abs(b) > Math.abs(a) || size === 0) continue;
        items.push({ x, end: x + item.width, y, size, font: item.fontName, text: item.str, page: number });
        count += 1;
      }
      page.cleanup();
      pages.push(items);
      read = number;
      if (items.length === 0) notes?.pagesWithoutText.push(number);
      if (count > MAXIMUM_SEGMENTS) break;
    }
    // As many as a list of them is read.
    for (let number = read + 1; number <= Math.min(pdf.numPages, read + MAXIMUM_PAGES); number++)
      notes?.unreadPages.push(number);
    return { pages, width };
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('damaged');
  } finally {
    await pdf.destroy().catch(() => {});
  }
}
