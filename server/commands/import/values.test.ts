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
  readValue(text, PROPERTY_BY_PATH.get('availability.salaryExpectation')!, { names, timeZone: 'UTC' });

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

const readTime = (text: string, timeZone: string) =>
  readValue(text, PROPERTY_BY_PATH.get('createdAtUtc')!, { names, timeZone });

for (const [text, timeZone, value] of [
  ['30.06.2026 23:30', 'UTC', '2026-06-30T23:30:00Z'],
  ['30.06.2026 23:30', 'Europe/Berlin', '2026-06-30T21:30:00Z'],
  ['01.01.2027 00:30', 'Europe/Berlin', '2026-12-31T23:30:00Z'],
  ['01.07.2026 9:05:30', 'UTC', '2026-07-01T09:05:30Z'],
  ['2026-07-01 9:05Z', 'Europe/Berlin', '2026-07-01T09:05:00Z'],
  ['2026-07-01 01:15:20.5', 'Europe/Berlin', '2026-06-30T23:15:20.5Z'],
  ['2026-07-01T12:00', 'America/St_Johns', '2026-07-01T14:30:00Z'],
  ['2026-07-01T12:00', 'Pacific/Auckland', '2026-07-01T00:00:00Z'],
  // Clocks show 02:30 twice on this night.
  ['25.10.2026 01:30', 'Europe/Berlin', '2026-10-24T23:30:00Z'],
  ['25.10.2026 02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['25.10.2026 03:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
  // They do not show 02:30 on this one.
  ['29.03.2026 01:59', 'Europe/Berlin', '2026-03-29T00:59:00Z'],
  ['29.03.2026 02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['29.03.2026 03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  // Berlin had its own time until 1893.
  ['01.06.1890 12:00', 'Europe/Berlin', '1890-06-01T11:06:32Z'],
  // These have a zone, or are no times of a clock.
  ['2026-07-01T12:00+01:00', 'Europe/Berlin', '2026-07-01T11:00:00Z'],
  ['2026-07-01T12:00:00Z', 'Europe/Berlin', '2026-07-01T12:00:00Z'],
  ['01.07.2026', 'Europe/Berlin', '2026-07-01T00:00:00Z'],
] as const) {
  test(`${text} in ${timeZone} is ${value}`, () => {
    const reading = readTime(text, timeZone) as { value: string };
    assert.equal(new Date(reading.value).getTime(), Date.parse(value), JSON.stringify(reading));
  });
}
