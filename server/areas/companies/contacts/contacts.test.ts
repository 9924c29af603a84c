import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  assertRepeatable,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker, partChanged } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const UNKNOWN_ID = 999_999;

const COMPLETE = {
  firstName: 'Sabine',
  lastName: 'Unverwechselbar',
  salutationId: 2,
  title: 'Dr.',
  position: 'Personalleitung',
  department: 'Personal "Süd"',
  email: 'S.Vogt@example.org',
  phone: '040 66969101',
  mobile: '0171 3920011',
  remarks: 'Zeile 1\nZeile 2',
  importExternalId: 'crm-c1',
  createdAtUtc: '2021-02-03T04:05:06.000Z',
};
const read = async (id: number) => (await api.get(`/customers/contacts/${id}`)).body;
const pathOf = (ids: { companyId: number; siteId: number; contactId: number }) =>
  `/customers/${ids.companyId}/offices/${ids.siteId}/contacts/${ids.contactId}`;

test('a created contact is read back as sent, active, and with its company and site', async () => {
  const { companyId, siteId } = await make.all();
  const contactId = await make.contact(companyId, siteId, COMPLETE);
  const contact = await read(contactId);
  for (const [property, value] of Object.entries(COMPLETE))
    assert.deepEqual(contact[property], value, property);
  assert.deepEqual(
    [contact.id, contact.customerId, contact.customerName, contact.officeId, contact.officeDescription],
    [contactId, companyId, 'Muster AG', siteId, 'Werk 1'],
  );
  assert.deepEqual([contact.isActive, contact.salutation], [true, 'Ms']);
  assert.ok(contact.importedAtUtc !== null);
  const german = await api.get(`/customers/contacts/${contactId}`, { headers: { 'accept-language': 'de' } });
  assert.equal(german.body.salutation, 'Frau');
});

test('creating a contact writes its change, a change of the company, and one contact.created event', async () => {
  const { companyId, siteId } = await make.all();
  let id = 0;
  const recorded = await written(service, async () => {
    id = await make.contact(companyId, siteId);
  });
  assert.deepEqual(recorded, partChanged('contact', 'new', id, 1441, { companyId, siteId }));
});

test('activities, the change log, events, and stored responses contain no personal data of a contact', async () => {
  const { companyId, siteId } = await make.all();
  const { events } = await written(service, async () => {
    const contactId = await make.contact(companyId, siteId, { ...COMPLETE, importExternalId: 'crm-c2' });
    await api.put(pathOf({ companyId, siteId, contactId }), { firstName: 'Unverwechselbar' });
  });
  assert.equal(events.length, 2);
  assert.doesNotMatch(JSON.stringify(events), /unverwechselbar|vogt/i);
  for (const table of ['company_activity', 'change_log', 'idempotent_answer']) {
    const [row] = await service.sql(
      `SELECT coalesce(bool_or(t::text ILIKE '%unverwechselbar%' OR t::text ILIKE '%vogt%'), false) AS found FROM ${table} AS t`,
    );
    assert.deepEqual(row, { found: false }, table);
  }
});

test('the response names every fault of a contact', async () => {
  const { companyId, siteId } = await make.all();
  await assertRefused(
    service,
    () =>
      api.post(`/customers/${companyId}/offices/${siteId}/contacts`, {
        firstName: 'x'.repeat(101),
        salutationId: 9,
        email: 'nobody',
        phone: 'no number',
        mobile: 'none',
        responsibility: UNKNOWN_ID,
        createdAtUtc: '2999-01-01T00:00:00Z',
      }),
    'lastName required',
    'firstName length',
    'salutationId unknownReference',
    'email format',
    'phone format',
    'mobile format',
    'responsibility unknownReference',
    'createdAtUtc range',
  );
});

