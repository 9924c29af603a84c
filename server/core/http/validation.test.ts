import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../../testing/change-watch.ts';
import { faultCodes } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';
import { externalApplication } from '../../testing/makers/applications.ts';

const service = await startTestService();
const { api } = service.tenant;
const NAMES = { firstName: 'Ada', lastName: 'Muster' };

interface Fault {
  property: string;
  code: string;
  message: string;
}

async function createCandidate(body: Record<string, unknown> = {}): Promise<number> {
  const response = await api.post('/candidates', { ...NAMES, ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

test('one response lists the faults of the schema, the references and the rules', async () => {
  const response = await api.post('/candidates', {
    firstName: 'x'.repeat(101),
    salutationId: 99,
    officeId: 4711,
    responsibility: 4711,
    genderId: '1',
    birth: { date: '2026-02-30', countryId: 1 },
    contact: { email: 'nobody', phone: 'none', hasWhatsApp: 'yes' },
    location: { zipCode: '1011', countryId: 276 },
    availability: { weeklyHours: 61, salaryPeriod: 'week', currency: 'XXQ', radiusKm: 1.5 },
    createdAtUtc: '2999-01-01T00:00:00Z',
  });
  assert.deepEqual(faultCodes(response), {
    firstName: 'length',
    lastName: 'required',
    salutationId: 'unknownReference',
    officeId: 'unknownReference',
    responsibility: 'unknownReference',
    genderId: 'type',
    'birth.date': 'format',
    'birth.countryId': 'unknownReference',
    'contact.email': 'format',
    'contact.phone': 'format',
    'contact.hasWhatsApp': 'type',
    'location.zipCode': 'format',
    'availability.weeklyHours': 'range',
    'availability.salaryPeriod': 'enum',
    'availability.currency': 'enum',
    'availability.radiusKm': 'type',
    createdAtUtc: 'range',
  });
});

test('one response lists the faults of the query and the body', async () => {
  const response = await api.post('/candidates?officeId=1', { firstName: 'Ada' });
  assert.deepEqual(faultCodes(response), { officeId: 'unknownProperty', lastName: 'required' });
});

test('messages never repeat values of the request', async () => {
  const response = await api.post('/candidates', {
    firstName: 'GeheimA'.repeat(20),
    lastName: 4711.25,
    title: ['GeheimB'],
    birth: { date: 'GeheimC', place: 'GeheimD\u0000' },
    contact: { email: 'GeheimE', phone: 'GeheimF', website: 'ftp://GeheimG' },
    availability: { salaryPeriod: 'GeheimH', currency: 'GeheimI', weeklyHours: 12345 },
    location: { zipCode: 'GeheimJ', countryId: 276 },
    createdAtUtc: 'GeheimK',
  });
  assert.equal(Object.keys(faultCodes(response)).length, 13);
  assert.doesNotMatch(response.text, /Geheim|4711|12345/);
});

test('a message says which values are valid', async () => {
  const response = await api.post('/candidates', { ...NAMES, officeId: 4711, birth: { date: '1.2.2000' } });
  const [first, second] = response.body.validationErrors as Fault[];
  assert.match(first!.message, /birth\.date must be a calendar date in the form YYYY-MM-DD/);
  assert.match(
    second!.message,
    /officeId is not the id of an active branch\. GET \/branches lists the ids\. Send one with isActive/,
  );
});

test('null is a fault for a required property and accepted for an optional one', async () => {
  assert.deepEqual(
    faultCodes(await api.post('/candidates', { firstName: null, lastName: 'Muster', title: null })),
    {
      firstName: 'required',
    },
  );
  await createCandidate({
    title: null,
    birth: null,
    contact: { email: null },
    officeId: null,
    availability: null,
  });
});

test('a change rejects null for a required property and clears an optional one', async () => {
  const id = await createCandidate({
    title: 'Dr.',
    contact: { email: 'ada@example.org', mobile: '0151 2345678' },
  });
  assert.deepEqual(faultCodes(await api.put(`/candidates/${id}`, { lastName: null })), {
    lastName: 'required',
  });
  assert.equal((await api.put(`/candidates/${id}`, { title: null, contact: { email: null } })).status, 204);
  const { body } = await api.get(`/candidates/${id}`);
  assert.deepEqual([body.title, body.contact.email, body.contact.mobile], [null, null, '0151 2345678']);
});

test('a value of the wrong type, or none, is not reported as a value that is not permitted as well', async () => {
  const id = await createCandidate();
  const path = `/candidates/${id}/communications`;
  const communication = (direction: unknown) => api.post(path, { communicationTypeId: 1, direction });
  assert.deepEqual(faultsOf(await communication(1)), ['direction type']);
  assert.deepEqual(faultsOf(await communication('up')), ['direction enum']);
  const application = (privacyChecked: unknown) =>
    api.post('/candidates/applies/external', externalApplication({ privacyChecked }));
  assert.deepEqual(faultsOf(await application(null)), ['privacyChecked required']);
  assert.deepEqual(faultsOf(await application('yes')), ['privacyChecked type']);
  assert.deepEqual(faultsOf(await application(false)), ['privacyChecked enum']);
});

for (const blank of ['', ' ', '\t\n', '\u00a0']) {
  test(`a blank required string is a fault: ${JSON.stringify(blank)}`, async () => {
    const response = await api.post('/candidates', { firstName: 'Ada', lastName: blank });
    assert.deepEqual(faultCodes(response), { lastName: 'required' });
  });
}

test('lengths count characters, not code units', async () => {
  await createCandidate({ lastName: '𝒜'.repeat(100), remarks: 'ä'.repeat(65_535) });
  assert.deepEqual(faultCodes(await api.post('/candidates', { ...NAMES, lastName: '𝒜'.repeat(101) })), {
    lastName: 'length',
  });
  assert.deepEqual(faultCodes(await api.post('/candidates', { ...NAMES, remarks: 'a'.repeat(65_536) })), {
    remarks: 'length',
  });
});

for (const [what, rawText] of [
  ['U+0000', '"a\\u0000b"'],
  ['a lone high surrogate', '"a\\ud83d"'],
  ['a lone low surrogate', '"\\ude00a"'],
] as const) {
  test(`text that the database cannot store is a fault: ${what}`, async () => {
    const response = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":${rawText},"contact":{"email":${rawText}}}`,
    });
    assert.deepEqual(faultCodes(response), { lastName: 'format', 'contact.email': 'format' });
  });

  test(`a property name that the database cannot store is a fault: ${what}`, async () => {
    const response = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster",${rawText}:1}`,
    });
    assert.deepEqual(faultCodes(response), { '': 'format' });
  });
}

