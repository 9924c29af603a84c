import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { employmentName, employmentTypes } from './employment-names.ts';

const codesOf = (text: string | null) => employmentTypes(text).map(({ code }) => code);

for (const [text, ...codes] of [
  ['Vollzeit', 'FULL_TIME'],
  ['Full-time', 'FULL_TIME'],
  ['fulltime', 'FULL_TIME'],
  ['Vollzeitstelle, 38,5 Stunden', 'FULL_TIME'],
  ['Vollzeit, unbefristet', 'FULL_TIME'],
  ['Unbefristete Festanstellung'],
  ['Teilzeit', 'PART_TIME'],
  ['Teilzeitkraft 20 h', 'PART_TIME'],
  ['Part time', 'PART_TIME'],
  ['Voll- oder Teilzeit', 'FULL_TIME', 'PART_TIME'],
  ['Vollzeit/Teilzeit', 'FULL_TIME', 'PART_TIME'],
  ['Voll-/Teilzeit', 'FULL_TIME', 'PART_TIME'],
  ['Voll-Zeit', 'FULL_TIME'],
  ['Teilzeit (auch Voll-)', 'FULL_TIME', 'PART_TIME'],
  ['Voll-oder Teilzeit', 'FULL_TIME', 'PART_TIME'],
  ['Teil- oder Vollzeit', 'FULL_TIME', 'PART_TIME'],
  ['Teil-/Vollzeit', 'FULL_TIME', 'PART_TIME'],
  ['Minijob, Teil- und Vollzeit', 'FULL_TIME', 'PART_TIME'],
  ['Vollzeit, teil-remote', 'FULL_TIME'],
  ['Minijob', 'PART_TIME'],
  ['Mini-Job', 'PART_TIME'],
  ['Geringfügige Beschäftigung', 'PART_TIME'],
  ['450-Euro-Basis', 'PART_TIME'],
  ['520-Euro-Job', 'PART_TIME'],
  ['538 Euro Job', 'PART_TIME'],
  ['556-€-Basis', 'PART_TIME'],
  ['603-Euro-Job', 'PART_TIME'],
  ['Auf 603€-Basis ab sofort', 'PART_TIME'],
  ['633-Euro-Job', 'PART_TIME'],
  ['Vollzeit, 2.603 Euro', 'FULL_TIME'],
  ['Vollzeit, 2450 Euro', 'FULL_TIME'],
  ['Befristet', 'TEMPORARY'],
  ['Vollzeit, befristet bis 31.12.', 'FULL_TIME', 'TEMPORARY'],
  ['Fixed-term', 'TEMPORARY'],
  ['Full-time, fixed term contract', 'FULL_TIME', 'TEMPORARY'],
  ['Temporary', 'TEMPORARY'],
  ['Aushilfe', 'TEMPORARY'],
  ['Aushilfskraft', 'TEMPORARY'],
  ['Saisonarbeit', 'TEMPORARY'],
  ['Saisonkraft', 'TEMPORARY'],
  ['Praktikum', 'INTERN'],
  ['Praktikant (m/w/d)', 'INTERN'],
  ['Internship', 'INTERN'],
  ['Werkstudent:in', 'INTERN'],
  ['Working student', 'INTERN'],
  ['Trainee', 'INTERN'],
  ['Freelance', 'CONTRACTOR'],
  ['Freiberufliche Mitarbeit', 'CONTRACTOR'],
  ['Freie Mitarbeit', 'CONTRACTOR'],
  ['Internationaler Einsatz'],
  ['Ausbildung'],
  ['Schichtarbeit'],
  ['Nach Absprache'],
] as const) {
  test(`the types of "${text}" are ${codes.join(' and ') || 'unknown'}`, () => {
    assert.deepEqual(codesOf(text), codes);
  });
}

test('an ad without an employment type has no types', () => assert.deepEqual(employmentTypes(null), []));

for (const [text, name] of [
  ['Teil- oder Vollzeit', 'Part-time, Full-time'],
  ['Voll-/Teilzeit', 'Full-time, Part-time'],
  ['Minijob, Teil- und Vollzeit', 'Mini-job, Part-time, Full-time'],
  ['Unbefristet', 'Permanent'],
  ['603-Euro-Job', 'Mini-job'],
  ['633-Euro-Job', 'Mini-job'],
  ['Vollzeitnah', undefined],
  ['Vollzeit, teil-remote', undefined],
] as const) {
  test(`the English name of "${text}" is ${name ?? 'its own text'}`, () => {
    assert.equal(employmentName(text, 'en'), name);
  });
}

test('the guide for integrators lists the values of the feed', async () => {
  const guide = await readFile(
    join(import.meta.dirname, '../../../docs/integrating/job-ads-and-reports.md'),
    'utf8',
  );
  const [, values] = /^- `jobtype` is (.+?), several separated/ms.exec(guide)!;
  assert.deepEqual(
    [...values!.matchAll(/`(\w+)`/g)].map(([, value]) => value),
    employmentTypes('Vollzeit, Teilzeit, befristet, Praktikum, freiberuflich').map(({ feed }) => feed),
  );
});
