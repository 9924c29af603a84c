import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

// Contact data and names that stand close to other things.

const catalogs = builtInCatalogs();
const read = (...lines: string[]) => extractFacts(readPlain(lines.join('\n')), catalogs);
const phonesOf = (...lines: string[]) => read('Erika Muster', ...lines).phones.map(({ e164 }) => e164);

test('a dash parts the area code from the number, and is none between two dates', () => {
  assert.deepEqual(phonesOf('Tel. 0209 – 40 28 77 1'), ['+492094028771']);
  assert.deepEqual(phonesOf('01/2018 – 03/2020 Gärtnerin'), []);
});

test('what follows a telephone number after a slash is no part of it', () => {
  assert.deepEqual(phonesOf('erika@example.org / +44 7700 900417 / 52 Mill Road, London'), ['+447700900417']);
});

test('an e-mail address that touches the web address before it is whole', () => {
  assert.deepEqual(read('Erika Muster', 'www.erika-m.deerika@example.org').emails, ['erika@example.org']);
});

test('a street between dashes is read', () => {
  const { address } = read('Erika Muster', 'Lindenallee 7b — 09111 Chemnitz — 0371 5501238');
  assert.deepEqual([address?.street, address?.streetNumber], ['Lindenallee', '7b']);
});

test('the first name above the last name is the name, if the mailbox has both', () => {
  const { name } = read('ERIKA', 'MUSTER', 'Gärtnerin', 'erika.muster@example.org');
  assert.deepEqual([name?.firstName, name?.lastName], ['Erika', 'Muster']);
  assert.equal(read('Unna', 'Hamm', 'Gärtnerin', 'erika.muster@example.org').name, undefined);
});

test('a degree above a name is not the name', () => {
  const { name } = read('Bachelor Soziale Arbeit', 'Erika Muster', 'Lindenallee 7', '09111 Chemnitz');
  assert.deepEqual([name?.firstName, name?.lastName], ['Erika', 'Muster']);
});

test('pictures part contact data', () => {
  const { address, emails } = read(
    'Erika Muster',
    '✉ erika@example.org ☎ 0371 5501238 ⌂ Lindenallee 7, 09111 Chemnitz',
  );
  assert.deepEqual([address?.street, emails], ['Lindenallee', ['erika@example.org']]);
});

test('a last name in capitals before the first name is the last name', () => {
  const { name } = read('MUSTER Erika', 'erika.muster@example.org');
  assert.deepEqual([name?.firstName, name?.lastName], ['Erika', 'Muster']);
});

test('a place of birth can be on the line below the date', () => {
  assert.equal(read('Erika Muster', 'geboren am 28.07.1993', 'in Husum').birthPlace, 'Husum');
  assert.equal(read('Erika Muster', 'geboren am 28.07.1993', 'Husum, Hafenweg 4').birthPlace, undefined);
  assert.equal(
    read('Erika Muster', 'geboren am 28.07.1993', 'in Teilzeit seit 2019 tätig').birthPlace,
    undefined,
  );
});

test('a nationality can be before its word, with other data after it, and abbreviated', () => {
  const GERMAN = 276;
  const POLISH = 616;
  for (const [text, expected] of [
    ['geboren am 28.07.1993 in Husum, deutsche Staatsangehörigkeit, ledig', GERMAN],
    ['polnische Staatsangehörigkeit, verheiratet', POLISH],
    ['Staatsangehörigkeit: dt.', GERMAN],
    ['Nationalität: polnisch', POLISH],
  ] as const)
    assert.equal(read('Erika Muster', text).nationalityId, expected, text);
});

test('class 3 of the old licences can be abbreviated', () => {
  assert.deepEqual(
    read('Erika Muster', 'Führerschein Kl. 3').driversLicenseIds,
    read('Erika Muster', 'Führerschein Klasse 3').driversLicenseIds,
  );
  assert.ok(read('Erika Muster', 'Führerschein Kl. 3').driversLicenseIds.length > 0);
});
