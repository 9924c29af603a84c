import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { ROLES } from '../users/index.ts';
import { createDemoData } from './index.ts';

const service = await startTestService();
const now = service.clock.now();
const demo = await createDemoData(service.services, service.tenant.id, now);

// biome-ignore lint/suspicious/noExplicitAny: records of every shape are traversed.
type Json = any;

// What differs between two tenants: ids of the tenant's own records, guids, and times of the call.
const OWN = new Set([
  'id',
  'rowGuid',
  'officeId',
  'responsibility',
  'jobAdId',
  'recruiterId',
  'userId',
  'customerId',
  'siteId',
  'locationId',
  'contactId',
  'modifiedAtUtc',
]);

function withoutIdentity(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIdentity);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OWN.has(key))
      .map(([key, inner]) => [key, withoutIdentity(inner)]),
  );
}

/** All candidates, and the first company, request, and report. */
async function readDemo({ id, api }: TestTenant): Promise<Json> {
  const [company] = await service.sql<Json>('SELECT min(id) AS id FROM company', [], id);
  const [request] = await service.sql<Json>(
    'SELECT id, kind FROM customer_request ORDER BY id LIMIT 1',
    [],
    id,
  );
  return withoutIdentity([
    (await api.get('/candidates/export/candidates')).body.candidates,
    (await api.get(`/customers/${company.id}`)).body,
    (await api.get(`/customers/requests/${request.kind}/${request.id}`)).body,
    (await api.get('/reports/performance/channels')).body,
  ]);
}

const exported: Json[] = (await service.tenant.api.get('/candidates/export/candidates')).body.candidates;

test('applications of the last days are in every stage, and none was moved before it came or after now', () => {
  const applications = exported.flatMap(({ applies }: Json) => applies);
  const since = new Date(now.getTime() - 14 * 86_400_000).toISOString();
  const stagesOf = (own: Json[]) => new Set(own.map(({ stage }) => stage));
  const all = new Set(['new', 'inReview', 'interview', 'offer', 'hired', 'rejected', 'withdrawn']);
  assert.deepEqual(stagesOf(applications), all);
  assert.ok(applications.filter(({ appliedAtUtc }: Json) => appliedAtUtc > since).length >= 10);
  assert.ok(applications.filter(({ stage }: Json) => stage === 'new').length >= 5);
  const moved = applications.filter(({ stageChangedAtUtc }: Json) => stageChangedAtUtc > since);
  assert.deepEqual(stagesOf(moved), all);
  for (const { stageChangedAtUtc, appliedAtUtc } of applications)
    assert.ok(stageChangedAtUtc >= appliedAtUtc && stageChangedAtUtc <= now.toISOString());
});

test('there are tasks for those who plan work: overdue, due today, due later, and done', async () => {
  const admin = await service.platform('admin');
  const read = async (query: string) => (await admin.get(`/tasks?limit=100&${query}`)).body.tasks;
  const [open, done]: Json[][] = [await read('state=open'), await read('state=done')];
  const today = now.toISOString().slice(0, 10);
  const dueDates: string[] = open!.map(({ dueDate }) => dueDate);
  assert.ok(dueDates.some((date) => date < today));
  assert.ok(dueDates.includes(today));
  assert.ok(dueDates.some((date) => date > today));
  assert.equal(done!.length, 1);
  const assigned = await service.sql<Json>(
    'SELECT DISTINCT role FROM task JOIN user_account AS u ON u.id = assignee_id ORDER BY role',
  );
  assert.deepEqual(
    assigned.map(({ role }) => role),
    ['admin', 'branchManager', 'recruiter'],
  );
  const ofApplications = open!.filter(({ applicationId }) => applicationId !== null);
  assert.ok(ofApplications.length >= 5);
  for (const { recordName } of ofApplications) assert.ok(recordName);
});

test('the stage of a decided application is the status of its candidate', () => {
  for (const { applies, statusId } of exported) {
    const stages = applies.map(({ stage }: Json) => stage);
    assert.equal(stages.includes('hired'), statusId === 2003);
    if (statusId === 2004) assert.ok(stages.includes('rejected'));
    if (statusId === 23)
      assert.ok(stages.every((stage: string) => ['rejected', 'withdrawn'].includes(stage)));
  }
});

test('a second tenant gets the same data for the same time', async () => {
  const other = await service.createTenant();
  await createDemoData(service.services, other.id, now);
  assert.deepEqual(await readDemo(other), await readDemo(service.tenant));
});

test('a tenant that is not empty is left unchanged', async () => {
  const other = await service.createTenant();
  await service.sql(
    `INSERT INTO user_account (tenant_id, email, email_match) VALUES ($1, $2, $2)`,
    [other.id, demo.consoleUser],
    other.id,
  );
  await assert.rejects(createDemoData(service.services, other.id, now));
  assert.deepEqual((await other.api.get('/candidates')).body.candidates, []);
  assert.deepEqual((await other.api.get('/branches')).body.branches, []);
  assert.deepEqual(await service.sql('SELECT * FROM pending_blob', [], other.id), []);
});

test('the demo names one user of each role, the administrator first', async () => {
  assert.deepEqual(demo.consoleUsers.map(({ role }) => role).sort(), [...ROLES].sort());
  assert.equal(demo.consoleUsers[0]!.email, demo.consoleUser);
  const stored = await service.sql(
    "SELECT email, role, first_name || ' ' || last_name AS name FROM user_account ORDER BY email",
  );
  for (const user of demo.consoleUsers)
    assert.deepEqual(
      stored.find(({ email }) => email === user.email),
      user,
    );
});
