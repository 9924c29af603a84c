import type { TextLine } from '../areas/documents/cv/text/lines.ts';
import { arrangePages } from '../areas/documents/cv/text/pdf-arrange.ts';
import type { Segment } from '../areas/documents/cv/text/segment.ts';

const SIZE = 10;
const TOP = 800;
/** About half of a letter's height. */
const LETTER_WIDTH = 5;

/** Pages of a PDF on which texts are placed by rows. `pitch` and `width` are in points. */
export function pdfPages({ pitch, width }: { pitch: number; width: number }) {
  return {
    widthOf: (text: string) => text.length * LETTER_WIDTH,
    /** A text at a place; `row` counts from the top. */
    at: (x: number, row: number, text: string, font = 'Body'): Segment => ({
      x,
      end: x + text.length * LETTER_WIDTH,
      y: TOP - row * pitch,
      size: SIZE,
      font,
      text,
    }),
    arrange: (...pages: Segment[][]): TextLine[] => arrangePages(pages, width),
  };
}
