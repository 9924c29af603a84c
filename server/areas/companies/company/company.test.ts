import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  assertRepeatable,
  NOTHING,
  recordedBy,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const UNKNOWN_ID = 999_999;

const [branch, otherBranch] = await service.sql<{ id: number }>(
  `INSERT INTO branch (tenant_id, name) VALUES ($1, 'A'), ($1, 'B') RETURNING id`,
  [tenantId],
);
const [user] = await service.sql<{ id: number }>(
  `INSERT INTO user_account (tenant_id, email, email_match) VALUES ($1, 'u@example.org', 'u@example.org') RETURNING id`,
  [tenantId],
);

const COMPLETE = {
  name: 'Nordkai Logistik GmbH',
  name2: 'Niederlassung "Süd" \\ 2',
  customerNumber: 'K-1',
  industryId: 8,
  officeId: branch!.id,
  responsibility: user!.id,
  contact: {
    email: 'Info@Example.org',
    phone: '040 66969100',
    fax: '040 66969101',
    website: 'https://example.org',
  },
  location: {
    street: 'Am Kai 12a',
    zipCode: '20457',
    city: 'Hamburg',
    countryId: 276,
    federalStateId: 27607,
    addressLine1: 'Haus 3',
  },
  vatId: 'DE123456789',
  employees: 240,
  remarks: 'Zeile 1\nZeile "2" <b>',
  importExternalId: 'crm-1',
  createdAtUtc: '2020-02-03T04:05:06.789Z',
};

async function create(body: Record<string, unknown> = {}): Promise<number> {
  const response = await api.post('/customers', { name: 'Muster AG', ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const read = async (id: number) => (await api.get(`/customers/${id}`)).body;
const changed = (id: number, type = 1412) => ({
  changes: [{ entity: 'company', kind: 'modified', id }],
  events: [{ type, entityId: id, additionalData: null }],
});

test('a created company is read back as sent, with the house number split off', async () => {
  const id = await create(COMPLETE);
  const company = await read(id);
  const { location, ...rest } = COMPLETE;
  for (const [property, value] of Object.entries(rest)) assert.deepEqual(company[property], value, property);
  assert.deepEqual(company.location, {
    ...location,
    street: 'Am Kai',
    streetNumber: '12a',
    countryName: 'Germany',
    federalStateName: 'Hamburg',
    addressLine2: null,
    geoLat: company.location.geoLat,
    geoLon: company.location.geoLon,
  });
  assert.ok(Math.abs(company.location.geoLat - 53.54) < 0.1);
  assert.ok(company.importedAtUtc !== null);
  assert.match(company.rowGuid, /^[0-9a-f-]{36}$/);
  assert.deepEqual(company.offices, []);
});

test('a new company is a lead without a contract', async () => {
  const company = await read(await create());
  assert.deepEqual(
    [company.statusId, company.status, company.contractStatusId, company.contractStatus],
    [1, 'Lead', 1, 'No contract'],
  );
  assert.deepEqual([company.importedAtUtc, company.contractValidFrom], [null, null]);
});

test('creating a company writes one change and one company.created event', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = await create();
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'company', kind: 'new', id }],
    events: [{ type: 1411, entityId: id }],
  });
});

test('names from value lists follow Accept-Language', async () => {
  const id = await create({ industryId: 8, location: { countryId: 276 } });
  const { body } = await api.get(`/customers/${id}`, { headers: { 'accept-language': 'de' } });
  assert.deepEqual(
    [body.industry, body.status, body.contractStatus, body.location.countryName],
    ['Verkehr und Lagerei', 'Kontakt', 'Kein Vertrag', 'Deutschland'],
  );
});

