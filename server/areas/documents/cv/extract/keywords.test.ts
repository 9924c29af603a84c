import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalog } from '../../../masterdata/index.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const namesOf = (list: 'languages' | 'nationalities' | 'countries') =>
  readCatalog(list).entries.map(({ id, nameDe, nameEn }) => ({ id, nameDe, nameEn }));
const catalogs = {
  languages: namesOf('languages'),
  nationalities: namesOf('nationalities'),
  countries: namesOf('countries'),
  qualifications: [{ id: 1, names: ['Gabelstaplerschein', 'Forklift licence'] }],
};
const keywordsOf = (...lines: string[]) =>
  extractFacts(readPlain(['Jana Wieczorek', 'jana@example.org', ...lines].join('\n')), catalogs).keywords;

test('skills that no list has are keywords, without labels and levels', () => {
  assert.deepEqual(
    keywordsOf(
      'Kenntnisse',
      'EDV: DATEV (sehr gut), C++, C#, MATLAB/Simulink',
      '- SolidWorks – Grundkenntnisse',
      '- Gute Kenntnisse in Photoshop',
      '- datev',
    ),
    ['DATEV', 'C++', 'C#', 'MATLAB/Simulink', 'SolidWorks', 'Photoshop'],
  );
});

test('what the lists have, licences, and languages are no keywords', () => {
  assert.deepEqual(
    keywordsOf('Kenntnisse', 'Staplerschein, Englisch (B2), Kranbau', 'Führerschein: B, BE', 'sehr gut'),
    ['Kranbau'],
  );
});

test('sentences, addresses, and what is below a signature are no keywords', () => {
  assert.deepEqual(
    keywordsOf(
      'Kenntnisse',
      'Kassensysteme',
      'Ich arbeite gern im Team und bin belastbar.',
      'Am Markt 3 – 12055 Berlin',
      'Jana Wieczorek',
      'Berlin, 12.05.2024',
      'Arbeitszeugnis',
      'Herr Muster',
      'Spedition Nord',
      'Klaus Ritter',
      'Geschäftsleitung',
    ),
    ['Kassensysteme'],
  );
});

test('a skill that is broken over two lines is one', () => {
  assert.deepEqual(keywordsOf('Skills', 'ORCA, MS Pro-', 'ject, Schweißen', '(Aluminium)'), [
    'ORCA',
    'MS Project',
    'Schweißen (Aluminium)',
  ]);
});
