import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extend, findMigrationFaults, judgeMigrations, type Migration } from './frozen-migrations.ts';

const hash = (digit: string) => digit.repeat(64);
const MIGRATIONS: Migration[] = [
  { name: '0029_portal.sql', sha256: hash('a') },
  { name: '0030_turns.sql', sha256: hash('b') },
  { name: '0031_reports.sql', sha256: hash('c') },
];
const FROZEN = MIGRATIONS.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

test('the migrations are those that are frozen', async () => {
  assert.deepEqual(await findMigrationFaults(), []);
});

test('a new migration is added to the list', () => {
  const added = { name: '0032_consents.sql', sha256: hash('d') };
  assert.deepEqual(judgeMigrations(FROZEN, [...MIGRATIONS, added]), [
    '0032_consents.sql is not in migrations/SHA256SUMS: run npm run gen',
  ]);
  const extended = extend(FROZEN, [...MIGRATIONS, added]);
  assert.equal(extended, `${FROZEN}${hash('d')}  0032_consents.sql\n`);
  assert.deepEqual(judgeMigrations(extended, [...MIGRATIONS, added]), []);
});

test('an edited migration is named, and generating does not hide it', () => {
  const edited = MIGRATIONS.map((migration, index) =>
    index === 1 ? { ...migration, sha256: hash('d') } : migration,
  );
  assert.equal(extend(FROZEN, edited), FROZEN);
  assert.deepEqual(judgeMigrations(FROZEN, edited), [
    '0030_turns.sql was edited: undo the edit and add a new migration',
  ]);
});

test('a migration that is gone is named, also when it was renamed', () => {
  assert.deepEqual(judgeMigrations(FROZEN, MIGRATIONS.slice(0, 2)), [
    '0031_reports.sql is missing: migrations are never removed or renamed',
  ]);
});

test('numbers continue from 0031 without gaps, and no number is used twice', () => {
  const faultsOf = (...names: string[]) => {
    const migrations = names.map((name) => ({ name, sha256: hash('a') }));
    return judgeMigrations(extend('', migrations), migrations);
  };
  assert.deepEqual(faultsOf('0001_a.sql', '0014_b.sql', '0030_c.sql', '0031_d.sql', '0032_e.sql'), []);
  assert.deepEqual(faultsOf('0030_c.sql', '0032_e.sql', '0033_f.sql'), [
    '0032_e.sql: the next number is 0031',
  ]);
  assert.deepEqual(faultsOf('0031_d.sql', '0031_e.sql'), ['0031_e.sql: the next number is 0032']);
  assert.deepEqual(faultsOf('0031-d.sql'), ['0031-d.sql: name it NNNN_concern.sql']);
});
