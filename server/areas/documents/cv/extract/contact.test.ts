import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { findEmails } from './contact.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const addressOf = (...lines: string[]) => {
  const { address } = extractFacts(
    readPlain(['Jana Wieczorek', ...lines, '', 'Berufserfahrung'].join('\n')),
    catalogs,
  );
  return [address?.street, address?.streetNumber, address?.zipCode, address?.city];
};
const emailsOf = (...lines: string[]) => findEmails(readPlain(lines.join('\n')));

for (const [lines, expected] of [
  [
    ['Musterstr. 12', 'Hamburg'],
    ['Musterstr.', '12', 'Hamburg'],
  ],
  [['Musterstr. 12, Hamburg'], ['Musterstr.', '12', 'Hamburg']],
  [['Musterstr. 12 | Rendsburg | 0171 2345678'], ['Musterstr.', '12', 'Rendsburg']],
  [['Am Alten Markt 3a · Rendsburg'], ['Am Alten Markt', '3a', 'Rendsburg']],
  [['Adresse: Lindenallee 7, Quakenbrück'], ['Lindenallee', '7', 'Quakenbrück']],
  [
    ['14 Mill Lane', 'Aniarville'],
    ['Mill Lane', '14', 'Aniarville'],
  ],
  [['Flat 2, 14 Mill Lane, Otley, West Yorkshire'], ['Mill Lane', '14', 'Otley']],
  [
    ['Lindenallee 7', 'jana@example.org'],
    ['Lindenallee', '7', undefined],
  ],
] as const)
  test(`a street without a postal code is read: ${lines.join(' / ')}`, () => {
    const [street, number, zipCode, city] = addressOf(...lines);
    assert.deepEqual([street, number, city], [...expected]);
    assert.equal(zipCode, undefined);
  });

test('a name with a number is no street if no city follows, nor is a month or a class', () => {
  for (const line of ['Mai 2020', 'Werkstatt 4', 'Führerschein Klasse 3', 'Windows 10, Excel'])
    assert.deepEqual(addressOf(line, 'Teamfähig'), [undefined, undefined, undefined, undefined], line);
});

test('a title above an address is no part of it', () => {
  assert.deepEqual(emailsOf('Web-Entwicklerin', 'jana@example.org'), ['jana@example.org']);
  assert.deepEqual(emailsOf('Tester', 'jana@example.org'), ['jana@example.org']);
});

test('an address that is broken after a hyphen, within a name or within its domain is whole', () => {
  assert.deepEqual(emailsOf('jana.wieczorek-', 'mueller@example.org'), [
    'jana.wieczorek-mueller@example.org',
  ]);
  assert.deepEqual(emailsOf('jana.wieczorek', 'mueller@example.org'), ['jana.wieczorekmueller@example.org']);
  assert.deepEqual(emailsOf('jana@beispiel-', 'post.de'), ['jana@beispiel-post.de']);
  assert.deepEqual(emailsOf('jana@beispiel', 'post.de'), ['jana@beispielpost.de']);
});

test('an address is broken behind other contact data', () => {
  assert.deepEqual(emailsOf('34117 Kassel · 0171 3920062 · jana.wieczorek-', 'mueller@example.org'), [
    'jana.wieczorek-mueller@example.org',
  ]);
  assert.deepEqual(emailsOf('# jana.wieczorek-', 'mueller@example.org'), [
    'jana.wieczorek-mueller@example.org',
  ]);
  assert.deepEqual(emailsOf('Mitglied im Ortsverein usw.', 'mueller@example.org'), ['mueller@example.org']);
  assert.deepEqual(emailsOf('Leiterin der Projekt-', 'mueller@example.org'), ['mueller@example.org']);
});

test('an address is broken within its column', () => {
  const line = (...cells: [x: number, text: string][]): TextLine => ({
    cells: cells.map(([x, text]) => ({ x, text })),
    ...PLAIN_LINE,
  });
  assert.deepEqual(
    findEmails([line([50, 'jana.wieczorek-'], [200, 'Gärtnerin']), line([50, 'mueller@example.org'])]),
    ['jana.wieczorek-mueller@example.org'],
  );
});

test('the last digits of a telephone number can be in the line below', () => {
  const phonesOf = (source: string) =>
    extractFacts(readPlain(source), catalogs).phones.map(({ e164 }) => e164);
  assert.deepEqual(phonesOf('Erika Muster\n+49 (0) 171 392\n00 62\nerika@example.org'), ['+491713920062']);
  assert.deepEqual(phonesOf('Erika Muster\nPhone: +44 7700\n900 318\nerika@example.org'), ['+447700900318']);
  assert.deepEqual(phonesOf('Erika Muster\n+49 171 3920062\n34117 Kassel'), ['+491713920062']);
});

test('a mobile number whose + is gone is not one of the town with the area code 0491', () => {
  const [phone] = extractFacts(
    readPlain('Erika Muster\nMobil: 491713920062\nerika@example.org'),
    catalogs,
  ).phones;
  assert.deepEqual([phone?.e164, phone?.isMobile], ['+491713920062', true]);
});

const numbersOf = (line: string) =>
  extractFacts(
    readPlain(`Erika Muster\nHafenweg 4\n26723 Emden\n${line}\nerika@example.org`),
    catalogs,
  ).phones.map(({ text, isMobile }) => `${text}${isMobile ? ' (mobile)' : ''}`);

for (const [line, expected] of [
  ['Tel. 04921 384056 / 0172 3920062', ['04921 384056', '0172 3920062 (mobile)']],
  ['Tel.: 0172 3920062 / 04921 384056', ['0172 3920062 (mobile)', '04921 384056']],
  ['04921/384056/0172/3920062', ['04921/384056', '0172/3920062 (mobile)']],
  ['04921 384056 // 0172 3920062', ['04921 384056', '0172 3920062 (mobile)']],
  ['(04921) 38 40 56 / (0172) 392 00 62', ['(04921) 38 40 56', '(0172) 392 00 62 (mobile)']],
  ['04921-384056 - 0172-3920062', ['04921-384056', '0172-3920062 (mobile)']],
  ['04921 384056 – 0172 3920062', ['04921 384056', '0172 3920062 (mobile)']],
  ['04921/384056 0172/3920062', ['04921/384056', '0172/3920062 (mobile)']],
  ['+49 4921 384056 / 0172 3920062', ['+49 4921 384056', '0172 3920062 (mobile)']],
  [
    '04921 384056 / 0172 3920062 / 0160 91230045',
    ['04921 384056', '0172 3920062 (mobile)', '0160 91230045 (mobile)'],
  ],
  ['0172 392 0062', ['0172 392 0062 (mobile)']],
  ['0211 4567 0338', ['0211 4567 0338']],
  ['04921 / 38 40 56', ['04921 / 38 40 56']],
  ['01 72 – 39 20 06 2', ['01 72 - 39 20 06 2 (mobile)']],
] as const)
  test(`numbers beside each other are several, and one with signs within is one: ${line}`, () => {
    assert.deepEqual(numbersOf(line), [...expected]);
  });
