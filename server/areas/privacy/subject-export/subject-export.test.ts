import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import { assertNotFound } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';

// server/checks/subject-export.test.ts proves that nothing is missing.

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const officer = await service.platform('dataProtection');
const recruiter = await service.platform('recruiter');

const createCandidate = async (): Promise<number> =>
  (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
const exportOf = async (candidateId: number) => {
  const response = await officer.get(`/candidates/${candidateId}/export`);
  assert.equal(response.status, 200, response.text);
  return response.body;
};
const upload = async (candidateId: number): Promise<number> =>
  (await api.post(`/candidates/${candidateId}/documents/cv`, { base64File: 'YWJj' })).body.id;

test('the export is a file that nobody keeps, with the record as it is read', async () => {
  const id = await createCandidate();
  const start = service.clock.now().toISOString();
  const { headers, body } = await officer.get(`/candidates/${id}/export`);
  assert.equal(headers.get('content-disposition'), `attachment; filename="candidate-${id}.json"`);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(body.candidate, (await api.get(`/candidates/${id}`)).body);
  assert.ok(start <= body.exportedAtUtc && body.exportedAtUtc <= service.clock.now().toISOString());
});

test('the times of consent are exported, which no other read has', async () => {
  const { id: channelId } = (
    await service.sql<{ id: number }>(
      `INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de)
       VALUES ($1, 'channels', 'Fair', 'Messe', 'fair', 'messe') RETURNING id`,
      [tenant.id],
    )
  )[0]!;
  const id = await createCandidate();
  await service.sql(
    `INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, privacy_accepted_at, terms_of_use_accepted_at)
     VALUES ($1, $2, $3, '2026-03-02T08:00:00Z', '2026-03-02T08:01:00Z', '2026-03-02T08:02:00Z')`,
    [tenant.id, id, channelId],
  );
  const { applications } = await exportOf(id);
  assert.deepEqual(
    applications.map((one: Record<string, unknown>) => [
      one.stage,
      one.privacyAcceptedAtUtc,
      one.termsOfUseAcceptedAtUtc,
    ]),
    [['new', '2026-03-02T08:01:00.000Z', '2026-03-02T08:02:00.000Z']],
  );
});

test('numbers in the answers of a form keep their digits', async () => {
  const digits = '9007199254740993';
  // TypeScript has no types for it yet.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };
  const sent = externalApplication({ data: { id: rawJSON(digits) } });
  const { body } = await api.post('/candidates/applies/external', sent);
  const { text: exported } = await officer.get(`/candidates/${body.id}/export`);
  assert.ok(exported.includes(`"id": ${digits}`), exported);
});

test('a task about an application of the candidate is exported, one about another candidate is not', async () => {
  const [id, other] = [await createCandidate(), await createCandidate()];
  const { body: application } = await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id });
  await recruiter.post('/tasks', { title: 'About the application', applicationId: application.id });
  await recruiter.post('/tasks', { title: 'About Ada', candidateId: id });
  await recruiter.post('/tasks', { title: 'About another one', candidateId: other });
  const { tasks } = await exportOf(id);
  assert.deepEqual(
    tasks.map((task: Record<string, unknown>) => [task.title, task.createdByName]),
    [
      ['About the application', 'Test recruiter'],
      ['About Ada', 'Test recruiter'],
    ],
  );
});

