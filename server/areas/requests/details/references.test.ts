import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// The site, work location, and contact of a request must belong to its company, and the work location to the site.

const service = await startTestService();
const { api } = service.tenant;
const officeId = await makeBranch(service, 'Nord');
const make = companyMaker(api);
const { companyId, siteId, locationId, contactId } = await make.all();
const otherSite = await make.site(companyId);
const locationOfOtherSite = await make.location(companyId, otherSite);
const otherCompany = await make.all();
const UNKNOWN_ID = 999_999;

const post = (body: Record<string, unknown>) =>
  api.post(`/customers/${companyId}/requests/directplacement`, {
    officeId,
    title: 'Gesucht',
    headcount: 1,
    startDate: '2026-05-01',
    ...body,
  });
const put = (id: number, body: Record<string, unknown>) =>
  api.put(`/customers/requests/directplacement/${id}`, body);
const read = async (id: number) => (await api.get(`/customers/requests/directplacement/${id}`)).body;

async function create(body: Record<string, unknown> = {}): Promise<number> {
  const response = await post(body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

for (const [title, body, fault] of [
  ['a site of another company', { siteId: otherCompany.siteId }, 'siteId unknownReference'],
  ['a site that does not exist', { siteId: UNKNOWN_ID }, 'siteId unknownReference'],
  [
    'a work location of another company',
    { locationId: otherCompany.locationId },
    'locationId unknownReference',
  ],
  ['a contact of another company', { contactId: otherCompany.contactId }, 'contactId unknownReference'],
  [
    'a work location of another site',
    { siteId, locationId: locationOfOtherSite },
    'locationId unknownReference',
  ],
  [
    'an unknown site with a known work location',
    { siteId: UNKNOWN_ID, locationId },
    'siteId unknownReference',
  ],
] as [string, Record<string, number>, string][]) {
  test(`${title} is rejected on creation and on change`, async () => {
    const id = await create();
    await assertRefused(service, () => post(body), fault);
    await assertRefused(service, () => put(id, body), fault);
  });
}

test('a work location is accepted without a site, and a contact from another site is accepted', async () => {
  await create({ locationId: locationOfOtherSite, contactId });
  await create({ siteId: otherSite, contactId });
});

test('a changed site is checked against the stored work location, and vice versa', async () => {
  const id = await create({ siteId, locationId });
  await assertRefused(service, () => put(id, { siteId: otherSite }), 'locationId unknownReference');
  await assertRefused(
    service,
    () => put(id, { locationId: locationOfOtherSite }),
    'locationId unknownReference',
  );
  assert.equal((await put(id, { siteId: otherSite, locationId: locationOfOtherSite })).status, 204);
  assert.equal((await put(id, { siteId: null, locationId })).status, 204);
});

test('the fault of a value that is stored and not sent says so, and what to send', async () => {
  const site = `/customers/${companyId}/offices/${siteId}`;
  const message = async (id: number, body: Record<string, unknown>) => {
    const [fault, ...others] = (await put(id, body)).body.validationErrors;
    assert.deepEqual([fault.property, others], ['locationId', []]);
    return fault.message;
  };
  const moved = await make.location(companyId, siteId);
  const id = await create({ siteId, locationId: moved });
  const stored =
    'The stored locationId is a work location of another site, or was one before it was deleted. Send locationId as well, or null.';
  assert.equal(await message(id, { siteId: otherSite }), stored);
  await api.delete(`${site}/locations/${moved}`);
  assert.equal(await message(id, { siteId: otherSite }), stored);
  assert.match(
    await message(id, { siteId: otherSite, locationId: moved }),
    /^locationId must be a work location of the company, and of the site if siteId is set\./,
  );
  assert.match(
    await message(id, { locationId: locationOfOtherSite }),
    /^locationId must be a work location of the company, and of the stored siteId\. Send siteId as well, or null, /,
  );
  assert.equal((await put(id, { siteId: otherSite, locationId: null })).status, 204);
});

test('concurrent changes cannot set a work location of another site', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await create();
    const responses = await Promise.all([put(id, { siteId }), put(id, { locationId: locationOfOtherSite })]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 400]);
  }
});

test('a deleted work location stays on its request, can be sent back, and is rejected elsewhere', async () => {
  const deleted = await make.location(companyId, siteId);
  const [id, other] = [await create({ siteId, locationId: deleted }), await create({ siteId })];
  await api.delete(`/customers/${companyId}/offices/${siteId}/locations/${deleted}`);

  const stored = await read(id);
  assert.equal(stored.locationId, deleted);
  assert.equal((await put(id, { ...stored, title: 'Neu' })).status, 204);
  assert.equal((await put(id, { contactId })).status, 204);
  await assertRefused(service, () => put(other, { locationId: deleted }), 'locationId unknownReference');
  await assertRefused(service, () => post({ locationId: deleted }), 'locationId unknownReference');
});

test('an inactive contact stays on its request, can be sent back, and is rejected elsewhere', async () => {
  const inactive = await make.contact(companyId, siteId);
  const [id, other] = [await create({ contactId: inactive }), await create()];
  await api.put(`/customers/${companyId}/offices/${siteId}/contacts/${inactive}/status`, { isActive: false });

  assert.equal((await put(id, { ...(await read(id)), title: 'Neu' })).status, 204);
  await assertRefused(service, () => put(other, { contactId: inactive }), 'contactId unknownReference');
});
