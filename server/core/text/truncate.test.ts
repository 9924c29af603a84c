import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongerThan, truncate } from './truncate.ts';

test('a text is cut between characters, and an emoji counts as one', () => {
  assert.equal(truncate('a😀b🤖c', 3), 'a😀b');
  assert.equal(truncate('a😀b🤖c', 4), 'a😀b🤖');
  assert.equal(truncate('😀'.repeat(100), 60), '😀'.repeat(60));
  assert.equal(truncate('abc', 0), '');
});

test('a text that is short enough stays as it is', () => {
  for (const text of ['', 'abc', '😀😀😀']) assert.equal(truncate(text, 3), text);
});

test('a text is longer only if it has more characters, not more code units', () => {
  assert.equal(isLongerThan('😀'.repeat(3), 3), false);
  assert.equal(isLongerThan('😀'.repeat(4), 3), true);
  assert.equal(isLongerThan('abcd', 3), true);
});
