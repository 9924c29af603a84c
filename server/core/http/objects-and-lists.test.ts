import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultCodes } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';
import { externalApplication } from '../../testing/makers/applications.ts';

// What programs send in place of an object or a list: the text of an empty column, and the array that PHP makes of an empty object.

const service = await startTestService();
const { api } = service.tenant;
const NAMES = { firstName: 'Ada', lastName: 'Muster' };
const EXTERNAL = '/candidates/applies/external';
const LOCATION = { street: 'Hauptstraße', countryId: 276 };
const CONTACT = { phone: '030 901820' };

async function create(path: string, body: object): Promise<number> {
  const response = await api.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const parts = {
  birth: { place: 'Berlin' },
  contact: { email: 'ada@example.org', phone: '030 901820', hasWhatsApp: true },
  location: LOCATION,
  availability: { weeklyHours: 38 },
  workPermit: { validUntil: '2030-01-01' },
};
const candidate = await create('/candidates', { ...NAMES, ...parts });
const company = await create('/customers', { name: 'Nordkai', contact: CONTACT, location: LOCATION });
const offices = `/customers/${company}/offices`;
const site = await create(offices, { description: 'Hauptsitz', contact: CONTACT, location: LOCATION });
const locations = `${offices}/${site}/locations`;
const place = await create(locations, { description: 'Halle 1', location: LOCATION });

for (const blank of ['', '  ', '\u200b']) {
  test(`blank text in place of an object or a list is a fault, and clears nothing: ${JSON.stringify(blank)}`, async () => {
    const read = async () => [
      (await api.get(`/candidates/${candidate}`)).body,
      (await api.get(`/customers/${company}`)).body,
    ];
    const before = await read();
    for (const [method, path, body, properties] of [
      ['post', '/candidates', NAMES, Object.keys(parts)],
      ['put', `/candidates/${candidate}`, {}, Object.keys(parts)],
      ['post', '/customers', { name: 'Nordkai' }, ['contact', 'location']],
      ['put', `/customers/${company}`, {}, ['contact', 'location']],
      ['post', offices, { description: 'Lager' }, ['contact', 'location']],
      ['put', `${offices}/${site}`, {}, ['contact', 'location']],
      ['post', locations, { description: 'Halle 2' }, ['location']],
      ['put', `${locations}/${place}`, {}, ['location']],
      ['post', EXTERNAL, externalApplication(), ['documents']],
      ['post', '/webhooks/protocol', {}, ['eventTypes']],
    ] as const) {
      const sent = Object.fromEntries(properties.map((property) => [property, blank]));
      const expected = Object.fromEntries(properties.map((property) => [property, 'type']));
      const response = await api[method](path, { ...body, ...sent });
      assert.deepEqual(faultCodes(response), expected, `${method} ${path}`);
    }
    assert.deepEqual(await read(), before);
  });
}

test('the message for a blank text in place of an object is that for any other text', async () => {
  for (const contact of ['', 'x', 0, false]) {
    const { body } = await api.put(`/candidates/${candidate}`, { contact });
    assert.deepEqual(body.validationErrors, [
      { property: 'contact', code: 'type', message: 'contact must be an object.' },
    ]);
  }
});

test('an empty array in place of an object is a fault that says how to send an empty object', async () => {
  const rule = 'must be an object, such as {}. An empty array [] is not one: in PHP, send (object) [].';
  for (const [method, path, body, property] of [
    ['post', EXTERNAL, externalApplication({ data: [] }), 'data'],
    ['post', EXTERNAL, externalApplication({ documents: [[]] }), 'documents[0]'],
    ['put', `/candidates/${candidate}`, { contact: [] }, 'contact'],
    ['put', `/candidates/${candidate}`, [], ''],
    ['post', '/webhooks/protocol', [], ''],
    ['post', EXTERNAL, [], ''],
  ] as const) {
    const { status, body: error } = await api[method](path, body);
    assert.equal(status, 400);
    const message = `${property === '' ? 'The body' : property} ${rule}`;
    assert.deepEqual(error.validationErrors[0], { property, code: 'type', message }, `${method} ${path}`);
  }
});

test('an array with entries in place of an object has the message of any wrong type', async () => {
  const { body } = await api.put(`/candidates/${candidate}`, { contact: ['030 901820'] });
  assert.deepEqual(
    body.validationErrors.map(({ message }: { message: string }) => message),
    ['contact must be an object.'],
  );
});
