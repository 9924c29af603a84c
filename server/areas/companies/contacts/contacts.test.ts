import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker, partChanged } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const ABSENT = 999_999;

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

test('a created contact is read back as sent, in use and with where it belongs', async () => {
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

test('creating one is new in the log, a change of the company, and one contact.created', async () => {
  const { companyId, siteId } = await make.all();
  let id = 0;
  const wrote = await written(service, async () => {
    id = await make.contact(companyId, siteId);
  });
  assert.deepEqual(wrote, partChanged('contact', 'new', id, 1441, { companyId, siteId }));
});

test('nothing of the person stands in the history, the log or the outbox', async () => {
  const { companyId, siteId } = await make.all();
  const contactId = await make.contact(companyId, siteId, { ...COMPLETE, importExternalId: 'crm-c2' });
  await api.put(pathOf({ companyId, siteId, contactId }), { firstName: 'Unverwechselbar' });
  for (const table of ['company_activity', 'change_log', 'event', 'idempotent_answer']) {
    const [row] = await service.sql(
      `SELECT coalesce(bool_or(t::text ILIKE '%unverwechselbar%' OR t::text ILIKE '%vogt%'), false) AS found FROM ${table} AS t`,
    );
    assert.deepEqual(row, { found: false }, table);
  }
});

test('every fault of a contact is named at once', async () => {
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
        responsibility: ABSENT,
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

test('a change replaces what it sends and nothing else', async () => {
  const { companyId, siteId } = await make.all();
  const contactId = await make.contact(companyId, siteId, { ...COMPLETE, importExternalId: 'crm-c3' });
  const before = await read(contactId);
  const wrote = await written(service, async () => {
    const answer = await api.put(pathOf({ companyId, siteId, contactId }), {
      position: 'Werkleitung',
      title: null,
    });
    assert.equal(answer.status, 204);
  });
  assert.deepEqual(wrote, partChanged('contact', 'modified', contactId, 1442, { companyId, siteId }));
  const after = await read(contactId);
  assert.deepEqual(after, {
    ...before,
    position: 'Werkleitung',
    title: null,
    modifiedAtUtc: after.modifiedAtUtc,
  });
});

test('a body that changes nothing leaves no trace', async () => {
  const { companyId, siteId } = await make.all();
  const sent = { ...COMPLETE, importExternalId: 'crm-c4' };
  const contactId = await make.contact(companyId, siteId, sent);
  const before = await read(contactId);
  const wrote = await written(service, async () => {
    for (const body of [{}, sent, before])
      assert.equal((await api.put(pathOf({ companyId, siteId, contactId }), body)).status, 204);
  });
  assert.deepEqual(wrote, NOTHING);
});

test('a contact has no address: what is sent as one is ignored and named', async () => {
  const { companyId, siteId } = await make.all();
  const path = `/customers/${companyId}/offices/${siteId}/contacts`;
  for (const location of ['Berlin', 5, { zipCode: 5 }, []]) {
    const answer = await api.post(path, { lastName: 'A', location });
    assert.equal(answer.headers.get('ignored-properties'), 'location');
    assert.equal((await api.put(`${path}/${answer.body.id}`, { location })).status, 204);
  }
});

test('a last name is not to be taken away', async () => {
  const ids = await make.all();
  await assertRefused(service, () => api.put(pathOf(ids), { lastName: null }), 'lastName required');
  await assertRefused(service, () => api.put(pathOf(ids), { lastName: ' ' }), 'lastName required');
});

test('a contact is taken out of use and back, each a change of the contact', async () => {
  const ids = await make.all();
  const path = `${pathOf(ids)}/status`;
  for (const isActive of [false, true]) {
    const wrote = await written(service, async () => {
      assert.equal((await api.put(path, { isActive })).status, 204);
    });
    assert.deepEqual(wrote, partChanged('contact', 'modified', ids.contactId, 1442, ids));
    assert.equal((await read(ids.contactId)).isActive, isActive);
  }
  assert.deepEqual(await written(service, () => api.put(path, { isActive: true })), NOTHING);
  await assertRefused(service, () => api.put(path, { isActive: null }), 'isActive required');
});

test('of ten contacts created at once with one importExternalId one is', async () => {
  const { companyId, siteId } = await make.all();
  const body = { lastName: 'A', importExternalId: 'crm-c5' };
  await assertOneOfTenSucceeds(
    () => api.post(`/customers/${companyId}/offices/${siteId}/contacts`, body),
    'importExternalId',
  );
});

test('a repeated creation with the same Idempotency-Key creates nothing and answers the same', async () => {
  const { companyId, siteId } = await make.all();
  const post = () =>
    api.post(
      `/customers/${companyId}/offices/${siteId}/contacts`,
      { lastName: 'A' },
      { headers: { 'idempotency-key': 'c' } },
    );
  const first = await post();
  const wrote = await written(service, async () => assert.deepEqual((await post()).body, first.body));
  assert.deepEqual(wrote, NOTHING);
});

test('a contact that the path does not lead to is not found', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const sibling = await make.site(companyId);
  const other = await make.all();
  await assertNotFound(service, () => api.get(`/customers/contacts/${ABSENT}`));
  for (const chain of [
    { companyId: ABSENT, siteId, contactId },
    { companyId, siteId: ABSENT, contactId },
    { companyId, siteId, contactId: ABSENT },
    { companyId: other.companyId, siteId, contactId },
    { companyId, siteId: sibling, contactId },
    { companyId, siteId, contactId: other.contactId },
  ]) {
    await assertNotFound(service, () => api.put(pathOf(chain), { title: 'x' }));
    await assertNotFound(service, () => api.put(`${pathOf(chain)}/status`, { isActive: false }));
  }
  for (const [company, site] of [
    [ABSENT, siteId],
    [companyId, ABSENT],
    [other.companyId, siteId],
  ] as const) {
    await assertNotFound(service, () =>
      api.post(`/customers/${company}/offices/${site}/contacts`, { lastName: 'A' }),
    );
  }
});
