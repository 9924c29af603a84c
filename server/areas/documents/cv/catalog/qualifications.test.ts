import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import { readCatalog } from '../../../masterdata/index.ts';
import { findQualifications } from '../extract/qualifications.ts';
import { type QualificationEntry, toQualificationForms } from './qualifications.ts';

const BUILT_IN = readCatalog('qualifications').entries.map(({ id, nameDe, nameEn }) => ({
  id,
  names: [nameDe, nameEn],
}));

function find(text: string, entries: readonly QualificationEntry[] = BUILT_IN): string[] {
  const ids = findQualifications(
    text.split('\n').map((line) => ({
      cells: [{ x: 0, text: line }],
      ...PLAIN_LINE,
      size: 0,
    })),
    toQualificationForms(entries),
  );
  return entries.filter(({ id }) => ids.includes(id)).map(({ names }) => names[0]!);
}

const own = (...names: string[]) => names.map((name, id) => ({ id, names: [name, name] }));

test('a qualification is found in other words, genders and spellings', () => {
  assert.deepEqual(find('Staplerschein'), ['Gabelstaplerschein']);
  assert.deepEqual(find('MS-Office'), ['Büroanwendungen (Textverarbeitung, Tabellenkalkulation)']);
  assert.deepEqual(find('Betriebliche Ersthelferin'), ['Betriebliche/r Ersthelfer/in']);
  assert.deepEqual(find('Pflegefachfrau'), ['Pflegefachfrau/Pflegefachmann']);
  assert.deepEqual(find('SPS Programmierung'), ['SPS-Programmierung']);
  assert.deepEqual(find('SAP WM'), ['SAP WM/EWM (Lagerverwaltung)']);
});

test('entries of a tenant have the words of their group, whatever the tenant calls them', () => {
  assert.deepEqual(find('Gabelstaplerführerschein', own('Staplerschein')), ['Staplerschein']);
  assert.deepEqual(find('Krankenpflegerin', own('Krankenschwester')), ['Krankenschwester']);
  assert.deepEqual(find('Kranführer', own('Kranführer/in')), ['Kranführer/in']);
});

test('a word that an entry only contains is not its name', () => {
  assert.deepEqual(find('ADR-Schein', own('Adresspflege', 'Quadratmeter')), []);
  assert.deepEqual(find('Staplerschein', own('Forklift maintenance')), []);
});

test('what several entries are called finds none of them', () => {
  assert.deepEqual(find('Kranschein'), []);
  assert.deepEqual(find('Kranschein (Turmdrehkran)'), ['Kranschein (Turmdrehkran)']);
});

test('another word for an entry means the entry that is called so', () => {
  assert.deepEqual(find('Schubmaststapler', own('Schubmaststaplerschein', 'Schubmaststapler')), [
    'Schubmaststapler',
  ]);
});
