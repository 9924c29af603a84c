import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { damage } from '../../../../checks/cv-samples/damage.ts';
import { builtInCatalogs, SAMPLES_DIRECTORY } from '../../../../checks/cv-samples/measure.ts';
import { extractFacts } from '../extract/extract.ts';
import { UnreadableError } from '../text/lines.ts';
import { readText } from '../text/read-text.ts';

const COPIES = 5;
const EVERY = 5;

test('damaged copies of CVs are read as far as they go, or rejected with a reason', async () => {
  const catalogs = builtInCatalogs();
  const directory = join(SAMPLES_DIRECTORY, 'open');
  const names = (await readdir(directory)).filter((name) => !name.endsWith('.json')).sort();
  const files = await Promise.all(
    names
      .filter((_, index) => index % EVERY === 0)
      .map(async (name) => new Uint8Array(await readFile(join(directory, name)))),
  );
  let read = 0;
  for (const [index, bytes] of files.entries()) {
    for (let copy = 0; copy < COPIES; copy++) {
      const damaged = damage(bytes, files[(index + 1) % files.length]!, index * COPIES + copy);
      try {
        extractFacts(await readText(damaged), catalogs);
        read += 1;
      } catch (error) {
        assert.ok(error instanceof UnreadableError, `${names[index * EVERY]} copy ${copy}: ${error}`);
      }
    }
  }
  assert.ok(read > files.length);
});
