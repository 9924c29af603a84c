import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketsOf, isTooLong, unitOf, unitsOf } from '../areas/reports/course/buckets.ts';
import { largest, type NamedRow, sortRows, totalOf } from '../areas/reports/figures/rows.ts';
import {
  countDays,
  dayAfter,
  daysOf,
  type Preset,
  periodOf,
  presetOf,
  toPeriodSearch,
} from '../areas/reports/overview/periods.ts';
import { readReportsSearch } from '../areas/reports/overview/search.ts';
import type { FigureName } from '../core/api/records.ts';
import { toCsv } from '../core/csv.ts';
import { axisEnd } from '../core/plots/axis.ts';

test('each name of a period has its days, also across the end of a year', () => {
  const expected = (days: Record<Exclude<Preset, 'all'>, [string, string]>, today: string) => {
    for (const [preset, [from, to]] of Object.entries(days) as [Preset, [string, string]][])
      assert.deepEqual(daysOf(preset, today), { from, to }, `${preset} on ${today}`);
  };
  expected(
    {
      last30: ['2026-10-29', '2026-11-27'],
      thisMonth: ['2026-11-01', '2026-11-27'],
      lastMonth: ['2026-10-01', '2026-10-31'],
      thisQuarter: ['2026-10-01', '2026-11-27'],
      lastQuarter: ['2026-07-01', '2026-09-30'],
      thisYear: ['2026-01-01', '2026-11-27'],
      lastYear: ['2025-01-01', '2025-12-31'],
    },
    '2026-11-27',
  );
  expected(
    {
      last30: ['2027-12-03', '2028-01-01'],
      thisMonth: ['2028-01-01', '2028-01-01'],
      lastMonth: ['2027-12-01', '2027-12-31'],
      thisQuarter: ['2028-01-01', '2028-01-01'],
      lastQuarter: ['2027-10-01', '2027-12-31'],
      thisYear: ['2028-01-01', '2028-01-01'],
      lastYear: ['2027-01-01', '2027-12-31'],
    },
    '2028-01-01',
  );
  assert.deepEqual(daysOf('lastMonth', '2028-03-15'), { from: '2028-02-01', to: '2028-02-29' });
});

test('a period in the address is the same again when it is read', () => {
  const today = '2026-11-27';
  for (const days of [
    { from: '2026-11-01', to: '2026-11-03' },
    { from: '2026-11-01', to: undefined },
    { from: undefined, to: '2026-11-03' },
    daysOf('last30', today),
    daysOf('lastYear', today),
  ])
    assert.deepEqual(periodOf(readReportsSearch(toPeriodSearch(days, today)), today), days);
  // Without both days, everything counts. That is not the default, so the address says it.
  assert.deepEqual(toPeriodSearch({}, today), { period: 'all', from: undefined, to: undefined });
  assert.deepEqual(periodOf({ period: 'all' }, today), {});
  assert.equal(presetOf({ from: '2026-10-01', to: '2026-10-31' }, today), 'lastMonth');
  assert.equal(presetOf({ from: '2026-10-01', to: '2026-10-30' }, today), undefined);
});

test('an address with invalid values shows what remains', () => {
  assert.deepEqual(
    readReportsSearch({
      tab: 'jobs',
      from: '2026-02-30',
      branch: '-1',
      sort: 'opened',
      order: 'up',
      page: 0,
    }),
    { tab: 'jobs' },
  );
  assert.deepEqual(readReportsSearch({ tab: 'requests', sort: 'opened', page: 2, to: '2026-02-28' }), {
    tab: 'requests',
    sort: 'opened',
    page: 2,
    to: '2026-02-28',
  });
});

test('days with 23 and 25 hours are days', () => {
  assert.equal(dayAfter('2026-03-28', 2), '2026-03-30');
  assert.equal(dayAfter('2026-10-26', -2), '2026-10-24');
  assert.equal(countDays({ from: '2026-03-01', to: '2026-10-31' }), 245);
});

