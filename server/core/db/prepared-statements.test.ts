import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import { openDatabase } from './connection.ts';

const MAXIMUM = 500;

const service = await startTestService();
const database = openDatabase({
  url: service.databaseUrl,
  maximumConnections: 1,
  transactionTimeoutMs: 30_000,
});
service.beforeClose(() => database.close());

const run = (text: string) => database.system.executeQuery<{ value: number }>(CompiledQuery.raw(text, [7]));

async function readPrepared(): Promise<string[]> {
  const session = await database.checkout(null);
  const { rows } = await session.client.query('SELECT statement FROM pg_prepared_statements');
  session.release();
  return rows.map(({ statement }) => statement);
}

const FREQUENT = 'SELECT $1::int AS value';

test('a connection keeps a limited number of statements, the most recently used ones', async () => {
  await run(FREQUENT);
  for (let index = 0; index < MAXIMUM + 20; index++) {
    await run(`SELECT $1::int + ${index} AS value`);
    if (index % 100 === 0) await run(FREQUENT);
  }
  const statements = await readPrepared();
  assert.equal(statements.length, MAXIMUM);
  assert.ok(statements.includes(FREQUENT));
  assert.ok(!statements.includes('SELECT $1::int + 0 AS value'));
});

test('pg does not keep the text of a dropped statement', async () => {
  const session = await database.checkout(null);
  const { parsedStatements } = session.client.connection as unknown as { parsedStatements: object };
  session.release();
  assert.equal(Object.keys(parsedStatements).length, MAXIMUM);
});

test('a dropped statement is prepared again when it is used', async () => {
  const { rows } = await run('SELECT $1::int + 0 AS value');
  assert.deepEqual(rows, [{ value: 7 }]);
});

test('evicting statements that PostgreSQL could not parse leaves the connection usable', async () => {
  for (let index = 0; index < MAXIMUM; index++) {
    await assert.rejects(run(`SELECT $1::int, nothing${index}`), { code: '42703' });
  }
  const backend = async () => {
    const session = await database.checkout(null);
    const { rows } = await session.client.query('SELECT pg_backend_pid() AS pid');
    session.release();
    return rows[0].pid;
  };
  const before = await backend();
  for (let index = 0; index < MAXIMUM; index++) await run(`SELECT $1::int * ${index} AS value`);
  assert.equal(await backend(), before);
  assert.equal((await readPrepared()).length, MAXIMUM);
});

test('a transaction can run more statements than a connection keeps', async () => {
  await database.system.transaction().execute(async (transaction) => {
    for (let index = 0; index < MAXIMUM + 20; index++) {
      await transaction.executeQuery(CompiledQuery.raw(`SELECT $1::int - ${index} AS value`, [7]));
    }
  });
  assert.equal((await readPrepared()).length, MAXIMUM);
});
