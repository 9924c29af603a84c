import assert from 'node:assert/strict';
import { test } from 'node:test';
import { written } from '../../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { tablesWith } from '../../../testing/tables-with.ts';
import { eraseCandidate } from '../../privacy/index.ts';
import { candidateListSql } from './queries.ts';

// Some tests move the clock through a week with one token.
const service = await startTestService({ TOKEN_SECONDS: '604800' });
const STREAM = '/candidates/export/candidates/changes';

async function create({ api }: TestTenant, body: Record<string, unknown> = {}): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body })).body.id;
}

const ids = (entries: { id: number }[]) => entries.map(({ id }) => id).sort((a, b) => a - b);

test('the list shows the candidates with a change in the period, including both days, whenever they were created in another system', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const first = await create(tenant);
  const imported = await create(tenant, { createdAtUtc: '2020-01-15T23:59:59.999Z' });
  await service.clock.set('2026-05-02T00:00:00Z');
  const second = await create(tenant);
  const list = async (query: string) => ids((await tenant.api.get(`/candidates${query}`)).body.candidates);
  assert.deepEqual(await list(''), [first, imported, second]);
  assert.deepEqual(await list('?startDate=2026-05-01&endDate=2026-05-01'), [first, imported]);
  assert.deepEqual(await list('?startDate=2026-05-02'), [second]);
  assert.deepEqual(await list('?startDate=2020-01-15&endDate=2020-01-15'), []);
  assert.deepEqual(await list('?endDate=2026-04-30'), []);
});

test('the list shows each value as the record does, whatever characters it has', async () => {
  const tenant = await service.createTenant();
  const user = await service.platform('admin', tenant);
  const office = await user.post('/branches', { name: 'Berlin' });
  await create(tenant, {
    firstName: 'Zoë "Z" \\ O\u0001',
    lastName: '</script>\u2028 "\n',
    contact: { email: `o'hara+"x"@example.org`.replaceAll('"', '') },
    location: { city: 'Köln\t"am" Rhein' },
    officeId: office.body.id,
  });
  const empty = await create(tenant);
  await tenant.api.put(`/candidates/${empty}/status`, { statusId: 2005 });
  const { candidates } = (await tenant.api.get('/candidates')).body;
  assert.equal(candidates.length, 2);
  for (const item of candidates) {
    const { body } = await tenant.api.get(`/candidates/${item.id}`);
    const { id, rowGuid, firstName, lastName, statusId, officeId, isVisible, createdAtUtc, modifiedAtUtc } =
      body;
    assert.deepEqual(item, {
      ...{ id, rowGuid, firstName, lastName, email: body.contact.email, city: body.location.city },
      ...{ statusId, officeId, isVisible, createdAtUtc, modifiedAtUtc },
    });
  }
});

test('the list and the export show the candidates with any change in the period, not only their last one', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const other = await service.createTenant();
  const [changed, erased, quiet] = [await create(tenant), await create(tenant), await create(tenant)];
  await create(other);
  for (const day of ['03', '05', '07']) {
    await service.clock.set(`2026-05-${day}T12:00:00Z`);
    await tenant.api.put(`/candidates/${changed}`, { title: `Dr. ${day}` });
    await tenant.api.put(`/candidates/${erased}`, { title: `Dr. ${day}` });
  }
  await eraseCandidate(service.services, tenant.id, erased);
  for (const path of ['/candidates', '/candidates/export/candidates']) {
    const list = async (startDate: string, endDate: string) =>
      ids((await tenant.api.get(`${path}?startDate=${startDate}&endDate=${endDate}`)).body.candidates);
    assert.deepEqual(await list('2026-05-01', '2026-05-01'), [changed, quiet], path);
    assert.deepEqual(await list('2026-05-03', '2026-05-03'), [changed], path);
    assert.deepEqual(await list('2026-05-04', '2026-05-05'), [changed], path);
    assert.deepEqual(await list('2026-05-04', '2026-05-04'), [], path);
    assert.deepEqual(await list('2026-05-06', '2026-05-08'), [changed], path);
  }
});

test('a sub-record, a status, and an application count as changes of the list, a document does not', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const [language, status, document] = [await create(tenant), await create(tenant), await create(tenant)];
  await service.clock.set('2026-05-03T12:00:00Z');
  await tenant.api.post(`/candidates/${language}/languages`, { languageId: 1 });
  await tenant.api.put(`/candidates/${status}/status`, { statusId: 2005 });
  await tenant.api.post(`/candidates/${document}/documents/cv`, {
    filename: 'a.txt',
    base64File: 'QQ==',
    shouldParseCV: false,
  });
  await service.clock.set('2026-05-05T12:00:00Z');
  for (const id of [language, status]) await tenant.api.put(`/candidates/${id}`, { title: 'Dr.' });
  const { candidates } = (await tenant.api.get('/candidates?startDate=2026-05-03&endDate=2026-05-03')).body;
  assert.deepEqual(ids(candidates), [language, status]);
});