test('text that the database cannot store is found in lists, and with the name that is above it', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody: '{"firstName":"Ada","lastName":"Muster","unknown":[{"a":["b","c\\u0000"]},{"\\ud83d":1}]}',
  });
  assert.deepEqual(faultCodes(response), { 'unknown[0].a[1]': 'format', 'unknown[1]': 'format' });
});

test('a body is nested 64 levels deep, and not 65', async () => {
  const send = (levels: number) =>
    api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster","unknown":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
    });
  assert.equal((await send(64)).status, 200);
  assert.deepEqual(faultCodes(await send(65)), { '': 'format' });
});

for (const [what, open, close] of [
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
] as const) {
  test(`a hundred thousand nested ${what} are a 400`, async () => {
    const deep = open.repeat(100_000) + (what === 'objects' ? '1' : '') + close.repeat(100_000);
    const response = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster","unknown":${deep}}`,
    });
    assert.deepEqual(faultCodes(response), { '': 'format' });
    const bare = await api.post('/candidates', undefined, { rawBody: deep });
    assert.equal(bare.status, 400);
  });
}

test('a body with thousands of values in an unknown list is accepted', async () => {
  const rawBody = `{"firstName":"Ada","lastName":"Muster","unknown":[${'12345,'.repeat(15_000)}0]}`;
  const response = await api.post('/candidates', undefined, { rawBody });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('ignored-properties'), 'unknown');
});

test('names of the object prototype are ordinary unknown properties', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody:
      '{"firstName":"Ada","lastName":"Muster","__proto__":{"firstName":"X"},"constructor":{"prototype":{"isVisible":true}},"toString":1,"contact":{"__proto__":{"email":"x"},"hasOwnProperty":1}}',
  });
  assert.equal(response.status, 200);
  assert.equal(
    response.headers.get('ignored-properties'),
    '__proto__, constructor, toString, contact.__proto__, contact.hasOwnProperty',
  );
  assert.equal(({} as Record<string, unknown>).isVisible, undefined);
  const { body } = await api.get(`/candidates/${response.body.id}`);
  assert.deepEqual([body.firstName, body.contact.email], ['Ada', null]);
});

