import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
const platform = await service.platform('recruiter');
const recruiterId = platform.user.id;
const HIRED = 2003;
const REJECTED = 2004;
const QUALIFIED = 2005;
const ARCHIVED = 23;

async function insert(text: string, values: unknown[]): Promise<number> {
  return (await service.sql<{ id: number }>(`${text} RETURNING id`, values))[0]!.id;
}

const branch = await insert("INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin')", [tenantId]);
const createJobAd = () =>
  insert("INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Lager', $2)", [tenantId, branch]);

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function apply(candidateId: number, body: object = {}): Promise<number> {
  return (await api.post(`/candidates/${candidateId}/apply`, { recruiterId, ...body })).body.id;
}

async function createApplication(): Promise<{ candidateId: number; id: number }> {
  const candidateId = await createCandidate();
  return { candidateId, id: await apply(candidateId) };
}

const move = (id: number, stage: unknown, reason?: string) =>
  platform.put(`/applications/${id}/stage`, { stage, ...(reason === undefined ? {} : { reason }) });

async function moveTo(id: number, stage: string): Promise<void> {
  const response = await move(id, stage);
  assert.equal(response.status, 204, response.text);
}

async function setStatus(candidateId: number, statusId: number, calls = api): Promise<void> {
  const response = await calls.put(`/candidates/${candidateId}/status`, { statusId });
  assert.equal(response.status, 200, response.text);
}

async function stagesOf(candidateId: number): Promise<string[]> {
  const { applies } = (await api.get(`/candidates/${candidateId}/applies`)).body;
  return applies.map(({ stage }: { stage: string }) => stage);
}

async function statusOf(candidateId: number): Promise<number | null> {
  return (await api.get(`/candidates/${candidateId}`)).body.statusId;
}

async function figuresOf(jobAdId: number): Promise<{ hires: number; rejections: number }> {
  const [{ hires, rejections }] = (await api.get(`/reports/performance/jobs/${jobAdId}`)).body.data;
  return { hires, rejections };
}

test('an application is new since the candidate applied', async () => {
  const candidateId = await createCandidate();
  await apply(candidateId, { appliedAtUtc: '2026-03-02T08:15:30.000Z' });
  await apply(candidateId);
  const { applies } = (await api.get(`/candidates/${candidateId}`)).body;
  for (const { stage, stageChangedAtUtc, appliedAtUtc } of applies)
    assert.deepEqual([stage, stageChangedAtUtc], ['new', appliedAtUtc]);
});

for (const stage of ['inReview', 'interview', 'offer', 'withdrawn']) {
  test(`the stage ${stage} changes the candidate and its entity tag, but not its status`, async () => {
    const { candidateId, id } = await createApplication();
    const before = await api.get(`/candidates/${candidateId}`);
    const from = service.clock.now().toISOString();
    const wrote = await written(service, () => moveTo(id, stage));
    assert.deepEqual(wrote, candidateModified(candidateId));
    const after = await api.get(`/candidates/${candidateId}`);
    const [application] = after.body.applies;
    assert.equal(application.stage, stage);
    assert.ok(application.stageChangedAtUtc >= from);
    assert.equal(after.body.statusId, null);
    assert.ok(after.body.modifiedAtUtc > before.body.modifiedAtUtc);
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  });
}

test('the same stage again changes nothing', async () => {
  const { id } = await createApplication();
  await moveTo(id, 'interview');
  assert.deepEqual(await written(service, () => move(id, 'interview', 'again')), NOTHING);
  await moveTo(id, 'hired');
  assert.deepEqual(await written(service, () => moveTo(id, 'hired')), NOTHING);
});

