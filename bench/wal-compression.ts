import { readFile } from 'node:fs/promises';
import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';

// npm run bench:wal-compression [-- --short]: what a candidate costs PostgreSQL with and without wal_compression, just after a
// checkpoint, when most pages are written to the log as a whole, and later. Measured by turns on one connection. Needs Linux,
// which counts the time that a process runs.

const isShort = process.argv.includes('--short');
const CANDIDATES = isShort ? 5000 : 50_000;
const ROUNDS = isShort ? 2 : 7;
const CREATES = isShort ? 50 : 300;
const LATER = isShort ? 200 : 1500;

const environment = await startEnvironment();
const { tenantId, query } = environment;

async function create(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const [mark, number] = [crypto.randomUUID(), Math.floor(Math.random() * 1e9)];
    await query(
      `WITH added AS (
         INSERT INTO candidate (tenant_id, first_name, last_name, email, email_match, email_canonical, mobile, mobile_e164,
                                street, street_number, zip_code, city, country_id, last_name_sound, first_name_sound)
         VALUES ($1, 'First', 'Last', $2, $2, $2, $3, $3, 'Hauptstraße', '5', '10115', 'Berlin', 276, $4, $5)
         RETURNING id, row_guid)
       SELECT record_change($1, 'candidate', id, row_guid, 'new', NULL, NULL, NULL, 1401, NULL, NULL) FROM added`,
      [tenantId, `${mark}@example.org`, `+49${number}`, `8${number % 997}`, `3${number % 991}`],
    );
  }
}

async function measure(count: number): Promise<{ cpu: number; log: number }> {
  const read = async () => {
    const [{ pid, bytes }] = await query(
      `SELECT pg_backend_pid() AS pid, (pg_current_wal_lsn() - '0/0')::text AS bytes`,
    );
    const ran = Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]);
    return { ran, bytes: Number(bytes) };
  };
  const before = await read();
  await create(count);
  const after = await read();
  return { cpu: (after.ran - before.ran) / count / 1000, log: (after.bytes - before.bytes) / count / 1024 };
}

const results = new Map<string, { cpu: number; log: number }[]>();
try {
  await environment.fill(CANDIDATES);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const compression of ['off', 'pglz']) {
      await query(`SELECT set_config('wal_compression', $1, false)`, [compression]);
      await query('CHECKPOINT');
      for (const [when, count] of [
        ['just after a checkpoint', CREATES],
        ['later', LATER],
      ] as const) {
        const cost = await measure(count);
        const name = `${compression}, ${when}`;
        if (round > 0) results.set(name, [...(results.get(name) ?? []), cost]);
      }
    }
  }
  for (const [name, costs] of results) {
    const of = (key: 'cpu' | 'log') => median(costs.map((cost) => cost[key]));
    console.log(`${name}: ${of('cpu').toFixed(0)} µs, ${of('log').toFixed(1)} KiB of log`);
  }
} finally {
  await environment.stop();
}
