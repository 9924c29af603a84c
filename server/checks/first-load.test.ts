import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlannerStatistics } from '../core/db/planner-statistics.ts';
import { waitFor } from '../testing/command-line.ts';
import { startTestService } from '../testing/harness.ts';
import { createRecords, insertBasics } from './records/tenant-records.ts';

// A first load into an empty database: no statement may become slower with each record. The database counts what it reads, so
// the machine does not matter. SETS=2000 makes it as large as a real one.

const SETS = Number(process.env.SETS ?? 240);
const CONNECTIONS = 8;
/** A bad plan reads all records of the tenant in each scan, which is on average a multiple of this. */
const MAXIMUM_READ = SETS / 8;
/** A table of a few pages is read as a whole, because that costs less than a look at an index. */
const MAXIMUM_READ_OF_TABLE = Math.max(MAXIMUM_READ, 300);

const service = await startTestService();
const statistics = new PlannerStatistics({
  url: service.databaseUrl,
  onFailure: (error) => assert.fail(String(error)),
});
service.beforeClose(() => statistics.stop());

interface Reads {
  name: string;
  scans: number;
  read: number;
}

/** What each index and table has read since the start. */
async function countReads(): Promise<Map<string, Reads>> {
  // Sessions report their counts after a second, or when they end.
  const rows = await service.sql<Reads>(
    `SELECT indexrelname AS name, idx_scan::int AS scans, idx_tup_read::float8 AS read FROM pg_stat_user_indexes
     UNION ALL SELECT 'all of ' || relname, seq_scan::int, seq_tup_read::float8 FROM pg_stat_user_tables`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

test('a first load reads as little for the last records as for the first', async () => {
  const { tenant } = service;
  const [lists] = await service.sql<Record<string, number>>(
    `SELECT min(id) FILTER (WHERE list = 'languages') AS language, min(id) FILTER (WHERE list = 'professions') AS profession,
            min(id) FILTER (WHERE list = 'driverslicenses') AS licence FROM catalog_entry WHERE NOT is_expired`,
  );
  const choice = lists as { language: number; profession: number; licence: number };
  const basics = await insertBasics({ service, tenant, mark: 'first' });
  // One connection, which runs one statement at a time.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn: typeof service.sql = (...given) => {
    const rows = turn.then(() => service.sql(...given));
    turn = rows;
    return rows as never;
  };
  let next = 0;
  const load = async (end: number) => {
    while (next < end)
      await createRecords({ service: { sql: inTurn }, tenant, mark: `m${next++}` }, basics, choice);
  };
  const loadAll = (end: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => load(end)));
  // Until the tables have statistics, a statement can have a bad plan. On a busy machine, they come later than half of the records.
  // Autovacuum does not look often enough, so it must not be what made them.
  await service.sql('ALTER TABLE candidate SET (autovacuum_enabled = off)');
  await loadAll(SETS / 4);
  await waitFor('the statistics of the candidates', async () => {
    const [candidates] = await service.sql<{ rows: number }>(
      "SELECT reltuples AS rows FROM pg_class WHERE oid = 'candidate'::regclass",
    );
    return candidates!.rows > 0;
  });
  // Sessions plan again, and report what they had read before.
  await loadAll(SETS / 2);
  const before = await countReads();
  await loadAll(SETS);
  const after = await countReads();
  const tooMany: string[] = [];
  for (const [name, { scans, read }] of after) {
    const { scans: scansBefore, read: readBefore } = before.get(name) ?? { scans: 0, read: 0 };
    const each = (read - readBefore) / Math.max(1, scans - scansBefore);
    if (each > (name.startsWith('all of') ? MAXIMUM_READ_OF_TABLE : MAXIMUM_READ))
      tooMany.push(`${name}: ${each.toFixed(0)} entries in each of ${scans - scansBefore} scans`);
  }
  assert.deepEqual(tooMany, []);
});
