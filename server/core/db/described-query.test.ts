import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import '../../testing/unrecorded.ts';
import { openDatabase } from './connection.ts';

const service = await startTestService();
// One connection, so that each statement but the first is one whose columns are known.
const { system, close } = openDatabase({
  url: service.databaseUrl,
  maximumConnections: 1,
  transactionTimeoutMs: 30_000,
});
service.beforeClose(close);

const run = (text: string, ...values: unknown[]) => system.executeQuery(CompiledQuery.raw(text, values));

test('a statement that is executed again returns its rows, also if it has none', async () => {
  const text = 'SELECT n, n::text AS text, NULL::int AS nothing FROM generate_series(1, $1::int) AS n';
  for (const count of [2, 0, 3]) {
    const { rows } = await run(text, count);
    const expected = Array.from({ length: count }, (_, index) => ({
      n: index + 1,
      text: String(index + 1),
      nothing: null,
    }));
    assert.deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      expected,
    );
  }
});

test('a statement that returns nothing has the number of rows that it changed, each time', async () => {
  await system.executeQuery(CompiledQuery.raw('CREATE TEMPORARY TABLE item (id int)'));
  for (const count of [2, 0, 12]) {
    const inserted = await run('INSERT INTO item SELECT generate_series(1, $1::int)', count);
    assert.deepEqual([inserted.rows, inserted.numAffectedRows], [[], BigInt(count)]);
    const deleted = await run('DELETE FROM item WHERE id > $1', 0);
    assert.equal(deleted.numAffectedRows, BigInt(count));
  }
});

test('values arrive as pg sends them: lists, objects, bytes, times, truth values, and nothing', async () => {
  const at = new Date('2026-03-02T08:15:30.123Z');
  const text = `SELECT $1::text[] AS list, $2::jsonb AS object, $3::bytea AS bytes, $4::timestamptz AS at,
                       $5::boolean AS yes, $6::text AS nothing, $7::text AS missing`;
  for (let execution = 0; execution < 2; execution++) {
    const { rows } = await run(
      text,
      ['a', 'b"c', null],
      { a: [1] },
      Buffer.from([0, 255]),
      at,
      true,
      null,
      undefined,
    );
    assert.deepEqual(
      { ...(rows[0] as object) },
      {
        list: ['a', 'b"c', null],
        object: { a: [1] },
        bytes: Buffer.from([0, 255]),
        at: at.toISOString(),
        yes: true,
        nothing: null,
        missing: null,
      },
    );
  }
});

for (const [what, text, good, bad, expected] of [
  ['fails', 'SELECT 1 / $1::int AS value', 1, 0, { code: '22012' }],
  [
    'has a value that cannot be read',
    'SELECT $1::timestamptz AS value',
    '2026-03-02',
    'infinity',
    RangeError,
  ],
] as const) {
  test(`a statement that ${what} rejects with a stack of its caller, and the connection goes on`, async () => {
    for (const value of [good, bad, good, bad, good]) {
      const running = run(text, value);
      if (value === good) assert.equal((await running).rows.length, 1);
      else
        await assert.rejects(running, (error: Error) => {
          assert.match(error.stack!, /tenant-driver/);
          assert.throws(() => {
            throw error;
          }, expected);
          return true;
        });
    }
  });
}

test('a value that cannot be sent rejects, and the connection goes on', async () => {
  const endless: { self?: unknown } = {};
  endless.self = endless;
  const text = 'SELECT $1::jsonb AS value';
  await run(text, { a: 1 });
  await assert.rejects(run(text, endless), TypeError);
  assert.deepEqual({ ...((await run(text, { a: 2 })).rows[0] as object) }, { value: { a: 2 } });
});

test('a statement whose columns change is refused, as PostgreSQL does', async () => {
  await system.executeQuery(CompiledQuery.raw('CREATE TEMPORARY TABLE changing (a int)'));
  const text = 'SELECT * FROM changing WHERE $1::int = 1';
  await run(text, 1);
  await system.executeQuery(CompiledQuery.raw('ALTER TABLE changing ADD COLUMN b int'));
  await assert.rejects(run(text, 1), { code: '0A000' });
});
