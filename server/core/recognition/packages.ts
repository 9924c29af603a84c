import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

// The recognition of text in pictures: an engine in WebAssembly, and what it has learned about each language. They are large, so
// they are only installed if somebody wants them (docs/dependencies.md).

const ENGINE = 'tesseract.js-core';
/** By the codes that the engine has for languages. The first one is preferred. */
const LANGUAGES = { deu: '@tesseract.js-data/deu', eng: '@tesseract.js-data/eng' } as const;
/** Of the three variants of the data, the smallest. */
const VARIANT = '4.0.0_best_int';

interface RecognitionFiles {
  /** A CommonJS module, which loads the WebAssembly beside it. */
  engine: string;
  /** Compressed by gzip, by the code of the language. */
  languages: Readonly<Record<string, string>>;
}

/** The files of the installed packages, or the names of those that are missing. `from` is a file whose packages are looked for. */
export function findRecognition(
  from = import.meta.filename,
): { files: RecognitionFiles } | { missing: string[] } {
  const missing: string[] = [];
  const find = (name: string, file: string): string => {
    const path = join(directoryOf(name, from) ?? '', file);
    if (!existsSync(path)) missing.push(name);
    return path;
  };
  const files = {
    engine: find(ENGINE, 'tesseract-core-simd-lstm.js'),
    languages: Object.fromEntries(
      Object.entries(LANGUAGES).map(([code, name]) => [
        code,
        find(name, join(VARIANT, `${code}.traineddata.gz`)),
      ]),
    ),
  };
  return missing.length === 0 ? { files } : { missing };
}

function directoryOf(name: string, from: string): string | undefined {
  try {
    const found = findPackageJSON(name, from);
    return found === undefined ? undefined : dirname(found);
  } catch {
    return undefined;
  }
}

/** What an operator does about missing packages. */
export const INSTALL_RECOGNITION =
  'Run "npm ci" in a checkout, or create the production directory again with --with-ocr';