test('properties of __proto__ do not count as required properties', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody: '{"__proto__":{"firstName":"Ada","lastName":"Muster"}}',
  });
  assert.deepEqual(faultCodes(response), { firstName: 'required', lastName: 'required' });
});

test('the last of two duplicate keys wins', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody: '{"firstName":"Ada","lastName":"A","lastName":"B"}',
  });
  assert.equal((await api.get(`/candidates/${response.body.id}`)).body.lastName, 'B');
});

for (const [number, code] of [
  ['9223372036854775807', 'unknownReference'],
  ['2147483648', 'unknownReference'],
  ['1e400', 'type'],
  ['-1e400', 'type'],
  ['-1', 'unknownReference'],
  ['0', 'unknownReference'],
  ['-0', 'unknownReference'],
  ['1.5', 'type'],
  ['"1"', 'type'],
  ['true', 'type'],
  ['[1]', 'type'],
] as const) {
  test(`${number} is not a valid id`, async () => {
    const response = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster","salutationId":${number}}`,
    });
    assert.deepEqual(faultCodes(response).salutationId, code);
  });
}

test('an integer that cannot be an id is an unknown reference, reported once and with all other faults', async () => {
  for (const id of [0, -1, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
    const response = await api.post('/candidates', {
      firstName: 'Ada',
      salutationId: id,
      officeId: id,
      responsibility: id,
      location: { countryId: id },
      availability: { weeklyHours: -1 },
    });
    const faults = response.body.validationErrors.map(
      ({ property, code }: Record<string, unknown>) => `${property} ${code}`,
    );
    assert.deepEqual(faults.toSorted(), [
      'availability.weeklyHours range',
      'lastName required',
      'location.countryId unknownReference',
      'officeId unknownReference',
      'responsibility unknownReference',
      'salutationId unknownReference',
    ]);
  }
});

test('the message for an id that cannot exist is that for an unknown one', async () => {
  const messageOf = async (officeId: number) =>
    (await api.post('/candidates', { ...NAMES, officeId })).body.validationErrors[0].message;
  const unknown = await messageOf(999_999);
  assert.match(unknown, /^officeId is not the id of an active branch/);
  for (const id of [0, -1, 2_147_483_648]) assert.equal(await messageOf(id), unknown);
});

test('a number with a fraction outside the range of ids is no unknown reference', async () => {
  for (const salutationId of [0.5, -1.5, 2_147_483_648.5]) {
    const response = await api.post('/candidates', { ...NAMES, salutationId });
    const codes = response.body.validationErrors.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['type', 'range']);
  }
});

test('5.0 and 5e0 are integers', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody:
      '{"firstName":"Ada","lastName":"Muster","salutationId":2.0,"availability":{"radiusKm":5e0,"weeklyHours":-0}}',
  });
  assert.equal(response.status, 200);
  const { body } = await api.get(`/candidates/${response.body.id}`);
  assert.deepEqual([body.salutationId, body.availability.radiusKm, body.availability.weeklyHours], [2, 5, 0]);
});

test('a number that overflows to infinity is a fault', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody:
      '{"firstName":"Ada","lastName":"Muster","availability":{"weeklyHours":1e400,"salaryExpectation":1e400}}',
  });
  assert.deepEqual(Object.keys(faultCodes(response)), [
    'availability.weeklyHours',
    'availability.salaryExpectation',
  ]);
});

test('an empty change is a 204 and changes nothing', async () => {
  const id = await createCandidate();
  const before = await api.get(`/candidates/${id}`);
  assert.equal((await api.put(`/candidates/${id}`, {})).status, 204);
  assert.equal((await api.get(`/candidates/${id}`)).headers.get('etag'), before.headers.get('etag'));
});

test('a reference of another tenant is unknown', async () => {
  const other = await service.createTenant();
  const [branch] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name) VALUES ($1, 'Fremd') RETURNING id`,
    [other.id],
    other.id,
  );
  const response = await api.post('/candidates', { ...NAMES, officeId: branch!.id });
  assert.deepEqual(faultCodes(response), { officeId: 'unknownReference' });
  assert.equal((await other.api.post('/candidates', { ...NAMES, officeId: branch!.id })).status, 200);
});

test('a second record with the same import id is a duplicate fault', async () => {
  await createCandidate({ importExternalId: 'crm-1' });
  const response = await api.post('/candidates', { ...NAMES, importExternalId: 'crm-1' });
  assert.deepEqual(faultCodes(response), { importExternalId: 'duplicate' });
  assert.doesNotMatch(response.text, /crm-1/);
});
