import type { RecognizedPage } from '../recognize/recognizer.ts';
import type { TextLine } from './lines.ts';

/** The lines, with those of pages that were recognized marked and put in their places in the file. */
export function toRecognized(
  lines: readonly TextLine[],
  pages: ReadonlyMap<number, Pick<RecognizedPage, 'place'>>,
): TextLine[] {
  return lines.map((line) => {
    const page = pages.get(line.page ?? 0);
    if (page === undefined) return line;
    return { ...line, isRecognized: true, rectangle: line.rectangle && page.place(line.rectangle) };
  });
}
