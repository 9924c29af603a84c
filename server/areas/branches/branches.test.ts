import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;

test('a tenant without branches has an empty list', async () => {
  const fresh = await service.createTenant();
  assert.deepEqual((await fresh.api.get('/branches')).body, { branches: [] });
});

test('active and inactive branches are listed with their addresses, sorted by id', async () => {
  const inserted = await service.sql<{ id: number; row_guid: string }>(
    `INSERT INTO branch (tenant_id, name, number, street, street_number, zip_code, city, country_id, phone, email, is_active)
     VALUES ($1, 'Berlin', 'B-1', 'Hauptstraße', '5', '10115', 'Berlin', 276, '+49 30 1', 'b@example.org', true),
            ($1, 'Bonn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false) RETURNING id, row_guid`,
    [tenant.id],
  );
  const { branches } = (await api.get('/branches')).body;
  assert.equal(branches.length, 2);
  const { location, ...berlin } = branches[0];
  assert.deepEqual(berlin, {
    id: inserted[0]!.id,
    rowGuid: inserted[0]!.row_guid,
    name: 'Berlin',
    number: 'B-1',
    phone: '+49 30 1',
    email: 'b@example.org',
    isActive: true,
  });
  assert.deepEqual(
    [
      location.street,
      location.streetNumber,
      location.zipCode,
      location.city,
      location.countryId,
      location.countryName,
    ],
    ['Hauptstraße', '5', '10115', 'Berlin', 276, 'Germany'],
  );
  const { location: emptyLocation, ...bonn } = branches[1];
  assert.deepEqual([bonn.name, bonn.number, bonn.isActive, emptyLocation.city], ['Bonn', null, false, null]);
});

test('names in the address are in the requested language', async () => {
  const { body } = await api.get('/branches', { headers: { 'accept-language': 'de' } });
  assert.equal(body.branches[0].location.countryName, 'Deutschland');
});

test('a new record can refer to an active branch, but not to an inactive one or that of another tenant', async () => {
  const { branches } = (await api.get('/branches')).body;
  const other = await service.createTenant();
  const body = { firstName: 'Ada', lastName: 'Muster' };
  assert.equal((await api.post('/candidates', { ...body, officeId: branches[0].id })).status, 200);
  assert.equal((await api.post('/candidates', { ...body, officeId: branches[1].id })).status, 400);
  assert.equal((await other.api.post('/candidates', { ...body, officeId: branches[0].id })).status, 400);
});

test('the branches of another tenant are not listed', async () => {
  const other = await service.createTenant();
  await service.sql("INSERT INTO branch (tenant_id, name) VALUES ($1, 'Fremd')", [other.id], other.id);
  assert.doesNotMatch((await api.get('/branches')).text, /Fremd/);
  assert.match((await other.api.get('/branches')).text, /Fremd/);
});

test('a filter accepts a closed branch, but not the branch of another tenant', async () => {
  const { branches } = (await api.get('/branches')).body;
  const other = await service.createTenant();
  assert.equal(branches[1].isActive, false);
  for (const path of ['/candidates/export/candidates', '/customers/changes', '/reports/performance/jobs']) {
    assert.equal((await api.get(`${path}?officeId=${branches[1].id}`)).status, 200, path);
    assert.equal((await other.api.get(`${path}?officeId=${branches[1].id}`)).status, 400, path);
  }
});
