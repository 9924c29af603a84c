import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;

const COMPLETE = {
  firstName: 'Ada',
  lastName: 'Muster',
  salutationId: 2,
  title: 'Dr.',
  genderId: 2,
  nationalityId: 276,
  levelId: 2,
  birth: { date: '1990-05-17', place: 'Köln', name: 'Beispiel', countryId: 276 },
  contact: {
    email: 'Ada.Muster@Example.org',
    phone: '030 901820',
    mobile: '0151 23456789',
    website: 'https://example.org/ada',
    hasWhatsApp: true,
    whatsAppConsentChecked: false,
  },
  location: {
    street: 'Hauptstraße 5b',
    zipCode: '10115',
    city: 'Berlin',
    countryId: 276,
    federalStateId: 27602,
    addressLine1: 'c/o Beispiel',
  },
  sourceOfSupplyId: 1,
  desiredPosition: 'Staplerfahrerin',
  availability: {
    availableFrom: '2026-12-01',
    noticePeriod: '4 Wochen',
    weeklyHours: 38.5,
    salaryExpectation: 3200.5,
    salaryPeriod: 'month',
    currency: 'EUR',
    shiftWork: true,
    radiusKm: 30,
    hasCar: false,
  },
  workPermit: { required: true, validUntil: '2027-12-31' },
  remarks: 'Zeile 1\nZeile "2" \\ <b>',
  importExternalId: 'crm-1',
  createdAtUtc: '2020-02-03T04:05:06.789Z',
};

async function create(body: Record<string, unknown> = {}): Promise<number> {
  const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

function codes(response: { body: { validationErrors: { property: string; code: string }[] } }): string[] {
  return response.body.validationErrors.map(({ property, code }) => `${property} ${code}`).sort();
}

test('a created candidate is returned as sent, with the house number split off', async () => {
  const id = await create(COMPLETE);
  const { body } = await api.get(`/candidates/${id}`);
  const { location, createdAtUtc, ...rest } = COMPLETE;
  for (const [property, value] of Object.entries(rest)) assert.deepEqual(body[property], value, property);
  assert.equal(body.createdAtUtc, createdAtUtc);
  assert.ok(body.importedAtUtc !== null);
  assert.deepEqual(body.location, {
    ...location,
    street: 'Hauptstraße',
    streetNumber: '5b',
    countryName: 'Germany',
    federalStateName: 'Berlin',
    addressLine2: null,
    geoLat: body.location.geoLat,
    geoLon: body.location.geoLon,
  });
  assert.equal(body.isVisible, false);
  assert.equal(body.statusId, null);
});

test('creating a candidate records one change and one candidate.created', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = await create();
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'candidate', kind: 'new', id }],
    events: [{ type: 1401, entityId: id }],
  });
});

