import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenError } from '../core/errors.ts';
import { runCommand } from './run.ts';

test('wrong credentials are explained in whole sentences and exit with 2', async () => {
  for (const [description, sentence] of [
    [
      'Check both for surrounding spaces.',
      '401 invalid_client: Check both for surrounding spaces. Check STELL',
    ],
    ['Unknown client', '401 invalid_client: Unknown client. Check STELL'],
    [null, '401 invalid_client. Check STELL'],
  ] as const) {
    let written = '';
    const code = await runCommand(
      () => Promise.reject(new TokenError(401, 'invalid_client', description)),
      (text) => {
        written += text;
      },
    );
    assert.ok(written.includes(sentence), written);
    assert.equal(code, 2);
  }
});
