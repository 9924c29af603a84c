import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/core/db/embedded/index.ts';
import { migrate } from '../server/core/db/migrate.ts';
import { median } from './measure.ts';

// npm run bench:change-boundary [-- --short]: what the versions of record_change cost, in alternating rounds on one durable
// PostgreSQL server: changes per second that several connections commit, and the time of one among many in a transaction.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 1 : 7;
const ROUND_MS = isShort ? 500 : 3000;
const WRITERS = 4;
const IN_ONE = isShort ? 200 : 5000;
/** The migrations that define the versions. */
const VERSIONS = {
  'without the boundary': '0034_traces.sql',
  'with the boundary': '0042_settled_boundary.sql',
  'with actors': '0044_change_actors.sql',
  'with generations': '0058_log_generations.sql',
};
const MIGRATIONS = join(import.meta.dirname, '../migrations');

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-boundary-'));
const postgres = await startEmbeddedPostgres({ directory });
try {
  // Tables of later versions lack what these write, such as events.
  await migrate(postgres.url, { last: Object.values(VERSIONS).at(-1) });
  const versions = await Promise.all(
    Object.entries(VERSIONS).map(async ([name, migration]) => ({
      name,
      text: await readFunction(migration),
      rates: [] as number[],
      microseconds: [] as number[],
    })),
  );
  const writers = await Promise.all(Array.from({ length: WRITERS }, openWriter));
  const [first] = writers as [pg.Client];
  // Earlier versions leave it to the default.
  await first.query('ALTER TABLE change_log ALTER COLUMN generation SET DEFAULT 1');
  await first.query('INSERT INTO change_boundary (tenant_id, settled_until) VALUES (1, clock_now())');
  for (let round = 0; round < ROUNDS; round++) {
    for (const { text, rates, microseconds } of versions) {
      // Versions have different parameters, so that calls of two would be ambiguous.
      await first.query(`DROP FUNCTION record_change; ${text}`);
      rates.push(await measure(writers));
      microseconds.push(await measureOne(first));
    }
  }
  const generation: number[] = [];
  for (let round = 0; round < ROUNDS; round++) generation.push(await measureGeneration(first));
  await Promise.all(writers.map((writer) => writer.end()));
  console.log(`${WRITERS} connections, medians of ${ROUNDS} rounds`);
  for (const { name, rates, microseconds } of versions) {
    console.log(
      `${name.padEnd(24)} ${median(rates).toFixed(0)} changes per second, ${median(microseconds).toFixed(1)} µs each in one transaction`,
    );
  }
  console.log(`the generation of a change alone: ${median(generation).toFixed(1)} µs`);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function readFunction(name: string): Promise<string> {
  const text = await readFile(join(MIGRATIONS, name), 'utf8');
  const body = /CREATE (?:OR REPLACE )?FUNCTION record_change\([\s\S]*?\n {2}\$\$;/.exec(text);
  if (body === null) throw new Error(`${name} does not define record_change.`);
  return body[0].replace(/^CREATE (?:OR REPLACE )?/, 'CREATE OR REPLACE ');
}

async function openWriter(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  // If a round fails, the server ends before the connections.
  client.on('error', () => {});
  await client.connect();
  await client.query("SELECT set_config('app.tenant_id', '1', false)");
  return client;
}

/** Returns the microseconds of a change. */
async function measureOne(writer: pg.Client): Promise<number> {
  const startedMs = performance.now();
  await writer.query(
    "SELECT count(record_change(1, 'candidate', n, gen_random_uuid(), 'modified', NULL, NULL, NULL, 1402, NULL, NULL)) FROM generate_series(1, $1::int) AS n",
    [IN_ONE],
  );
  return ((performance.now() - startedMs) * 1000) / IN_ONE;
}

/** Returns the microseconds in which a change finds its generation. */
async function measureGeneration(writer: pg.Client): Promise<number> {
  const startedMs = performance.now();
  await writer.query('SELECT count(own_log_generation(1)) FROM generate_series(1, $1::int)', [IN_ONE]);
  return ((performance.now() - startedMs) * 1000) / IN_ONE;
}

/** Returns the changes per second that all writers commit together. */
async function measure(writers: pg.Client[]): Promise<number> {
  const startedMs = performance.now();
  let changes = 0;
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() - startedMs < ROUND_MS) {
        await writer.query({
          name: 'change',
          text: "SELECT record_change(1, 'candidate', 1, gen_random_uuid(), 'modified', NULL, NULL, NULL, 1402, NULL, NULL)",
        });
        changes++;
      }
    }),
  );
  return changes / ((performance.now() - startedMs) / 1000);
}
