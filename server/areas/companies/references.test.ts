import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { companyMaker } from '../../testing/makers/companies.ts';
import { type ChainReferences, checkChain, companyReferences } from './index.ts';

const service = await startTestService();
const { tenant, services } = service;
const make = companyMaker(tenant.api);
const db = services.database.tenant(tenant.id);

const find = (kind: string, ...ids: number[]) => companyReferences[kind]!.find(services, db, tenant.id, ids);
const chain = async (companyId: number, references: ChainReferences) =>
  (await checkChain(db, tenant.id, companyId, references)).map(({ property, code }) => `${property} ${code}`);

test('what is in use may be referred to, what is not, is deleted or never was may not', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const site = `/customers/${companyId}/offices/${siteId}`;
  const all = async () => [
    await find('company', companyId, 999_999),
    await find('site', siteId, 999_999),
    await find('contact', contactId, 999_999),
    await find('work location', locationId, 999_999),
  ];
  assert.deepEqual(await all(), [[companyId], [siteId], [contactId], [locationId]]);
  await tenant.api.put(`${site}/status`, { isActive: false });
  await tenant.api.put(`${site}/contacts/${contactId}/status`, { isActive: false });
  await tenant.api.delete(`${site}/locations/${locationId}`);
  assert.deepEqual(await all(), [[companyId], [], [], []]);
});

test('a chain of one company has no fault, whatever of it is named', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const otherSite = await make.site(companyId);
  for (const references of [
    {},
    { siteId: null, locationId: null, contactId: null },
    { siteId },
    { locationId },
    { contactId },
    { siteId, locationId, contactId },
    { siteId: otherSite, contactId },
  ])
    assert.deepEqual(await chain(companyId, references), []);
});

test('each part of another company, and a work location at another site, is a fault of its own', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const other = await make.all();
  const unknown = (property: string) => `${property} unknownReference`;
  assert.deepEqual(
    await chain(companyId, {
      siteId: other.siteId,
      locationId: other.locationId,
      contactId: other.contactId,
    }),
    ['siteId', 'locationId', 'contactId'].map(unknown),
  );
  assert.deepEqual(await chain(companyId, { siteId, locationId, contactId: other.contactId }), [
    unknown('contactId'),
  ]);
  const otherSite = await make.site(companyId);
  assert.deepEqual(await chain(companyId, { siteId: otherSite, locationId, contactId }), [
    unknown('locationId'),
  ]);
});

test('another tenant’s company has no parts and no faults', async () => {
  const { companyId, siteId } = await make.all();
  const other = await service.createTenant();
  const foreign = services.database.tenant(other.id);
  assert.deepEqual(await checkChain(foreign, other.id, companyId, { siteId }), []);
  assert.deepEqual(await companyReferences.site!.find(services, foreign, other.id, [siteId]), []);
});

test('what has just been taken out of use is refused at once, although it was referred to a moment ago', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const site = `/customers/${companyId}/offices/${siteId}`;
  const refer = () => tenant.api.post(`${site}/locations`, { contactId });
  assert.equal((await refer()).status, 200);
  await tenant.api.put(`${site}/contacts/${contactId}/status`, { isActive: false });
  assert.equal((await refer()).status, 400);
});