test('weeks begin on Monday, and those at the ends of the period are cut', () => {
  // 2026-11-27 is a Friday.
  const days = Array.from({ length: 12 }, (_, index) => ({
    date: dayAfter('2026-11-20', index),
    open: 1,
    hired: index === 0 ? 2 : 0,
    rejected: 0,
    withdrawn: 0,
  }));
  const shown = (unit: 'day' | 'week' | 'month') =>
    bucketsOf(days, unit).map(({ from, to, total, isWhole }) => [from, to, total, isWhole]);
  assert.deepEqual(shown('week'), [
    ['2026-11-20', '2026-11-22', 5, false],
    ['2026-11-23', '2026-11-29', 7, true],
    ['2026-11-30', '2026-12-01', 2, false],
  ]);
  assert.deepEqual(shown('month'), [
    ['2026-11-20', '2026-11-30', 13, false],
    ['2026-12-01', '2026-12-01', 1, false],
  ]);
  assert.equal(shown('day').length, 12);
  assert.equal(unitOf(30, undefined), 'day');
  assert.equal(unitOf(90, undefined), 'week');
  assert.equal(unitOf(365, undefined), 'month');
  assert.equal(unitOf(90, 'day'), 'day');
  // More than 120 columns and rows are no overview.
  assert.equal(unitOf(365, 'day'), 'month');
  assert.deepEqual(unitsOf(731), ['week', 'month']);
  assert.equal(isTooLong({ from: '2025-01-01', to: '2026-12-31' }), false);
  assert.equal(isTooLong({ from: '2024-01-01', to: '2026-12-31' }), true);
});

const row = (name: string, figures: Partial<Record<FigureName, number | null>>, id = 1): NamedRow => ({
  key: name,
  id,
  name,
  group: '',
  figures,
});

test('rows without a value come last, and equal ones are sorted by name', () => {
  const rows = [
    row('Zimmerer', { conversionRate: null }),
    row('Ärztin', { conversionRate: 0.1 }),
    row('Bäcker 10', { conversionRate: 0.1 }),
    row('Bäcker 9', { conversionRate: 0.2 }),
  ];
  const names = (order: 'asc' | 'desc', sort: FigureName | 'name' = 'conversionRate') =>
    sortRows(rows, sort, order, 'de').map(({ name }) => name);
  assert.deepEqual(names('desc'), ['Bäcker 9', 'Ärztin', 'Bäcker 10', 'Zimmerer']);
  assert.deepEqual(names('asc'), ['Ärztin', 'Bäcker 10', 'Bäcker 9', 'Zimmerer']);
  assert.deepEqual(names('asc', 'name'), ['Ärztin', 'Bäcker 9', 'Bäcker 10', 'Zimmerer']);
  assert.deepEqual(
    largest(rows, 'conversionRate', 2, 'de').map(({ name }) => name),
    ['Bäcker 9', 'Ärztin'],
  );
});

test('a total is a sum only where that is right', () => {
  const rows = [
    row('A', { views: 100, applications: 3, publishedDays: 7, averageDaysToFill: 2, conversionRate: 0.03 }),
    row('B', { views: 0, applications: 2, publishedDays: 4, averageDaysToFill: null, conversionRate: null }),
  ];
  assert.equal(totalOf('jobs', 'applications', rows), 5);
  assert.equal(totalOf('jobs', 'conversionRate', rows), 0.05);
  assert.equal(totalOf('jobs', 'conversionRate', rows.slice(1)), null);
  assert.equal(totalOf('offices', 'publishedDays', rows), 11);
  assert.equal(totalOf('channels', 'publishedDays', rows), undefined);
  assert.equal(totalOf('requests', 'averageDaysToFill', rows), undefined);
});

test('a CSV file has the signs of its language, and no cell becomes a formula', () => {
  const rows = [
    ['Titel', 'Quote', 'Tage'],
    ['Koch "Spezial"; (m/w/d)\nNachtschicht', 0.0417, 1234],
    ['=HYPERLINK("https://example.org")', null, 0],
    [' +49', -1.5, null],
    ['@SUM(A1)', null, null],
    ['-2', null, null],
    ['\t=1', null, null],
    ['＝1', null, null],
  ];
  assert.equal(
    toCsv(rows, 'de'),
    '\uFEFF"Titel";"Quote";"Tage"\r\n' +
      '"Koch ""Spezial""; (m/w/d)\nNachtschicht";0,0417;1234\r\n' +
      '"\'=HYPERLINK(""https://example.org"")";;0\r\n' +
      '"\' +49";-1,5;\r\n' +
      '"\'@SUM(A1)";;\r\n' +
      '"\'-2";;\r\n' +
      '"\'\t=1";;\r\n' +
      '"\'＝1";;\r\n',
  );
  assert.equal(toCsv([['Rate', 0.5]], 'en'), '\uFEFF"Rate",0.5\r\n');
});

test('an axis ends at a round number, and that of counts has whole ones', () => {
  assert.deepEqual(
    [0, 1, 4, 5, 23, 999].map((value) => axisEnd(value)),
    [4, 4, 4, 8, 40, 2000],
  );
  assert.ok(Math.abs(axisEnd(0.0417, false) - 0.08) < 1e-9);
});
