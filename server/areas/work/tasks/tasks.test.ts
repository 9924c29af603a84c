import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecords } from '../../../checks/records/tenant-records.ts';
import { formatCursor } from '../../../core/http/page-position.ts';
import { assertNotFound, assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { type ApiResponse, type PlatformApi, startTestService } from '../../../testing/harness.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const [admin, recruiter, viewer, integrator, officer] = await Promise.all(
  (['admin', 'recruiter', 'viewer', 'integrator', 'dataProtection'] as const).map((role) =>
    service.platform(role),
  ),
);
const [lists] = await service.sql<{ language: number; profession: number; licence: number }>(
  `SELECT (SELECT min(id) FROM catalog_entry WHERE list = 'languages') AS language,
          (SELECT min(id) FROM catalog_entry WHERE list = 'professions') AS profession,
          (SELECT min(id) FROM catalog_entry WHERE list = 'driverslicenses') AS licence`,
);
await makeRecords(service, service.tenant, 'Marke', lists!);
await service.sql('DELETE FROM task WHERE tenant_id = $1', [service.tenant.id]);
const [ids] = await service.sql<
  Record<'candidate' | 'company' | 'request' | 'jobAd' | 'application', number>
>(
  `SELECT (SELECT min(candidate_id) FROM application) AS candidate, (SELECT min(id) FROM company) AS company,
          (SELECT min(id) FROM customer_request) AS request, (SELECT min(id) FROM job_ad) AS "jobAd",
          (SELECT min(id) FROM application) AS application`,
);
const { candidate, company, request, jobAd, application } = ids!;

