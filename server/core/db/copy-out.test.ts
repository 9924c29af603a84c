import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { Random } from '../../checks/chaos/random.ts';
import { startTestService } from '../../testing/harness.ts';
import '../../testing/unrecorded.ts';
import { CopyOut } from './copy-out.ts';
import { JsonRows } from './json-rows.ts';

// COPY_ROUNDS sets how many random tables are compared, and COPY_SEED which.

const ROUNDS = Number(process.env.COPY_ROUNDS ?? 40);
const SEED = Number(process.env.COPY_SEED ?? 20_261_123);

const service = await startTestService();
const random = new Random(SEED);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  client.on('error', () => {});
  await client.connect();
  after(() => client.end().catch(() => {}));
  return client;
}

const client = await connect();
/** Streams the texts of a query as an array. */
const copy = (query: string, by = client) =>
  by.query(new CopyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`, new JsonRows({ lists: [] })));
const isUsable = async (of = client) => {
  const { rows } = await of.query('SELECT 7 AS number');
  return rows[0].number === 7;
};

test(`${ROUNDS} random tables arrive as they are, also beside notices and for slow readers (seed ${SEED})`, async () => {
  await client.query(`CREATE FUNCTION pg_temp.noted(number integer) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN
      IF number % 7 = 0 THEN RAISE NOTICE 'row %', repeat('x', number % 5000); END IF;
      RETURN number;
    END $$`);
  for (let round = 0; round < ROUNDS; round++) {
    const rows = random.integer(0, random.chance(0.5) ? 20 : 20_000);
    const length = random.integer(1, rows > 20 ? 300 : 100_000);
    const query = `SELECT pg_temp.noted(number) || repeat('ü', (number::bigint * ${random.integer(0, 9999)} % ${length})::int)
                     FROM generate_series(1, ${rows}) AS number ORDER BY number`;
    const values = (await client.query({ text: query, rowMode: 'array' })).rows.map(
      ([value]) => `${value}\n`,
    );
    const expected = `[${values.join(',')}]`;
    const stream = copy(query);
    if (random.chance(0.5)) assert.equal(await text(stream), expected);
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) {
        // What a chunk has must not change when later ones arrive.
        for (let turns = random.integer(0, 3); turns > 0; turns--) await setImmediate();
        chunks.push(chunk);
      }
      assert.equal(Buffer.concat(chunks).toString(), expected);
    }
    assert.ok(await isUsable());
  }
});

test('an error before and after rows is the error of the stream, and the connection remains usable', async () => {
  for (const [query, code] of [
    ['SELECT nothing', '42703'],
    ['SELECT (1 / (number - 50000))::text FROM generate_series(1, 100000) AS number', '22012'],
  ] as const) {
    await assert.rejects(text(copy(query)), { code });
    assert.ok(await isUsable());
  }
});

test('statements that wait behind it run after its last row', async () => {
  const stream = copy('SELECT number::text FROM generate_series(1, 100000) AS number');
  const next = client.query('SELECT 8 AS number');
  assert.equal((await text(stream)).length, 688_896);
  assert.equal((await next).rows[0].number, 8);
});

test('a connection that breaks is an error, not an end', async () => {
  const broken = await connect();
  const { rows } = await broken.query('SELECT pg_backend_pid() AS pid');
  const stream = copy("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)", broken);
  const reading = (async () => {
    let bytes = 0;
    for await (const chunk of stream) {
      if (bytes === 0) await service.sql('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      bytes += chunk.length;
    }
  })();
  await assert.rejects(reading);
});

test('a reader that leaves ends the stream', async () => {
  const left = await connect();
  const stream = copy("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)", left);
  for await (const _ of stream) break;
  assert.ok(stream.destroyed);
  await left.end();
});
