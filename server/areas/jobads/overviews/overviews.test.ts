import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { EVENTS, recordChange } from '../../changes/index.ts';
import { jobAdListSql } from './queries.ts';

const service = await startTestService();
const STREAM = '/jobads/changes';

interface Row {
  id: number;
  row_guid: string;
  office_id: number;
}

async function createBranch(tenant: TestTenant, name = 'Berlin'): Promise<number> {
  const [branch] = await service.sql<{ id: number }>(
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING id',
    [tenant.id, name],
    tenant.id,
  );
  return branch!.id;
}

/** Creates a job ad with its change, as the platform does. */
async function create(tenant: TestTenant, officeId: number, title = 'Lagerhelfer'): Promise<Row> {
  const [row] = await service.sql<Row>(
    'INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, $2, $3) RETURNING id, row_guid, office_id',
    [tenant.id, title, officeId],
    tenant.id,
  );
  await record(tenant, row!, 'new', 'Editing');
  return row!;
}

async function record(
  tenant: TestTenant,
  row: Row,
  kind: 'new' | 'modified' | 'deleted',
  processStatus: string,
): Promise<void> {
  await recordChange(service.services.database.tenant(tenant.id), tenant.id, {
    entity: 'jobad',
    kind,
    id: row.id,
    rowGuid: row.row_guid,
    officeId: row.office_id,
    attributes: JSON.stringify({ processStatus }),
    event: EVENTS.jobAdChanged,
  });
}

async function change(
  tenant: TestTenant,
  row: Row,
  columns: string,
  processStatus = 'Active',
): Promise<void> {
  await service.sql(
    `UPDATE job_ad SET ${columns}, modified_at = clock_now() WHERE tenant_id = $1 AND id = $2`,
    [tenant.id, row.id],
    tenant.id,
  );
  await record(tenant, row, columns.includes('deleted_at') ? 'deleted' : 'modified', processStatus);
}

const ids = (entries: { jobAdId: number }[]) => entries.map(({ jobAdId }) => jobAdId);

test('the list is a bare array of job ads with integer id, title, and status', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  assert.deepEqual((await tenant.api.get('/jobads')).body, []);
  const ad = await create(tenant, await createBranch(tenant), 'Fräser „5-Achs“ \\ "neu"\t€😀');
  const { body } = await tenant.api.get('/jobads');
  assert.equal(body.length, 1);
  const { createdAtUtc, modifiedAtUtc, ...rest } = body[0];
  assert.deepEqual(rest, {
    id: ad.row_guid,
    jobAdId: ad.id,
    title: 'Fräser „5-Achs“ \\ "neu"\t€😀',
    status: 'Editing',
  });
  assert.match(createdAtUtc, /^2026-05-01T12:00:0\d\.\d{3}Z$/);
  assert.match(modifiedAtUtc, /^2026-05-01T12:00:0\d\.\d{3}Z$/);
});

test('the list contains the job ads created or changed in the period, including both days', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const branch = await createBranch(tenant);
  const first = await create(tenant, branch);
  const changed = await create(tenant, branch);
  await service.clock.set('2026-05-02T00:00:00Z');
  const second = await create(tenant, branch);
  await change(tenant, changed, "process_status = 'Active'");
  const list = async (query: string) => ids((await tenant.api.get(`/jobads${query}`)).body);
  assert.deepEqual(await list(''), [first.id, changed.id, second.id]);
  assert.deepEqual(await list('?startDate=2026-05-01&endDate=2026-05-01'), [first.id, changed.id]);
  assert.deepEqual(await list('?startDate=2026-05-02'), [changed.id, second.id]);
  assert.deepEqual(await list('?endDate=2026-05-01'), [first.id, changed.id]);
  assert.deepEqual(await list('?endDate=2026-04-30'), []);
});

test('the list of a period contains a job ad that changed again later', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const branch = await createBranch(tenant);
  const [changed, quiet] = [await create(tenant, branch), await create(tenant, branch)];
  for (const day of ['03', '05', '07']) {
    await service.clock.set(`2026-05-${day}T12:00:00Z`);
    await change(tenant, changed, `title = 'Stand vom ${day}.'`, 'Editing');
  }
  const api = await service.createApi(tenant, ['jobads:read']);
  const list = async (startDate: string, endDate: string) =>
    ids((await api.get(`/jobads?startDate=${startDate}&endDate=${endDate}`)).body);
  assert.deepEqual(await list('2026-05-01', '2026-05-01'), [changed.id, quiet.id]);
  assert.deepEqual(await list('2026-05-03', '2026-05-03'), [changed.id]);
  assert.deepEqual(await list('2026-05-04', '2026-05-05'), [changed.id]);
  assert.deepEqual(await list('2026-05-06', '2026-05-06'), []);
  // What the retention removes from the change log, apart from the last change.
  await service.sql('DELETE FROM change_log WHERE tenant_id = $1', [tenant.id], tenant.id);
  assert.deepEqual(await list('2026-05-01', '2026-05-01'), [changed.id, quiet.id]);
  assert.deepEqual(await list('2026-05-07', '2026-05-07'), [changed.id]);
});

test('the list of a period reads an index range of the change log', async () => {
  const query = jobAdListSql({ tenantId: 1, period: { startDate: '2026-05-03', endDate: '2026-05-03' } });
  const rows = await service.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /change_log_by_time/);
  assert.doesNotMatch(plan, /Seq Scan on change_log|SubPlan/);
});

