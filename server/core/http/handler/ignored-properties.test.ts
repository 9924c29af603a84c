import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBounded } from '../../../testing/bounded.ts';
import { faultCodes } from '../../../testing/error-record.ts';
import { startTestService } from '../../../testing/harness.ts';
import { asksForStrictHandling } from './ignored-properties.ts';

const service = await startTestService();
const { api } = service.tenant;
const NAMES = { firstName: 'Ada', lastName: 'Muster' };

test('unknown properties are ignored and listed by their paths', async () => {
  const response = await api.post('/candidates', {
    ...NAMES,
    nickname: 'A',
    contact: { fax: '1', email: 'ada2@example.org' },
    location: { planet: 'Earth' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('ignored-properties'), 'nickname, contact.fax, location.planet');
});

test('the response to a body without unknown properties has no Ignored-Properties header', async () => {
  const response = await api.post('/candidates', NAMES);
  assert.equal(response.headers.get('ignored-properties'), null);
});

for (const prefer of [
  'handling=strict',
  'respond-async, handling=strict; x=1',
  'HANDLING="strict"',
  'handling=strict, handling=lenient',
  'x="a, \\", handling=lenient", handling = strict',
]) {
  test(`strict handling rejects unknown properties: ${prefer}`, async () => {
    const response = await api.post(
      '/candidates',
      { firstName: 'Ada', nickname: 'A', contact: { fax: '1' } },
      { headers: { prefer } },
    );
    assert.deepEqual(faultCodes(response), {
      lastName: 'required',
      nickname: 'unknownProperty',
      'contact.fax': 'unknownProperty',
    });
  });
}

for (const prefer of [
  'handling=lenient',
  'mishandling=strict',
  'handling=strictly',
  // RFC 7240, section 2: of a preference that is sent several times, the first one counts.
  'handling=lenient, handling=strict',
  'handling="lenient"; x=1,handling="strict"',
  'x="a, handling=strict"',
  'wait=10; handling=strict',
  'handling="strict',
]) {
  test(`any other preference does not enable strict handling: ${prefer}`, async () => {
    const response = await api.post('/candidates', { ...NAMES, nickname: 'A' }, { headers: { prefer } });
    assert.equal(response.status, 200);
  });
}

test('a Prefer header of any form is read in linear time', () => {
  for (const unit of ['"\\', '\\"', '",', ' ', 'handling= ', '"']) {
    const prefer = unit.repeat(1_000_000 / unit.length);
    assert.equal(
      runBounded(() => asksForStrictHandling(prefer)),
      false,
    );
  }
});

test('property names are escaped in the header that lists them', async () => {
  const names = ['a\r\nSet-Cookie: x=1', 'b, c', 'größe', '😀', '"q"', '%41', 'tab\t', ''];
  const response = await api.post('/candidates', {
    ...NAMES,
    ...Object.fromEntries(names.map((name) => [name, 1])),
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('set-cookie'), null);
  assert.equal(
    response.headers.get('ignored-properties'),
    'a%0D%0ASet-Cookie%3A%20x%3D1, b%2C%20c, gr%C3%B6%C3%9Fe, %F0%9F%98%80, %22q%22, %2541, tab%09, ',
  );
});

test('many long names do not make the header too large for clients', async () => {
  const unknown = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`${index}${'ü'.repeat(500)}`, index]),
  );
  const response = await api.post('/candidates', { ...NAMES, ...unknown });
  assert.equal(response.status, 200);
  const header = response.headers.get('ignored-properties')!;
  assert.ok(header.length > 1000 && header.length <= 4000, String(header.length));
});

test('a small body cannot cause a large response', async () => {
  const inner = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, '\u0000']));
  const response = await api.post('/candidates', { ...NAMES, [`x${'y'.repeat(300_000)}`]: inner });
  assert.equal(response.status, 400);
  assert.ok(response.text.length < 100_000, String(response.text.length));
});

test('sending back a record unchanged changes nothing and lists the ignored properties', async () => {
  const created = await api.post('/candidates', {
    ...NAMES,
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
  const { id } = created.body;
  const before = await api.get(`/candidates/${id}`);
  const changesBefore = await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM change_log');
  const response = await api.put(`/candidates/${id}`, before.body);
  assert.equal(response.status, 204);
  const ignored = response.headers.get('ignored-properties')!.split(', ');
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
