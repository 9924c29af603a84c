import assert from 'node:assert/strict';
import { PerformanceObserver, constants as performanceConstants } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { Random } from '../../checks/chaos/random.ts';
import { startTestService } from '../../testing/harness.ts';
import '../../testing/unrecorded.ts';
import { CopyOut } from './copy-out.ts';
import { columnsSql, itemSql, type JsonColumn } from './json-columns.ts';
import { JsonRows, type JsonShape } from './json-rows.ts';

// What Node writes from the binary format is compared with what PostgreSQL writes. ROW_ROUNDS sets how many random tables are
// compared, and ROW_SEED which.

const ROUNDS = Number(process.env.ROW_ROUNDS ?? 30);
const SEED = Number(process.env.ROW_SEED ?? 20_261_123);

const service = await startTestService();
const random = new Random(SEED);
const draw = <T>(values: readonly T[]): T => values[random.integer(0, values.length - 1)]!;

const client = new pg.Client({ connectionString: service.databaseUrl });
client.on('error', () => {});
await client.connect();
after(() => client.end().catch(() => {}));
await client.query("SET TimeZone = 'UTC'");
await client.query(
  'CREATE TEMP TABLE item (number int, i int, u uuid, t text, b boolean, at timestamptz, j text)',
);

const read = (query: string, shape: JsonShape) =>
  client.query(new CopyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`, new JsonRows(shape)));

const COLUMNS: readonly JsonColumn[] = [
  { name: 'i', kind: 'integer', sql: 'i', isNullable: true },
  { name: 'uUid', kind: 'uuid', sql: 'u', isNullable: true },
  { name: 't', kind: 'text', sql: 't', isNullable: true },
  { name: 'isB', kind: 'boolean', sql: 'b', isNullable: true },
  { name: 'at', kind: 'time', sql: 'at', isNullable: true },
  { name: 'j', kind: 'json', sql: 'j', isNullable: true },
];

const CONTROL = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1));
const TEXTS = ['', 'Ada', 'Zoë "Z" \\ O', CONTROL, '\u007f\u0080\u2028</script>', '€😀', '"', '\\', '\n'];
const INTEGERS = [0, 9, 10, -10, 99, 100, 2_147_483_647, -2_147_483_648];
/** Days at the ends of what Date has, of years and centuries, and where a double is no longer exact. */
const DAYS = [
  ['4713-11-24 BC', '0001-12-31 BC', '0001-01-01', '1600-02-29', '1714-07-01', '1858-11-17', '1900-02-28'],
  ['1969-12-31', '1970-01-01', '1999-12-31', '2000-01-01', '2000-02-29', '2026-11-23', '2100-03-01'],
  ['2142-05-29', '2285-06-05', '9999-12-31', '10000-01-01', '275760-09-12'],
].flat();
const TIMES = ['00:00:00', '23:59:59.999999', '12:34:56.000999', '09:05:07.001', '19:59:59.9995'];

function drawTime(): string {
  const what = random.integer(0, 9);
  if (what === 0) return draw(['infinity', '-infinity']);
  if (what > 6) return new Date(random.integer(-5_000, 300_000) * 86_400_000 + 1).toISOString();
  const [day, era = ''] = draw(DAYS).split(' ');
  return `${day} ${draw(TIMES)}+00 ${era}`;
}

function drawRow(number: number, mayBeLong: boolean): unknown[] {
  const orNull = (value: unknown) => (random.chance(0.2) ? null : value);
  const texts = Array.from({ length: mayBeLong && random.chance(0.1) ? random.integer(1, 40_000) : 2 }, () =>
    draw(TEXTS),
  );
  return [
    number,
    orNull(random.chance(0.5) ? draw(INTEGERS) : random.integer(-100_000, 100_000)),
    orNull(Buffer.from(Array.from({ length: 16 }, () => random.integer(0, 255))).toString('hex')),
    orNull(texts.join('')),
    orNull(random.chance(0.5)),
    orNull(drawTime()),
    orNull(JSON.stringify(texts)),
  ];
}

async function fill(rows: unknown[][]): Promise<void> {
  await client.query('TRUNCATE item');
  await client.query(
    `INSERT INTO item SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::boolean[], $6::timestamptz[], $7::text[])`,
    rows.length === 0 ? Array(7).fill([]) : rows[0]!.map((_, column) => rows.map((row) => row[column])),
  );
}

test(`${ROUNDS} random tables are the same as written by PostgreSQL (seed ${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const count = random.integer(0, draw([3, 100, 2000]));
    const rows = Array.from({ length: count }, (_, number) => drawRow(number, count <= 100));
    await fill(rows);
    const columns = COLUMNS.filter(() => random.chance(0.8));
    if (columns.length === 0) continue;
    const { rows: expected } = await client.query(
      `SELECT string_agg(${itemSql(columns)} || E'\\n', ',' ORDER BY number) AS items FROM item`,
    );
    const query = `SELECT ${columnsSql(columns)} FROM item ORDER BY number`;
    const items = expected[0].items ?? '';
    assert.equal(await text(read(query, { lists: ['items'], columns })), `{"items":[${items}]}`);
    // Bytes that were sent do not change, also if they are read later.
    const chunks: Buffer[] = [];
    for await (const chunk of read(query, { lists: [], columns })) {
      await setImmediate();
      chunks.push(chunk);
    }
    assert.equal(Buffer.concat(chunks).toString(), `[${items}]`);
  }
});

test('rows that begin with the index of their list are in it, and lists without rows are empty', async () => {
  const lists = ['new', 'modified', 'deleted'];
  for (let which = 0; which < 8; which++) {
    const present = lists.map((_, index) => ((which >> index) & 1) * 2);
    const query = present
      .map((count, index) => `SELECT ${index}, '{"n":' || n || '}' FROM generate_series(1, ${count}) AS n`)
      .join(' UNION ALL ');
    assert.deepEqual(
      JSON.parse(await text(read(query, { lists }))),
      Object.fromEntries(
        lists.map((name, index) => [name, present[index] === 0 ? [] : [{ n: 1 }, { n: 2 }]]),
      ),
    );
  }
});

test('a long read does not make V8 collect all garbage again and again', async () => {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
      if (kind === performanceConstants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  let bytes = 0;
  const query = "SELECT repeat('x', 2000) FROM generate_series(1, 150000)";
  for await (const chunk of read(query, { lists: [] })) bytes += chunk.length;
  await setImmediate();
  observer.disconnect();
  assert.equal(bytes, 150_000 * 2002 + 1);
  assert.ok(collections <= 3, `V8 has collected all garbage ${collections} times.`);
});
