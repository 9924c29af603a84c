import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { type Evidence, stopEvidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import type { LedgerRecord } from './ledger.ts';
import type { ServiceSlot } from './service-slot.ts';
import { describeLoad, runFaults } from './suite.ts';

// The short form of npm run chaos: a fixed plan and a small load. Then the same judge sees damage done by hand, because a
// judge that never finds anything proves nothing.

// Its plan has faults of the service, the database, the document store, the receiver, and the clock, none of which stops the
// load early.
const SEED = 1741;
const skip = process.platform === 'linux' ? false : 'needs /proc to find the processes';

test('a service that is killed, frozen, cut off and filled up loses nothing', { skip }, async (t) => {
  const evidence = await runFaults({
    seed: SEED,
    seconds: 20,
    layout: { store: 'directory', roles: 'all' },
    writers: 4,
    pauseMs: 150,
    documentBytes: 300_000,
    longestFaultSeconds: 3,
    without: {},
    tell: (line) => t.diagnostic(line),
  });
  t.after(() => stopEvidence(evidence));
  t.diagnostic(describeLoad(evidence));
  assert.ok(evidence.ledger.acknowledged > 0);
  const findings = await judge(evidence);
  assert.deepEqual(findings, []);

  await t.test('and the judge reports damage of every kind', async () => {
    const expected = await damage(evidence);
    const found = await judge(evidence);
    for (const pattern of expected)
      assert.ok(
        found.some((finding) => pattern.test(finding)),
        `${pattern} is not among:\n${found.join('\n')}`,
      );
  });
});

/** Damages the installation behind the back of the service. Returns what the judge must say. */
async function damage({ installation, ledger, windows, client }: Evidence) {
  const { database, tenantId, documents } = installation;
  const [service] = installation.services as [ServiceSlot];
  const { workers } = await service.processes();
  process.kill(workers[0]!, 'SIGABRT');
  await eventually('the end of the process is logged', async () => service.findings().length > 0);
  await installation.ready();
  const sql = (text: string, ...values: unknown[]) => database.sql(text, [tenantId, ...values]);
  const plain = ledger.records.filter(
    ({ entity, id, isApplication, documents: own }) =>
      entity === 'candidate' && id !== undefined && !isApplication && own.size === 0,
  );
  const [lost, torn, unlogged, undelivered, moved, stale] = plain as [LedgerRecord, ...LedgerRecord[]] &
    LedgerRecord[];
  await windows.readEnded();

  await sql('DELETE FROM candidate WHERE tenant_id = $1 AND id = $2', lost.id);
  await sql(`UPDATE candidate SET remarks = 'v999' WHERE tenant_id = $1 AND id = $2`, torn!.id);
  await sql('DELETE FROM change_log WHERE tenant_id = $1 AND record_id = $2', unlogged!.id);
  await sql('DELETE FROM webhook_delivery WHERE tenant_id = $1 AND entity_id = $2', undelivered!.id);
  await sql(
    `UPDATE change_log SET changed_at = changed_at - interval '1 hour' WHERE tenant_id = $1 AND record_id = $2`,
    moved!.id,
  );
  // A read of it stores it, if it is not, a moment after its response.
  await eventually('the record is stored', async () => {
    await client.get(`/candidates/${stale!.id}`);
    const changed = await sql(
      `UPDATE candidate_record SET body = replace(body, 'Chaos', 'Order') WHERE tenant_id = $1 AND candidate_id = $2 RETURNING 1`,
      stale!.id,
    );
    return changed.length > 0;
  });
  const [[claimed]] = [...installation.receiver.calls] as [[string, unknown]];
  installation.receiver.calls.delete(claimed);

  const blobs = join(documents, 'blobs');
  const uploaded = ledger.records.flatMap((record) => [...record.documents.keys()]);
  const [{ blob_key: key }] = await sql(
    'SELECT blob_key FROM document WHERE tenant_id = $1 AND id = $2',
    uploaded[0],
  );
  const file = (await readdir(blobs, { recursive: true })).find((name) =>
    name.endsWith(key.replace('/', '.')),
  )!;
  const handle = await open(join(blobs, file), 'r+');
  await handle.write(Buffer.alloc(8), 0, 8, 0);
  await handle.close();
  await writeFile(join(blobs, `t${tenantId}.${randomUUID()}`), 'nobody refers to this');
  await client.get('/no-such-operation');
  return [
    new RegExp(`stored records: Candidate ${stale!.id} is stored as it was before a change`),
    new RegExp(`acknowledged writes: .*${lost.marker} was acknowledged with the id ${lost.id} and is lost`),
    new RegExp(`acknowledged writes: candidate ${torn!.id} shows parts of several writes`),
    /documents: The document \d+ (cannot be read|has other contents)/,
    /stored objects: The object .* belongs to nothing/,
    new RegExp(`deliveries: The event 1401 ${undelivered!.id} was acknowledged`),
    new RegExp(`deliveries: The delivery ${claimed} .* never arrived`),
    new RegExp(`mirror: The mirror has other values of candidate ${torn!.id}`),
    new RegExp(`mirror: The mirror has candidate ${lost.id}, the service does not`),
    /feed: A reader that followed through the faults saw/,
    new RegExp(`feed: candidate ${unlogged!.id} is 0 times in the feed as new`),
    /windows: The hour .* of candidate has changed after it was final/,
    /answers: .* GET \/no-such-operation was answered with 404/,
    /processes: .*a process exited, starting another/,
  ];
}
