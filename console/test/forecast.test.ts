import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forecastOf } from '../areas/access/ledger/forecast.ts';

const free = 100;
/** A ledger with the price of a token in euros. */
const ledger = (month: string, issued: number, price = 0.1) => {
  const billable = Math.max(0, issued - free);
  return { month, issued, free, billable, costEur: billable * price };
};
const at = (utc: string) => new Date(utc);

test('a month goes on at its rate so far, whatever its length', () => {
  for (const [month, now, expected] of [
    ['2026-11', '2026-11-16T00:00:00Z', 240],
    ['2026-12', '2026-12-16T12:00:00Z', 240],
    // 28 and 29 days.
    ['2026-02', '2026-02-15T00:00:00Z', 240],
    ['2028-02', '2028-02-15T12:00:00Z', 240],
    ['2026-11', '2026-11-02T00:00:00Z', 3600],
    ['2026-12', '2026-12-31T23:59:59Z', 120],
    // 120 × 31 / 15 = 248.
    ['2026-12', '2026-12-16T00:00:00Z', 248],
  ] as const)
    assert.equal(forecastOf(ledger(month, 120), at(now))?.expected, expected, now);
});

test('the expected cost is that of the tokens above the free ones, at the price of the month so far', () => {
  const now = at('2026-11-16T00:00:00Z');
  assert.deepEqual(forecastOf(ledger('2026-11', 150), now), {
    expected: 300,
    isAboveFree: true,
    costEur: 20,
  });
  assert.equal(forecastOf(ledger('2026-11', 150, 0.25), now)?.costEur, 50);
  assert.equal(forecastOf(ledger('2026-11', 150, 0), now)?.costEur, 0);
});

test('without a billable token there is no price, only whether the free ones are enough', () => {
  const now = at('2026-11-16T00:00:00Z');
  for (const [issued, isAboveFree] of [
    [0, false],
    [50, false],
    [51, true],
    [100, true],
  ] as const)
    assert.deepEqual(
      forecastOf(ledger('2026-11', issued), now),
      { expected: issued * 2, isAboveFree, costEur: undefined },
      String(issued),
    );
});

test('it says nothing on the first day, nor about other months, by the calendar of UTC', () => {
  assert.equal(forecastOf(ledger('2026-11', 5), at('2026-11-01T23:59:59.999Z')), undefined);
  assert.notEqual(forecastOf(ledger('2026-11', 5), at('2026-11-02T00:00:00Z')), undefined);
  assert.equal(forecastOf(ledger('2026-10', 5), at('2026-11-16T00:00:00Z')), undefined);
  assert.equal(forecastOf(ledger('2025-11', 5), at('2026-11-16T00:00:00Z')), undefined);
  assert.equal(forecastOf(ledger('2026-12', 5), at('2026-11-30T23:59:59Z')), undefined);
});
