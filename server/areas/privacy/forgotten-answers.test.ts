import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { mergedMaker } from '../../testing/merged-candidates.ts';
import { PNG } from '../../testing/stored-records.ts';
import { tablesWith } from '../../testing/tables-with.ts';
import { startWebhookService } from '../../testing/webhook-service.ts';

// A receiver can answer with personal data, and its answers are in the delivery log. Every test starts without deliveries.

const { service, api, clock, receiver, failWith, drain, readLog } = await startWebhookService({
  // No call is repeated before a test advances the clock.
  WEBHOOK_RETRY_SECONDS: '500,3000',
});
const admin = await service.platform('admin');
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, api, recruiter);

const NAME = 'Unverwechselbar';
const ANSWER = `Duplicate key: Ada ${NAME} <ada@example.org>\nalready exists`;
const EVENTS = { created: 1401, changed: 1402, deleted: 1403, documentCreated: 1406, documentDeleted: 1407 };
/** Longer than the first delay of the retries. */
const RETRY_MS = 600_000;

async function register(...events: number[]): Promise<void> {
  for (const event of events)
    assert.equal((await api.post('/webhooks/subscribe', { event, url: receiver.url })).status, 200);
}

async function drainAll(): Promise<void> {
  const { subscriptions } = (await api.get('/webhooks/subscriptions')).body;
  for (const { id } of subscriptions) await drain(id);
}

const create = async (lastName = 'Muster'): Promise<number> =>
  (await api.post('/candidates', { firstName: 'Ada', lastName })).body.id;
const upload = async (candidateId: number): Promise<number> =>
  (await api.post(`/candidates/${candidateId}/documents/other`, { base64File: 'YWJj', filename: 'a.txt' }))
    .body.id;
async function remove(path: string): Promise<void> {
  assert.equal((await admin.delete(path)).status, 204);
}

/** What the log and the page of each delivery show of the answers, by event and record. */
async function answers(): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const { id, eventId, entityId, sendStatusReason, answerExcerpt } of await readLog()) {
    const { body } = await admin.get(`/webhooks/protocol/${id}`);
    const failed = body.failedCalls.map((call: Record<string, unknown>) => [call.reason, call.answerExcerpt]);
    shown[`${eventId} ${entityId}`] = { sendStatusReason, answerExcerpt, failed };
  }
  return shown;
}

const KEPT = {
  sendStatusReason: `Status 500: ${ANSWER}`,
  answerExcerpt: ANSWER,
  failed: [[`Status 500: ${ANSWER}`, ANSWER]],
};
const FORGOTTEN = { sendStatusReason: 'Status 500', answerExcerpt: null, failed: [['Status 500', null]] };

test('an erasure deletes what receivers have answered about the candidate, and nothing else of the log', async () => {
  await register(EVENTS.created, EVENTS.documentCreated, EVENTS.documentDeleted);
  failWith(500, {}, ANSWER);
  const [candidateId, otherId] = [await create(), await create()];
  const [documentId, goneId] = [await upload(candidateId), await upload(candidateId)];
  // The row of the document is gone before the candidate is erased.
  await remove(`/documents/${goneId}`);
  await drainAll();
  const before = await readLog();
  assert.deepEqual(await tablesWith(service, NAME), ['webhook_delivery']);
  await remove(`/candidates/${candidateId}`);
  assert.deepEqual(await answers(), {
    [`1401 ${candidateId}`]: FORGOTTEN,
    [`1401 ${otherId}`]: KEPT,
    [`1406 ${documentId}`]: FORGOTTEN,
    [`1406 ${goneId}`]: FORGOTTEN,
    [`1407 ${goneId}`]: FORGOTTEN,
  });
  const withoutAnswers = (entries: Record<string, unknown>[]) =>
    entries.map(({ sendStatusReason, answerExcerpt, ...entry }) => entry);
  assert.deepEqual(withoutAnswers(await readLog()), withoutAnswers(before));
  await remove(`/candidates/${otherId}`);
  assert.deepEqual(await tablesWith(service, NAME), []);
});

test('an erasure also cuts answers that came with a status that seems right', async () => {
  await register(EVENTS.created);
  failWith(201, {}, ANSWER);
  const candidateId = await create(NAME);
  await drainAll();
  const [{ sendStatusReason }] = await readLog();
  assert.equal(sendStatusReason, `Status 201: only 200 counts as delivered. Response: ${ANSWER}`);
  await remove(`/candidates/${candidateId}`);
  assert.deepEqual(await answers(), {
    [`1401 ${candidateId}`]: {
      sendStatusReason: 'Status 201',
      answerExcerpt: null,
      failed: [['Status 201', null]],
    },
  });
  assert.deepEqual(await tablesWith(service, NAME), []);
});

test('answers to later calls are not stored either: to retries, and to the event of the erasure', async () => {
  await register(EVENTS.created, EVENTS.deleted);
  failWith(500, {}, ANSWER);
  const candidateId = await create(NAME);
  await drainAll();
  await remove(`/candidates/${candidateId}`);
  await clock.advance(RETRY_MS);
  await drainAll();
  assert.deepEqual(await answers(), {
    [`1401 ${candidateId}`]: { ...FORGOTTEN, failed: [...FORGOTTEN.failed, ...FORGOTTEN.failed] },
    [`1403 ${candidateId}`]: FORGOTTEN,
  });
  receiver.respond = (_call, response) => void response.end(ANSWER);
  await clock.advance(RETRY_MS * 6);
  await drainAll();
  const log = await readLog();
  assert.deepEqual(
    log.map(({ sendStatusId, answerExcerpt, attempts }: Record<string, unknown>) => [
      sendStatusId,
      answerExcerpt,
      attempts,
    ]),
    [
      [130, null, 3],
      [130, null, 2],
    ],
  );
  assert.deepEqual(await tablesWith(service, NAME), []);
});

