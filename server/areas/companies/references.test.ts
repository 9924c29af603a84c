import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { companyMaker } from '../../testing/makers/companies.ts';
import { companyReferences, type PartReferences, partReferenceFaults } from './index.ts';

const service = await startTestService();
const { tenant, services } = service;
const make = companyMaker(tenant.api);
const db = services.database.tenant(tenant.id);

const find = (kind: string, ...ids: number[]) => companyReferences[kind]!.find(services, db, tenant.id, ids);
const faultsOf = async (companyId: number, references: PartReferences) =>
  (await partReferenceFaults(db, tenant.id, companyId, references)).map(
    ({ property, code }) => `${property} ${code}`,
  );

test('only existing records and active contacts can be referred to', async () => {
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
  assert.deepEqual(await all(), [[companyId], [siteId], [], []]);
});

test('references to parts of the company have no faults', async () => {
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
    assert.deepEqual(await faultsOf(companyId, references), []);
});

test('each part of another company and a work location at another site has a fault', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const other = await make.all();
  const unknown = (property: string) => `${property} unknownReference`;
  assert.deepEqual(
    await faultsOf(companyId, {
      siteId: other.siteId,
      locationId: other.locationId,
      contactId: other.contactId,
    }),
    ['siteId', 'locationId', 'contactId'].map(unknown),
  );
  assert.deepEqual(await faultsOf(companyId, { siteId, locationId, contactId: other.contactId }), [
    unknown('contactId'),
  ]);
  const otherSite = await make.site(companyId);
  assert.deepEqual(await faultsOf(companyId, { siteId: otherSite, locationId, contactId }), [
    unknown('locationId'),
  ]);
});

test('another tenant’s company has no parts and no faults', async () => {
  const { companyId, siteId } = await make.all();
  const other = await service.createTenant();
  const otherDatabase = services.database.tenant(other.id);
  assert.deepEqual(await partReferenceFaults(otherDatabase, other.id, companyId, { siteId }), []);
  assert.deepEqual(await companyReferences.site!.find(services, otherDatabase, other.id, [siteId]), []);
});

test('a contact is rejected immediately after its deactivation', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const site = `/customers/${companyId}/offices/${siteId}`;
  const refer = () => tenant.api.post(`${site}/locations`, { contactId });
  assert.equal((await refer()).status, 200);
  await tenant.api.put(`${site}/contacts/${contactId}/status`, { isActive: false });
  assert.equal((await refer()).status, 400);
});
