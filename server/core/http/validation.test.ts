import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const NAMES = { firstName: 'Ada', lastName: 'Muster' };

interface Fault {
  property: string;
  code: string;
  message: string;
}

function codes(answer: ApiResponse): Record<string, string> {
  assert.equal(answer.status, 400, answer.text);
  const faults = answer.body.validationErrors as Fault[];
  for (const fault of faults) {
    assert.deepEqual(Object.keys(fault), ['property', 'code', 'message']);
    assert.ok(fault.message.length > 10);
  }
  return Object.fromEntries(faults.map(({ property, code }) => [property, code]));
}

async function createCandidate(body: Record<string, unknown> = {}): Promise<number> {
  const answer = await api.post('/candidates', { ...NAMES, ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

test('faults of shape, references and rules come in one answer', async () => {
  const answer = await api.post('/candidates', {
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
  assert.deepEqual(codes(answer), {
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

test('faults of the query and of the body come in one answer', async () => {
  const answer = await api.post('/candidates?officeId=1', { firstName: 'Ada' });
  assert.deepEqual(codes(answer), { officeId: 'unknownProperty', lastName: 'required' });
});

test('messages never repeat what was sent', async () => {
  const answer = await api.post('/candidates', {
    firstName: 'GeheimA'.repeat(20),
    lastName: 4711.25,
    title: ['GeheimB'],
    birth: { date: 'GeheimC', place: 'GeheimD\u0000' },
    contact: { email: 'GeheimE', phone: 'GeheimF', website: 'ftp://GeheimG' },
    availability: { salaryPeriod: 'GeheimH', currency: 'GeheimI', weeklyHours: 12345 },
    location: { zipCode: 'GeheimJ', countryId: 276 },
    createdAtUtc: 'GeheimK',
  });
  assert.equal(Object.keys(codes(answer)).length, 13);
  assert.doesNotMatch(answer.text, /Geheim|4711|12345/);
});

test('a message says what would be right', async () => {
  const answer = await api.post('/candidates', { ...NAMES, officeId: 4711, birth: { date: '1.2.2000' } });
  const [first, second] = answer.body.validationErrors as Fault[];
  assert.match(first!.message, /birth\.date must be a calendar date in the form YYYY-MM-DD/);
  assert.match(second!.message, /officeId refers to no branch that exists: GET \/branches lists/);
});

test('null for a required property is a fault, for an optional one it is nothing', async () => {
  assert.deepEqual(
    codes(await api.post('/candidates', { firstName: null, lastName: 'Muster', title: null })),
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

test('a change refuses null for a required property and clears an optional one', async () => {
  const id = await createCandidate({
    title: 'Dr.',
    contact: { email: 'ada@example.org', mobile: '0151 2345678' },
  });
  assert.deepEqual(codes(await api.put(`/candidates/${id}`, { lastName: null })), { lastName: 'required' });
  assert.equal((await api.put(`/candidates/${id}`, { title: null, contact: { email: null } })).status, 204);
  const { body } = await api.get(`/candidates/${id}`);
  assert.deepEqual([body.title, body.contact.email, body.contact.mobile], [null, null, '0151 2345678']);
});

for (const blank of ['', ' ', '\t\n', '\u00a0']) {
  test(`a blank required text is a fault: ${JSON.stringify(blank)}`, async () => {
    const answer = await api.post('/candidates', { firstName: 'Ada', lastName: blank });
    assert.deepEqual(codes(answer), { lastName: 'required' });
  });
}

test('lengths count characters, not code units', async () => {
  await createCandidate({ lastName: '𝒜'.repeat(100), remarks: 'ä'.repeat(65_535) });
  assert.deepEqual(codes(await api.post('/candidates', { ...NAMES, lastName: '𝒜'.repeat(101) })), {
    lastName: 'length',
  });
  assert.deepEqual(codes(await api.post('/candidates', { ...NAMES, remarks: 'a'.repeat(65_536) })), {
    remarks: 'length',
  });
});

for (const [what, rawText] of [
  ['U+0000', '"a\\u0000b"'],
  ['a lone high surrogate', '"a\\ud83d"'],
  ['a lone low surrogate', '"\\ude00a"'],
] as const) {
  test(`text the database cannot hold is a fault: ${what}`, async () => {
    const answer = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":${rawText},"contact":{"email":${rawText}}}`,
    });
    assert.deepEqual(codes(answer), { lastName: 'format', 'contact.email': 'format' });
  });

  test(`the same in a property name is a fault: ${what}`, async () => {
    const answer = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster",${rawText}:1}`,
    });
    assert.deepEqual(codes(answer), { '': 'format' });
  });
}

for (const [what, open, close] of [
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
] as const) {
  test(`a hundred thousand levels of ${what} are a 400`, async () => {
    const deep = open.repeat(100_000) + (what === 'objects' ? '1' : '') + close.repeat(100_000);
    const answer = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster","unknown":${deep}}`,
    });
    assert.deepEqual(codes(answer), { '': 'format' });
    const bare = await api.post('/candidates', undefined, { rawBody: deep });
    assert.equal(bare.status, 400);
  });
}

test('a wide body is read in time', async () => {
  const rawBody = `{"firstName":"Ada","lastName":"Muster","unknown":[${'0,'.repeat(450_000)}0]}`;
  const answer = await api.post('/candidates', undefined, { rawBody });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('ignored-properties'), 'unknown');
});

test('names of the object prototype are names like any other', async () => {
  const answer = await api.post('/candidates', undefined, {
    rawBody:
      '{"firstName":"Ada","lastName":"Muster","__proto__":{"firstName":"X"},"constructor":{"prototype":{"isVisible":true}},"toString":1,"contact":{"__proto__":{"email":"x"},"hasOwnProperty":1}}',
  });
  assert.equal(answer.status, 200);
  assert.equal(
    answer.headers.get('ignored-properties'),
    '__proto__, constructor, toString, contact.__proto__, contact.hasOwnProperty',
  );
  assert.equal(({} as Record<string, unknown>).isVisible, undefined);
  const { body } = await api.get(`/candidates/${answer.body.id}`);
  assert.deepEqual([body.firstName, body.contact.email], ['Ada', null]);
});

test('names of the object prototype do not stand in for required properties', async () => {
  const answer = await api.post('/candidates', undefined, {
    rawBody: '{"__proto__":{"firstName":"Ada","lastName":"Muster"}}',
  });
  assert.deepEqual(codes(answer), { firstName: 'required', lastName: 'required' });
});

test('of a key sent twice the last one counts', async () => {
  const answer = await api.post('/candidates', undefined, {
    rawBody: '{"firstName":"Ada","lastName":"A","lastName":"B"}',
  });
  assert.equal((await api.get(`/candidates/${answer.body.id}`)).body.lastName, 'B');
});

for (const [number, code] of [
  ['9223372036854775807', 'range'],
  ['2147483648', 'range'],
  ['1e400', 'type'],
  ['-1e400', 'type'],
  ['-1', 'range'],
  ['0', 'range'],
  ['-0', 'range'],
  ['1.5', 'type'],
  ['"1"', 'type'],
  ['true', 'type'],
  ['[1]', 'type'],
] as const) {
  test(`${number} is no id`, async () => {
    const answer = await api.post('/candidates', undefined, {
      rawBody: `{"firstName":"Ada","lastName":"Muster","salutationId":${number}}`,
    });
    assert.deepEqual(codes(answer).salutationId, code);
  });
}

test('5.0 and 5e0 are whole numbers', async () => {
  const answer = await api.post('/candidates', undefined, {
    rawBody:
      '{"firstName":"Ada","lastName":"Muster","salutationId":2.0,"availability":{"radiusKm":5e0,"weeklyHours":-0}}',
  });
  assert.equal(answer.status, 200);
  const { body } = await api.get(`/candidates/${answer.body.id}`);
  assert.deepEqual([body.salutationId, body.availability.radiusKm, body.availability.weeklyHours], [2, 5, 0]);
});

test('an infinite number is no number', async () => {
  const answer = await api.post('/candidates', undefined, {
    rawBody:
      '{"firstName":"Ada","lastName":"Muster","availability":{"weeklyHours":1e400,"salaryExpectation":1e400}}',
  });
  assert.deepEqual(Object.keys(codes(answer)), [
    'availability.weeklyHours',
    'availability.salaryExpectation',
  ]);
});

test('unknown properties are ignored and named, nested ones by their path', async () => {
  const answer = await api.post('/candidates', {
    ...NAMES,
    nickname: 'A',
    contact: { fax: '1', email: 'ada2@example.org' },
    location: { planet: 'Earth' },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('ignored-properties'), 'nickname, contact.fax, location.planet');
});

test('a body without unknown properties has no such header', async () => {
  const answer = await api.post('/candidates', NAMES);
  assert.equal(answer.headers.get('ignored-properties'), null);
});

for (const prefer of ['handling=strict', 'respond-async, handling=strict; x=1', 'HANDLING="strict"']) {
  test(`strict handling refuses unknown properties: ${prefer}`, async () => {
    const answer = await api.post(
      '/candidates',
      { firstName: 'Ada', nickname: 'A', contact: { fax: '1' } },
      { headers: { prefer } },
    );
    assert.deepEqual(codes(answer), {
      lastName: 'required',
      nickname: 'unknownProperty',
      'contact.fax': 'unknownProperty',
    });
  });
}

for (const prefer of ['handling=lenient', 'mishandling=strict', 'handling=strictly']) {
  test(`any other preference is no strict handling: ${prefer}`, async () => {
    const answer = await api.post('/candidates', { ...NAMES, nickname: 'A' }, { headers: { prefer } });
    assert.equal(answer.status, 200);
  });
}

test('property names cannot break out of the header that names them', async () => {
  const names = ['a\r\nSet-Cookie: x=1', 'b, c', 'größe', '😀', '"q"', '%41', 'tab\t', ''];
  const answer = await api.post('/candidates', {
    ...NAMES,
    ...Object.fromEntries(names.map((name) => [name, 1])),
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.equal(
    answer.headers.get('ignored-properties'),
    'a%0D%0ASet-Cookie%3A%20x%3D1, b%2C%20c, gr%C3%B6%C3%9Fe, %F0%9F%98%80, %22q%22, %2541, tab%09, ',
  );
});

test('many and long names leave a header that clients accept', async () => {
  const unknown = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`${index}${'ü'.repeat(500)}`, index]),
  );
  const answer = await api.post('/candidates', { ...NAMES, ...unknown });
  assert.equal(answer.status, 200);
  const header = answer.headers.get('ignored-properties')!;
  assert.ok(header.length > 1000 && header.length <= 4000, String(header.length));
});

test('a small body cannot buy a large answer', async () => {
  const inner = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, '\u0000']));
  const answer = await api.post('/candidates', { ...NAMES, [`x${'y'.repeat(300_000)}`]: inner });
  assert.equal(answer.status, 400);
  assert.ok(answer.text.length < 100_000, String(answer.text.length));
});

test('a record sent back as it was read changes nothing and names what was not taken', async () => {
  const id = await createCandidate({
    title: 'Dr.',
    salutationId: 2,
    nationalityId: 276,
    birth: { date: '1990-05-17', place: 'Bonn', countryId: 276 },
    contact: { email: 'back@example.org', phone: '+49 30 901820', hasWhatsApp: true },
    location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
    availability: { weeklyHours: 38.5, salaryExpectation: 3200.5, salaryPeriod: 'month', currency: 'EUR' },
    workPermit: { required: true, validUntil: '2030-01-01' },
    importExternalId: 'sent-back',
    createdAtUtc: '2020-01-02T03:04:05.678Z',
  });
  const before = await api.get(`/candidates/${id}`);
  const changesBefore = await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM change_log');
  const answer = await api.put(`/candidates/${id}`, before.body);
  assert.equal(answer.status, 204);
  const ignored = answer.headers.get('ignored-properties')!.split(', ');
  for (const name of [
    'id',
    'rowGuid',
    'statusId',
    'isVisible',
    'modifiedAtUtc',
    'languages',
    'location.countryName',
    'location.geoLat',
  ])
    assert.ok(ignored.includes(name), name);
  for (const name of ['firstName', 'contact.email', 'location.street', 'createdAtUtc', 'importExternalId'])
    assert.ok(!ignored.includes(name), name);
  assert.deepEqual((await api.get(`/candidates/${id}`)).body, before.body);
  assert.deepEqual(
    await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM change_log'),
    changesBefore,
  );
});

test('an empty change is a 204 and leaves no trace', async () => {
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
  const answer = await api.post('/candidates', { ...NAMES, officeId: branch!.id });
  assert.deepEqual(codes(answer), { officeId: 'unknownReference' });
  assert.equal((await other.api.post('/candidates', { ...NAMES, officeId: branch!.id })).status, 200);
});

test('the same import id twice is a duplicate of that property', async () => {
  await createCandidate({ importExternalId: 'crm-1' });
  const answer = await api.post('/candidates', { ...NAMES, importExternalId: 'crm-1' });
  assert.deepEqual(codes(answer), { importExternalId: 'duplicate' });
  assert.doesNotMatch(answer.text, /crm-1/);
});
