import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CatalogList, catalogLists, catalogUrl, formatCatalog, readCatalog } from './catalogs.ts';

const tenantLists = ['channels', 'industries', 'qualifications', 'sourcesofsupply'];

function idsOf(list: CatalogList): number[] {
  return readCatalog(list).entries.map((entry) => entry.id);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

for (const list of catalogLists) {
  test(`${list}: ids are unique positive int32 values`, () => {
    const ids = idsOf(list);
    assert.ok(ids.length > 0);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.filter((id) => !Number.isInteger(id) || id < 1 || id > 2_147_483_647),
      [],
    );
  });

  test(`${list}: every entry has a trimmed English and German name`, () => {
    for (const entry of readCatalog(list).entries) {
      for (const name of [entry.nameEn, entry.nameDe]) {
        assert.equal(typeof name, 'string', `entry ${entry.id}`);
        assert.match(name, /^\S(.*\S)?$/u, `entry ${entry.id}`);
      }
    }
  });

  test(`${list}: the file is sorted by id and has one entry per line`, () => {
    assert.equal(readFileSync(catalogUrl(list), 'utf8'), formatCatalog(readCatalog(list)));
  });

  test(`${list}: the file contains the name and the owner of the list`, () => {
    const catalog = readCatalog(list);
    assert.equal(catalog.list, list);
    assert.equal(catalog.owner, tenantLists.includes(list) ? 'tenant' : 'shared');
  });
}

test('driving licences have the ids 313 to 343 without gaps', () => {
  assert.deepEqual(idsOf('driverslicenses'), range(313, 343));
});

test('languages have the ids 1 to 97 without 31, 41, and 53', () => {
  assert.deepEqual(
    idsOf('languages'),
    range(1, 97).filter((id) => ![31, 41, 53].includes(id)),
  );
});

test('language levels have the ids 629 to 635, ranked from A1 to native speaker', () => {
  assert.deepEqual(
    readCatalog('languagelevels').entries.map(({ id, nameEn, attributes }) => [id, nameEn, attributes?.rank]),
    [
      [629, 'A1', 1],
      [630, 'A2', 2],
      [631, 'B1', 3],
      [632, 'B2', 4],
      [633, 'C1', 5],
      [634, 'C2', 6],
      [635, 'native speaker', 7],
    ],
  );
});

test('candidate status values are archived, hire, rejected, and qualified', () => {
  assert.deepEqual(
    readCatalog('candidatestatus').entries.map(({ id, nameEn }) => [id, nameEn]),
    [
      [23, 'archived'],
      [2003, 'hire'],
      [2004, 'rejected'],
      [2005, 'qualified'],
    ],
  );
});

test('salutations are Mr, Ms, and no statement', () => {
  assert.deepEqual(
    readCatalog('salutations').entries.map(({ id, nameDe }) => [id, nameDe]),
    [
      [1, 'Herr'],
      [2, 'Frau'],
      [3, 'Keine Angabe'],
    ],
  );
});

test('channels contain 28 Homepage and 51 Import', () => {
  const names = new Map(readCatalog('channels').entries.map((entry) => [entry.id, entry.nameEn]));
  assert.equal(names.get(28), 'Homepage');
  assert.equal(names.get(51), 'Import');
});

test('document categories have the keys used in paths', () => {
  assert.deepEqual(
    readCatalog('documentcategories').entries.map((entry) => entry.attributes?.key),
    ['cv', 'other', 'driverlicense', 'application', 'workpermit', 'certificateofgoodconduct'],
  );
});

test('only cancelled and closed requests are final', () => {
  assert.deepEqual(
    readCatalog('requeststatus').entries.map(({ attributes }) => [attributes?.key, attributes?.isFinal]),
    [
      ['open', false],
      ['inProgress', false],
      ['filled', false],
      ['cancelled', true],
      ['closed', true],
    ],
  );
});

test('industries are the sections A to U', () => {
  const codes = readCatalog('industries').entries.map((entry) => entry.attributes?.code);
  assert.deepEqual(codes, [...'ABCDEFGHIJKLMNOPQRSTU']);
  assert.deepEqual(idsOf('industries'), range(1, 21));
});

test('countries have their ISO number as id and their ISO codes as attributes', () => {
  const countries = readCatalog('countries').entries;
  assert.equal(countries.length, 250);
  assert.deepEqual(
    countries.find((country) => country.id === 276),
    { id: 276, nameEn: 'Germany', nameDe: 'Deutschland', attributes: { alpha2: 'DE', alpha3: 'DEU' } },
  );
});

test('country names are unique in each language', () => {
  const countries = readCatalog('countries').entries;
  assert.equal(new Set(countries.map((country) => country.nameEn)).size, countries.length);
  assert.equal(new Set(countries.map((country) => country.nameDe)).size, countries.length);
});

test('there are 16 German, 9 Austrian, and 26 Swiss federal states', () => {
  const countryIds = readCatalog('federalstates').entries.map((state) => state.attributes?.countryId);
  const count = (countryId: number) => countryIds.filter((found) => found === countryId).length;
  assert.deepEqual([count(276), count(40), count(756), countryIds.length], [16, 9, 26, 51]);
});

test('the id of every federal state starts with the id of a listed country', () => {
  const countryIds = new Set(idsOf('countries'));
  for (const state of readCatalog('federalstates').entries) {
    const countryId = Number(state.attributes?.countryId);
    assert.ok(countryIds.has(countryId), state.nameEn);
    assert.equal(Math.floor(state.id / 100), countryId, state.nameEn);
  }
});

test('every nationality has the id of a country, or is unknown or stateless', () => {
  const allowed = new Set([...idsOf('countries'), 997, 998]);
  assert.deepEqual(
    idsOf('nationalities').filter((id) => !allowed.has(id)),
    [],
  );
  assert.ok(idsOf('nationalities').includes(997) && idsOf('nationalities').includes(998));
});

test('the level of a profession is the fifth digit of its code and is a listed level', () => {
  const levelIds = idsOf('levels');
  for (const profession of readCatalog('professions').entries) {
    const code = String(profession.attributes?.code);
    assert.match(code, /^\d{5}-\d{5}$/, profession.nameEn);
    assert.equal(profession.attributes?.levelId, Number(code[4]), profession.nameEn);
    assert.ok(levelIds.includes(Number(code[4])), profession.nameEn);
  }
});

test('the derived files match their sources', async () => {
  const script = fileURLToPath(new URL('./catalogs/build.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, '--check']);
});
