import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { positionOf, readFeed } from '../../areas/changes/feed.ts';
import { recordChange } from '../../areas/changes/record-queries.ts';
import { hasSettled } from '../../areas/changes/settlement.ts';
import { createTenant } from '../../areas/tenants/index.ts';
import { withServices } from '../../commands/installation.ts';
import { readSettings } from '../../config.ts';
import { afterMove, TenantAwayError } from '../../core/db/tenant-away.ts';
import { runTransaction } from '../../core/db/transaction.ts';
import type { Services } from '../../core/services.ts';

// npm run distribution: moves tenants between the workers of Citus while others write, follow the feed, and read final windows, and
// proves that no acknowledged change was lost, doubled, or reordered, and that no window changed. With the settings of an installation
// for tests, after "stellwerk distribute": it creates tenants and leaves them.
//
//   npm run distribution -- --seconds 60 --writers 18 --tenants 6

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    writers: { type: 'string', default: '18' },
    tenants: { type: 'string', default: '6' },
  },
});
const PAGE = 200;
const WINDOW_MS = 700;
const LONGEST_PAUSE_MS = 80;

interface Follower {
  id: number;
  acknowledged: Set<number>;
  /** What the feed has returned, in its order. */
  seen: number[];
  position: Parameters<typeof readFeed>[2];
  windows: { fromMs: number; endMs: number; records: string }[];
}

class RolledBack extends Error {}

const counts = { changes: 0, refused: 0, moves: 0, failures: new Map<string, number>() };
let isOver = false;
let nextId = 1;

function note(error: unknown): void {
  if (error instanceof TenantAwayError) {
    counts.refused += 1;
    return;
  }
  const { code, message } = error as { code?: string; message: string };
  const text = `${code ?? ''} ${message.replaceAll(/\d+/g, '#')}`;
  counts.failures.set(text, (counts.failures.get(text) ?? 0) + 1);
}

/** Writes up to three changes in a transaction. Every tenth is rolled back. */
async function write({ database }: Services, { id, acknowledged }: Follower): Promise<void> {
  const written: number[] = [];
  try {
    await runTransaction(database.tenant(id), async (db) => {
      written.length = 0;
      for (let left = Math.ceil(Math.random() * 3); left > 0; left--) {
        const recordId = nextId++;
        written.push(recordId);
        await recordChange(db, id, {
          entity: 'candidate',
          id: recordId,
          kind: 'new',
          event: null,
          rowGuid: randomUUID(),
        });
        if (Math.random() < 0.5) await delay(Math.random() * LONGEST_PAUSE_MS);
      }
      if (Math.random() < 0.1) throw new RolledBack();
    });
    counts.changes += written.length;
    for (const recordId of written) acknowledged.add(recordId);
  } catch (error) {
    if (error instanceof RolledBack) return;
    note(error);
    await delay(20);
  }
}

/** Reads a page of the feed. Returns how many changes it had. */
async function follow({ database }: Services, follower: Follower): Promise<number> {
  const { id, position } = follower;
  const { rows, end } = await readFeed(database, id, position, ['candidate'], PAGE);
  follower.seen.push(...rows.map((row) => row.record_id));
  const last = rows.at(-1);
  follower.position = last === undefined || rows.length < PAGE ? end : positionOf(last);
  return rows.length;
}

async function readWindow(services: Services, { id, windows }: Follower): Promise<void> {
  const endMs = Date.now() - Math.floor(Math.random() * 5);
  const fromMs = endMs - WINDOW_MS;
  if (!(await hasSettled(services, id, endMs))) return;
  windows.push({ fromMs, endMs, records: await recordsOf(services, id, fromMs, endMs) });
}

async function recordsOf({ database }: Services, id: number, fromMs: number, endMs: number) {
  const { rows } = await sql<{ record_id: number }>`
    SELECT record_id FROM change_log
     WHERE tenant_id = ${id} AND changed_at >= ${new Date(fromMs).toISOString()}::timestamptz
       AND changed_at < ${new Date(endMs).toISOString()}::timestamptz
     ORDER BY record_id`.execute(database.tenant(id));
  return rows.map((row) => row.record_id).join();
}

