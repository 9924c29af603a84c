import { UnreadableError } from '../text/lines.ts';
import type { Segment } from '../text/segment.ts';
import type { Rectangle } from '../values.ts';
import { type Affine, applyToRectangle, compose } from './affine.ts';
import { Engine, type Recognized, type RecognizedLine } from './engine.ts';
import { drawPage, type PdfPage } from './pdf-pictures.ts';
import { type PictureHead, readPictureHead } from './picture-file.ts';
import { toPgm } from './raster.ts';

/** A CV has a few pages, and each takes seconds. */
const MAXIMUM_PAGES = 10;
/** Of CPU time. No page is begun after that, so that what was read until then is not lost at the limit of the thread. */
const MAXIMUM_START_MS = 60_000;
/** Of a picture. A phone takes twelve million; more of them make no letter clearer. */
const MAXIMUM_PIXELS = 50_000_000;

/** In points. Pictures have no size on paper, so they are taken for a page of A4. */
const A4_AREA = 595 * 842;
/** In letter heights. How high letters such as H and b are. */
const ASCENT_HEIGHTS = 0.73;
/** In letter heights. A wider gap than this begins another cell. */
const CELL_GAP_HEIGHTS = 1;
/** Letters whose size differs less than this from that of most others have the same: it is measured in whole pixels. */
const SIZE_TOLERANCE = 0.15;
/** From 0 to 100. Below, it is no word but a part of a picture. */
const MINIMUM_CONFIDENCE = 25;
/** So many words that are surely words make a text. A photo of a person has one or two by chance. */
const MINIMUM_CLEAR_WORDS = 3;
const CLEAR_CONFIDENCE = 60;

/** The text of a page that was recognized. */
export interface RecognizedPage {
  segments: Segment[];
  /** In points, of the page as it is seen. */
  width: number;
  /** Maps a rectangle around segments to the page of the PDF, or to the pixels of the picture. */
  place(rectangle: Rectangle): Rectangle;
}

/** Reads pictures of pages. What it needs is loaded with the first one. */
export class Recognizer {
  readonly #start = process.threadCpuUsage();
  #engine: Engine | undefined;
  #pages = 0;

  /** Undefined if the page has no picture with text. `late`: it was not tried, because so many were before it, or took so long. */
  async readPdfPage(page: PdfPage, number: number): Promise<RecognizedPage | 'late' | undefined> {
    const { user, system } = process.threadCpuUsage(this.#start);
    if (this.#pages >= MAXIMUM_PAGES || (user + system) / 1000 > MAXIMUM_START_MS) return 'late';
    const drawn = await drawPage(page);
    if (drawn === undefined) return undefined;
    this.#pages += 1;
    const { raster, scale, toPage } = drawn;
    const recognized = await this.#recognize(toPgm(raster), { ...raster, orientation: 1 });
    return recognized && toRecognizedPage(recognized, { number, scale, toPage });
  }

  /** A JPEG or PNG file, whose only page is 1. Undefined if it has no text. Throws UnreadableError. */
  async readPicture(bytes: Uint8Array): Promise<RecognizedPage | undefined> {
    const head = readPictureHead(bytes);
    if (head === undefined || head.width * head.height === 0) throw new UnreadableError('damaged');
    if (head.width * head.height > MAXIMUM_PIXELS) throw new UnreadableError('tooManyPixels');
    const recognized = await this.#recognize(bytes, head);
    if (recognized === undefined) throw new UnreadableError('damaged');
    const { width, height } = recognized;
    return toRecognizedPage(recognized, {
      number: 1,
      scale: Math.sqrt((width * height) / A4_AREA),
      toPage: [1, 0, 0, -1, 0, height],
    });
  }

  /** Undefined if the picture is damaged. */
  async #recognize(file: Uint8Array, head: PictureHead): Promise<Recognized | undefined> {
    this.#engine ??= await Engine.load();
    try {
      return this.#engine.recognize(file, head);
    } catch {
      // It can be left in any state.
      this.#engine = undefined;
      return undefined;
    }
  }
}

interface Placement {
  number: number;
  /** Pixels for each point. */
  scale: number;
  /** Maps pixels, from the upper left corner, to the page of the file. */
  toPage: Affine;
}

function toRecognizedPage(
  { lines, width, height, angle }: Recognized,
  { number, scale, toPage }: Placement,
): RecognizedPage | undefined {
  const words = lines.flatMap((line) => line.words);
  const clear = words.filter(
    ({ text, confidence }) => confidence >= CLEAR_CONFIDENCE && /\p{L}{2}/u.test(text),
  );
  if (clear.length < MINIMUM_CLEAR_WORDS) return undefined;
  const toPixels: Affine = [scale, 0, 0, -scale, 0, height];
  const placement = compose(compose(toPixels, turnBack(angle, width, height)), toPage);
  const usual = usualSize(lines, scale);
  return {
    segments: lines.flatMap((line) => toSegments(line, { number, scale, height, usual })),
    width: width / scale,
    place: (rectangle) => applyToRectangle(placement, rectangle),
  };
}

/** The mapping from the picture that was made level to the one as it is. */
function turnBack(angle: number, width: number, height: number): Affine {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [width / 2, height / 2];
  return [cosine, -sine, sine, cosine, x - cosine * x - sine * y, y + sine * x - cosine * y];
}

const sizeOf = ({ ascent }: RecognizedLine, scale: number) => ascent / scale / ASCENT_HEIGHTS;

/** The size of the letter in the middle, if all are sorted by size. */
function usualSize(lines: readonly RecognizedLine[], scale: number): number {
  const sizes = lines
    .map((line) => ({
      size: sizeOf(line, scale),
      letters: line.words.reduce((sum, { text }) => sum + text.length, 0),
    }))
    .sort((left, right) => left.size - right.size);
  let rest = sizes.reduce((sum, { letters }) => sum + letters, 0) / 2;
  for (const { size, letters } of sizes) {
    rest -= letters;
    if (rest <= 0) return size;
  }
  return 0;
}

/** What bullets are taken for. */
const BULLET_SIGNS = /^[e¢©®«»+*°•]$/u;

/** The cells of a line. */
function toSegments(
  line: RecognizedLine,
  { number, scale, height, usual }: { number: number; scale: number; height: number; usual: number },
): Segment[] {
  const measured = sizeOf(line, scale);
  const size = Math.abs(measured - usual) <= SIZE_TOLERANCE * usual ? usual : measured;
  const segments: Segment[] = [];
  const words = line.words.filter(({ confidence }) => confidence >= MINIMUM_CONFIDENCE);
  for (const [index, { text, left, right }] of words.entries()) {
    const last = segments.at(-1);
    const [x, end] = [left / scale, right / scale];
    if (last !== undefined && x - last.end <= CELL_GAP_HEIGHTS * size) {
      last.text += ` ${text}`;
      last.end = end;
      continue;
    }
    const shown = index === 0 && words.length > 1 && BULLET_SIGNS.test(text) ? '•' : text;
    segments.push({
      x,
      end,
      y: (height - line.baseline) / scale,
      size,
      font: RECOGNIZED_FONT,
      text: shown,
      page: number,
    });
  }
  return segments;
}

/** The recognition does not tell fonts. */
const RECOGNIZED_FONT = 'recognized';
