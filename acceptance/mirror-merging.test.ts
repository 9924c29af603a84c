import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startTestService } from '../server/testing/harness.ts';
import { catchUp, differences, readMirror, readService, type Snapshot } from './copies.ts';

// Candidates are merged and taken apart while others write to them, two merges at once also with the same candidate. Nothing that was
// written is lost or belongs to nobody, and a mirror that follows the feed, without knowing anything of merges, equals the service.

const MERGES = Number(process.env.MERGES ?? 40);

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-mirror-'));
service.beforeClose(() => rm(directory, { recursive: true, force: true }));
const target = join(directory, 'mirror.db');

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;

/** Candidates that were not merged, as far as the responses tell. */
const alive: number[] = [];
const merges: number[] = [];
const keywords: string[] = [];
const notes: string[] = [];
const documents: number[] = [];
/** A call can meet four others in a row that changed the same record after it began. It then says that nothing was changed. */
const INTERRUPTED = 503;
const MOST_INTERRUPTED = 5;
const count = { merged: 0, undone: 0, refused: 0, interrupted: 0 };

async function create(): Promise<void> {
  const { body } = await api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Muster',
    title: `T${alive.length}`,
  });
  assert.equal(
    (await api.post(`/candidates/${body.id}/apply`, { recruiterId: recruiter.user.id })).status,
    200,
  );
  alive.push(body.id);
}

async function write(n: number): Promise<void> {
  const id = pick(alive);
  const kind = n % 4;
  const text = `text ${n}`;
  const response = await [
    () => api.post(`/candidates/${id}/keywords`, { keyword: text }),
    () => recruiter.post(`/candidates/${id}/notes`, { text }),
    () => api.post(`/candidates/${id}/documents/other`, { filename: 'a.txt', base64File: btoa(text) }),
    () => api.put(`/candidates/${id}`, { contact: { email: `p${n}@example.org` }, title: text }),
  ][kind]!();
  if (response.status === 404) return;
  if (response.status === INTERRUPTED) {
    count.interrupted += 1;
    return;
  }
  assert.ok(response.status < 300, response.text);
  if (kind === 0) keywords.push(text);
  if (kind === 1) notes.push(text);
  if (kind === 2) documents.push(response.body.id);
}

async function merge(): Promise<void> {
  const [keptId, mergedCandidateId] = [pick(alive), pick(alive)];
  const take = Math.random() < 0.5 ? ['title', 'contact.email'] : [];
  const { status, body, text } = await recruiter.post(`/candidates/${keptId}/merge`, {
    mergedCandidateId,
    take,
  });
  if (status === INTERRUPTED) {
    count.interrupted += 1;
    return;
  }
  if (status !== 200) {
    assert.ok([400, 404].includes(status), text);
    count.refused += 1;
    return;
  }
  count.merged += 1;
  alive.splice(alive.indexOf(mergedCandidateId), 1);
  merges.push(body.id);
}

function forget(mergeId: number): void {
  const index = merges.indexOf(mergeId);
  if (index !== -1) merges.splice(index, 1);
}

/** Undoes the latest merge of a candidate. */
async function undo(): Promise<void> {
  if (merges.length === 0) return void (await setImmediate());
  const one = pick(merges);
  const [holder] = await service.sql<{ candidateId: number; last: number | null }>(
    `SELECT m.candidate_id AS "candidateId", (
              SELECT max(l.id) FROM candidate_merge AS l
               WHERE l.tenant_id = m.tenant_id AND l.candidate_id = m.candidate_id AND l.undone_at IS NULL) AS last
       FROM candidate_merge AS m WHERE m.tenant_id = $1 AND m.id = $2`,
    [tenant.id, one],
  );
  const { candidateId, last } = holder!;
  // Undone already, before the response of the merge was here.
  if (last === null) return forget(one);
  const { status, body, text } = await recruiter.post(`/candidates/${candidateId}/merges/${last}/undo`);
  if (status === 200) {
    count.undone += 1;
    alive.push(body.candidateId);
    forget(last);
  } else {
    // Meanwhile, the candidate was merged in turn, or another one into it.
    assert.ok([404, 409, INTERRUPTED].includes(status), text);
    if (status === INTERRUPTED) count.interrupted += 1;
  }
}

/** The records of this type, by id. */
function recordsOf<T>(snapshot: Snapshot, type: string): Map<number, T> {
  const ofType = [...snapshot].filter(([name]) => name.startsWith(`${type} `));
  return new Map(ofType.map(([name, record]) => [Number(name.split(' ')[1]), record as T]));
}

test('beside writers, merges lose nothing, and a mirror equals the service', async (t) => {
  for (let n = 0; n < 10; n++) await create();
  await service.settle();
  await catchUp(service, target);
  let n = 0;
  let isOver = false;
  // Which merges are undone, and when, is left to chance.
  const hasAll = () => count.merged >= MERGES && count.undone > 0;
  const repeat = async (action: () => Promise<void>) => {
    try {
      while (!isOver && !hasAll()) await action();
    } finally {
      isOver = true;
    }
  };
  const following = repeat(() => catchUp(service, target));
  await Promise.all([
    ...[1, 2, 3].map(() => repeat(() => write(n++))),
    ...[1, 2].map(() => repeat(() => (alive.length > 3 ? merge() : create()))),
    repeat(undo),
    following,
  ]);
  t.diagnostic(JSON.stringify({ ...count, writes: n }));
  assert.ok(count.interrupted <= MOST_INTERRUPTED);

  await service.settle();
  const records = await readService(service);
  const all = recordsOf<{ keywords: { keyword: string }[]; communications: { text: string }[] }>(
    records,
    'candidate',
  );
  assert.deepEqual([...all.keys()].sort(), alive.toSorted());
  const candidates = [...all.values()];
  const found = candidates.flatMap((candidate) => candidate.keywords.map(({ keyword }) => keyword)).sort();
  assert.deepEqual(found, keywords.toSorted());
  const texts = candidates.flatMap((candidate) => candidate.communications.map(({ text }) => text)).sort();
  assert.deepEqual(texts, notes.toSorted());
  assert.deepEqual([...recordsOf(records, 'document').keys()].sort(), documents.toSorted());

  await catchUp(service, target, { refresh: true });
  assert.deepEqual(differences(records, readMirror(target)), []);

  for (const table of ['document_access', 'document_proposal', 'candidate_search_term']) {
    const lost = await service.sql(
      `SELECT 1 FROM ${table} AS t WHERE t.tenant_id = $1 AND NOT EXISTS (
         SELECT FROM candidate AS c WHERE c.tenant_id = t.tenant_id AND c.id = t.candidate_id)`,
      [tenant.id],
    );
    assert.deepEqual(lost, [], table);
  }
});
