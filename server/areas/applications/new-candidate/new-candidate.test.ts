import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const [branch] = await service.sql<{ id: number }>(
  "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin') RETURNING id",
  [tenantId],
);
const [jobAd] = await service.sql<{ id: number }>(
  "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Kommissionierer', $2) RETURNING id",
  [tenantId, branch!.id],
);
const ADA = { firstName: 'Ada', lastName: 'Muster' };
const count = async () =>
  (await service.sql('SELECT (SELECT count(*) FROM candidate), (SELECT count(*) FROM application) AS a'))[0];

test('candidate and application are stored together, with one change and the event of the application', async () => {
  let created = { id: 0, applicationId: 0 };
  const wrote = await written(service, async () => {
    const body = {
      ...ADA,
      contact: { email: 'ada@example.org' },
      application: { jobAdId: jobAd!.id, recruiterId: colleague.user.id, channelId: 28, message: 'Hallo' },
    };
    created = (await recruiter.post('/candidates', body)).body;
  });
  const { id, applicationId } = created;
  assert.deepEqual(wrote, {
    changes: [{ entity: 'candidate', kind: 'new', id }],
    events: [{ type: 1405, entityId: id, additionalData: { applicationId, jobAdId: jobAd!.id } }],
  });
  const candidate = (await api.get(`/candidates/${id}`)).body;
  assert.equal(candidate.isVisible, true);
  assert.equal(candidate.contact.email, 'ada@example.org');
  const [application] = candidate.applies;
  assert.deepEqual(
    [
      application.id,
      application.jobAdId,
      application.recruiterId,
      application.channelId,
      application.message,
    ],
    [applicationId, jobAd!.id, colleague.user.id, 28, 'Hallo'],
  );
  const [stored] = await service.sql('SELECT office_id FROM application WHERE id = $1', [applicationId]);
  assert.deepEqual(stored, { office_id: branch!.id });
});

test('without more, the application is speculative and belongs to the caller, at the time of the call', async () => {
  const { body } = await recruiter.post('/candidates', { ...ADA, application: {} });
  const [application] = (await api.get(`/candidates/${body.id}`)).body.applies;
  assert.deepEqual(
    [application.jobAdId, application.recruiterId, application.channelId, application.stage],
    [null, recruiter.user.id, 51, 'new'],
  );
});

test('a candidate of the platform has an application, and all faults are reported together', async () => {
  const before = await count();
  await assertRefused(service, () => recruiter.post('/candidates', ADA), 'application required');
  const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
  await assertRefused(
    service,
    () =>
      recruiter.post('/candidates', {
        lastName: 'Muster',
        contact: { email: 'x' },
        application: { jobAdId: 999_999, recruiterId: 999_999, appliedAtUtc: tomorrow },
      }),
    'application.appliedAtUtc range',
    'application.jobAdId unknownReference',
    'application.recruiterId unknownReference',
    'contact.email format',
    'firstName required',
  );
  assert.deepEqual(await count(), before);
});

test('a duplicate is named, and an external id that is taken stores neither of the two', async () => {
  const body = { ...ADA, contact: { email: 'twice@example.org' }, importExternalId: 'one', application: {} };
  const first = await recruiter.post('/candidates', body);
  assert.equal(first.headers.get('possible-duplicates'), null);
  const second = await recruiter.post('/candidates', { ...body, importExternalId: 'two' });
  assert.equal(second.headers.get('possible-duplicates'), String(first.body.id));
  const before = await count();
  await assertRefused(service, () => recruiter.post('/candidates', body), 'importExternalId duplicate');
  assert.deepEqual(await count(), before);
});

test('a repeated call with one Idempotency-Key creates one candidate with one application', async () => {
  const options = { headers: { 'idempotency-key': 'new-applicant' } };
  const body = { ...ADA, application: { message: 'Once' } };
  const first = await recruiter.post('/candidates', body, options);
  const wrote = await written(service, async () => {
    assert.equal((await recruiter.post('/candidates', body, options)).text, first.text);
  });
  assert.deepEqual(wrote, NOTHING);
});

test('applications of other systems still create candidates without an application', async () => {
  const { id } = (await api.post('/candidates', ADA)).body;
  assert.equal((await api.get(`/candidates/${id}`)).body.isVisible, false);
});

test('a candidate without a branch gets that of the job ad, or else the primary one of the user', async () => {
  const [other, closed] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name, is_active) VALUES ($1, 'Köln', true), ($1, 'Bonn', false) RETURNING id`,
    [tenantId],
  );
  const user = await service.platform('recruiter');
  const officeOf = async (body: object) => {
    const { id } = (await user.post('/candidates', { ...ADA, application: {}, ...body })).body;
    return (await api.get(`/candidates/${id}`)).body.officeId;
  };
  const assign = (branchId: number, isPrimary: boolean) =>
    service.sql(
      'INSERT INTO user_branch (tenant_id, user_id, branch_id, is_primary) VALUES ($1, $2, $3, $4)',
      [tenantId, user.user.id, branchId, isPrimary],
    );
  assert.equal(await officeOf({}), null);
  await assign(closed!.id, true);
  assert.equal(await officeOf({}), null);
  await assign(other!.id, false);
  assert.equal(await officeOf({}), other!.id);
  assert.equal(await officeOf({ application: { jobAdId: jobAd!.id } }), branch!.id);
  assert.equal(await officeOf({ officeId: other!.id, application: { jobAdId: jobAd!.id } }), other!.id);
  assert.equal(await officeOf({ officeId: null }), null);
});
