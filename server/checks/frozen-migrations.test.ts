import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMissing, compareMigrations, findMigrationFaults, type Migration } from './frozen-migrations.ts';

const hash = (digit: string) => digit.repeat(64);
const MIGRATIONS: Migration[] = [
  { name: '0029_portal.sql', sha256: hash('a') },
  { name: '0030_turns.sql', sha256: hash('b') },
  { name: '0031_reports.sql', sha256: hash('c') },
];
const FROZEN = MIGRATIONS.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

test('the migrations match the committed list', async () => {
  assert.deepEqual(await findMigrationFaults(), []);
});

test('a new migration is reported until it is added to the list', () => {
  const added = { name: '0032_consents.sql', sha256: hash('d') };
  assert.deepEqual(compareMigrations(FROZEN, [...MIGRATIONS, added]), [
    '0032_consents.sql is not in migrations/SHA256SUMS; run npm run gen',
  ]);
  const extended = addMissing(FROZEN, [...MIGRATIONS, added]);
  assert.equal(extended, `${FROZEN}${hash('d')}  0032_consents.sql\n`);
  assert.deepEqual(compareMigrations(extended, [...MIGRATIONS, added]), []);
});

test('an edited migration is reported, and its line in the list does not change', () => {
  const edited = MIGRATIONS.map((migration, index) =>
    index === 1 ? { ...migration, sha256: hash('d') } : migration,
  );
  assert.equal(addMissing(FROZEN, edited), FROZEN);
  assert.deepEqual(compareMigrations(FROZEN, edited), [
    '0030_turns.sql was edited; undo the edit and add a new migration',
  ]);
});

test('a removed or renamed migration is reported', () => {
  assert.deepEqual(compareMigrations(FROZEN, MIGRATIONS.slice(0, 2)), [
    '0031_reports.sql is missing; restore it, because migrations are never removed or renamed',
  ]);
});

test('from 0031 on, numbers have no gaps and no duplicates', () => {
  const faultsOf = (...names: string[]) => {
    const migrations = names.map((name) => ({ name, sha256: hash('a') }));
    return compareMigrations(addMissing('', migrations), migrations);
  };
  assert.deepEqual(faultsOf('0001_a.sql', '0014_b.sql', '0030_c.sql', '0031_d.sql', '0032_e.sql'), []);
  assert.deepEqual(faultsOf('0030_c.sql', '0032_e.sql', '0033_f.sql'), [
    '0032_e.sql has the wrong number; the next number is 0031',
  ]);
  assert.deepEqual(faultsOf('0031_d.sql', '0031_e.sql'), [
    '0031_e.sql has the wrong number; the next number is 0032',
  ]);
  assert.deepEqual(faultsOf('0031-d.sql'), ['0031-d.sql has an invalid name; name it NNNN_topic.sql']);
});
