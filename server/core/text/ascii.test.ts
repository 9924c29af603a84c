import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAscii } from './ascii.ts';

for (const [text, expected] of [
  ['Jürgen Größe', 'Juergen Groesse'],
  ['Ärzte Öl Über', 'Aerzte Oel Ueber'],
  ['Mu\u0308ller', 'Mueller'],
  ['Łukasz Đorđe Søren Işık', 'Lukasz Dorde Soren Isik'],
  ['Zoë Brontë', 'Zoe Bronte'],
  ['plain (1)', 'plain (1)'],
] as const) {
  test(`"${text}" becomes "${expected}"`, () => {
    assert.equal(toAscii(text), expected);
  });
}
