import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { sweepOrphans } from '../../core/blobs/pending.ts';
import {
  assertNotFound,
  assertRefused,
  candidateModified,
  NOTHING,
  written,
} from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { eraseCandidate } from '../privacy/index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const UNKNOWN_ID = 999_999;
const MAXIMUM_BYTES = 25 * 1024 * 1024;
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70_000)]);

const [user] = await service.sql<{ id: number }>(
  `INSERT INTO user_account (tenant_id, first_name, last_name, email, email_match)
   VALUES ($1, 'Rosa', 'Recruiter', 'rosa@example.org', 'rosa@example.org') RETURNING id`,
  [tenantId],
);

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function createCommunication(candidateId: number, body: object = {}): Promise<number> {
  const response = await api.post(`/candidates/${candidateId}/communications`, {
    communicationTypeId: 1,
    ...body,
  });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function communicationsOf(candidateId: number) {
  return (await api.get(`/candidates/${candidateId}`)).body.communications;
}

const dataUrl = (contents: Buffer) => `data:application/pdf;base64,${contents.toString('base64')}`;
const attach = (candidateId: number, id: number, body: object) =>
  api.post(`/candidates/${candidateId}/communications/${id}/attachments`, body);

async function attachmentsOf(communicationId: number) {
  return service.sql<Record<string, never>>(
    'SELECT * FROM communication_attachment WHERE communication_id = $1 ORDER BY id',
    [communicationId],
  );
}

async function pendingBlobs(): Promise<string[]> {
  const rows = await service.sql<{ blob_key: string }>('SELECT blob_key FROM pending_blob ORDER BY 1');
  return rows.map((row) => row.blob_key);
}

test('a communication is returned as sent, and its event refers to the candidate and the communication', async () => {
  const candidateId = await createCandidate();
  const sent = {
    communicationTypeId: 1,
    subject: 'Interview',
    text: 'Montag\n9 Uhr',
    occurredAtUtc: '2026-03-02T08:15:30.000Z',
    direction: 'out',
    userId: user!.id,
  };
  let id = 0;
  const wrote = await written(service, async () => {
    id = await createCommunication(candidateId, sent);
  });
  assert.deepEqual(wrote, candidateModified(candidateId, 1408, { communicationId: id }));
  const [{ communicationType, ...communication }] = await communicationsOf(candidateId);
  assert.deepEqual(communication, { id, ...sent, attachments: [] });
  assert.equal(typeof communicationType, 'string');
});

test('a communication without a time gets the time of the call', async () => {
  const candidateId = await createCandidate();
  const before = service.clock.now().getTime();
  await createCommunication(candidateId);
  const [{ occurredAtUtc }] = await communicationsOf(candidateId);
  assert.ok(
    Date.parse(occurredAtUtc) >= before && Date.parse(occurredAtUtc) <= service.clock.now().getTime(),
  );
});

test('a response lists all faults of a communication', async () => {
  const candidateId = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${candidateId}/communications`, body);
  await assertRefused(service, post({}), 'communicationTypeId required');
  await assertRefused(
    service,
    post({
      communicationTypeId: 4711,
      subject: 'x'.repeat(256),
      text: 'x'.repeat(65_536),
      occurredAtUtc: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
      direction: 'sideways',
      userId: 4711,
    }),
    'communicationTypeId unknownReference',
    'direction enum',
    'occurredAtUtc range',
    'subject length',
    'text length',
    'userId unknownReference',
  );
  await assertRefused(
    service,
    post({ communicationTypeId: 1, occurredAtUtc: 'yesterday' }),
    'occurredAtUtc format',
  );
});

test('ten concurrent calls with one Idempotency-Key record one communication', async () => {
  const candidateId = await createCandidate();
  const create = () =>
    api.post(
      `/candidates/${candidateId}/communications`,
      { communicationTypeId: 1 },
      { headers: { 'idempotency-key': 'once' } },
    );
  const wrote = await written(service, () => Promise.all(Array.from({ length: 10 }, create)));
  assert.equal(wrote.changes.length, 1);
  assert.equal((await communicationsOf(candidateId)).length, 1);
  assert.deepEqual(await written(service, create), NOTHING);
});

test('a communication with an unknown candidate is not found', async () => {
  await assertNotFound(service, () =>
    api.post(`/candidates/${UNKNOWN_ID}/communications`, { communicationTypeId: 1 }),
  );
});

test('an attachment is stored encrypted and listed in the communication', async () => {
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  const wrote = await written(service, async () => {
    const response = await attach(candidateId, id, { filename: '../brief.pdf', file: dataUrl(PDF) });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.body, { success: true });
  });
  assert.deepEqual(wrote, candidateModified(candidateId));
  const [{ attachments }] = await communicationsOf(candidateId);
  assert.equal(attachments.length, 1);
  assert.equal(attachments[0].originalFileName, 'brief.pdf');
  assert.equal(attachments[0].mimeType, 'application/pdf');
  assert.equal(attachments[0].sizeBytes, PDF.length);
  const [stored] = await attachmentsOf(id);
  const contents = service.services.blobs.read(
    {
      key: stored!.blob_key!,
      wrappedKey: stored!.wrapped_key!,
      masterKeyId: stored!.master_key_id!,
      sizeBytes: Number(stored!.size_bytes),
      sha256: stored!.sha256!,
    },
    { tenantId },
  );
  assert.deepEqual(await buffer(Readable.from(contents)), PDF);
  assert.deepEqual(await pendingBlobs(), []);
});

test('ten concurrent attachments are all stored', async () => {
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  const wrote = await written(service, () =>
    Promise.all(Array.from({ length: 10 }, () => attach(candidateId, id, { file: dataUrl(PDF) }))),
  );
  assert.equal(wrote.changes.length, 10);
  assert.equal((await attachmentsOf(id)).length, 10);
});

test('an attachment repeated with its Idempotency-Key is stored once', async () => {
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  const send = () =>
    api.post(
      `/candidates/${candidateId}/communications/${id}/attachments`,
      { file: dataUrl(PDF) },
      { headers: { 'idempotency-key': 'attachment' } },
    );
  await send();
  assert.deepEqual(await written(service, send), NOTHING);
  assert.equal((await attachmentsOf(id)).length, 1);
  assert.deepEqual(await pendingBlobs(), []);
});

test('a file that is not a Base64 data URL is rejected, and nothing is stored', async () => {
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  const post = (body: object) => () => attach(candidateId, id, body);
  await assertRefused(service, post({ file: PDF.toString('base64') }), 'file format');
  await assertRefused(service, post({ file: 'data:;base64,QUJD' }), 'file format');
  await assertRefused(service, post({ file: 'data:text/plain;base64,%%%' }), 'file format');
  await assertRefused(service, post({ file: 'data:text/plain;base64,' }), 'file required');
  await assertRefused(service, post({ filename: 'x'.repeat(256) }), 'file required', 'filename length');
  await assertRefused(service, post({ file: 7 }), 'file type');
  assert.deepEqual(await attachmentsOf(id), []);
  assert.deepEqual(await pendingBlobs(), []);
});

test('25 MB are accepted, one byte more is rejected', async () => {
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  const contents = Buffer.alloc(MAXIMUM_BYTES + 1, 'a');
  await assertRefused(service, () => attach(candidateId, id, { file: dataUrl(contents) }), 'file length');
  const file = dataUrl(contents.subarray(0, MAXIMUM_BYTES));
  assert.equal((await attach(candidateId, id, { file })).status, 200);
});

test('an attachment requires a candidate and one of its communications', async () => {
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  const otherCandidateId = await createCandidate();
  const body = { file: dataUrl(PDF) };
  await assertNotFound(service, () => attach(UNKNOWN_ID, id, body));
  await assertNotFound(service, () => attach(candidateId, UNKNOWN_ID, body));
  await assertNotFound(service, () => attach(otherCandidateId, id, body));
  assert.deepEqual(await pendingBlobs(), []);
});

test('the attachments of an erased candidate are left to the sweep', async () => {
  const candidateId = await createCandidate();
  const ids = [await createCommunication(candidateId), await createCommunication(candidateId)];
  for (const id of ids) await attach(candidateId, id, { file: dataUrl(PDF) });
  const keys = [...(await attachmentsOf(ids[0]!)), ...(await attachmentsOf(ids[1]!))].map((row) =>
    String(row.blob_key),
  );
  await eraseCandidate(service.services, tenantId, candidateId);
  assert.deepEqual(await pendingBlobs(), keys.sort());
  assert.deepEqual(await attachmentsOf(ids[0]!), []);
  assert.equal(await sweepOrphans(service.services, tenantId), keys.length);
});

test('a communication is changed property by property', async () => {
  const recruiter = await service.platform('recruiter');
  const [candidateId, stranger] = [await createCandidate(), await createCandidate()];
  const sent = { subject: 'Montag', text: 'Um zehn', occurredAtUtc: '2026-03-02T08:15:30.000Z' };
  const id = await createCommunication(candidateId, { ...sent, direction: 'in', userId: user!.id });
  const path = `/candidates/${candidateId}/communications/${id}`;
  const wrote = await written(service, async () => {
    const change = { subject: 'Dienstag', userId: null, occurredAtUtc: '2026-03-03T09:00:00+01:00' };
    assert.equal((await recruiter.put(path, change)).status, 204);
  });
  assert.deepEqual(wrote, candidateModified(candidateId));
  const [stored] = await communicationsOf(candidateId);
  assert.deepEqual(
    [stored.subject, stored.text, stored.direction, stored.userId, stored.occurredAtUtc],
    ['Dienstag', 'Um zehn', 'in', null, '2026-03-03T08:00:00.000Z'],
  );
  assert.deepEqual(await written(service, () => recruiter.put(path, stored)), NOTHING);
  assert.deepEqual(await written(service, () => recruiter.put(path, { occurredAtUtc: null })), NOTHING);
  const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
  await assertRefused(
    service,
    () => recruiter.put(path, { communicationTypeId: 999_999, userId: 999_999, occurredAtUtc: tomorrow }),
    'communicationTypeId unknownReference',
    'occurredAtUtc range',
    'userId unknownReference',
  );
  await assertNotFound(service, () => recruiter.put(`/candidates/${stranger}/communications/${id}`, {}));
});

test('a deleted communication takes the contents of its attachments with it', async () => {
  const recruiter = await service.platform('recruiter');
  const [candidateId, stranger] = [await createCandidate(), await createCandidate()];
  const id = await createCommunication(candidateId);
  const kept = await createCommunication(candidateId);
  await attach(candidateId, id, { file: dataUrl(PDF) });
  await assertNotFound(service, () => recruiter.delete(`/candidates/${stranger}/communications/${id}`));
  const wrote = await written(service, async () => {
    assert.equal((await recruiter.delete(`/candidates/${candidateId}/communications/${id}`)).status, 204);
  });
  assert.deepEqual(wrote, candidateModified(candidateId));
  assert.deepEqual(
    (await communicationsOf(candidateId)).map((communication: { id: number }) => communication.id),
    [kept],
  );
  assert.deepEqual(await attachmentsOf(id), []);
  assert.deepEqual(await pendingBlobs(), []);
});

test('the contents of an attachment are read whole and in part, and every read is in the access log', async () => {
  const recruiter = await service.platform('recruiter');
  const candidateId = await createCandidate();
  const id = await createCommunication(candidateId);
  await attach(candidateId, id, { file: dataUrl(PDF), filename: 'brief.pdf' });
  const [{ attachments }] = await communicationsOf(candidateId);
  const attachmentId = attachments[0].id;
  const path = `/communications/${id}/attachments/${attachmentId}/content`;
  const read = async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(`${service.baseUrl}/platform${path}`, {
      method,
      headers: { cookie: recruiter.cookie, ...headers },
    });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const { answer, bytes } = await read();
  assert.deepEqual([answer.status, bytes], [200, PDF]);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="brief\.pdf"/);
  assert.deepEqual((await read({ range: 'bytes=10-19' })).bytes, PDF.subarray(10, 20));
  assert.equal((await read({}, 'HEAD')).bytes.length, 0);
  assert.equal((await read({ 'if-none-match': answer.headers.get('etag')! })).answer.status, 304);
  const officer = await service.platform('dataProtection');
  const { accesses } = (await officer.get(`/documents/accesses?candidateId=${candidateId}`)).body;
  const shown = accesses.map((entry: Record<string, unknown>) => [
    entry.documentId,
    entry.attachmentId,
    entry.kind,
    entry.userId,
  ]);
  assert.deepEqual(shown, [
    [null, attachmentId, 'range', recruiter.user.id],
    [null, attachmentId, 'content', recruiter.user.id],
  ]);
  const other = await createCommunication(candidateId);
  const foreign = await service.platform('recruiter', await service.createTenant());
  await assertNotFound(service, () =>
    recruiter.get(`/communications/${other}/attachments/${attachmentId}/content`),
  );
  await assertNotFound(service, () => foreign.get(path));
});
