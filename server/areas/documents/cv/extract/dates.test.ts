import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPeriods, toFirstDay, toLastDay } from './dates.ts';

/** The first period in a text as `from..until`. `until` is `now` for a current one; a single date has no `from`. */
function read(text: string): string {
  const [period] = findPeriods(text);
  if (period === undefined) return 'none';
  const until = period.isCurrent ? 'now' : period.until === undefined ? '' : toLastDay(period.until);
  return `${period.from === undefined ? '' : toFirstDay(period.from)}..${until}`;
}

const MONTHS = '2018-03-01..2021-06-30';
const DAYS = '2018-03-01..2021-06-30';
const YEARS = '2015-01-01..2018-12-31';
const SINCE = '2022-04-01..now';

const FORMS: readonly [string, string][] = [
  ['03/2018 - 06/2021', MONTHS],
  ['03/2018-06/2021', MONTHS],
  ['03/2018 – 06/2021', MONTHS],
  ['03/2018 — 06/2021', MONTHS],
  ['März 2018 ~ Juni 2021', MONTHS],
  ['03/2018 ‒ 06/2021', MONTHS],
  ['03.2018 ➝ 06.2021', MONTHS],
  ['3/2018 - 6/2021', MONTHS],
  ['03.2018 - 06.2021', MONTHS],
  ['03.2018 bis 06.2021', MONTHS],
  ['03-2018 – 06-2021', MONTHS],
  ['03 / 2018 - 06 / 2021', MONTHS],
  ['03/18 - 06/21', MONTHS],
  ["03/'18 – 06/'21", MONTHS],
  ['2018-03 – 2021-06', MONTHS],
  ['2018/03 - 2021/06', MONTHS],
  ['März 2018 bis Juni 2021', MONTHS],
  ['2018 Mar. — 2021 Jun.', MONTHS],
  ['2018 März - 2021 Juni', MONTHS],
  ['2015 – 2018 Jan Müller', YEARS],
  ['März 2018 - Juni 2021', MONTHS],
  ['von März 2018 bis Juni 2021', MONTHS],
  ['Mrz. 2018 – Jun. 2021', MONTHS],
  ['Mär 2018 – Juni 2021', MONTHS],
  ['Mar 2018 to Jun 2021', MONTHS],
  ['March 2018 – June 2021', MONTHS],
  ['March, 2018 - June, 2021', MONTHS],
  ['from March 2018 until June 2021', MONTHS],
  ['MAR 2018 – JUN 2021', MONTHS],
  ["Mar '18 – Jun '21", MONTHS],
  ['[03/2018 – 06/2021]', MONTHS],
  ['(03/2018 – 06/2021)', MONTHS],
  ['Staplerfahrer (03/2018 – 06/2021)', MONTHS],
  ['03/2018 – 06/2021: Staplerfahrer', MONTHS],
  ['01.03.2018 – 30.06.2021', DAYS],
  ['01.03.2018-30.06.2021', DAYS],
  ['vom 01.03.2018 bis zum 30.06.2021', DAYS],
  ['1.3.2018 - 30.6.2021', DAYS],
  ['01.03.18 - 30.06.21', DAYS],
  ['01/03/2018 – 30/06/2021', DAYS],
  ['2018-03-01 – 2021-06-30', DAYS],
  ['1. März 2018 – 30. Juni 2021', DAYS],
  ['1 March 2018 – 30 June 2021', DAYS],
  ['1st March 2018 to 30th June 2021', DAYS],
  ['March 1, 2018 – June 30, 2021', DAYS],
  ['2015 - 2018', YEARS],
  ['2015–2018', YEARS],
  ['2015 bis 2018', YEARS],
  ['von 2015 bis 2018', YEARS],
  ['zwischen 2015 und 2018', YEARS],
  ['2015 to 2018', YEARS],
  ['2015/2018', YEARS],
  ['2015/18', YEARS],
  ['seit 04/2022', SINCE],
  ['Seit April 2022', SINCE],
  ['ab 04/2022', SINCE],
  ['since April 2022', SINCE],
  ['04/2022 – heute', SINCE],
  ['04/2022 - dato', SINCE],
  ['04/2022 bis heute', SINCE],
  ['04/2022 - bis heute', SINCE],
  ['04/2022 – jetzt', SINCE],
  ['04/2022 – aktuell', SINCE],
  ['04/2022 – laufend', SINCE],
  ['04/2022 –', SINCE],
  ['Apr 2022 to present', SINCE],
  ['Apr. 2022 – Present', SINCE],
  ['April 2022 - current', SINCE],
  ['April 2022 – now', SINCE],
  ['01.04.2022 – heute', SINCE],
  ['April 2022 – ongoing', SINCE],
  ['03 – 06/2021', '2021-03-01..2021-06-30'],
  ['03-06.2021', '2021-03-01..2021-06-30'],
  ['März – Juni 2021', '2021-03-01..2021-06-30'],
  ['01.03. – 30.06.2021', '2021-03-01..2021-06-30'],
  ['Sommer 2018 – Herbst 2019', '2018-06-01..2019-11-30'],
  ['Q1 2018 – Q3 2019', '2018-01-01..2019-09-30'],
  ['03/2018 – 2021', '2018-03-01..2021-12-31'],
  ['Februar 2020', '..2020-02-29'],
  ['05/2021', '..2021-05-31'],
  ['2019', '..2019-12-31'],
  ['bis 2018', '..2018-12-31'],
  ['until June 2018', '..2018-06-30'],
];

for (const [text, expected] of FORMS) {
  test(`"${text}" is ${expected}`, () => assert.equal(read(text), expected));
}

for (const text of [
  '0171 2018123',
  '12051 Berlin',
  '+49 30 201820',
  '13/2018 x',
  'Version 2.2018.1',
  '31.02.2018 Uhr 99',
]) {
  test(`"${text}" names no month of 2018`, () => {
    for (const period of findPeriods(text)) assert.notEqual(period.until?.month, 13);
    assert.ok(!findPeriods(text).some((period) => period.from !== undefined));
  });
}

test('dates in the wrong order are not a period', () => {
  assert.ok(!findPeriods('06/2021 – 03/2018').some((period) => period.from !== undefined));
});
