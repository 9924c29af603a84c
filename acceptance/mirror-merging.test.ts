import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Mirror } from '../sdk/mirror/index.ts';
import { startTestService } from '../server/testing/harness.ts';

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
const merges: { candidateId: number; id: number }[] = [];
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
  merges.push({ candidateId: keptId, id: body.id });
}

async function undo(): Promise<void> {
  if (merges.length === 0) return void (await setImmediate());
  const [one] = merges.splice(Math.floor(Math.random() * merges.length), 1);
  const holders = await service.sql<{ id: number }>(
    'SELECT candidate_id AS id FROM candidate_merge WHERE id = $1',
    [one!.id],
  );
  const { status, body, text } = await recruiter.post(`/candidates/${holders[0]!.id}/merges/${one!.id}/undo`);
  if (status === 200) {
    count.undone += 1;
    alive.push(body.candidateId);
  } else {
    assert.ok([404, INTERRUPTED].includes(status), text);
    if (status === INTERRUPTED) count.interrupted += 1;
    merges.push(one!);
  }
}

async function catchUp(): Promise<void> {
  const mirror = await Mirror.open({
    connection: {
      baseUrl: `${service.baseUrl}/v3`,
      authUrl: service.baseUrl,
      audience: `${service.services.settings.publicUrl}/api/v3`,
      clientId: tenant.clientId,
      clientSecret: tenant.clientSecret,
      customerName: 'Test',
    },
    target,
    onEvent: ({ type }) => assert.notEqual(type, 'reload', 'A reload would hide what was lost before.'),
  });
  try {
    await mirror.catchUp();
  } finally {
    await mirror.close();
  }
}

function copies(table: string): Map<number, unknown> {
  const database = new DatabaseSync(target, { readOnly: true });
  const rows = database.prepare(`SELECT id, record FROM ${table}`).all();
  database.close();
  return new Map(rows.map(({ id, record }) => [Number(id), JSON.parse(String(record))]));
}

test('beside writers, merges lose nothing, and a mirror equals the service', async (t) => {
  for (let n = 0; n < 10; n++) await create();
  await service.settle();
  await catchUp();
  let n = 0;
  let isOver = false;
  const repeat = async (action: () => Promise<void>) => {
    try {
      while (!isOver && count.merged < MERGES) await action();
    } finally {
      isOver = true;
    }
  };
  const following = repeat(catchUp);
  await Promise.all([
    ...[1, 2, 3].map(() => repeat(() => write(n++))),
    ...[1, 2].map(() => repeat(() => (alive.length > 3 ? merge() : create()))),
    repeat(undo),
    following,
  ]);
  t.diagnostic(JSON.stringify({ ...count, writes: n }));
  assert.ok(count.undone > 0);
  assert.ok(count.interrupted <= MOST_INTERRUPTED);

  const { body } = await api.get('/changes/inventory');
  const records: { entity: string; id: number; endpoint: string }[] = body.records;
  const candidates = new Map<
    number,
    { keywords: { keyword: string }[]; communications: { text: string }[] }
  >();
  const files = new Map<number, unknown>();
  for (const { entity, id, endpoint } of records) {
    if (entity !== 'candidate' && entity !== 'document') continue;
    const response = await api.get(endpoint);
    assert.equal(response.status, 200, endpoint);
    const { documentBlob: _, ...record } = response.body;
    if (entity === 'candidate') candidates.set(id, record);
    else files.set(id, record);
  }
  assert.deepEqual([...candidates.keys()].sort(), alive.toSorted());
  const all = [...candidates.values()];
  const found = all.flatMap((candidate) => candidate.keywords.map(({ keyword }) => keyword)).sort();
  assert.deepEqual(found, keywords.toSorted());
  const texts = all.flatMap((candidate) => candidate.communications.map(({ text }) => text)).sort();
  assert.deepEqual(texts, notes.toSorted());
  assert.deepEqual([...files.keys()].sort(), documents.toSorted());

  await service.settle();
  await catchUp();
  assert.deepEqual(copies('candidate'), candidates);
  assert.deepEqual(copies('document'), files);

  for (const table of ['document_access', 'document_proposal', 'candidate_search_term']) {
    const lost = await service.sql(
      `SELECT 1 FROM ${table} AS t WHERE t.tenant_id = $1 AND NOT EXISTS (
         SELECT FROM candidate AS c WHERE c.tenant_id = t.tenant_id AND c.id = t.candidate_id)`,
      [tenant.id],
    );
    assert.deepEqual(lost, [], table);
  }
});
