import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  candidateModified,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const UNKNOWN_ID = 999_999;

async function insert(text: string, values: unknown[]): Promise<number> {
  return (await service.sql<{ id: number }>(`${text} RETURNING id`, values))[0]!.id;
}

const recruiterId = await insert(
  `INSERT INTO user_account (tenant_id, first_name, last_name, email, email_match)
   VALUES ($1, 'Rosa', 'Recruiter', 'rosa@example.org', 'rosa@example.org')`,
  [tenantId],
);
const branch = await insert("INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin')", [tenantId]);
const jobAdId = await insert(
  "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Kommissionierer', $2)",
  [tenantId, branch],
);

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

const apply = (id: number, body: object, headers: Record<string, string> = {}) =>
  api.post(`/candidates/${id}/apply`, body, { headers });

test('an application makes the candidate visible and triggers one event', async () => {
  const id = await createCandidate();
  assert.equal((await api.get(`/candidates/${id}`)).body.isVisible, false);
  let applicationId = 0;
  const wrote = await written(service, async () => {
    const response = await apply(id, { recruiterId, jobAdId });
    assert.equal(response.status, 200, response.text);
    applicationId = response.body.id;
  });
  assert.deepEqual(wrote, candidateModified(id, 1405, { applicationId, jobAdId }));
  assert.equal((await api.get(`/candidates/${id}`)).body.isVisible, true);
});

test('an application is returned as sent, in the list and in the details', async () => {
  const id = await createCandidate();
  const sent = {
    recruiterId,
    jobAdId,
    channelId: 28,
    appliedAtUtc: '2026-03-02T08:15:30.000Z',
    message: 'Ich möchte\nbei Ihnen arbeiten.',
    importExternalId: 'crm-application-1',
  };
  const { body } = await apply(id, sent);
  const { applies } = (await api.get(`/candidates/${id}/applies`)).body;
  const [{ channel, ...application }] = applies;
  assert.deepEqual(application, {
    id: body.id,
    ...sent,
    jobAd: 'Kommissionierer',
    officeId: branch,
    data: null,
    submitted: null,
    stage: 'new',
    stageChangedAtUtc: sent.appliedAtUtc,
  });
  assert.equal(typeof channel, 'string');
  assert.deepEqual((await api.get(`/candidates/${id}`)).body.applies, applies);
});

test('with only a recruiter, the application is speculative, through the channel Import, at the time of the call', async () => {
  const id = await createCandidate();
  const before = service.clock.now().getTime();
  await apply(id, { recruiterId });
  const [application] = (await api.get(`/candidates/${id}/applies`)).body.applies;
  assert.deepEqual([application.jobAdId, application.channelId], [null, 51]);
  const at = Date.parse(application.appliedAtUtc);
  assert.ok(at >= before && at <= service.clock.now().getTime());
});

test('an application belongs to the branch of its job ad', async () => {
  const id = await createCandidate();
  const { body } = await apply(id, { recruiterId, jobAdId });
  const [stored] = await service.sql('SELECT office_id FROM application WHERE id = $1', [body.id]);
  assert.deepEqual(stored, { office_id: branch });
  const speculative = await createCandidate();
  await apply(speculative, { recruiterId });
  const { body: record } = await api.get(`/candidates/${speculative}`);
  assert.equal(record.applies[0].officeId, null);
  const { candidates } = (await api.get('/candidates/export/candidates')).body;
  const exported = candidates.find((candidate: { id: number }) => candidate.id === id);
  assert.equal(exported.applies[0].officeId, branch);
});

test('a response lists all faults of an application', async () => {
  const id = await createCandidate();
  await assertRefused(service, () => apply(id, {}), 'recruiterId required');
  await assertRefused(
    service,
    () =>
      apply(id, {
        recruiterId: UNKNOWN_ID,
        jobAdId: UNKNOWN_ID,
        channelId: UNKNOWN_ID,
        appliedAtUtc: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
        message: 'x'.repeat(65_536),
      }),
    'appliedAtUtc range',
    'channelId unknownReference',
    'jobAdId unknownReference',
    'message length',
    'recruiterId unknownReference',
  );
  await assertRefused(
    service,
    () => apply(id, { recruiterId: '5', jobAdId: 1.5, appliedAtUtc: '2026-03-02' }),
    'appliedAtUtc format',
    'jobAdId type',
    'recruiterId type',
  );
});

test('for an unknown candidate, nothing is stored', async () => {
  const count = () => service.sql('SELECT count(*) FROM application');
  const before = await count();
  await assertNotFound(service, () => apply(UNKNOWN_ID, { recruiterId }));
  await assertNotFound(service, () => api.get(`/candidates/${UNKNOWN_ID}/applies`));
  assert.deepEqual(await count(), before);
});

test('a candidate can apply again, but ten concurrent calls with one Idempotency-Key apply once', async () => {
  const id = await createCandidate();
  await apply(id, { recruiterId, jobAdId });
  const again = () => apply(id, { recruiterId, jobAdId }, { 'idempotency-key': 'again' });
  const wrote = await written(service, () => Promise.all(Array.from({ length: 10 }, again)));
  assert.equal(wrote.events.length, 1);
  assert.deepEqual(await written(service, again), NOTHING);
  assert.equal((await api.get(`/candidates/${id}/applies`)).body.applies.length, 2);
});

test('a candidate without applications has an empty list, which supports If-None-Match', async () => {
  const id = await createCandidate();
  const { body, headers } = await api.get(`/candidates/${id}/applies`);
  assert.deepEqual(body, { applies: [] });
  const again = await api.get(`/candidates/${id}/applies`, {
    headers: { 'if-none-match': headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});
