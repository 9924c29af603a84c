import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { columnsOf, OWN_COLUMNS, PROPERTIES } from './properties.ts';
import { COMBINED_TABLES, MOVED, OTHER_REFERENCES, tableOf } from './tables.ts';

// A merge must know everything that refers to a candidate. The database tells what there is, so that a table or a column that is added
// later fails here until somebody has decided what a merge does with it.

const service = await startTestService();

const columns = async (condition: string) =>
  (
    await service.sql<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name
         FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND (${condition})
        ORDER BY 1`,
    )
  ).map(({ name }) => name);

test('a merge knows every column with ids of candidates', async () => {
  const referring = await columns(`
    a.attname ~ '(^|_)candidate_id$' OR a.attname IN ('entity_id', 'record_id', 'owner_id')
    OR EXISTS (SELECT FROM pg_constraint AS k WHERE k.contype = 'f' AND k.conrelid = c.oid AND a.attnum = ANY (k.conkey)
                  AND k.confrelid = 'candidate'::regclass AND a.attname <> 'tenant_id')`);
  const known = [
    ...[...MOVED, ...COMBINED_TABLES].map((table) => `${table}.candidate_id`),
    ...Object.keys(OTHER_REFERENCES),
  ];
  assert.deepEqual(
    referring,
    known.sort(),
    'Add the column to MOVED, COMBINED, or OTHER_REFERENCES in server/areas/merging/tables.ts, and say what undoing does with it.',
  );
});

test('a merge knows every column of a candidate', async () => {
  const all = await columns("c.relname = 'candidate'");
  const known = [...PROPERTIES.flatMap(columnsOf), ...OWN_COLUMNS].map((column) => `candidate.${column}`);
  assert.deepEqual(all, known.sort(), 'Add the column to a property in server/areas/merging/properties.ts.');
});

test('a row that was removed can be added again with all its columns', async () => {
  for (const table of COMBINED_TABLES) {
    const all = await columns(
      `c.relname = '${table}' AND a.attgenerated = '' AND a.attname NOT IN ('tenant_id', 'candidate_id', 'id')`,
    );
    assert.deepEqual(
      all,
      tableOf(table)
        .columns.map((column) => `${table}.${column}`)
        .sort(),
    );
  }
});
