import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';

// All faults of a body are reported at once: also those that only the write finds, because another record has the value or the
// stored record decides about it.

const service = await startTestService();
const { api } = service.tenant;
const admin = await service.platform('admin');

function assertFaults({ status, body, text }: ApiResponse, ...expected: string[]): void {
  assert.equal(status, 400, text);
  const found = body.validationErrors.map(
    ({ property, code }: Record<string, string>) => `${property} ${code}`,
  );
  assert.deepEqual(found.sort(), expected.sort());
}

async function create(path: string, body: object, calls: Pick<typeof api, 'post'> = api): Promise<number> {
  const response = await calls.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const GERMANY = { zipCode: '10115', countryId: 276 };
const UNSENDABLE = { contact: { email: 'x' } };
const ADA = { firstName: 'Ada', lastName: 'Muster' };
const branch = await create('/branches', { name: 'Berlin', location: GERMANY }, admin);
const company = await create('/customers', {
  name: 'Nordkai',
  customerNumber: 'K-1',
  importExternalId: 'c-1',
});
const site = await create(`/customers/${company}/offices`, { description: 'Lager', importExternalId: 's-1' });
const below = `/customers/${company}/offices/${site}`;

/** Each with a body to create it, and with a fault that the schema or the rules find. */
const RESOURCES = [
  {
    create: '/candidates',
    change: '/candidates/',
    body: ADA,
    faulty: UNSENDABLE,
    fault: 'contact.email format',
  },
  {
    create: '/customers',
    change: '/customers/',
    body: { name: 'A' },
    faulty: UNSENDABLE,
    fault: 'contact.email format',
  },
  {
    create: `/customers/${company}/offices`,
    change: `/customers/${company}/offices/`,
    body: { description: 'A' },
    faulty: UNSENDABLE,
    fault: 'contact.email format',
  },
  {
    create: `${below}/locations`,
    change: `${below}/locations/`,
    body: { description: 'A' },
    faulty: { directions: 1 },
    fault: 'directions type',
  },
  {
    create: `${below}/contacts`,
    change: `${below}/contacts/`,
    body: { lastName: 'Vogt' },
    faulty: { email: 'x' },
    fault: 'email format',
  },
  {
    create: `/customers/${company}/requests/servicecontract`,
    change: '/customers/requests/servicecontract/',
    body: { officeId: branch, title: 'A', headcount: 1, startDate: '2026-04-01', scope: 'A' },
    faulty: { headcount: 0 },
    fault: 'headcount range',
  },
];

for (const { create: path, change, body, faulty, fault } of RESOURCES) {
  test(`POST ${path} reports an id of another system that is taken together with other faults`, async () => {
    await create(path, { ...body, importExternalId: 'taken' });
    const sent = { ...body, ...faulty, importExternalId: ' taken ' };
    assertFaults(await api.post(path, sent), fault, 'importExternalId duplicate');
    assertFaults(await api.post(path, { ...sent, importExternalId: 'free' }), fault);
    assertFaults(await api.post(path, { ...body, importExternalId: 'taken' }), 'importExternalId duplicate');
  });

  test(`POST ${path} names the record that has the id, alone and together with other faults`, async () => {
    const existingId = await create(path, { ...body, importExternalId: 'named' });
    for (const sent of [body, { ...body, ...faulty }]) {
      const { validationErrors } = (await api.post(path, { ...sent, importExternalId: 'named' })).body;
      const found = validationErrors.find((one: { property: string }) => one.property === 'importExternalId');
      assert.equal(found.existingId, existingId);
      assert.match(
        found.message,
        new RegExp(`^importExternalId is already used by [a-z ]+ ${existingId}\\. `),
      );
      for (const other of validationErrors) if (other !== found) assert.equal('existingId' in other, false);
    }
    const second = await create(path, body);
    const { body: changed } = await api.put(change + second, { importExternalId: 'named' });
    assert.equal(changed.validationErrors[0].existingId, existingId);
  });

  test(`PUT ${change}… reports the same, but not for the id that the record has`, async () => {
    const id = await create(path, { ...body, importExternalId: 'own' });
    const put = (more: object) => api.put(change + id, { ...faulty, ...more });
    assertFaults(await put({ importExternalId: 'taken' }), fault, 'importExternalId duplicate');
    assertFaults(await put({ importExternalId: 'own' }), fault);
  });
}

test('a company with a number and an id that are taken gets both faults, also without another one', async () => {
  const taken = { name: 'A', customerNumber: 'K-1', importExternalId: 'c-1' };
  const both = ['customerNumber duplicate', 'importExternalId duplicate'];
  assertFaults(await api.post('/customers', taken), ...both);
  assertFaults(await api.post('/customers', { ...taken, ...UNSENDABLE }), ...both, 'contact.email format');
  const { validationErrors } = (await api.post('/customers', taken)).body;
  assert.deepEqual(
    validationErrors.map(({ existingId }: { existingId: number }) => existingId),
    [company, company],
  );
  assertFaults(
    await api.post('/customers', { ...taken, importExternalId: 1 }),
    both[0]!,
    'importExternalId type',
  );
});

test('a postal code that does not fit the stored country is reported with all other faults', async () => {
  const candidate = await create('/candidates', { ...ADA, location: GERMANY });
  const other = await create('/customers', { name: 'A', location: GERMANY });
  const located = await create(`/customers/${company}/offices`, { description: 'A', location: GERMANY });
  const location = await create(`${below}/locations`, { description: 'A', location: GERMANY });
  const cases = [
    { calls: api, path: `/candidates/${candidate}`, faulty: UNSENDABLE, fault: 'contact.email format' },
    { calls: api, path: `/customers/${other}`, faulty: UNSENDABLE, fault: 'contact.email format' },
    {
      calls: api,
      path: `/customers/${company}/offices/${located}`,
      faulty: UNSENDABLE,
      fault: 'contact.email format',
    },
    {
      calls: api,
      path: `${below}/locations/${location}`,
      faulty: { directions: 1 },
      fault: 'directions type',
    },
    { calls: admin, path: `/branches/${branch}`, faulty: { email: 'x' }, fault: 'email format' },
  ];
  for (const { calls, path, faulty, fault } of cases) {
    const put = (sent: object) => calls.put(path, { ...faulty, location: sent });
    assertFaults(await put({ zipCode: '1' }), fault, 'location.zipCode format');
    assertFaults(
      await put({ zipCode: '1', city: 1 }),
      fault,
      'location.city type',
      'location.zipCode format',
    );
    // In Austria, the stored postal code has a digit too many.
    assertFaults(await put({ countryId: 40 }), fault, 'location.zipCode format');
    assertFaults(await put({ zipCode: '1010', countryId: 40 }), fault);
    assertFaults(
      await put({ zipCode: '1', countryId: 999_999 }),
      fault,
      'location.countryId unknownReference',
    );
    assertFaults(await put({ city: 'Berlin' }), fault);
  }
});

test('what the write finds first is reported with what it would find next', async () => {
  const candidate = await create('/candidates', { ...ADA, location: GERMANY });
  await create('/candidates', { ...ADA, importExternalId: 'next' });
  const sent = { importExternalId: 'next', location: { zipCode: '1' } };
  const expected = ['importExternalId duplicate', 'location.zipCode format'];
  assertFaults(await api.put(`/candidates/${candidate}`, sent), ...expected);
});

test('a deleted work location no longer has its id', async () => {
  const id = await create(`${below}/locations`, { description: 'A', importExternalId: 'gone' });
  assert.equal((await api.delete(`${below}/locations/${id}`)).status, 204);
  const sent = { description: 'A', importExternalId: 'gone', directions: 1 };
  assertFaults(await api.post(`${below}/locations`, sent), 'directions type');
});

test('a job ad reports what its stored values decide with all other faults', async () => {
  const salary = { from: 14, to: 15, currency: 'EUR', period: 'hour' };
  const ad = { title: 'A', officeId: branch, location: GERMANY, tasks: '<p>A</p>', salary };
  const id = await create('/jobads', ad, admin);
  assert.equal((await admin.post(`/jobads/${id}/publish`)).status, 204);
  const put = (sent: object) => admin.put(`/jobads/${id}`, { ...sent, title: 1 });
  const sent = { location: { zipCode: '1' }, salary: { from: 20 }, tasks: null };
  const expected = ['location.zipCode format', 'salary.to range', 'tasks required', 'title type'];
  assertFaults(await put(sent), ...expected);
  assertFaults(await put({ salary: { from: 'x', to: 1 } }), 'salary.from type', 'title type');
});

test('users, clients, and views report a value that is taken with all other faults', async () => {
  const eva = { email: 'eva@example.org', firstName: 'Eva', lastName: 'Kern', role: 'recruiter' };
  const id = await create('/users', eva, admin);
  assertFaults(
    await admin.post('/users', { ...eva, email: 'EVA@example.org', firstName: 1 }),
    'email duplicate',
    'firstName type',
  );
  assertFaults(await admin.put(`/users/${id}`, { email: eva.email, firstName: 1 }), 'firstName type');
  const own = { email: eva.email, isActive: false };
  assertFaults(await admin.put(`/users/${admin.user.id}`, own), 'email duplicate', 'isActive notAllowed');

  const client = { name: 'Career page', permissions: ['jobads:read'] };
  assert.equal((await admin.post('/clients', client)).status, 200);
  assertFaults(
    await admin.post('/clients', { ...client, permissions: 1 }),
    'name duplicate',
    'permissions type',
  );

  const view = { name: 'Nearby', screen: 'candidates', filter: {} };
  const first = await create('/views', view, admin);
  const second = await create('/views', { ...view, name: 'Far' }, admin);
  assertFaults(await admin.post('/views', { ...view, filter: 1 }), 'filter type', 'name duplicate');
  assertFaults(
    await admin.put(`/views/${second}`, { name: 'Nearby', filter: 1 }),
    'filter type',
    'name duplicate',
  );
  assertFaults(await admin.put(`/views/${first}`, { name: 'Nearby', filter: 1 }), 'filter type');
});

/** Each with what the candidate gets first, and the same and something else with a fault that the schema or the rules find. */
const ENTRIES = [
  {
    list: 'languages',
    first: { languageId: 25 },
    other: { languageId: 24 },
    faulty: { languageLevelId: 'x' },
    faults: ['languageLevelId type', 'languageId duplicate'],
  },
  {
    list: 'professions',
    first: { professionId: 27_449 },
    other: { professionId: 501 },
    faulty: { isPrimary: 1 },
    faults: ['isPrimary type', 'professionId duplicate'],
  },
  {
    list: 'driverslicences',
    first: { driversLicenseId: 339 },
    other: { driversLicenseId: 340 },
    faulty: { issuedAt: '2026-02-30' },
    faults: ['issuedAt format', 'driversLicenseId duplicate'],
  },
  {
    list: 'driverslicences',
    first: { driverLicenceId: 322 },
    other: { driverLicenceId: 321 },
    faulty: { issuedAt: '2026-02-02', validUntil: '2026-02-01' },
    faults: ['validUntil range', 'driverLicenceId duplicate'],
  },
  {
    list: 'email',
    first: { email: 'ada@example.org' },
    other: { email: 'eva@example.org' },
    faulty: { isPrimary: 1 },
    faults: ['isPrimary type', 'email duplicate'],
  },
  {
    list: 'sms',
    first: { phoneNumber: '0151 23456789' },
    other: { phoneNumber: '0151 23456780' },
    faulty: { isPrimary: 1 },
    faults: ['isPrimary type', 'phoneNumber duplicate'],
  },
  {
    list: 'whatsapp',
    first: { phoneNumber: '+49 151 23456789', consentChecked: true },
    other: { phoneNumber: '+49 151 23456780', consentChecked: true },
    faulty: { consentChecked: 1 },
    faults: ['consentChecked type', 'phoneNumber duplicate'],
  },
] as const;

for (const { list, first, other, faulty, faults } of ENTRIES) {
  const [fault, duplicate] = faults;
  test(`POST /candidates/{id}/${list} reports a ${duplicate} together with other faults`, async () => {
    const path = `/candidates/${await create('/candidates', ADA)}/${list}`;
    await create(path, first);
    assertFaults(await api.post(path, { ...first, ...faulty }), ...faults);
    assertFaults(await api.post(path, { ...other, ...faulty }), fault);
    assertFaults(await api.post(path, first), duplicate);
    const elsewhere = `/candidates/${await create('/candidates', ADA)}/${list}`;
    assertFaults(await api.post(elsewhere, { ...first, ...faulty }), fault);
  });
}

test('a keyword that the candidate has is reported together with an unknown property', async () => {
  const path = `/candidates/${await create('/candidates', ADA)}/keywords`;
  await create(path, { keyword: 'Schichtleiter' });
  const post = (keyword: unknown) =>
    api.post(path, { keyword, unknown: 1 }, { headers: { prefer: 'handling=strict' } });
  assertFaults(await post(' SCHICHTLEITER '), 'keyword duplicate', 'unknown unknownProperty');
  assertFaults(await post('Kranführer'), 'unknown unknownProperty');
  assertFaults(await post(null), 'keyword required', 'unknown unknownProperty');
});