for (const [stage, statusId] of [
  ['hired', HIRED],
  ['rejected', REJECTED],
] as const) {
  test(`the stage ${stage} sets the status ${statusId}, with the reason as its comment`, async () => {
    const { candidateId, id } = await createApplication();
    const wrote = await written(service, () => move(id, stage, 'Gutes Gespräch'));
    assert.deepEqual(wrote, candidateModified(candidateId, 1404));
    assert.deepEqual([await statusOf(candidateId), await stagesOf(candidateId)], [statusId, [stage]]);
    const history = await service.sql(
      'SELECT status_id AS status, comment FROM candidate_status_entry WHERE candidate_id = $1',
      [candidateId],
    );
    assert.deepEqual(history, [{ status: statusId, comment: 'Gutes Gespräch' }]);
  });

  test(`the status ${statusId} of either API moves the latest open application to ${stage}`, async () => {
    for (const calls of [api, platform]) {
      const candidateId = await createCandidate();
      const early = await apply(candidateId, { appliedAtUtc: '2026-03-01T08:00:00Z' });
      await apply(candidateId, { appliedAtUtc: '2026-01-01T08:00:00Z' });
      const late = await apply(candidateId, { appliedAtUtc: '2026-03-03T08:00:00Z' });
      await moveTo(late, 'withdrawn');
      await moveTo(early, 'offer');
      const wrote = await written(service, () => setStatus(candidateId, statusId, calls as typeof api));
      assert.deepEqual(wrote, candidateModified(candidateId, 1404));
      assert.deepEqual(await stagesOf(candidateId), [stage, 'new', 'withdrawn']);
    }
  });
}

test('the status qualified starts the review of the latest open application, and never moves one back', async () => {
  const { candidateId, id } = await createApplication();
  await setStatus(candidateId, QUALIFIED);
  assert.deepEqual(await stagesOf(candidateId), ['inReview']);
  await moveTo(id, 'offer');
  await setStatus(candidateId, QUALIFIED);
  assert.deepEqual(await stagesOf(candidateId), ['offer']);
});

test('a status moves no closed application, and reports do not count it', async () => {
  const jobAdId = await createJobAd();
  const candidateId = await createCandidate();
  const first = await apply(candidateId, { appliedAtUtc: '2026-03-01T08:00:00Z' });
  await moveTo(first, 'withdrawn');
  const second = await apply(candidateId, { jobAdId });
  await setStatus(candidateId, HIRED);
  await setStatus(candidateId, REJECTED);
  assert.deepEqual(await stagesOf(candidateId), ['withdrawn', 'hired']);
  assert.equal(await statusOf(candidateId), REJECTED);
  assert.deepEqual(await figuresOf(jobAdId), { hires: 1, rejections: 0 });
  // Who moves it back takes back both decisions about it.
  await moveTo(second, 'interview');
  assert.equal(await statusOf(candidateId), null);
  assert.deepEqual(await figuresOf(jobAdId), { hires: 0, rejections: 0 });
});

test('a repeated status does not decide about another application, except for one that came since', async () => {
  const candidateId = await createCandidate();
  await apply(candidateId);
  const second = await apply(candidateId);
  await moveTo(second, 'rejected');
  await setStatus(candidateId, REJECTED);
  assert.deepEqual(await stagesOf(candidateId), ['new', 'rejected']);
  await apply(candidateId);
  await setStatus(candidateId, REJECTED);
  assert.deepEqual(await stagesOf(candidateId), ['new', 'rejected', 'rejected']);
});

test('reports count a decision for the application that was moved, not for the latest one', async () => {
  const [older, newer] = [await createJobAd(), await createJobAd()];
  const candidateId = await createCandidate();
  const first = await apply(candidateId, { jobAdId: older, appliedAtUtc: '2026-03-01T08:00:00Z' });
  const second = await apply(candidateId, { jobAdId: newer });
  await moveTo(first, 'hired');
  assert.deepEqual(await figuresOf(older), { hires: 1, rejections: 0 });
  assert.deepEqual(await figuresOf(newer), { hires: 0, rejections: 0 });
  await moveTo(second, 'hired');
  assert.deepEqual(await figuresOf(newer), { hires: 1, rejections: 0 });
  assert.deepEqual(await stagesOf(candidateId), ['hired', 'hired']);
});

