import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, truncate } from './truncate.ts';

test('a text is cut between characters, and an emoji counts as one', () => {
  assert.equal(truncate('a😀b🤖c', 3), 'a😀b');
  assert.equal(truncate('a😀b🤖c', 4), 'a😀b🤖');
  assert.equal(truncate('😀'.repeat(100), 60), '😀'.repeat(60));
  assert.equal(truncate('abc', 0), '');
});

test('a text that is short enough stays as it is', () => {
  for (const text of ['', 'abc', '😀😀😀']) assert.equal(truncate(text, 3), text);
});

test('a text is as long as it has characters', () => {
  for (const [text, length] of [
    ['', 0],
    ['abc', 3],
    ['a😀b', 3],
    ['😀'.repeat(100), 100],
    ['\ud83d', 1],
  ] as const)
    assert.equal(lengthOf(text), length);
});
