import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepNumbers } from './exact-numbers.ts';
import { textFaults } from './text-faults.ts';

test('a number with many digits is no level of its own', () => {
  const text = `{"data":${'['.repeat(63)}12345678901234567890${']'.repeat(63)}}`;
  const value = JSON.parse(text);
  keepNumbers(value, text, ['data']);
  assert.deepEqual(textFaults(value), []);
  assert.deepEqual(
    textFaults({ data: [value] }).map(({ code }) => code),
    ['format'],
  );
});