test('an application that is recorded after the decision, but was sent before it, has the stage that reports count', async () => {
  const jobAdId = await createJobAd();
  const candidateId = await createCandidate();
  await setStatus(candidateId, HIRED);
  await setStatus(candidateId, REJECTED);
  const id = await apply(candidateId, { jobAdId, appliedAtUtc: '2026-03-01T08:00:00Z' });
  await apply(candidateId, { jobAdId, appliedAtUtc: '2026-03-02T08:00:00Z' });
  assert.deepEqual(await stagesOf(candidateId), ['rejected', 'new']);
  assert.deepEqual(await figuresOf(jobAdId), { hires: 0, rejections: 1 });
  const { statusChangedAtUtc, applies } = (await api.get(`/candidates/${candidateId}`)).body;
  assert.equal(applies[0].stageChangedAtUtc, statusChangedAtUtc);
  await moveTo(id, 'new');
  assert.deepEqual(await figuresOf(jobAdId), { hires: 0, rejections: 0 });
});

test('moving an application back takes the decision back, in the status and in the reports', async () => {
  const jobAdId = await createJobAd();
  const candidateId = await createCandidate();
  const id = await apply(candidateId, { jobAdId });
  await moveTo(id, 'rejected');
  assert.deepEqual(await figuresOf(jobAdId), { hires: 0, rejections: 1 });
  const wrote = await written(service, () => moveTo(id, 'new'));
  assert.deepEqual(wrote, candidateModified(candidateId, 1404));
  const { body } = await api.get(`/candidates/${candidateId}`);
  assert.deepEqual([body.statusId, body.statusChangedAtUtc], [null, null]);
  assert.deepEqual(await figuresOf(jobAdId), { hires: 0, rejections: 0 });

  await setStatus(candidateId, QUALIFIED);
  const { statusChangedAtUtc } = (await api.get(`/candidates/${candidateId}`)).body;
  await moveTo(id, 'hired');
  await moveTo(id, 'offer');
  const restored = (await api.get(`/candidates/${candidateId}`)).body;
  assert.deepEqual([restored.statusId, restored.statusChangedAtUtc], [QUALIFIED, statusChangedAtUtc]);
  await moveTo(id, 'hired');
  assert.deepEqual(await figuresOf(jobAdId), { hires: 1, rejections: 0 });
});

test('taking a decision back keeps a status that comes from another application', async () => {
  const candidateId = await createCandidate();
  const [first, second] = [await apply(candidateId), await apply(candidateId)];
  await moveTo(first, 'rejected');
  await moveTo(second, 'hired');
  const wrote = await written(service, () => moveTo(first, 'withdrawn'));
  assert.deepEqual(wrote, candidateModified(candidateId, 1402));
  assert.equal(await statusOf(candidateId), HIRED);
});

test('archiving withdraws every open application, and no decision can follow or be taken back', async () => {
  const candidateId = await createCandidate();
  const [first, second] = [await apply(candidateId), await apply(candidateId)];
  const third = await apply(candidateId);
  await moveTo(first, 'rejected');
  await moveTo(second, 'offer');
  await setStatus(candidateId, ARCHIVED);
  assert.deepEqual(await stagesOf(candidateId), ['rejected', 'withdrawn', 'withdrawn']);
  await assertRefused(service, () => move(third, 'hired'), 'stage notAllowed');
  await assertRefused(service, () => move(first, 'new'), 'stage notAllowed');
  await moveTo(third, 'inReview');
  assert.equal(await statusOf(candidateId), ARCHIVED);
});

test('an unknown, missing, or mistyped stage is rejected', async () => {
  const { id } = await createApplication();
  await assertRefused(service, () => move(id, 'accepted'), 'stage enum');
  await assertRefused(service, () => move(id, 3), 'stage type');
  await assertRefused(service, () => platform.put(`/applications/${id}/stage`, {}), 'stage required');
});

test('an application that does not exist and one of another tenant are not found', async () => {
  const { id } = await createApplication();
  const stranger = await service.platform('admin', await service.createTenant());
  await assertNotFound(service, () => stranger.put(`/applications/${id}/stage`, { stage: 'hired' }));
  await assertNotFound(service, () => move(999_999, 'hired'));
});