test('the list returns 304 until a job ad changes, but 200 for another period', async () => {
  const tenant = await service.createTenant();
  const ad = await create(tenant, await createBranch(tenant));
  await service.settle();
  const headers = { 'if-none-match': (await tenant.api.get('/jobads')).headers.get('etag')! };
  assert.equal((await tenant.api.get('/jobads', { headers })).status, 304);
  assert.equal((await tenant.api.get('/jobads?startDate=2026-01-01', { headers })).status, 200);
  await change(tenant, ad, "title = 'Neu'", 'Editing');
  assert.equal((await tenant.api.get('/jobads', { headers })).status, 200);
});

test('a deleted job ad is not in the list', async () => {
  const tenant = await service.createTenant();
  const ad = await create(tenant, await createBranch(tenant));
  await change(tenant, ad, 'deleted_at = clock_now()', 'Editing');
  assert.deepEqual((await tenant.api.get('/jobads')).body, []);
});

test('invalid dates are rejected', async () => {
  for (const query of ['startDate=2026-02-30', 'startDate=2026-06-02&endDate=2026-06-01', 'officeId=1'])
    assert.equal((await service.tenant.api.get(`/jobads?${query}`)).status, 400, query);
});

test('a window lists each job ad once, with the status after its last change', async () => {
  await service.clock.set('2026-06-01T09:30:00Z');
  const tenant = await service.createTenant();
  const branch = await createBranch(tenant);
  const changed = await create(tenant, branch);
  const deleted = await create(tenant, branch);
  await service.clock.set('2026-06-01T10:10:00Z');
  const created = await create(tenant, branch);
  await change(tenant, created, "process_status = 'Active'", 'Active');
  await change(tenant, changed, "process_status = 'Active'", 'Active');
  await change(tenant, changed, "process_status = 'Completed'", 'Completed');
  await change(tenant, deleted, 'deleted_at = clock_now()', 'Editing');
  const shortLived = await create(tenant, branch);
  await change(tenant, shortLived, 'deleted_at = clock_now()', 'Editing');
  await service.clock.set('2026-06-02T00:00:01Z');
  const shown = (body: Record<string, { jobAdId: number; ProcessStatus: string }[]>) =>
    Object.fromEntries(
      Object.entries(body).map(([list, entries]) => [
        list,
        entries.map(({ jobAdId, ProcessStatus }) => [jobAdId, ProcessStatus]),
      ]),
    );

  const hour = await tenant.api.get(`${STREAM}/2026-06-01/10`);
  assert.deepEqual(shown(hour.body), {
    new: [[created.id, 'Active']],
    modified: [[changed.id, 'Completed']],
    deleted: [
      [deleted.id, 'Editing'],
      [shortLived.id, 'Editing'],
    ],
  });
  const day = await tenant.api.get(`${STREAM}/2026-06-01`);
  assert.deepEqual(shown(day.body), {
    new: [
      [created.id, 'Active'],
      [changed.id, 'Completed'],
    ],
    modified: [],
    deleted: [
      [deleted.id, 'Editing'],
      [shortLived.id, 'Editing'],
    ],
  });
  const period = await tenant.api.get(`${STREAM}?startDate=2026-06-01&endDate=2026-06-01`);
  assert.deepEqual(period.body, day.body);
  const { changedAtUtc, ...entry } = hour.body.new[0];
  assert.deepEqual(entry, {
    id: created.row_guid,
    jobAdId: created.id,
    officeId: branch,
    ProcessStatus: 'Active',
  });
  assert.match(changedAtUtc, /^2026-06-01T10:10:0\d\.\d{3}Z$/);
});

test('a window of a branch lists only its job ads', async () => {
  await service.clock.set('2026-06-03T09:30:00Z');
  const tenant = await service.createTenant();
  const [here, there] = [await createBranch(tenant), await createBranch(tenant, 'Bonn')];
  const ad = await create(tenant, here);
  await create(tenant, there);
  const { body } = await tenant.api.get(`${STREAM}/2026-06-03/9?officeId=${here}`);
  assert.deepEqual(ids(body.new), [ad.id]);
});

test('an invalid or future window returns 404, an invalid period 400', async () => {
  await service.clock.set('2026-06-10T10:30:00Z');
  const { api } = service.tenant;
  for (const path of ['2026-02-30', 'today', '2026-06-11', '2026-06-10/11', '2026-06-10/24', '2026-06-10/-1'])
    assert.equal((await api.get(`${STREAM}/${path}`)).status, 404, path);
  for (const query of ['startDate=2026-02-30', 'startDate=2026-06-02&endDate=2026-06-01', 'officeId=999999'])
    assert.equal((await api.get(`${STREAM}?${query}`)).status, 400, query);
});

test('the feed returns the endpoint of a changed job ad', async () => {
  const tenant = await service.createTenant();
  const ad = await create(tenant, await createBranch(tenant));
  await service.settle();
  const { body } = await tenant.api.get('/changes?entities=jobad');
  assert.deepEqual(
    body.changes.map(({ change: kind, id, endpoint }: Record<string, unknown>) => [kind, id, endpoint]),
    [['new', ad.id, `/jobads/${ad.id}`]],
  );
  assert.equal((await tenant.api.get(body.changes[0].endpoint)).status, 200);
});