test('the answer to a call that runs during the erasure is not stored', async () => {
  await register(EVENTS.created);
  const candidateId = await create(NAME);
  receiver.respond = async (_call, response) => {
    await remove(`/candidates/${candidateId}`);
    response.writeHead(500).end(ANSWER);
  };
  await drainAll();
  assert.deepEqual(await answers(), { [`1401 ${candidateId}`]: FORGOTTEN });
  assert.deepEqual(await tablesWith(service, NAME), []);
});

test('deleting a document deletes the answers about it, and leaves those about its candidate', async () => {
  await register(EVENTS.created, EVENTS.documentCreated, EVENTS.documentDeleted);
  failWith(500, {}, ANSWER);
  const candidateId = await create();
  const [deletedId, keptId] = [await upload(candidateId), await upload(candidateId)];
  await drainAll();
  await remove(`/documents/${deletedId}`);
  await drainAll();
  assert.deepEqual(await answers(), {
    [`1401 ${candidateId}`]: KEPT,
    [`1406 ${deletedId}`]: FORGOTTEN,
    [`1406 ${keptId}`]: KEPT,
    [`1407 ${deletedId}`]: FORGOTTEN,
  });
});

test('answers about a merged candidate go with the one that has its data, and those about its document with the document', async () => {
  await register(EVENTS.created, EVENTS.deleted, EVENTS.documentCreated);
  failWith(500, {}, ANSWER);
  const [keptId, mergedId] = [await maker.candidate(), await maker.candidate()];
  const [documentId, deletedId] = [await upload(mergedId), await upload(mergedId)];
  const response = await maker.merge(keptId, { mergedCandidateId: mergedId });
  assert.equal(response.status, 200, response.text);
  await drainAll();
  await remove(`/documents/${deletedId}`);
  const shown = {
    [`1401 ${keptId}`]: KEPT,
    [`1401 ${mergedId}`]: KEPT,
    [`1403 ${mergedId}`]: KEPT,
    [`1406 ${documentId}`]: KEPT,
    [`1406 ${deletedId}`]: FORGOTTEN,
  };
  assert.deepEqual(await answers(), shown);
  await remove(`/candidates/${keptId}`);
  await drainAll();
  const forgotten = Object.keys(shown).map((key) => [key, FORGOTTEN]);
  assert.deepEqual(await answers(), {
    ...Object.fromEntries(forgotten),
    [`1403 ${keptId}`]: FORGOTTEN,
  });
  assert.deepEqual(await tablesWith(service, NAME), []);
});

test('a picture that was a document while two candidates were merged leaves no answers about the document', async () => {
  await register(EVENTS.documentCreated, EVENTS.documentDeleted);
  failWith(500, {}, ANSWER);
  const [keptId, mergedId] = [await maker.candidate(), await maker.candidate()];
  for (const id of [keptId, mergedId]) await api.post(`/candidates/${id}/pictures`, { picture: PNG });
  const { body } = await maker.merge(keptId, { mergedCandidateId: mergedId });
  await drainAll();
  const [document] = (await api.get(`/candidates/${keptId}`)).body.documents;
  assert.deepEqual(await answers(), { [`1406 ${document.id}`]: KEPT });
  assert.equal((await maker.undo(keptId, body.id)).status, 200);
  await drainAll();
  assert.deepEqual(await answers(), {
    [`1406 ${document.id}`]: FORGOTTEN,
    [`1407 ${document.id}`]: FORGOTTEN,
  });
});

test('the update clears answers about what was deleted before it, and keeps those about merged candidates', async () => {
  await register(EVENTS.created, EVENTS.documentCreated);
  failWith(500, {}, ANSWER);
  const [erasedId, keptId, mergedId] = [await create(), await maker.candidate(), await maker.candidate()];
  const [deletedId, documentId] = [await upload(keptId), await upload(keptId)];
  assert.equal((await maker.merge(keptId, { mergedCandidateId: mergedId })).status, 200);
  await drainAll();
  const before = await service.sql(
    'SELECT id, reason, answer_excerpt, failed_calls::text AS calls FROM webhook_delivery WHERE tenant_id = $1',
    [service.tenant.id],
  );
  await remove(`/candidates/${erasedId}`);
  await remove(`/documents/${deletedId}`);
  // As earlier versions left them.
  for (const { id, reason, answer_excerpt, calls } of before)
    await service.sql(
      `UPDATE webhook_delivery SET forgets_answers = false, reason = $2, answer_excerpt = $3, failed_calls = $4::jsonb
        WHERE id = $1`,
      [id, reason, answer_excerpt, calls],
    );
  const migration = await readFile(
    join(import.meta.dirname, '../../../migrations/0089_forgotten_answers.sql'),
    'utf8',
  );
  await service.sql(migration.slice(migration.indexOf('DO $$')));
  assert.deepEqual(await answers(), {
    [`1401 ${erasedId}`]: FORGOTTEN,
    [`1401 ${keptId}`]: KEPT,
    [`1401 ${mergedId}`]: KEPT,
    [`1406 ${documentId}`]: KEPT,
    [`1406 ${deletedId}`]: FORGOTTEN,
  });
});
