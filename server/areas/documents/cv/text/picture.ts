import { type TextLine, UnreadableError } from './lines.ts';
import { arrangePages } from './pdf-arrange.ts';
import type { ReadOptions } from './read-options.ts';
import { toRecognized } from './recognized-lines.ts';

/** The lines of a JPEG or PNG file, whose only page is 1. Throws UnreadableError. */
export async function readPicture(
  bytes: Uint8Array,
  { notes, recognizer }: ReadOptions,
): Promise<TextLine[]> {
  if (recognizer === undefined) throw new UnreadableError('image');
  const page = await recognizer.readPicture(bytes);
  if (page === undefined) throw new UnreadableError('unrecognized');
  notes?.recognizedPages.push(1);
  return toRecognized(arrangePages([page.segments], page.width), new Map([[1, page]]));
}