async function createTask(body: object, by: PlatformApi = recruiter!): Promise<number> {
  const response = await by.post('/tasks', body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}
const titlesOf = async (api: PlatformApi, query = '') =>
  (await api.get(`/tasks?limit=200${query}`)).body.tasks.map(({ title }: { title: string }) => title);

test('a task has what was sent, belongs to its creator by default, and no feed or event mentions it', async () => {
  let id = 0;
  const wrote = await written(service, async () => {
    id = await createTask({ title: ' Call back ', dueDate: '2030-05-06', candidateId: candidate });
    await recruiter!.put(`/tasks/${id}`, { title: 'Call again' });
    await recruiter!.post(`/tasks/${id}/complete`);
  });
  assert.deepEqual(wrote, NOTHING);
  const { createdAtUtc, modifiedAtUtc, doneAtUtc, ...task } = (await admin!.get(`/tasks/${id}`)).body;
  assert.ok(createdAtUtc && modifiedAtUtc && doneAtUtc);
  assert.deepEqual(task, {
    id,
    title: 'Call again',
    dueDate: '2030-05-06',
    assigneeId: recruiter!.user.id,
    assigneeName: 'Test recruiter',
    createdById: recruiter!.user.id,
    createdByName: 'Test recruiter',
    candidateId: candidate,
    companyId: null,
    requestId: null,
    jobAdId: null,
    applicationId: null,
    recordName: 'Marke Candidate',
    doneById: recruiter!.user.id,
  });
});

test('a task names its record, and a new record replaces the current one', async () => {
  const id = await createTask({ title: 'Records', companyId: company });
  const names: (string | null)[] = [];
  for (const body of [{}, { requestId: request }, { jobAdId: jobAd }, { applicationId: application }]) {
    assert.equal((await recruiter!.put(`/tasks/${id}`, body)).status, 204);
    names.push((await recruiter!.get(`/tasks/${id}`)).body.recordName);
  }
  assert.deepEqual(names, ['Marke', 'Marke', 'Marke job', 'Marke Candidate']);
  await recruiter!.put(`/tasks/${id}`, { applicationId: null });
  const { applicationId, companyId, recordName } = (await recruiter!.get(`/tasks/${id}`)).body;
  assert.deepEqual(
    { applicationId, companyId, recordName },
    { applicationId: null, companyId: null, recordName: null },
  );
});

test('open tasks are sorted by due date, done ones by completion, page by page', async () => {
  const own = await service.platform('recruiter');
  const days = ['2030-01-03', null, '2030-01-01', '2030-01-02', '2030-01-01', null];
  for (const [index, dueDate] of days.entries()) await createTask({ title: `page ${index}`, dueDate }, own);
  const pages = async (query: string) => {
    const titles: string[] = [];
    let after = '';
    do {
      const { body } = await own.get(`/tasks?mine=true&limit=2${query}${after}`);
      assert.ok(body.tasks.length > 0 && body.tasks.length <= 2);
      for (const { title } of body.tasks) titles.push(title.slice('page '.length));
      after = body.nextCursor === null ? '' : `&after=${encodeURIComponent(body.nextCursor)}`;
    } while (after !== '');
    return titles.join('');
  };
  assert.equal(await pages(''), '243015');
  assert.equal(await pages('&dueBefore=2030-01-02'), '24');
  const open = (await own.get('/tasks?mine=true')).body.tasks;
  for (const { id } of [open[3], open[0], open[5]]) {
    assert.equal((await own.post(`/tasks/${id}/complete`)).status, 204);
    await service.clock.advance(1000);
  }
  assert.equal(await pages('&state=done'), '520');
  assert.equal(await pages(''), '431');
});

test('tasks are listed by record and by assignee', async () => {
  await createTask({ title: 'of a company', companyId: company, assigneeId: admin!.user.id });
  await createTask({ title: 'of a job ad', jobAdId: jobAd });
  assert.deepEqual(await titlesOf(admin!, `&companyId=${company}`), ['of a company']);
  assert.deepEqual(await titlesOf(admin!, `&jobAdId=${jobAd}`), ['of a job ad']);
  assert.deepEqual(await titlesOf(admin!, `&assigneeId=${admin!.user.id}`), ['of a company']);
  assert.deepEqual(await titlesOf(admin!, '&companyId=999999'), []);
});

test('a completed task keeps its time until it is reopened', async () => {
  const id = await createTask({ title: 'twice' });
  await recruiter!.post(`/tasks/${id}/complete`);
  const { doneAtUtc } = (await recruiter!.get(`/tasks/${id}`)).body;
  await service.clock.advance(60_000);
  await admin!.post(`/tasks/${id}/complete`);
  const again = (await recruiter!.get(`/tasks/${id}`)).body;
  assert.deepEqual([again.doneAtUtc, again.doneById], [doneAtUtc, recruiter!.user.id]);
  assert.equal((await recruiter!.post(`/tasks/${id}/reopen`)).status, 204);
  const open = (await recruiter!.get(`/tasks/${id}`)).body;
  assert.deepEqual([open.doneAtUtc, open.doneById], [null, null]);
});

test('roles see no task about a record that they cannot read, however they ask', async () => {
  const hidden = await createTask({ title: 'secret', candidateId: candidate, assigneeId: officer!.user.id });
  const untied = await createTask({ title: 'Mrs. Secret' });
  const forRequest = await createTask({ title: 'request', requestId: request });
  const own = await createTask({ title: 'webhook', assigneeId: integrator!.user.id });
  assert.deepEqual(await titlesOf(integrator!), ['webhook']);
  assert.equal((await integrator!.get(`/tasks/${own}`)).status, 200);
  for (const id of [hidden, untied, forRequest]) {
    await assertNotFound(service, () => integrator!.get(`/tasks/${id}`));
    await assertNotFound(service, () => integrator!.put(`/tasks/${id}`, { title: 'x' }));
    await assertNotFound(service, () => integrator!.post(`/tasks/${id}/complete`));
    await assertNotFound(service, () => integrator!.post(`/tasks/${id}/reopen`));
    await assertNotFound(service, () => integrator!.delete(`/tasks/${id}`));
  }
  assert.deepEqual(await titlesOf(integrator!, `&candidateId=${candidate}`), []);
  const seen = await titlesOf(officer!);
  assert.ok(seen.includes('secret') && !seen.includes('request'));
  // A new role applies at once.
  await service.sql("UPDATE user_account SET role = 'integrator' WHERE id = $1", [officer!.user.id]);
  assert.deepEqual(await titlesOf(officer!), []);
  await service.sql("UPDATE user_account SET role = 'dataProtection' WHERE id = $1", [officer!.user.id]);
});

test('a role cannot learn from a task whether a record exists', async () => {
  const task = await createTask({ title: 'own', assigneeId: integrator!.user.id });
  const about = await createTask({ title: 'secret', candidateId: candidate });
  const existing = {
    candidateId: candidate,
    companyId: company,
    requestId: request,
    jobAdId: jobAd,
    applicationId: application,
  };
  const send = async (call: () => Promise<ApiResponse>) => {
    const { status, body } = await call();
    return { status, ...body, messageGuid: null };
  };
  for (const [property, id] of Object.entries(existing))
    for (const rest of [{ title: 'x' }, { dueDate: 'x' }, { assigneeId: viewer!.user.id, title: 'x' }]) {
      const existingAndMissing = [id, 999_999].map((value) => ({ ...rest, [property]: value }));
      for (const call of [
        (body: object) => integrator!.post('/tasks', body),
        (body: object) => integrator!.put(`/tasks/${task}`, body),
        // Not visible, and about the record itself.
        (body: object) => integrator!.put(`/tasks/${about}`, body),
        (body: object) => integrator!.put('/tasks/999999', body),
      ]) {
        const [ofExisting, ofMissing] = await Promise.all(
          existingAndMissing.map((body) => send(() => call(body))),
        );
        assert.deepEqual(ofExisting, ofMissing);
        assert.ok(JSON.stringify(ofExisting).includes(`"property":"${property}","code":"unknownReference"`));
      }
    }
  // A role that reads some kinds only.
  const [ofExisting, ofMissing] = await Promise.all(
    [request, 999_999].map((requestId) => send(() => officer!.post('/tasks', { title: 'x', requestId }))),
  );
  assert.deepEqual(ofExisting, ofMissing);
  assert.equal(ofExisting!.status, 400);
});

test('an assignee must be able to read the record and to complete the task', async () => {
  const body = { title: 'x', candidateId: candidate };
  for (const { user } of [integrator!, viewer!])
    await assertRefused(
      service,
      () => recruiter!.post('/tasks', { ...body, assigneeId: user.id }),
      'assigneeId notAllowed',
    );
  const id = await createTask({ title: 'open to all', assigneeId: integrator!.user.id });
  await assertRefused(
    service,
    () => recruiter!.put(`/tasks/${id}`, { candidateId: candidate }),
    'assigneeId notAllowed',
  );
  const both = { candidateId: candidate, assigneeId: officer!.user.id };
  assert.equal((await recruiter!.put(`/tasks/${id}`, both)).status, 204);
});

test('all faults of a task are reported together', async () => {
  await assertRefused(
    service,
    () => recruiter!.post('/tasks', { dueDate: '2026-02-30', assigneeId: 999_999, candidateId: 999_999 }),
    'title required',
    'dueDate format',
    'assigneeId unknownReference',
    'candidateId unknownReference',
  );
  await assertRefused(
    service,
    () => recruiter!.post('/tasks', { title: 'x', candidateId: candidate, companyId: company }),
    'companyId notAllowed',
  );
  const byDueDate = { sort: 'dueDate', order: 'asc' } as const;
  for (const after of [
    'x',
    formatCursor(byDueDate, { key: '2026-02-30', id: 1 }),
    formatCursor(byDueDate, { key: '2026-02-03T08:00:00.000000Z', id: 1 }),
    formatCursor(byDueDate, { key: 'infinity', id: 99_999_999_999 }),
    formatCursor({ sort: 'doneAtUtc', order: 'desc' }, { key: '2026-02-03T08:00:00.000000Z', id: 1 }),
  ])
    await assertRefused(service, () => recruiter!.get(`/tasks?after=${after}`), 'after format');
});

test('a candidate who has not applied is unknown to tasks', async () => {
  const { id } = (await service.tenant.api.post('/candidates', { firstName: 'A', lastName: 'B' })).body;
  await assertRefused(
    service,
    () => recruiter!.post('/tasks', { title: 'x', candidateId: id }),
    'candidateId unknownReference',
  );
});

test('a change with the ETag of an older version is rejected, whatever the operation', async () => {
  const id = await createTask({ title: 'first', candidateId: candidate });
  const headers = async () => ({ 'if-match': (await recruiter!.get(`/tasks/${id}`)).headers.get('etag')! });
  const old = { headers: await headers() };
  assert.equal((await recruiter!.put(`/tasks/${id}`, { title: 'second' }, old)).status, 204);
  for (const call of [
    () => admin!.put(`/tasks/${id}`, { title: 'third' }, old),
    () => admin!.post(`/tasks/${id}/complete`, undefined, old),
    () => admin!.post(`/tasks/${id}/reopen`, undefined, old),
    () => admin!.delete(`/tasks/${id}`, old),
  ])
    assert.equal((await call()).status, 412);
  assert.equal((await recruiter!.get(`/tasks/${id}`)).body.title, 'second');
  assert.equal((await recruiter!.delete(`/tasks/${id}`, { headers: await headers() })).status, 204);
  await assertNotFound(service, () => recruiter!.get(`/tasks/${id}`));
});

test('a task sent back unchanged changes nothing, even if its assignee was deactivated', async () => {
  const gone = await service.platform('recruiter');
  const id = await createTask({ title: 'kept', assigneeId: gone.user.id, companyId: company });
  await admin!.put(`/users/${gone.user.id}`, { isActive: false });
  const before = await admin!.get(`/tasks/${id}`);
  await service.clock.advance(60_000);
  assert.equal((await admin!.put(`/tasks/${id}`, before.body)).status, 204);
  assert.deepEqual((await admin!.get(`/tasks/${id}`)).body, before.body);
});

test('the tasks of an erased candidate are erased, also those of its applications', async () => {
  const tasks = [
    await createTask({ title: 'a', candidateId: candidate }),
    await createTask({ title: 'b', applicationId: application }),
  ];
  // The records of the tests have a hold.
  assert.equal((await admin!.delete(`/candidates/${candidate}/hold`)).status, 204);
  await eraseCandidate(service.services, service.tenant.id, candidate);
  for (const id of tasks) await assertNotFound(service, () => admin!.get(`/tasks/${id}`));
  assert.deepEqual(
    await service.sql('SELECT id FROM task WHERE candidate_id = $1 OR application_id = $2', [
      candidate,
      application,
    ]),
    [],
  );
});
