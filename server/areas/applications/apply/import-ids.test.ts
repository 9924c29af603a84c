import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOneOfTenSucceeds, assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';
import { mergedMaker } from '../../../testing/merged-candidates.ts';
import { eraseCandidate } from '../../privacy/index.ts';

// The last test moves the clock past the time of an Idempotency-Key.
const service = await startTestService({ TOKEN_SECONDS: '604800' });
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const recruiterId = recruiter.user.id;
const maker = mergedMaker(service, api, recruiter);

const EXTERNAL = '/candidates/applies/external';
const DOCUMENT = { filename: 'cv.txt', base64File: 'TGViZW5zbGF1Zg==', documentCategory: 'cv' };

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

const receive = (importExternalId: string, changes = {}, headers: Record<string, string> = {}) =>
  api.post(EXTERNAL, externalApplication({ documents: [DOCUMENT], importExternalId, ...changes }), {
    headers,
  });
const apply = (id: number, importExternalId: string, headers: Record<string, string> = {}) =>
  api.post(`/candidates/${id}/apply`, { recruiterId, importExternalId }, { headers });

async function storedRows() {
  const [row] = await service.sql<Record<string, number>>(`SELECT
    (SELECT count(*)::int FROM candidate) AS candidates, (SELECT count(*)::int FROM application) AS applications,
    (SELECT count(*)::int FROM document) AS documents, (SELECT count(*)::int FROM pending_blob) AS pending`);
  return row!;
}

const namesOf = async (call: Promise<{ body: { validationErrors: Record<string, unknown>[] } }>) => {
  const [{ existingId, candidateId } = {}] = (await call).body.validationErrors;
  return [existingId, candidateId];
};

test('an application that is sent again creates nothing, and the fault names the first one and its candidate', async () => {
  const sent = externalApplication({ documents: [DOCUMENT], importExternalId: 'portal-1' });
  const first = (await api.post(EXTERNAL, sent)).body;
  const rows = await storedRows();
  for (const again of [sent, { ...sent, email: 'another@example.org' }])
    await assertRefused(service, () => api.post(EXTERNAL, again), 'importExternalId duplicate');
  const { validationErrors } = (await api.post(EXTERNAL, sent)).body;
  assert.deepEqual(validationErrors, [
    {
      property: 'importExternalId',
      code: 'duplicate',
      message: `importExternalId is already used by application ${first.applicationId} of candidate ${first.id}. If it is this record, use that id. If it is another one, send a different value.`,
      existingId: first.applicationId,
      candidateId: first.id,
    },
  ]);
  assert.deepEqual(await storedRows(), rows);
});

test('an application that is recorded again creates nothing, and is reported together with other faults', async () => {
  const [candidate, other] = [await createCandidate(), await createCandidate()];
  const { id } = (await apply(candidate, 'crm-1')).body;
  await assertRefused(service, () => apply(candidate, 'crm-1'), 'importExternalId duplicate');
  await assertRefused(service, () => apply(other, ' crm-1 '), 'importExternalId duplicate');
  assert.deepEqual(await namesOf(apply(other, 'crm-1')), [id, candidate]);
  await assertRefused(
    service,
    () => api.post(`/candidates/${candidate}/apply`, { importExternalId: 'crm-1', message: 1 }),
    'importExternalId duplicate',
    'message type',
    'recruiterId required',
  );
  // Both operations make applications.
  await assertRefused(service, () => receive('crm-1'), 'importExternalId duplicate');
  assert.deepEqual(await namesOf(receive('crm-1')), [id, candidate]);
});

test('of several calls at the same time with the same id, one creates the application', async () => {
  const rows = await storedRows();
  const { body } = await assertOneOfTenSucceeds(() => receive('at-once'), 'importExternalId');
  assert.equal(body.isNewCandidate, true);
  assert.deepEqual(await storedRows(), {
    candidates: rows.candidates! + 1,
    applications: rows.applications! + 1,
    documents: rows.documents! + 1,
    pending: rows.pending,
  });
});

test('details, lists, and exports show the id, and what the applicant submitted does not have it', async () => {
  const { id } = (await receive('shown')).body;
  const { applies } = (await api.get(`/candidates/${id}`)).body;
  assert.equal(applies[0].importExternalId, 'shown');
  assert.equal('importExternalId' in applies[0].submitted, false);
  assert.deepEqual((await api.get(`/candidates/${id}/applies`)).body.applies, applies);
  const { candidates } = (await api.get('/candidates/export/candidates')).body;
  assert.deepEqual(candidates.find((one: { id: number }) => one.id === id).applies, applies);
  const { id: without } = (await api.post(EXTERNAL, externalApplication())).body;
  assert.equal((await api.get(`/candidates/${without}`)).body.applies[0].importExternalId, null);
});

test('applications of other tenants have ids of their own', async () => {
  const { applicationId } = (await receive('everywhere')).body;
  const other = await service.createTenant();
  const sent = externalApplication({ importExternalId: 'everywhere' });
  const response = await other.api.post(EXTERNAL, sent);
  assert.equal(response.status, 200, response.text);
  assert.notEqual(response.body.applicationId, applicationId);
});

test('an id goes with its application to another candidate, and is free after an erasure', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const { id } = (await apply(merged, 'moved')).body;
  assert.equal((await maker.merge(kept, { mergedCandidateId: merged })).status, 200);
  assert.deepEqual(await namesOf(apply(kept, 'moved')), [id, kept]);
  await eraseCandidate(service.services, service.tenant.id, kept);
  assert.equal((await receive('moved')).status, 200);
});

test('within a day the key repeats the response, and afterwards the id protects', async () => {
  const candidate = await createCandidate();
  const headers = { 'idempotency-key': 'crm-application-55' };
  const body = externalApplication({ importExternalId: 'portal-55' });
  const first = await api.post(EXTERNAL, body, { headers: { 'idempotency-key': 'portal-55' } });
  const { id } = (await apply(candidate, 'crm-55', headers)).body;
  assert.deepEqual((await apply(candidate, 'crm-55', headers)).body, { id });
  await service.clock.advance(25 * 3_600_000);
  assert.deepEqual(await namesOf(apply(candidate, 'crm-55', headers)), [id, candidate]);
  const again = api.post(EXTERNAL, body, { headers: { 'idempotency-key': 'portal-55' } });
  assert.deepEqual(await namesOf(again), [first.body.applicationId, first.body.id]);
});
