import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { recordReader } from '../../../testing/stored-records.ts';
import { candidateJson } from './record-sql.ts';
import { storeMissingRecords } from './stored-record.ts';

const service = await startTestService();
const { id: tenantId } = service.tenant;
const { createFull, storedRow, read } = await recordReader(service, await service.platform('recruiter'));

const NAMES = ['job_ad', 'tenant_catalog_entry', 'catalog_entry'];

/** The columns that the query of the record reads, by their tables. PostgreSQL knows them from a view of the query. */
async function shownColumns(): Promise<Map<string, string[]>> {
  await service.sql(
    `CREATE TEMP VIEW shown AS SELECT ${candidateJson('en', 'c.tenant_id')} AS body FROM candidate AS c`,
  );
  const rows = await service.sql<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.view_column_usage
       JOIN information_schema.columns USING (table_schema, table_name, column_name)
      WHERE view_name = 'shown' AND is_generated = 'NEVER' ORDER BY 1, 2`,
  );
  await service.sql('DROP VIEW shown');
  return rows.reduce(
    (tables, row) => tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row.column_name]),
    new Map<string, string[]>(),
  );
}

test('whatever column of the record is written, by whatever statement, the stored record is deleted', async () => {
  const full = await createFull();
  const tables = await shownColumns();
  assert.deepEqual(
    NAMES.filter((table) => !tables.has(table)),
    [],
  );
  for (const name of NAMES) tables.delete(name);
  assert.equal(tables.size, 16);
  for (const [table, columns] of tables) {
    const owner = table === 'communication_attachment' ? 'communication_id' : 'candidate_id';
    const where =
      table === 'candidate'
        ? `id = ${full.id}`
        : `${owner} = ${table === 'communication_attachment' ? full.communicationId : full.id}`;
    for (const column of columns.filter((name) => name !== 'tenant_id')) {
      await assertDeleted(full.id, `${table}.${column}`, () =>
        service.sql(`UPDATE ${table} SET ${column} = ${column} WHERE ${where}`),
      );
    }
    if (table !== 'candidate') await deleteAndInsert(full.id, table, where);
  }
});

/** Stores the record, and asserts that the change deletes what was stored. */
async function assertDeleted<T>(candidateId: number, what: string, change: () => Promise<T>): Promise<T> {
  // A read that is over may be storing the record at this moment, and holds the candidate, which is then skipped.
  await eventually('the record is stored', async () => {
    await storeMissingRecords(service.services.database, tenantId, [candidateId], 'en');
    return (await storedRow(candidateId)) !== undefined;
  });
  const before = await storedRow(candidateId);
  const result = await change();
  assert.notEqual(await storedRow(candidateId), before, what);
  return result;
}

async function deleteAndInsert(candidateId: number, table: string, where: string): Promise<void> {
  const before = await read(candidateId);
  // Rows that go with it come back with it.
  const attachments = await service.sql(
    `SELECT row_to_json(t) AS row FROM communication_attachment AS t WHERE communication_id IN
       (SELECT id FROM communication WHERE candidate_id = $1)`,
    [candidateId],
  );
  const rows = await assertDeleted(candidateId, `DELETE FROM ${table}`, () =>
    service.sql(`DELETE FROM ${table} AS t WHERE ${where} RETURNING row_to_json(t) AS row`),
  );
  assert.ok(rows.length > 0, table);
  assert.notDeepEqual(await read(candidateId), before);
  await assertDeleted(candidateId, `INSERT INTO ${table}`, async () => {
    for (const { row } of rows) await insert(table, row);
  });
  if (table === 'communication')
    for (const { row } of attachments) await insert('communication_attachment', row);
  assert.deepEqual(await read(candidateId), before);
}

async function insert(table: string, row: unknown): Promise<void> {
  const [columns] = await service.sql<{ list: string }>(
    `SELECT string_agg(column_name, ', ') AS list FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  await service.sql(
    `INSERT INTO ${table} (${columns!.list}) SELECT ${columns!.list} FROM json_populate_record(NULL::${table}, $1)`,
    [JSON.stringify(row)],
  );
}
