import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toUserAgent } from './user-agent.ts';

for (const [name, expected] of [
  ['Muster-GmbH', 'Muster-GmbH'],
  ['Müller & Söhne Groß GmbH', 'Mueller-und-Soehne-Gross-GmbH'],
  ['U\u0308bung', 'Uebung'],
  ['Société Générale', 'Societe-Generale'],
  ['  Spaces \t around  ', 'Spaces-around'],
] as const) {
  test(`${JSON.stringify(name)} becomes ${expected}`, () => {
    assert.equal(toUserAgent(name), `Mozilla/5.0 (${expected})`);
  });
}

for (const name of ['', ' ', '株式会社', 'a)b', 'a\r\nX-Injected: b', 'a/b', 'a;b']) {
  test(`${JSON.stringify(name)} is rejected`, () => {
    assert.throws(() => toUserAgent(name), { name: 'TypeError', message: /^customerName must be/ });
  });
}
