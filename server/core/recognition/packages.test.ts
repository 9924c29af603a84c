import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findRecognition } from './packages.ts';

test('the packages of the recognition of text are found with their files, and named where they are not installed', async () => {
  const found = findRecognition();
  assert.ok('files' in found);
  const { engine, languages } = found.files;
  for (const file of [engine, ...Object.values(languages)]) assert.ok(existsSync(file), file);
  const elsewhere = await mkdtemp(join(tmpdir(), 'without-packages-'));
  try {
    assert.deepEqual(findRecognition(join(elsewhere, 'file.ts')), {
      missing: ['tesseract.js-core', '@tesseract.js-data/deu', '@tesseract.js-data/eng'],
    });
  } finally {
    await rm(elsewhere, { recursive: true });
  }
});
