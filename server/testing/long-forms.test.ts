import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withLongForm } from './long-forms.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the long run has the files with a long form, by themselves or by what they import', async () => {
  const inRoot = await Array.fromAsync(
    glob('{server,console/test,acceptance}/**/*.test.ts', {
      cwd: ROOT,
      exclude: (name) => name.includes('node_modules'),
    }),
  );
  const chosen = await withLongForm(inRoot.map((file) => join(ROOT, file)));
  const has = (file: string) => chosen.includes(join(ROOT, file));
  for (const file of ['acceptance/crash.test.ts', 'console/test/accessibility.test.ts'])
    assert.ok(has(file), file);
  // It quotes the import of a file that does not exist.
  for (const file of ['server/checks/tidy.test.ts', 'console/test/live.test.ts']) assert.ok(!has(file), file);
});