test('catalog names are in the language from Accept-Language', async () => {
  const id = await create({ location: { countryId: 276 } });
  await api.put(`/candidates/${id}/status`, { statusId: 2003 });
  const german = await api.get(`/candidates/${id}`, {
    headers: { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' },
  });
  assert.equal(german.body.location.countryName, 'Deutschland');
  assert.equal(german.body.status, 'Einstellung');
});

test('a currency that no country pays with is accepted, and a code of none is not', async () => {
  const post = (currency: string) =>
    api.post('/candidates', { firstName: 'A', lastName: 'B', availability: { currency } });
  assert.equal((await post('CHE')).status, 200);
  assert.deepEqual(codes(await post('EUX')), ['availability.currency enum']);
});

test('a response lists all faults of a body', async () => {
  const response = await api.post('/candidates', {
    firstName: ' ',
    salutationId: 99,
    officeId: 'x',
    birth: { date: '2020-01-01', countryId: 4711 },
    contact: { email: 'nobody', phone: 'no number', website: 'javascript:alert(1)' },
    location: { zipCode: '123', countryId: 276 },
    availability: { weeklyHours: 61, salaryPeriod: 'week', currency: 'EURO', salaryExpectation: -1 },
    remarks: 'x'.repeat(65_536),
    createdAtUtc: '2999-01-01T00:00:00Z',
  });
  assert.equal(response.status, 400);
  assert.deepEqual(codes(response), [
    'availability.currency format',
    'availability.currency length',
    'availability.salaryExpectation range',
    'availability.salaryPeriod enum',
    'availability.weeklyHours range',
    'birth.countryId unknownReference',
    'birth.date range',
    'contact.email format',
    'contact.phone format',
    'contact.website format',
    'createdAtUtc range',
    'firstName required',
    'lastName required',
    'location.zipCode format',
    'officeId type',
    'remarks length',
    'salutationId unknownReference',
  ]);
});

test('importExternalId is unique within a tenant, but not across tenants', async () => {
  await create({ importExternalId: 'once' });
  const again = await api.post('/candidates', { firstName: 'A', lastName: 'B', importExternalId: 'once' });
  assert.deepEqual(codes(again), ['importExternalId duplicate']);
  const other = await service.createTenant();
  assert.equal(
    (await other.api.post('/candidates', { firstName: 'A', lastName: 'B', importExternalId: 'once' })).status,
    200,
  );
});

test('a candidate with a known mailbox is created, and the response lists the possible duplicates', async () => {
  const first = await create({ contact: { email: 'max.mustermann@gmail.com' } });
  const response = await api.post('/candidates', {
    firstName: 'Max',
    lastName: 'Mustermann',
    contact: { email: 'MaxMustermann+jobs@googlemail.com' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('possible-duplicates'), String(first));
  assert.equal(
    (await api.post('/candidates', { firstName: 'A', lastName: 'B' })).headers.get('possible-duplicates'),
    null,
  );
});

test('a change affects only the properties sent, including those in sub-objects', async () => {
  const id = await create({ ...COMPLETE, importExternalId: 'partial' });
  const { body: before } = await api.get(`/candidates/${id}`);
  const response = await api.put(`/candidates/${id}`, {
    title: null,
    contact: { mobile: '0160 1234567' },
    availability: { hasCar: true, radiusKm: null },
  });
  assert.equal(response.status, 204);
  const { body: after } = await api.get(`/candidates/${id}`);
  assert.deepEqual(after, {
    ...before,
    title: null,
    contact: { ...before.contact, mobile: '0160 1234567' },
    availability: { ...before.availability, hasCar: true, radiusKm: null },
    modifiedAtUtc: after.modifiedAtUtc,
  });
  assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
});

test('a change records one modified candidate and one candidate.changed', async () => {
  const id = await create();
  assert.deepEqual(await recordedBy(service, () => api.put(`/candidates/${id}`, { title: 'Prof.' })), {
    changes: [{ entity: 'candidate', kind: 'modified', id }],
    events: [{ type: 1402, entityId: id }],
  });
});

test('a body that changes nothing records no change', async () => {
  const id = await create({ ...COMPLETE, importExternalId: 'same' });
  const { body: before } = await api.get(`/candidates/${id}`);
  for (const body of [
    {},
    { title: 'Dr.' },
    { contact: {} },
    { location: { street: 'Hauptstraße 5b' } },
    before,
  ]) {
    const recorded = await recordedBy(service, async () => {
      assert.equal((await api.put(`/candidates/${id}`, body)).status, 204);
    });
    assert.deepEqual(recorded, NOTHING);
  }
  assert.deepEqual((await api.get(`/candidates/${id}`)).body, before);
});

test('a sub-object set to null clears its properties', async () => {
  const id = await create({ ...COMPLETE, importExternalId: 'clear' });
  await api.put(`/candidates/${id}`, { birth: null, location: null });
  const { body } = await api.get(`/candidates/${id}`);
  assert.deepEqual(body.birth, { date: null, place: null, name: null, countryId: null });
  assert.equal(body.location.city, null);
});

test('a required property cannot be cleared', async () => {
  const id = await create();
  assert.deepEqual(codes(await api.put(`/candidates/${id}`, { firstName: null, lastName: '' })), [
    'firstName required',
    'lastName required',
  ]);
});

test('moving to another country clears the federal state unless one is sent', async () => {
  const bavaria = { countryId: 276, federalStateId: 27604 };
  const [cleared, kept, same] = [
    await create({ location: bavaria }),
    await create({ location: bavaria }),
    await create({ location: bavaria }),
  ];
  await api.put(`/candidates/${cleared}`, { location: { countryId: 40 } });
  assert.equal((await api.get(`/candidates/${cleared}`)).body.location.federalStateId, null);
  await api.put(`/candidates/${kept}`, { location: { countryId: 40, federalStateId: 27604 } });
  assert.equal((await api.get(`/candidates/${kept}`)).body.location.federalStateId, 27604);
  await api.put(`/candidates/${same}`, { location: { countryId: 276, city: 'München' } });
  assert.equal((await api.get(`/candidates/${same}`)).body.location.federalStateId, 27604);
});

test('the last word of the street becomes the house number if it starts with a digit and streetNumber is missing', async () => {
  const cases: [Record<string, unknown>, string, string | null][] = [
    [{ street: 'Am Markt 12 a' }, 'Am Markt 12 a', null],
    [{ street: 'Straße des 17. Juni 135' }, 'Straße des 17. Juni', '135'],
    [{ street: 'Hauptstraße' }, 'Hauptstraße', null],
    [{ street: 'Ring 7', streetNumber: '9' }, 'Ring 7', '9'],
    [{ street: '12' }, '12', null],
  ];
  for (const [location, street, streetNumber] of cases) {
    const { body } = await api.get(`/candidates/${await create({ location })}`);
    assert.deepEqual(
      [body.location.street, body.location.streetNumber],
      [street, streetNumber],
      JSON.stringify(location),
    );
  }
});

test('a postal code is checked against the country after the change', async () => {
  const id = await create({ location: { zipCode: '8010', countryId: 40 } });
  assert.deepEqual(codes(await api.put(`/candidates/${id}`, { location: { countryId: 276 } })), [
    'location.zipCode format',
  ]);
  assert.equal(
    (await api.put(`/candidates/${id}`, { location: { countryId: 276, zipCode: '80331' } })).status,
    204,
  );
});

test('a postal code of the right length with an invalid prefix has a specific message', async () => {
  for (const [countryId, zipCode, expected] of [
    [276, '00999', /not start with 00/],
    [40, '0999', /not start with 0/],
    [756, '0999', /not start with 0/],
  ] as const) {
    const { body } = await api.post('/candidates', {
      firstName: 'Ada',
      lastName: 'Muster',
      location: { countryId, zipCode },
    });
    assert.match(body.validationErrors[0].message, expected);
  }
});

test('a move to another branch appears in the change streams of both branches', async () => {
  const [from, to] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name) VALUES ($1, 'A'), ($1, 'B') RETURNING id`,
    [service.tenant.id],
  );
  const id = await create({ officeId: from!.id });
  await service.clock.enterNext('hour');
  await api.put(`/candidates/${id}`, { officeId: to!.id });
  const at = service.clock.now().toISOString();
  for (const office of [from!, to!]) {
    const { body } = await api.get(
      `/candidates/export/candidates/changes/${at.slice(0, 10)}/${Number(at.slice(11, 13))}?officeId=${office.id}`,
    );
    assert.deepEqual(
      body.modified.map((entry: { id: number; officeId: number }) => [entry.id, entry.officeId]),
      [[id, to!.id]],
    );
  }
});

test('a candidate of an inactive branch can be sent back unchanged', async () => {
  const [office] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name) VALUES ($1, 'C') RETURNING id`,
    [service.tenant.id],
  );
  const id = await create({ officeId: office!.id });
  await service.sql('UPDATE branch SET is_active = false WHERE id = $1', [office!.id]);
  await service.clock.advance(60_000);
  const other = await create();
  const { body } = await api.get(`/candidates/${id}`);
  assert.equal((await api.put(`/candidates/${id}`, body)).status, 204);
  assert.equal((await api.put(`/candidates/${other}`, { title: 'x' })).status, 204);
});

test('an unknown candidate is 404 in every operation, in whatever form the id is', async () => {
  for (const id of ['999999', '0', '-1', 'abc', '2147483648', '1.5']) {
    assert.equal((await api.get(`/candidates/${id}`)).status, 404, id);
    assert.equal((await api.put(`/candidates/${id}`, { title: 'x' })).status, 404, id);
    assert.equal((await api.put(`/candidates/${id}/status`, { statusId: 23 })).status, 404, id);
  }
});

test('concurrent changes to one candidate all take effect', async () => {
  const id = await create();
  await Promise.all([
    api.put(`/candidates/${id}`, { contact: { phone: '030 901820' } }),
    api.put(`/candidates/${id}`, { contact: { mobile: '0151 23456789' } }),
    api.put(`/candidates/${id}`, { title: 'Dr.' }),
  ]);
  const { body } = await api.get(`/candidates/${id}`);
  assert.deepEqual(
    [body.contact.phone, body.contact.mobile, body.title],
    ['030 901820', '0151 23456789', 'Dr.'],
  );
});
