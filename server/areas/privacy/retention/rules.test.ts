import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBefore, dueSince } from './rules.ts';

const DAY_MS = 86_400_000;
const day = (date: string) => new Date(`${date}T00:00:00Z`);

for (const [closed, months, due] of [
  ['2026-01-15T00:00:00Z', 6, '2026-07-16'],
  ['2026-01-15T23:59:59.999Z', 6, '2026-07-16'],
  // The month of the end is shorter, so its last day is the last one of the period.
  ['2026-08-31T12:00:00Z', 6, '2027-03-01'],
  ['2027-08-31T12:00:00Z', 6, '2028-03-01'],
  ['2026-08-28T12:00:00Z', 6, '2027-03-01'],
  // It is longer, so the day of the same number is.
  ['2026-02-28T12:00:00Z', 1, '2026-03-29'],
  ['2026-12-31T12:00:00Z', 1, '2027-02-01'],
  ['2028-02-29T12:00:00Z', 120, '2038-03-01'],
] as const)
  test(`what was closed at ${closed} is due ${months} months later from ${due}`, () => {
    assert.deepEqual(dueSince(new Date(closed), months), day(due));
  });

test('what was closed before the limit is due, and nothing else, on every day of four years', () => {
  for (const months of [1, 2, 6, 11, 12, 13, 120])
    for (let now = day('2027-01-01').getTime(); now < day('2031-01-01').getTime(); now += DAY_MS) {
      const limit = closedBefore(new Date(now + DAY_MS - 1), months);
      assert.deepEqual(closedBefore(new Date(now), months), limit);
      const last = new Date(limit.getTime() - 1);
      assert.ok(dueSince(last, months).getTime() <= now, `${last.toISOString()} is due`);
      assert.ok(dueSince(limit, months).getTime() > now, `${limit.toISOString()} is not due yet`);
    }
});

test('who was closed later is not due earlier', () => {
  for (const months of [1, 6, 12]) {
    let previous = 0;
    for (let at = day('2027-01-01').getTime(); at < day('2031-01-01').getTime(); at += DAY_MS / 2) {
      const due = dueSince(new Date(at), months).getTime();
      assert.ok(due >= previous);
      previous = due;
    }
  }
});
