import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesAnother } from './other-name.ts';

/** Whether a CV with these names and this text is that of another person. */
function isAnother(
  [first_name, last_name, birth_name = null]: readonly (string | null)[],
  [firstName, lastName]: readonly [string, string],
  text = `${firstName} ${lastName}`,
  emails: string[] = [],
) {
  return namesAnother(
    { name: { firstName, lastName }, text, emails },
    { first_name: first_name!, last_name: last_name!, birth_name },
  );
}

test('another name is that of another person', () => {
  for (const [candidate, cv] of [
    [
      ['Jana', 'Wieczorek'],
      ['Wolfgang', 'Jankowski'],
    ],
    [
      ['Anna', 'Müller'],
      ['Emma', 'Müller'],
    ],
    [
      ['Anna', 'Müller'],
      ['Anna', 'Schmidt'],
    ],
    [
      ['Ali', 'Al-Khatib'],
      ['Omar', 'Al-Masri'],
    ],
    [
      [null, 'Wieczorek'],
      ['Wolfgang', 'Jankowski'],
    ],
  ] as const)
    assert.equal(isAnother(candidate, cv), true, `${candidate} ${cv}`);
});

test('a name that a person writes in two ways is the same', () => {
  for (const [candidate, cv] of [
    [
      ['Jana', 'Wieczorek'],
      ['JANA', 'WIECZOREK'],
    ],
    [
      ['Jana', 'Wieczorek'],
      ['Wieczorek', 'Jana'],
    ],
    [
      ['Şahin', 'Öztürk'],
      ['Sahin', 'Ozturk'],
    ],
    [
      ['Ulf', 'Müller'],
      ['Ulf', 'Mueller'],
    ],
    [
      ['Ulf', 'Meyer'],
      ['Ulf', 'Maier'],
    ],
    [
      ['Пётр', 'Петров'],
      ['Petr', 'Petrow'],
    ],
    [
      ['Katrin', 'Albers'],
      ['Katrin', 'Albers-Brandt'],
    ],
    [
      ['Hans-Peter', 'Ott'],
      ['Hanspeter', 'Ott'],
    ],
    [
      ['Anna Maria', 'Ruiz Gómez'],
      ['Maria', 'Gomez'],
    ],
    [
      ['Katrin', 'Albers', 'Brandt'],
      ['Katrin', 'Brandt'],
    ],
    [
      ['Jana', 'Wieczorek'],
      ['J.', 'Wieczorek'],
    ],
    [
      ['Maximilian', 'Ott'],
      ['Max', 'Ott'],
    ],
    [
      ['Ludwig', 'van Dyke'],
      ['Ludwig', 'Vandyke'],
    ],
    [
      [null, 'Wieczorek'],
      ['Jana', 'Wieczorek'],
    ],
    [
      [null, null],
      ['Jana', 'Wieczorek'],
    ],
  ] as const)
    assert.equal(isAnother(candidate, cv), false, `${candidate} ${cv}`);
});

test('the name at the top of the text is enough, as at birth and on two lines', () => {
  const misread = ['Senior', 'Consultant'] as const;
  const married = ['Katrin', 'Albers'] as const;
  assert.equal(isAnother(['Katrin', 'Brandt'], married, 'Katrin Albers, geb. Brandt'), false);
  const title = 'Senior Consultant\n\n';
  assert.equal(isAnother(['Jana', 'Wieczorek'], misread, `${title}Jana\nWieczorek`), false);
  assert.equal(isAnother(['Jana', 'Wieczorek'], misread, `${title}Jana\nOderstraße 1\nWieczorek`), true);
});

test('a CV without a name is not that of another person', () => {
  const names = { first_name: 'Jana', last_name: 'Wieczorek', birth_name: null };
  assert.equal(namesAnother({ text: 'Berufserfahrung', emails: [] }, names), false);
});

test('what looks like a name is one at the top, or beside an address like it', () => {
  const text = 'Lebenslauf\nMobil 0151 23456789\nDrei Kinder';
  const jana = ['Jana', 'Wieczorek'];
  assert.equal(isAnother(jana, ['Drei', 'Kinder'], text), false);
  const beside = text.replace('Drei Kinder', 'Wolfgang Jankowski');
  assert.equal(isAnother(jana, ['Wolfgang', 'Jankowski'], beside), false);
  assert.equal(isAnother(jana, ['Wolfgang', 'Jankowski'], beside, ['w.jankowski@example.org']), true);
});
