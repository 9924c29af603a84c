import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The test files that import long.ts, or a file beside them that does. */
export async function withLongForm(files: readonly string[]): Promise<string[]> {
  const chosen = await Promise.all(files.map(hasLongForm));
  return files.filter((_, index) => chosen[index]);
}

async function hasLongForm(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  const beside = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name]) =>
    readIfThere(join(dirname(file), name!)),
  );
  return [text, ...(await Promise.all(beside))].some((code) =>
    /\/testing\/long\.ts'|STELLWERK_TEST_LONG/.test(code),
  );
}

/** A test of a check of imports has some in its texts, of files that do not exist. */
async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
}