/** Moves the shards of one of the tenants to the next worker. */
async function move(owner: pg.Client, tenantId: number): Promise<void> {
  const { rows } = await owner.query(
    `SELECT p.shardid AS shard, own.nodename AS "fromHost", own.nodeport AS "fromPort", n.nodename AS host, n.nodeport AS port
       FROM pg_dist_placement AS p JOIN pg_dist_node AS own USING (groupid)
       JOIN pg_dist_node AS n ON n.shouldhaveshards AND n.groupid <> p.groupid
      WHERE p.shardid = get_shard_id_for_distribution_column('change_log', $1::integer)
      ORDER BY n.groupid < p.groupid, n.groupid LIMIT 1`,
    [tenantId],
  );
  const { shard, fromHost, fromPort, host, port } = rows[0];
  await owner.query("SELECT citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", [
    shard,
    fromHost,
    fromPort,
    host,
    port,
  ]);
  counts.moves += 1;
}

async function judge(services: Services, follower: Follower): Promise<string[]> {
  const { id, acknowledged, seen, windows } = follower;
  while ((await afterMove(() => follow(services, follower))) > 0);
  const { rows } = await sql<{ record_id: number }>`
    SELECT record_id FROM change_log WHERE tenant_id = ${id} ORDER BY generation, transaction_id, sequence`.execute(
    services.database.tenant(id),
  );
  const stored = rows.map((row) => row.record_id);
  const inLog = new Set(stored);
  const lost = [...acknowledged].filter((recordId) => !inLog.has(recordId));
  const findings = lost.length > 0 ? [`tenant ${id}: ${lost.length} acknowledged changes are lost`] : [];
  if (new Set(seen).size < seen.length) findings.push(`tenant ${id}: the feed returned changes twice`);
  if (seen.join() !== stored.join()) findings.push(`tenant ${id}: the feed differs from the log`);
  for (const { fromMs, endMs, records } of windows)
    if ((await recordsOf(services, id, fromMs, endMs)) !== records)
      findings.push(`tenant ${id}: a final window has changed`);
  return findings;
}

async function repeat(work: () => Promise<unknown>, pauseMs: number): Promise<void> {
  while (!isOver) {
    await work().catch(note);
    await delay(pauseMs);
  }
}

await withServices(readSettings(process.env), async (services) => {
  const followers: Follower[] = [];
  for (let index = 0; index < Number(values.tenants); index++) {
    const { id } = await createTenant(services, { key: `proof-${randomUUID()}`, name: 'Proof' });
    const position = { generation: 0, transactionId: 0n, sequence: 0n };
    followers.push({ id, acknowledged: new Set(), seen: [], position, windows: [] });
  }
  const random = () => followers[Math.floor(Math.random() * followers.length)]!;
  const owner = new pg.Client({ connectionString: services.settings.migrationDatabaseUrl });
  await owner.connect();
  const work = [
    ...Array.from({ length: Number(values.writers) }, () => repeat(() => write(services, random()), 0)),
    ...followers.map((follower) => repeat(() => follow(services, follower), 10)),
    ...followers.map((follower) => repeat(() => readWindow(services, follower), 60)),
    repeat(() => move(owner, random().id), 500),
  ];
  await delay(Number(values.seconds) * 1000);
  isOver = true;
  await Promise.all(work);
  await owner.end();
  const findings = (await Promise.all(followers.map((follower) => judge(services, follower)))).flat();
  const windows = followers.reduce((sum, follower) => sum + follower.windows.length, 0);
  console.log(
    `${counts.changes} acknowledged changes, ${counts.moves} moves, ${windows} final windows, ${counts.refused} calls refused during moves`,
  );
  for (const [failure, count] of counts.failures) console.log(`${count} × ${failure}`);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(findings.length === 0 ? 'nothing was lost' : `${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
});
