import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRange, rangeApplies } from './byte-range.ts';

for (const [header, expected] of [
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['BYTES=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=0-99999999999999999999999', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-20', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['bytes=', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1.5-2', undefined],
  ['bytes=--1', undefined],
  ['items=0-1', undefined],
  ['', undefined],
] as const) {
  test(`the range "${header}" of ten bytes is ${JSON.stringify(expected) ?? 'the entire contents'}`, () => {
    assert.deepEqual(parseRange(header, 10), expected);
  });
}

test('every range is within the contents', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat()),
      fc.option(fc.nat()),
      fc.integer({ min: 1, max: 1000 }),
      (first, last, size) => {
        const range = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size);
        if (typeof range !== 'object') return;
        assert.ok(range.start >= 0 && range.start <= range.end && range.end < size);
      },
    ),
  );
});

test('a range applies without If-Range or with the same strong tag', () => {
  assert.deepEqual(
    [undefined, '"a"', 'W/"a"', '"b"', 'Wed, 21 Oct 2015 07:28:00 GMT'].map((ifRange) =>
      rangeApplies(ifRange, '"a"'),
    ),
    [true, true, false, false, false],
  );
});