test('the response names every fault of a body', async () => {
  await assertRefused(
    service,
    () =>
      api.post('/customers', {
        name: ' ',
        industryId: 4711,
        officeId: 'x',
        responsibility: UNKNOWN_ID,
        contact: { email: 'nobody', phone: 'no number', fax: 'none', website: 'example.org' },
        location: { zipCode: '123', countryId: 276, federalStateId: 1 },
        employees: -1,
        remarks: 'x'.repeat(65_536),
        importExternalId: 'x'.repeat(101),
        createdAtUtc: '2999-01-01T00:00:00Z',
      }),
    'name required',
    'industryId unknownReference',
    'officeId type',
    'responsibility unknownReference',
    'contact.email format',
    'contact.phone format',
    'contact.fax format',
    'contact.website format',
    'location.zipCode format',
    'location.federalStateId unknownReference',
    'employees range',
    'remarks length',
    'importExternalId length',
    'createdAtUtc range',
  );
});

test('a name is required and cannot be cleared', async () => {
  await assertRefused(service, () => api.post('/customers', {}), 'name required');
  const id = await create();
  await assertRefused(service, () => api.put(`/customers/${id}`, { name: null }), 'name required');
});

test('properties that only the service sets are ignored and reported', async () => {
  const response = await api.post('/customers', { name: 'A', id: 5, statusId: 3, location: { geoLat: 1 } });
  assert.equal(response.headers.get('ignored-properties'), 'id, statusId, location.geoLat');
  assert.equal((await read(response.body.id)).statusId, 1);
});

test('a customer number and a VAT id have at most 255 characters', async () => {
  const longest = { customerNumber: 'K'.repeat(255), vatId: 'D'.repeat(255) };
  const id = await create({ ...COMPLETE, ...longest, importExternalId: null });
  const { customerNumber, vatId } = (await api.get(`/customers/${id}`)).body;
  assert.deepEqual({ customerNumber, vatId }, longest);
  const longer = { customerNumber: 'K'.repeat(256), vatId: 'D'.repeat(256) };
  await assertRefused(
    service,
    () => api.put(`/customers/${id}`, longer),
    'customerNumber length',
    'vatId length',
  );
});

for (const property of ['customerNumber', 'importExternalId']) {
  test(`a ${property} is unique among the tenant’s companies`, async () => {
    const value = `unique-${property}`;
    await create({ [property]: value });
    await assertRefused(
      service,
      () => api.post('/customers', { name: 'B', [property]: value }),
      `${property} duplicate`,
    );
    const other = await create();
    await assertRefused(
      service,
      () => api.put(`/customers/${other}`, { [property]: value }),
      `${property} duplicate`,
    );
    const elsewhere = await service.createTenant();
    assert.equal((await elsewhere.api.post('/customers', { name: 'B', [property]: value })).status, 200);
  });

  test(`only one of ten concurrent creations with the same ${property} succeeds`, async () => {
    const body = { name: 'C', [property]: `at-once-${property}` };
    const recorded = await recordedBy(service, () =>
      assertOneOfTenSucceeds(() => api.post('/customers', body), property),
    );
    assert.equal(recorded.changes.length, 1);
    assert.equal(recorded.events.length, 1);
  });
}

test('a creation repeated with the same Idempotency-Key creates nothing and returns the same response', async () => {
  await assertRepeatable(service, (options) => api.post('/customers', { name: 'Once' }, options));
});

test('a change replaces only the properties that are sent, even inside sub-objects', async () => {
  const id = await create({ ...COMPLETE, customerNumber: 'K-2', importExternalId: 'crm-2' });
  const before = await read(id);
  const recorded = await written(service, async () => {
    const response = await api.put(`/customers/${id}`, {
      name2: null,
      contact: { phone: '030 23125100' },
      location: { addressLine2: 'Tor 4' },
      employees: 250,
    });
    assert.equal(response.status, 204);
  });
  assert.deepEqual(recorded, changed(id));
  const after = await read(id);
  assert.deepEqual(after, {
    ...before,
    name2: null,
    contact: { ...before.contact, phone: '030 23125100' },
    location: { ...before.location, addressLine2: 'Tor 4' },
    employees: 250,
    modifiedAtUtc: after.modifiedAtUtc,
  });
  assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
});

