import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Names } from './names.ts';
import { PROPERTY_BY_PATH } from './properties.ts';
import { readValue } from './values.ts';

const names: Names = {
  find: () => undefined,
  explain: () => '',
  findPrefix: () => undefined,
  all: () => new Map(),
};
const readSalary = (text: string) =>
  readValue(text, PROPERTY_BY_PATH.get('availability.salaryExpectation')!, names);

for (const [text, value] of [
  ['38,5', 38.5],
  ['-38,5', -38.5],
  ['2600', 2600],
  ['2.600,00 €', 2600],
  ['1.234,5', 1234.5],
  ['1.234.567,5', 1_234_567.5],
  ['31,500.50', 31_500.5],
  ['-31,500.50', -31_500.5],
  ['2600.50', 2600.5],
  ['2600,500', 2600.5],
  // No group of thousands begins with a zero.
  ['0,500', 0.5],
  ['0.500', 0.5],
] as const) {
  test(`${text} is the number ${value}`, () => assert.deepEqual(readSalary(text), { value }));
}

for (const text of [
  '2,600',
  '2.600',
  '€ 2,600',
  '38,500 €',
  '-2,600',
  '-2.600',
  '2 600',
  '2,6,0',
  '12a',
  ',',
]) {
  test(`${text} is not a number, or could be two`, () =>
    assert.deepEqual(readSalary(text), {
      fault: 'must be a number that can be read in one way only, such as 3200, 3200,50 or 3200.50.',
    }));
}