test('a move with the ETag of the application as it was before a decision takes nothing back', async () => {
  const { candidateId, id } = await createApplication();
  const path = `/applications/${id}`;
  const tagOf = async () => (await platform.get(path)).headers.get('etag')!;
  const seen = await tagOf();
  assert.equal((await move(id, 'rejected', 'No licence')).status, 204);
  const sendInterview = (tag: string) =>
    platform.put(`${path}/stage`, { stage: 'interview' }, { headers: { 'if-match': tag } });
  const wrote = await written(service, async () => assert.equal((await sendInterview(seen)).status, 412));
  assert.deepEqual(wrote, NOTHING);
  const { body } = await platform.get(path);
  assert.deepEqual(
    [body.stage, body.stageReason, await statusOf(candidateId)],
    ['rejected', 'No licence', REJECTED],
  );
  assert.equal((await sendInterview(await tagOf())).status, 204);
  assert.deepEqual([await stagesOf(candidateId), await statusOf(candidateId)], [['interview'], null]);
});

test('of concurrent moves of what all of them have read, one moves', async () => {
  const { id } = await createApplication();
  const path = `/applications/${id}`;
  const headers = { 'if-match': (await platform.get(path)).headers.get('etag')! };
  const moves = ['interview', 'rejected', 'offer', 'hired', 'withdrawn'].map((stage) =>
    platform.put(`${path}/stage`, { stage }, { headers }),
  );
  const statuses = (await Promise.all(moves)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [204, 412, 412, 412, 412]);
});

test('of ten concurrent moves to the same stage, one moves', async () => {
  const { candidateId, id } = await createApplication();
  const wrote = await written(service, () =>
    Promise.all(Array.from({ length: 10 }, () => moveTo(id, 'hired'))),
  );
  assert.deepEqual(wrote, candidateModified(candidateId, 1404));
});

test('concurrent stages and statuses leave one decision, which is the status of the candidate', async () => {
  const jobAdId = await createJobAd();
  const candidateId = await createCandidate();
  const id = await apply(candidateId, { jobAdId });
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      if (index % 3 === 0) return moveTo(id, 'interview');
      return index % 3 === 1 ? moveTo(id, 'hired') : setStatus(candidateId, REJECTED);
    }),
  );
  await moveTo(id, 'interview');
  assert.equal(await statusOf(candidateId), null);
  assert.deepEqual(await figuresOf(jobAdId), { hires: 0, rejections: 0 });
});

test('existing applications get the stage that follows from the status, and count in reports as before', async () => {
  const jobAdId = await createJobAd();
  const candidates: number[] = [];
  for (const statuses of [[QUALIFIED], [QUALIFIED, HIRED], [REJECTED, QUALIFIED], [REJECTED, ARCHIVED], []]) {
    const candidateId = await createCandidate();
    await apply(candidateId, { appliedAtUtc: '2026-03-01T08:00:00Z' });
    await apply(candidateId, { jobAdId, appliedAtUtc: '2026-03-02T08:00:00Z' });
    for (const statusId of statuses) await setStatus(candidateId, statusId);
    candidates.push(candidateId);
  }
  const early = await createCandidate();
  await setStatus(early, REJECTED);
  await apply(early, { jobAdId });
  const figures = await figuresOf(jobAdId);
  // As it was before there were stages.
  await service.sql('UPDATE application SET stage = DEFAULT, stage_reason = NULL, stage_changed_at = NULL');
  await service.sql('UPDATE candidate_status_entry SET application_id = NULL');
  const migration = join(import.meta.dirname, '../../../../migrations/0043_application_stages.sql');
  await service.sql(/DO \$\$[\s\S]*?\n\$\$;/.exec(await readFile(migration, 'utf8'))![0]);
  const stages = [];
  for (const candidateId of [...candidates, early]) stages.push(await stagesOf(candidateId));
  assert.deepEqual(stages, [
    ['new', 'inReview'],
    ['new', 'hired'],
    ['new', 'rejected'],
    ['withdrawn', 'rejected'],
    ['new', 'new'],
    ['new'],
  ]);
  assert.deepEqual(await figuresOf(jobAdId), figures);
  const { applies } = (await api.get(`/candidates/${candidates[1]}`)).body;
  assert.equal(applies[0].stageChangedAtUtc, applies[0].appliedAtUtc);
});
