import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { findRecognition } from '../../../../core/recognition/packages.ts';
import type { PictureHead } from './picture-file.ts';

// Tesseract as WebAssembly, in this thread. The package tesseract.js would start a thread of its own, whose CPU time nobody
// limits, and can load its parts from the network.

/** A word where it is in the picture, in pixels from the upper left corner. */
interface RecognizedWord {
  text: string;
  left: number;
  right: number;
  /** From 0 to 100. */
  confidence: number;
}

/** Words on one line, in pixels. */
export interface RecognizedLine {
  words: RecognizedWord[];
  /** Where the letters stand, from the top. */
  baseline: number;
  /** Height of the letters above it. */
  ascent: number;
}

export interface Recognized {
  /** Of the picture as it is seen, in pixels. */
  width: number;
  height: number;
  /** In radians, clockwise: how far the picture was turned around its center to make its lines level. All places are after that. */
  angle: number;
  lines: RecognizedLine[];
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface ResultIterator {
  Begin(): void;
  Next(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  Confidence(level: number): number;
  getBoundingBox(level: number): Box;
  getBaseline(level: number): Box & { has_baseline: boolean };
  getRowAttributes(): { row_height: number; descenders: number };
}

interface Tesseract {
  Init(dataPath: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(orientation: number, angle: number): number;
  FindLines(): number;
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetIterator(): ResultIterator;
  Clear(): void;
}

interface TesseractModule {
  FS: { writeFile(path: string, data: Uint8Array): void };
  TessBaseAPI: new () => Tesseract;
  destroy(object: object): void;
  getPointer(object: object): number;
}

type LoadModule = (options: object) => Promise<TesseractModule>;

/** Of the two engines of Tesseract, the one whose data is installed. */
const NEURAL_NETWORK = 1;
/** Finds columns, and the lines in them. */
const AUTOMATIC_SEGMENTATION = '3';
/** Levels of the results. */
const LINE = 2;
const WORD = 3;
const INPUT = '/input';
/** In radians, a third of a degree. Lines that are more level than this are read as they are. */
const LEVEL_ANGLE = 0.005;
const FIRST_SIDEWAYS_ORIENTATION = 5;

/** Recognizes German and English text. */
export class Engine {
  readonly #module: TesseractModule;
  readonly #tesseract: Tesseract;

  private constructor(module: TesseractModule, tesseract: Tesseract) {
    this.#module = module;
    this.#tesseract = tesseract;
  }

  /** Requires the packages to be installed. */
  static async load(): Promise<Engine> {
    const found = findRecognition();
    if ('missing' in found) throw new Error(`Packages are missing: ${found.missing.join(', ')}.`);
    const loadModule = createRequire(import.meta.url)(found.files.engine) as LoadModule;
    // It prints warnings about pictures.
    const module = await loadModule({ print() {}, printErr() {}, TesseractProgress() {} });
    const languages = Object.entries(found.files.languages);
    for (const [code, file] of languages)
      module.FS.writeFile(`${code}.traineddata`, gunzipSync(await readFile(file)));
    const tesseract = new module.TessBaseAPI();
    if (tesseract.Init(null, languages.map(([code]) => code).join('+'), NEURAL_NETWORK) !== 0)
      throw new Error('The languages could not be loaded.');
    tesseract.SetVariable('tessedit_pageseg_mode', AUTOMATIC_SEGMENTATION);
    return new Engine(module, tesseract);
  }

  /** The text of a JPEG, PNG or PGM file. Throws if it is damaged. */
  recognize(file: Uint8Array, { width, height, orientation }: PictureHead): Recognized {
    const tesseract = this.#tesseract;
    this.#module.FS.writeFile(INPUT, file);
    if (tesseract.SetImageFile(orientation, 0) !== 0) throw new Error('The picture is damaged.');
    tesseract.FindLines();
    const gradient = tesseract.GetGradient();
    const angle = Math.abs(gradient) < LEVEL_ANGLE ? 0 : gradient;
    if (angle !== 0) tesseract.SetImageFile(orientation, angle);
    if (tesseract.Recognize(null) !== 0) throw new Error('The picture cannot be recognized.');
    const lines = this.#readLines();
    tesseract.Clear();
    const isSideways = orientation >= FIRST_SIDEWAYS_ORIENTATION;
    return { width: isSideways ? height : width, height: isSideways ? width : height, angle, lines };
  }

  #readLines(): RecognizedLine[] {
    const results = this.#tesseract.GetIterator();
    // Null, if the picture has no text.
    if (this.#module.getPointer(results) === 0) return [];
    const lines: RecognizedLine[] = [];
    results.Begin();
    do {
      const text = results.GetUTF8Text(WORD)?.trim() ?? '';
      if (lines.length === 0 || results.IsAtBeginningOf(LINE)) lines.push(toLine(results));
      const { x0, x1 } = results.getBoundingBox(WORD);
      if (text !== '')
        lines.at(-1)!.words.push({ text, left: x0, right: x1, confidence: results.Confidence(WORD) });
    } while (results.Next(WORD));
    this.#module.destroy(results);
    return lines;
  }
}

function toLine(results: ResultIterator): RecognizedLine {
  const { has_baseline: hasBaseline, y0, y1 } = results.getBaseline(LINE);
  const box = results.getBoundingBox(LINE);
  const { row_height: height, descenders } = results.getRowAttributes();
  return {
    words: [],
    baseline: hasBaseline ? (y0 + y1) / 2 : box.y1,
    ascent: height > 0 ? height + descenders : box.y1 - box.y0,
  };
}
