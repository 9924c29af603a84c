import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OccupationIndex } from './occupations.ts';

const NAMES = [
  'Berufskraftfahrer/in',
  'Gabelstaplerfahrer/in',
  'Fachlagerist/in',
  'Koch/Köchin',
  'Gesundheits- und Krankenpfleger/in',
  'Elektroniker/in - Betriebstechnik',
  'Kommissionierer/in',
  'Helfer/in Lagerwirtschaft, Transport',
  'Maurer/in',
];
const index = new OccupationIndex();
for (const [id, name] of NAMES.entries()) index.add({ id, names: [name] });

const find = (title: string) => {
  const match = index.find(title);
  return match && `${NAMES[match.id]} by ${match.by}`;
};

test('a title is found in other words, and with how the person was employed or trained', () => {
  assert.equal(find('Staplerfahrerin'), 'Gabelstaplerfahrer/in by whole');
  assert.equal(find('Forklift Driver'), 'Gabelstaplerfahrer/in by whole');
  assert.equal(find('Krankenschwester'), 'Gesundheits- und Krankenpfleger/in by whole');
  assert.equal(
    find('Elektroniker für Betriebstechnik (m/w/d)'),
    'Elektroniker/in - Betriebstechnik by whole',
  );
  assert.equal(find('Lagerhelfer (Zeitarbeit)'), 'Helfer/in Lagerwirtschaft, Transport by whole');
  assert.equal(find('Ausbildung zum Fachlageristen'), 'Fachlagerist/in by whole');
  assert.equal(find('Maurerlehre'), 'Maurer/in by whole');
});

test('a title with more than the occupation is found by its part', () => {
  assert.equal(find('Berufskraftfahrer Fernverkehr'), 'Berufskraftfahrer/in by part');
  assert.equal(find('Kommissionierer, Frühschicht'), 'Kommissionierer/in by part');
});

test('of a title with thousands of words, only the first ones are looked up', { timeout: 30_000 }, () => {
  assert.equal(find(`Kommissionierer ${'Ab '.repeat(20_000)}`), 'Kommissionierer/in by part');
});

test('somebody who learns an occupation, helps in it, or leads others does not have it', () => {
  assert.equal(find('Fachlagerist (Praktikum)'), undefined);
  assert.equal(find('Kommissionierer / Teamleiter'), undefined);
  assert.equal(find('Berufskraftfahrer-Ausbilder'), undefined);
  assert.equal(find('Kochhilfe'), undefined);
});

test('a name of two entries finds neither, unless one is an activity', () => {
  const two = new OccupationIndex();
  two.add({ id: 1, names: ['Lackierer/in (Holz)'] });
  two.add({ id: 2, names: ['Lackierer/in (Metall)'] });
  two.add({ id: 3, names: ['Tischler/in'] });
  two.add({ id: 4, names: ['Tischler/in'], isActivity: true });
  assert.equal(two.find('Lackierer'), undefined);
  assert.equal(two.find('Lackierer (Holz)')?.id, 1);
  assert.equal(two.find('Schreinerin')?.id, 3);
});
