import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTornWords } from './torn-words.ts';

for (const [torn, whole] of [
  ['FE BRUAR 2019 — HE UT E', 'FEBRUAR 2019 — HEUTE'],
  ['SE PT E MBE R 2016 — AUGUST 2018', 'SEPTEMBER 2016 — AUGUST 2018'],
  [
    'Elektro Anzinger KG (SE PT E MBE R 2010 — JUN I 2012)',
    'Elektro Anzinger KG (SEPTEMBER 2010 — JUNI 2012)',
  ],
  ['GE BURT SDAT UM / -ORT', 'GEBURTSDATUM / -ORT'],
  ['N AT ION ALIT Y', 'NATIONALITY'],
] as const)
  test(`"${torn}" is "${whole}"`, () => assert.equal(joinTornWords(torn), whole));

for (const text of [
  'NORD GMBH',
  'IT SUPPORT AND SERVICE',
  'B C 1',
  'Klasse A B',
  'UNIVERSITY OF OXFORD',
  'Erika M',
])
  test(`"${text}" stays as it is`, () => assert.equal(joinTornWords(text), text));