test('a list by period reads an index range of the change log', async () => {
  const query = candidateListSql({
    tenantId: 1,
    period: { startDate: '2026-05-03', endDate: '2026-05-03' },
    onlyVisible: false,
  });
  const rows = await service.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /change_log_by_time/);
  assert.match(plan, /swept_candidate_change_by_time/);
  assert.doesNotMatch(plan, /Seq Scan on (change_log|swept_candidate_change)/);
});

test('users see candidates only after an application, integrations see all', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const email = { contact: { email: 'gleich@example.org' } };
  const [hidden, visible] = [await create(tenant, email), await create(tenant, email)];
  const user = await service.platform('recruiter', tenant);
  await tenant.api.post(`/candidates/${visible}/apply`, { recruiterId: user.user.id });
  for (const [path, list] of [
    ['/candidates', 'candidates'],
    ['/candidates?startDate=2026-05-01', 'candidates'],
    ['/candidates/export/candidates', 'candidates'],
    ['/candidates/duplicates?email=gleich@example.org', 'duplicates'],
  ] as const) {
    assert.deepEqual(ids((await tenant.api.get(path)).body[list]), [hidden, visible], path);
    assert.deepEqual(ids((await user.get(path)).body[list]), [visible], path);
  }
  await tenant.api.post(`/candidates/${hidden}/apply`, { recruiterId: user.user.id });
  assert.deepEqual(ids((await user.get('/candidates')).body.candidates), [hidden, visible]);
});

test('without candidates, the list and the export are empty', async () => {
  const { api } = await service.createTenant();
  assert.deepEqual((await api.get('/candidates')).body, { candidates: [] });
  assert.deepEqual((await api.get('/candidates/export/candidates')).body, { candidates: [] });
});

test('the export shows each candidate as its details do', async () => {
  const tenant = await service.createTenant();
  for (let index = 0; index < 3; index++) {
    await create(tenant, {
      remarks: 'Zeile\n"Anführung" \\ Ende\t€😀',
      location: { countryId: 276, city: 'Köln' },
    });
  }
  const { body } = await tenant.api.get('/candidates/export/candidates', {
    headers: { 'accept-language': 'de' },
  });
  assert.equal(body.candidates.length, 3);
  for (const candidate of body.candidates) {
    const detail = await tenant.api.get(`/candidates/${candidate.id}`, {
      headers: { 'accept-language': 'de' },
    });
    assert.deepEqual(candidate, detail.body);
  }
});

