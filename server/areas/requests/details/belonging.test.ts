import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// Site, work location and contact of a request are of its company, and the work location is of the site.

const service = await startTestService();
const { api } = service.tenant;
const officeId = await makeBranch(service, 'Nord');
const make = companyMaker(api);
const { companyId, siteId, locationId, contactId } = await make.all();
const otherSite = await make.site(companyId);
const locationOfOtherSite = await make.location(companyId, otherSite);
const foreign = await make.all();
const ABSENT = 999_999;

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
  const answer = await post(body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

for (const [title, body, fault] of [
  ['a site of another company', { siteId: foreign.siteId }, 'siteId unknownReference'],
  ['a site that does not exist', { siteId: ABSENT }, 'siteId unknownReference'],
  ['a work location of another company', { locationId: foreign.locationId }, 'locationId unknownReference'],
  ['a contact of another company', { contactId: foreign.contactId }, 'contactId unknownReference'],
  [
    'a work location of another site',
    { siteId, locationId: locationOfOtherSite },
    'locationId unknownReference',
  ],
  [
    'of a site that does not exist and a work location only the site',
    { siteId: ABSENT, locationId },
    'siteId unknownReference',
  ],
] as [string, Record<string, number>, string][]) {
  test(`${title} is refused, when creating as when changing`, async () => {
    const id = await create();
    await assertRefused(service, () => post(body), fault);
    await assertRefused(service, () => put(id, body), fault);
  });
}

test('a work location needs no site, and a contact may be of another site', async () => {
  await create({ locationId: locationOfOtherSite, contactId });
  await create({ siteId: otherSite, contactId });
});

test('a change of site or work location is held against the other that is stored', async () => {
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

test('two changes at once cannot part site and work location', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await create();
    const answers = await Promise.all([put(id, { siteId }), put(id, { locationId: locationOfOtherSite })]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400]);
  }
});

test('a deleted work location stays where it is, can be sent back, and cannot be chosen anew', async () => {
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

test('a contact out of use stays where it is, can be sent back, and cannot be chosen anew', async () => {
  const left = await make.contact(companyId, siteId);
  const [id, other] = [await create({ contactId: left }), await create()];
  await api.put(`/customers/${companyId}/offices/${siteId}/contacts/${left}/status`, { isActive: false });

  assert.equal((await put(id, { ...(await read(id)), title: 'Neu' })).status, 204);
  await assertRefused(service, () => put(other, { contactId: left }), 'contactId unknownReference');
});
