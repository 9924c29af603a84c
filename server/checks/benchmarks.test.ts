import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

// The benchmarks start the service with an environment of their own, which a change of the start can break without a test of the
// service noticing.

const ROOT = join(import.meta.dirname, '../..');

test('the benchmark of documents uploads and downloads them', () => {
  // The statements of the programs that the service is compared with are not those of the service.
  const { NODE_OPTIONS, STELLWERK_TEST_STATEMENTS, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'bench/documents.ts'), '--short'],
    { env, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  for (const path of ['upload as Base64', 'download of the contents'])
    assert.match(stdout, new RegExp(`^${path} .* MB/s, ratio \\d`, 'm'));
});
