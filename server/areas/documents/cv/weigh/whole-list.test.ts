import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { parseCv } from '../worker/parse.ts';

const catalogs = builtInCatalogs();
const FROM_SURE = 0.95;

/** Whether the jobs of these lines are sure. */
async function areSure(...lines: string[]): Promise<boolean[]> {
  const text = ['Erika Muster', 'Berufserfahrung', ...lines].join('\n');
  const { values } = await parseCv(Buffer.from(text), catalogs);
  return values
    .filter(({ property }) => property === 'resume.jobs')
    .map(({ confidence }) => confidence >= FROM_SURE);
}

const FIRST = ['Petersen GmbH', '05/2019 – 04/2021', 'Fahrerin'];
const SECOND = ['Nissen GmbH', '03/2015 – 04/2019', 'Köchin'];

test('no entry of a list is sure if dates are left over that stand alone', async () => {
  const [newer, older, loose] = ['05/2019 – 04/2021', '03/2015 – 04/2019', '01/2012 – 02/2015'];
  const lists = [
    [[`${newer}   Fahrerin, Petersen GmbH`], [`${older}   Köchin, Nissen GmbH`]],
    [
      [newer, 'Fahrerin', 'Petersen GmbH', ''],
      [older, 'Köchin', 'Nissen GmbH', ''],
    ],
  ] as const;
  for (const [first, second] of lists) {
    assert.deepEqual(await areSure(...first, ...second), [true, true]);
    for (const left of [
      [...first, ...second, loose],
      [...first, loose, '', ...second],
    ])
      assert.deepEqual(await areSure(...left), [false, false], left.join('\n'));
  }
});

test('dates of a time without work, or beside a text of their own, take nothing from the others', async () => {
  const entry = (dates: string, text: string) => `${dates}   ${text}`;
  const jobs = [
    entry('05/2019 – 04/2021', 'Fahrerin, Petersen GmbH'),
    entry('03/2015 – 04/2019', 'Köchin, Nissen GmbH'),
  ];
  for (const other of ['Elternzeit', 'Integrations- und Sprachkurse'])
    assert.deepEqual(await areSure(...jobs, entry('01/2012 – 02/2015', other)), [true, true], other);
});

test('no entry of a list whose employers are above the dates is sure if one is left below the last', async () => {
  const below = await areSure(...FIRST, ...SECOND, 'Hansen Spedition GmbH');
  assert.ok(below.length > 0 && !below.includes(true));
});

test('no entry of a list whose employers are below the dates is sure if a name is left above the first', async () => {
  const entries = [
    ...['05/2019 – 04/2021   Fahrerin', 'Petersen GmbH'],
    ...['03/2015 – 04/2019   Köchin', 'Nissen GmbH'],
  ];
  assert.deepEqual(await areSure('Erlengrund', ...entries), [false, false]);
  assert.deepEqual(await areSure('(neueste Tätigkeit zuerst)', ...entries), [true, true]);
});