test('a change replaces only the properties that are sent', async () => {
  const { companyId, siteId } = await make.all();
  const contactId = await make.contact(companyId, siteId, { ...COMPLETE, importExternalId: 'crm-c3' });
  const before = await read(contactId);
  const recorded = await written(service, async () => {
    const response = await api.put(pathOf({ companyId, siteId, contactId }), {
      position: 'Werkleitung',
      title: null,
    });
    assert.equal(response.status, 204);
  });
  assert.deepEqual(recorded, partChanged('contact', 'modified', contactId, 1442, { companyId, siteId }));
  const after = await read(contactId);
  assert.deepEqual(after, {
    ...before,
    position: 'Werkleitung',
    title: null,
    modifiedAtUtc: after.modifiedAtUtc,
  });
});

test('a body that changes nothing writes nothing', async () => {
  const { companyId, siteId } = await make.all();
  const sent = { ...COMPLETE, importExternalId: 'crm-c4' };
  const contactId = await make.contact(companyId, siteId, sent);
  const before = await read(contactId);
  const recorded = await written(service, async () => {
    for (const body of [{}, sent, before])
      assert.equal((await api.put(pathOf({ companyId, siteId, contactId }), body)).status, 204);
  });
  assert.deepEqual(recorded, NOTHING);
});

test('an address sent for a contact is ignored and reported', async () => {
  const { companyId, siteId } = await make.all();
  const path = `/customers/${companyId}/offices/${siteId}/contacts`;
  for (const location of ['Berlin', 5, { zipCode: 5 }, []]) {
    const response = await api.post(path, { lastName: 'A', location });
    assert.equal(response.headers.get('ignored-properties'), 'location');
    assert.equal((await api.put(`${path}/${response.body.id}`, { location })).status, 204);
  }
});

test('the last name cannot be cleared', async () => {
  const ids = await make.all();
  await assertRefused(service, () => api.put(pathOf(ids), { lastName: null }), 'lastName required');
  await assertRefused(service, () => api.put(pathOf(ids), { lastName: ' ' }), 'lastName required');
});

test('deactivating and activating a contact each write one change', async () => {
  const ids = await make.all();
  const path = `${pathOf(ids)}/status`;
  for (const isActive of [false, true]) {
    const recorded = await written(service, async () => {
      assert.equal((await api.put(path, { isActive })).status, 204);
    });
    assert.deepEqual(recorded, partChanged('contact', 'modified', ids.contactId, 1442, ids));
    assert.equal((await read(ids.contactId)).isActive, isActive);
  }
  assert.deepEqual(await written(service, () => api.put(path, { isActive: true })), NOTHING);
  await assertRefused(service, () => api.put(path, { isActive: null }), 'isActive required');
});

test('only one of ten concurrent creations with the same importExternalId succeeds', async () => {
  const { companyId, siteId } = await make.all();
  const body = { lastName: 'A', importExternalId: 'crm-c5' };
  await assertOneOfTenSucceeds(
    () => api.post(`/customers/${companyId}/offices/${siteId}/contacts`, body),
    'importExternalId',
  );
});

test('a creation repeated with the same Idempotency-Key creates nothing and returns the same response', async () => {
  const { companyId, siteId } = await make.all();
  const path = `/customers/${companyId}/offices/${siteId}/contacts`;
  await assertRepeatable(service, (options) => api.post(path, { lastName: 'A' }, options));
});

test('a contact is not found under ids that do not belong together', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const sibling = await make.site(companyId);
  const other = await make.all();
  await assertNotFound(service, () => api.get(`/customers/contacts/${UNKNOWN_ID}`));
  for (const ids of [
    { companyId: UNKNOWN_ID, siteId, contactId },
    { companyId, siteId: UNKNOWN_ID, contactId },
    { companyId, siteId, contactId: UNKNOWN_ID },
    { companyId: other.companyId, siteId, contactId },
    { companyId, siteId: sibling, contactId },
    { companyId, siteId, contactId: other.contactId },
  ]) {
    await assertNotFound(service, () => api.put(pathOf(ids), { title: 'x' }));
    await assertNotFound(service, () => api.put(`${pathOf(ids)}/status`, { isActive: false }));
  }
  for (const [company, site] of [
    [UNKNOWN_ID, siteId],
    [companyId, UNKNOWN_ID],
    [other.companyId, siteId],
  ] as const) {
    await assertNotFound(service, () =>
      api.post(`/customers/${company}/offices/${site}/contacts`, { lastName: 'A' }),
    );
  }
});
