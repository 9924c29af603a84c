import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The test files that import long.ts, or a file beside them that does. */
export async function withLongForm(files: readonly string[]): Promise<string[]> {
  const chosen = await Promise.all(files.map(hasLongForm));
  return files.filter((_, index) => chosen[index]);
}

async function hasLongForm(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  // A test of a check of imports has some in its texts, of files that do not exist.
  const beside = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)]
    .map(([, name]) => join(dirname(file), name!))
    .filter(existsSync);
  const texts = await Promise.all(beside.map((path) => readFile(path, 'utf8')));
  return [text, ...texts].some((code) => /\/testing\/long\.ts'|STELLWERK_TEST_LONG/.test(code));
}
