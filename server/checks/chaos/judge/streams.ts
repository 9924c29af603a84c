import { setTimeout as delay } from 'node:timers/promises';
import { type FeedEntry, FeedReader, hourOf, readWindow, STREAMS, type WindowLists } from '../followers.ts';
import type { LedgerRecord } from '../ledger.ts';
import type { Check, TenantEvidence } from './evidence.ts';

interface LogRow {
  entity: string;
  change: string;
  id: number;
  atMs: number;
}

const HOUR_MS = 3_600_000;
const SETTLE_MS = 20_000;
const PAGE = 1000;
const LISTED = 5;

/**
 * Every change is in the feed exactly once and in order: for a reader that followed it through all faults, for one that reads
 * it from the start, and in the rows of the change log. The changes are those that the writers made.
 */
export const checkFeed: Check<TenantEvidence> = async (evidence) => {
  const { client, feed, ledger, installation } = evidence;
  const log = (await readLog(evidence)).map(({ entity, change, id }) => `${entity} ${id} ${change}`);
  const fresh = new FeedReader(client);
  for (const reader of [fresh, feed]) await readToEnd(reader, log.length);
  const findings = [
    ...compareSequences('A reader from the start', toNames(fresh.entries), log),
    ...compareSequences('A reader that followed through the faults', toNames(feed.entries), log),
  ];
  if (new Set(fresh.entries.map(({ cursor }) => cursor)).size < fresh.entries.length)
    findings.push('Two entries of the feed have the same cursor.');
  const counts = new Map<string, number>();
  for (const { entity, change, id } of await readLog(evidence))
    counts.set(`${entity} ${id} ${change}`, (counts.get(`${entity} ${id} ${change}`) ?? 0) + 1);
  for (const record of ledger.records) findings.push(...countFaults(record, counts));
  const documents: { id: number }[] = await installation.database.sql(
    'SELECT id FROM document WHERE tenant_id = $1',
    [installation.tenantId],
  );
  for (const { id } of documents)
    if (counts.get(`document ${id} new`) !== 1)
      findings.push(`document ${id} is not once in the feed as new.`);
  return findings;
};

function countFaults({ entity, id, changes }: LedgerRecord, counts: ReadonlyMap<string, number>): string[] {
  if (id === undefined) return [];
  const faults: string[] = [];
  const created = counts.get(`${entity} ${id} new`) ?? 0;
  if (created !== 1) faults.push(`${entity} ${id} is ${created} times in the feed as new.`);
  const modified = counts.get(`${entity} ${id} modified`) ?? 0;
  const most = changes.acknowledged + changes.unsure;
  if (modified < changes.acknowledged || modified > most)
    faults.push(
      `${entity} ${id} has ${modified} changes in the feed, expected ${changes.acknowledged} to ${most}.`,
    );
  return faults;
}

async function readToEnd(reader: FeedReader, count: number): Promise<void> {
  // A change appears as soon as no older one can follow.
  for (const deadlineMs = Date.now() + SETTLE_MS; Date.now() < deadlineMs; ) {
    const hasMore = await reader.step(PAGE);
    if (hasMore === true) continue;
    if (reader.entries.length >= count) return;
    await delay(100);
  }
}

function toNames(entries: readonly FeedEntry[]): string[] {
  return entries.map(({ entity, id, change }) => `${entity} ${id} ${change}`);
}

function compareSequences(who: string, seen: readonly string[], expected: readonly string[]): string[] {
  const index = expected.findIndex((name, position) => seen[position] !== name);
  if (index === -1 && seen.length === expected.length) return [];
  const at = index === -1 ? expected.length : index;
  return [
    `${who} saw ${seen.length} changes, the log has ${expected.length}. At ${at}: ${seen[at] ?? 'nothing'} instead of ${expected[at] ?? 'nothing'}.`,
  ];
}

/** Every hour that has ended shows exactly the changes whose time is in it, and the same ones at each read. */
export const checkWindows: Check = async (evidence) => {
  const { client, windows, installation } = evidence;
  const findings: string[] = [];
  const log = await readLog(evidence);
  if (log.length === 0) return findings;
  const times = log.map(({ atMs }) => atMs);
  const first = hourOf(times.reduce((a, b) => Math.min(a, b)));
  const last = hourOf(times.reduce((a, b) => Math.max(a, b)));
  // The running hour must end to be final.
  await installation.database.setClock(
    Math.max(last + HOUR_MS, installation.database.nowMs()) + 60_000 - Date.now(),
  );
  for (let hourMs = first; hourMs <= last; hourMs += HOUR_MS)
    for (const entity of Object.keys(STREAMS) as (keyof typeof STREAMS)[]) {
      const name = `The hour ${new Date(hourMs).toISOString().slice(0, 13)} of ${entity}`;
      const shown = await readWindow(client, entity, hourMs);
      if (shown === undefined) {
        findings.push(`${name} has ended and is not final.`);
        continue;
      }
      const expected = expectedWindow(log, entity, hourMs);
      findings.push(...compareLists(`${name} differs from the log`, shown, expected));
      const seen = windows.seen.get(`${entity} ${hourMs}`);
      if (seen !== undefined)
        findings.push(...compareLists(`${name} has changed after it was final`, shown, seen));
    }
  return findings;
};

/** The lists of an hour, computed from the rows of the log. */
function expectedWindow(log: readonly LogRow[], entity: string, fromMs: number): WindowLists {
  const kinds = new Map<number, Set<string>>();
  for (const row of log) {
    if (row.entity !== entity || row.atMs < fromMs || row.atMs >= fromMs + HOUR_MS) continue;
    kinds.set(row.id, (kinds.get(row.id) ?? new Set()).add(row.change));
  }
  const lists: WindowLists = { new: [], modified: [], deleted: [] };
  for (const [id, changes] of [...kinds].sort(([a], [b]) => a - b)) {
    if (changes.has('deleted')) lists.deleted.push(id);
    else if (changes.has('new')) lists.new.push(id);
    else lists.modified.push(id);
  }
  return lists;
}

function compareLists(what: string, shown: WindowLists, expected: WindowLists): string[] {
  return (['new', 'modified', 'deleted'] as const).flatMap((list) => {
    const missing = expected[list].filter((id) => !shown[list].includes(id));
    const extra = shown[list].filter((id) => !expected[list].includes(id));
    if (missing.length + extra.length === 0 && shown[list].length === expected[list].length) return [];
    return [
      `${what}: ${list} lacks ${missing.length} (${missing.slice(0, LISTED).join(', ')}) and has ${extra.length} more (${extra.slice(0, LISTED).join(', ')}).`,
    ];
  });
}

/** The rows of the change log in the order of the feed, read past the service. */
async function readLog({ installation }: TenantEvidence): Promise<LogRow[]> {
  const rows = await installation.database.sql(
    `SELECT entity, kind AS change, record_id AS id, (extract(epoch FROM changed_at) * 1000)::float8 AS at_ms
       FROM change_log WHERE tenant_id = $1 ORDER BY generation, transaction_id, sequence`,
    [installation.tenantId],
  );
  return rows.map(({ entity, change, id, at_ms: atMs }) => ({ entity, change, id, atMs }));
}
