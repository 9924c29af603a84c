import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/core/db/embedded/index.ts';
import { migrate } from '../server/core/db/migrate.ts';
import { median } from './measure.ts';

// npm run bench:change-boundary [-- --short]: changes per second with the boundary of final periods (migration 0042) and
// without it (the function of migration 0034), in alternating rounds on one durable PostgreSQL server.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 1 : 7;
const ROUND_MS = isShort ? 500 : 3000;
const WRITERS = 4;
const MIGRATIONS = join(import.meta.dirname, '../migrations');

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-boundary-'));
const postgres = await startEmbeddedPostgres({ directory });
try {
  await migrate(postgres.url);
  const functions = {
    without: await readFunction('0034_traces.sql'),
    with: await readFunction('0042_settled_boundary.sql'),
  };
  const writers = await Promise.all(Array.from({ length: WRITERS }, openWriter));
  // Its later version has more parameters, so that calls would be ambiguous.
  await writers[0]!.query('DROP FUNCTION record_change');
  await writers[0]!.query('INSERT INTO change_boundary (tenant_id, settled_until) VALUES (1, clock_now())');
  const rates = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const which of ['without', 'with'] as const) {
      await writers[0]!.query(functions[which]);
      rates[which].push(await measure(writers));
    }
  }
  await Promise.all(writers.map((writer) => writer.end()));
  console.log(
    `changes per second, ${WRITERS} connections, median of ${ROUNDS} rounds: ${median(rates.without).toFixed(0)} without the boundary, ${median(rates.with).toFixed(0)} with it, ratio ${(median(rates.with) / median(rates.without)).toFixed(3)}`,
  );
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
  await client.connect();
  await client.query("SELECT set_config('app.tenant_id', '1', false)");
  return client;
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