test('null clears a sub-object with all its properties', async () => {
  const id = await create({ ...COMPLETE, customerNumber: 'K-3', importExternalId: null });
  await api.put(`/customers/${id}`, { contact: null, location: null });
  const { contact, location } = await read(id);
  assert.deepEqual(new Set([...Object.values(contact), ...Object.values(location)]), new Set([null]));
});

test('an empty body and one with the stored values write nothing', async () => {
  const id = await create({ ...COMPLETE, customerNumber: 'K-4', importExternalId: 'crm-4' });
  const before = await read(id);
  const recorded = await written(service, async () => {
    for (const body of [{}, { ...COMPLETE, customerNumber: 'K-4', importExternalId: 'crm-4' }, before])
      assert.equal((await api.put(`/customers/${id}`, body)).status, 204);
  });
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await read(id), before);
});

test('an importExternalId sent later sets the import time', async () => {
  const id = await create();
  await api.put(`/customers/${id}`, { importExternalId: 'later' });
  const { importedAtUtc } = await read(id);
  assert.ok(importedAtUtc !== null);
  await api.put(`/customers/${id}`, { importExternalId: 'still-later' });
  assert.equal((await read(id)).importedAtUtc, importedAtUtc);
});

test('a postal code is checked against the stored country', async () => {
  const id = await create({ location: { countryId: 276, zipCode: '20457' } });
  await assertRefused(
    service,
    () => api.put(`/customers/${id}`, { location: { zipCode: '1010' } }),
    'location.zipCode format',
  );
  assert.equal(
    (await api.put(`/customers/${id}`, { location: { zipCode: '1010', countryId: 40 } })).status,
    204,
  );
});

test('a closed branch stays where it is set and is rejected elsewhere', async () => {
  const [inactive] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name, is_active) VALUES ($1, 'Z', false) RETURNING id`,
    [tenantId],
  );
  const id = await create();
  await service.sql('UPDATE company SET office_id = $1 WHERE id = $2', [inactive!.id, id]);
  assert.equal((await api.put(`/customers/${id}`, { officeId: inactive!.id, employees: 2 })).status, 204);
  const other = await create();
  await assertRefused(
    service,
    () => api.put(`/customers/${other}`, { officeId: inactive!.id }),
    'officeId unknownReference',
  );
});

test('a change of branch appears in the streams of both branches', async () => {
  const id = await create({ officeId: branch!.id });
  await service.clock.set('2026-09-01T10:00:00Z');
  await api.put(`/customers/${id}`, { officeId: otherBranch!.id });
  await service.clock.set('2026-09-01T11:00:00Z');
  for (const { id: officeId } of [branch!, otherBranch!]) {
    const { body } = await api.get(`/customers/changes/2026-09-01/10?officeId=${officeId}`);
    assert.deepEqual(
      body.modified.map((entry: Record<string, unknown>) => [entry.id, entry.officeId]),
      [[id, otherBranch!.id]],
    );
  }
});

test('ten concurrent changes all take effect', async () => {
  const id = await create();
  const properties = ['name2', 'vatId', 'remarks', 'customerNumber', 'importExternalId'];
  const responses = await Promise.all(
    [...properties, ...properties].map((property, index) =>
      api.put(`/customers/${id}`, { [property]: `v${index}` }),
    ),
  );
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([204]));
  const company = await read(id);
  for (const property of properties) assert.match(company[property], /^v\d$/);
});

test('a read returns 304 until the company or one of its sites changes', async () => {
  const id = await create();
  const etag = (await api.get(`/customers/${id}`)).headers.get('etag')!;
  const again = () => api.get(`/customers/${id}`, { headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);
  await api.post(`/customers/${id}/offices`, { description: 'Werk 1' });
  assert.equal((await again()).status, 200);
});

test('an unknown company is not found', async () => {
  await assertNotFound(service, () => api.get(`/customers/${UNKNOWN_ID}`));
  await assertNotFound(service, () => api.get('/customers/4294967296'));
  await assertNotFound(service, () => api.put(`/customers/${UNKNOWN_ID}`, { employees: 1 }));
});