test('the export is filtered by branch and period', async () => {
  await service.clock.set('2026-05-10T12:00:00Z');
  const tenant = await service.createTenant();
  const [branch] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name) VALUES ($1, 'A') RETURNING id`,
    [tenant.id],
    tenant.id,
  );
  const inBranch = await create(tenant, { officeId: branch!.id });
  await create(tenant);
  const list = async (query: string) =>
    ids((await tenant.api.get(`/candidates/export/candidates?${query}`)).body.candidates);
  assert.deepEqual(await list(`officeId=${branch!.id}`), [inBranch]);
  assert.deepEqual(await list('endDate=2026-05-09'), []);
});

test('a window shows each record in only one list: new, modified, or deleted', async () => {
  await service.clock.set('2026-06-01T09:30:00Z');
  const tenant = await service.createTenant();
  const { api } = tenant;
  const changed = await create(tenant);
  const deleted = await create(tenant);
  await service.clock.set('2026-06-01T10:10:00Z');
  const created = await create(tenant);
  await api.put(`/candidates/${created}`, { title: 'Dr.' });
  const shortLived = await create(tenant);
  await api.put(`/candidates/${changed}`, { title: 'Dr.' });
  await api.put(`/candidates/${changed}/status`, { statusId: 2005 });
  await eraseCandidate(service.services, tenant.id, deleted);
  await eraseCandidate(service.services, tenant.id, shortLived);
  await service.clock.set('2026-06-02T00:00:01Z');

  const hour = await api.get(`${STREAM}/2026-06-01/10`);
  assert.deepEqual(
    { new: ids(hour.body.new), modified: ids(hour.body.modified), deleted: ids(hour.body.deleted) },
    { new: [created], modified: [changed], deleted: [deleted, shortLived] },
  );
  const day = await api.get(`${STREAM}/2026-06-01`);
  assert.deepEqual(
    { new: ids(day.body.new), modified: ids(day.body.modified), deleted: ids(day.body.deleted) },
    { new: [changed, created], modified: [], deleted: [deleted, shortLived] },
  );
  const { body: period } = await api.get(`${STREAM}?startDate=2026-06-01&endDate=2026-06-01`);
  assert.deepEqual(period, day.body);
});

test('every entry of a window has its rowGuid, also after an erasure', async () => {
  await service.clock.set('2026-06-03T09:10:00Z');
  const tenant = await service.createTenant();
  const { api } = tenant;
  const known = [await create(tenant), await create(tenant), await create(tenant)];
  const guids = new Map<number, string>();
  for (const id of known) guids.set(id, (await api.get(`/candidates/${id}`)).body.rowGuid);
  await service.clock.set('2026-06-03T10:10:00Z');
  await api.put(`/candidates/${known[1]}`, { title: 'Dr.' });
  await eraseCandidate(service.services, tenant.id, known[0]!);
  await service.clock.set('2026-06-03T11:00:01Z');
  for (const hour of ['9', '10']) {
    const { body } = await api.get(`${STREAM}/2026-06-03/${hour}`);
    const entries = [...body.new, ...body.modified, ...body.deleted];
    assert.equal(entries.length, hour === '9' ? 3 : 2);
    for (const { id, rowGuid } of entries) assert.equal(rowGuid, guids.get(id), `${hour} ${id}`);
  }
});

test('a change without the GUID of its record is not recorded', async () => {
  const [change, params] = [
    "SELECT record_change($1, 'candidate', 1, NULL, 'new', NULL, NULL, NULL, NULL, NULL, NULL)",
    [service.tenant.id],
  ];
  await assert.rejects(service.sql(change, params, service.tenant.id), { constraint: 'change_log_row_guid' });
});

test('a deleted candidate leaves no personal data in any table, nor in the events', async () => {
  const tenant = await service.createTenant();
  const work = async () => {
    const id = await create(tenant, {
      lastName: 'Unverwechselbar',
      contact: { email: 'unverwechselbar@example.org' },
    });
    await tenant.api.put(`/candidates/${id}/status`, { statusId: 2004, comment: 'Unverwechselbar' });
    await eraseCandidate(service.services, tenant.id, id);
    assert.equal((await tenant.api.get(`/candidates/${id}`)).status, 404);
  };
  const { events } = await written(service, work, tenant);
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set([1401, 1404, 1403]));
  assert.doesNotMatch(JSON.stringify(events), /unverwechselbar/i);
  assert.deepEqual(await tablesWith(service, 'unverwechselbar', tenant.id), []);
});

test('a complete window can be cached forever, an open window cannot be cached', async () => {
  await service.clock.set('2026-06-10T10:30:00Z');
  const { api } = await service.createTenant();
  const complete = await api.get(`${STREAM}/2026-06-10/9`);
  assert.equal(complete.headers.get('cache-control'), 'private, max-age=31536000, immutable');
  assert.equal(complete.headers.get('window-complete'), 'true');
  assert.deepEqual(complete.body, { new: [], modified: [], deleted: [] });
  const etag = complete.headers.get('etag')!;
  assert.equal((await api.get(`${STREAM}/2026-06-10/9`, { headers: { 'if-none-match': etag } })).status, 304);
  for (const path of [
    `${STREAM}/2026-06-10/10`,
    `${STREAM}/2026-06-10`,
    STREAM,
    `${STREAM}?startDate=2026-06-10`,
  ]) {
    const open = await api.get(path);
    assert.equal(open.headers.get('cache-control'), 'no-store', path);
    assert.equal(open.headers.get('window-complete'), 'false', path);
    assert.equal(open.headers.get('etag'), null, path);
  }
});

test('an impossible or future window is 404, an invalid period is 400', async () => {
  await service.clock.set('2026-06-10T10:30:00Z');
  const { api } = await service.createTenant();
  for (const path of [
    '2026-02-30',
    'today',
    '2026-6-1',
    '2026-06-11',
    '2026-06-10/11',
    '2026-06-10/24',
    '2026-06-10/-1',
    '2026-06-10/x',
    '2026-06-10/1.5',
  ]) {
    assert.equal((await api.get(`${STREAM}/${path}`)).status, 404, path);
  }
  for (const [query, code] of [
    ['startDate=2026-02-30', 'format'],
    ['startDate=2026-06-02&endDate=2026-06-01', 'range'],
    ['officeId=999999', 'unknownReference'],
    ['startdat=2026-06-01', 'unknownProperty'],
  ] as const) {
    const response = await api.get(`${STREAM}?${query}`);
    assert.deepEqual([response.status, response.body.validationErrors[0].code], [400, code], query);
  }
});