test('lists that other operations page are complete', async () => {
  const id = await createCandidate();
  const insert = (rows: string) => service.sql(rows, [tenant.id, id, officer.user.id]);
  await insert(`INSERT INTO communication (tenant_id, candidate_id, communication_type_id, text, occurred_at, user_id)
                SELECT $1, $2, 8, 'Note', clock_now(), $3 FROM generate_series(1, 250)`);
  await insert(`INSERT INTO document_access (tenant_id, candidate_id, user_id, document_id, kind)
                SELECT $1, $2, $3, 1, 'content' FROM generate_series(1, 1250)`);
  await insert(`INSERT INTO candidate_hold (tenant_id, candidate_id, set_by, reason, released_by, released_at)
                SELECT $1, $2, $3, 'Claim', $3, clock_now() FROM generate_series(1, 150)`);
  await insert(`INSERT INTO task (tenant_id, candidate_id, created_by, assignee_id, title)
                SELECT $1, $2, $3, $3, 'Call' FROM generate_series(1, 250)`);
  for (let times = 1; times <= 60; times++)
    await recruiter.put(`/candidates/${id}`, { remarks: `Remark ${times}` });
  const { notes, accesses, holds, tasks, history } = await exportOf(id);
  assert.deepEqual(
    [notes, accesses, holds.earlier, tasks, history].map((entries) => entries.length),
    [250, 1250, 150, 250, 61],
  );
});

test('each file has the path that returns its contents', async () => {
  const id = await createCandidate();
  await upload(id);
  const { body: communication } = await api.post(`/candidates/${id}/communications`, {
    communicationTypeId: 1,
  });
  await api.post(`/candidates/${id}/communications/${communication.id}/attachments`, {
    filename: 'brief.txt',
    file: 'data:text/plain;base64,YWJj',
  });
  await api.post(`/candidates/${id}/pictures`, {
    picture:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  });
  const { files } = await exportOf(id);
  assert.deepEqual(
    files.map(({ kind }: { kind: string }) => kind),
    ['document', 'attachment', 'picture'],
  );
  for (const { path, sizeBytes } of files) {
    const response = await officer.get(path, { skipResponseCheck: true });
    assert.equal(response.status, 200, path);
    assert.equal(Number(response.headers.get('content-length')), sizeBytes);
  }
});

test('the lines of CVs that an export shows are in the access log, and in the next export', async () => {
  const id = await createCandidate();
  const [read, other] = [await upload(id), await upload(id)];
  await service.sql(
    `INSERT INTO document_proposal (tenant_id, document_id, candidate_id, property, value, confidence, sources, state)
     VALUES ($1, $2, $3, 'title', '{"title": "Dr."}', 0.5, '[{"page": 1, "line": 1, "text": "Dr.", "rectangle": null}]', 'open')`,
    [tenant.id, read, id],
  );
  const first = await exportOf(id);
  assert.deepEqual(
    first.proposals.map(({ documentId, proposals }: { documentId: number; proposals: unknown[] }) => [
      documentId,
      proposals.length,
    ]),
    [
      [read, 1],
      [other, 0],
    ],
  );
  assert.deepEqual(first.accesses, []);
  const second = await exportOf(id);
  assert.deepEqual(
    second.accesses.map(({ id: _, atUtc, ...entry }: Record<string, unknown>) => entry),
    [
      {
        documentId: read,
        attachmentId: null,
        candidateId: id,
        kind: 'lines',
        clientId: null,
        clientName: null,
        userId: officer.user.id,
        userFullName: 'Test dataProtection',
      },
    ],
  );
});

test('everything in an export is from one moment', async () => {
  const id = await createCandidate();
  // The export has read the candidate when it waits for this lock.
  await service.sql('BEGIN');
  await service.sql('LOCK TABLE task');
  const reading = exportOf(id);
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'task'::regclass";
  await eventually('the export waits for the lock', async () => (await service.sql(waiting)).length > 0);
  await upload(id);
  await service.sql('COMMIT');
  assert.deepEqual((await reading).files, []);
  assert.equal((await exportOf(id)).files.length, 1);
});

test("a candidate that does not exist and another tenant's candidate are not found", async () => {
  const other = await service.createTenant();
  const { body } = await other.api.post('/candidates', { firstName: 'Eva', lastName: 'Muster' });
  await assertNotFound(service, () => officer.get(`/candidates/${body.id}/export`));
  await assertNotFound(service, () => officer.get('/candidates/999999/export'));
});

test('a recruiter cannot export', async () => {
  const id = await createCandidate();
  assert.equal((await recruiter.get(`/candidates/${id}/export`)).status, 403);
});
