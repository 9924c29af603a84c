import assert from 'node:assert/strict';
import { notFound, refused, shows } from '../expect.ts';
import { branchId, NOBODY, site, unique } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

const { workLocations } = client;

async function location() {
  const { customerId, siteId } = await site();
  const { id } = await workLocations.create(customerId, siteId, { description: 'Halle 3' });
  return { customerId, siteId, id };
}

rule('locations.created', 'A work location has an address, directions and a contact', async () => {
  const { customerId, siteId } = await site();
  const { id: contactId } = await client.contacts.create(customerId, siteId, { lastName: 'Vogt' });
  const address = { street: 'Am Sandtorkai', streetNumber: '1', zipCode: '20457', city: 'Hamburg' };
  const sent = { description: 'Halle 3', directions: 'Gate 4, ask for Vogt.', contactId };
  const { id } = await workLocations.create(customerId, siteId, { ...sent, location: address });
  shows(await workLocations.get(id), { id, customerId, officeId: siteId, ...sent, address });
});

rule('locations.importFields', 'An imported work location has its external id and import time', async () => {
  const { customerId, siteId } = await site();
  const importExternalId = unique('erp');
  const { id } = await workLocations.create(customerId, siteId, { importExternalId });
  const { importExternalId: stored, importedAtUtc } = await workLocations.get(id);
  assert.equal(stored, importExternalId);
  assert.ok(importedAtUtc);
});

rule('locations.changePartly', 'New directions do not change the rest', async () => {
  const { customerId, siteId, id } = await location();
  const change = workLocations.change(customerId, siteId, id, { directions: 'Gate 4.' });
  assert.equal((await change.withResponse()).status, 204);
  shows(await workLocations.get(id), { description: 'Halle 3', directions: 'Gate 4.' });
});

rule('locations.siteInBodyIgnored', 'A site in the body does not move a work location', async () => {
  const { customerId, siteId, id } = await location();
  const { id: other } = await client.sites.create(customerId, { description: 'Werk Süd' });
  const { status, headers } = await call(
    'PUT',
    `/customers/${customerId}/offices/${siteId}/locations/${id}`,
    {
      body: { officeId: other, description: 'Halle 4' },
    },
  );
  assert.deepEqual([status, headers.get('ignored-properties')], [204, 'officeId']);
  shows(await workLocations.get(id), { officeId: siteId, description: 'Halle 4' });
});

rule('locations.noAddressLines', 'Address lines are ignored', async () => {
  const { customerId, siteId } = await site();
  const { headers, body } = await call('POST', `/customers/${customerId}/offices/${siteId}/locations`, {
    body: { location: { city: 'Hamburg', addressLine1: 'Backyard' } },
  });
  assert.equal(headers.get('ignored-properties'), 'location.addressLine1');
  shows(await workLocations.get(body.id), { address: { city: 'Hamburg', addressLine1: null } });
});

rule('locations.contactOfCompany', 'A contact of another company is rejected', async () => {
  const { customerId, siteId, id } = await location();
  const other = await site();
  const { id: stranger } = await client.contacts.create(other.customerId, other.siteId, {
    lastName: 'Fremd',
  });
  await refused(workLocations.change(customerId, siteId, id, { contactId: stranger }), {
    contactId: 'unknownReference',
  });
});

rule(
  'locations.creationTime',
  'The creation time is set, and the time of the change is the current time',
  async () => {
    const { customerId, siteId, id } = await location();
    await workLocations.change(customerId, siteId, id, { createdAtUtc: '2019-07-01T08:00:00.000Z' });
    const { createdAtUtc, modifiedAtUtc } = await workLocations.get(id);
    assert.equal(createdAtUtc, '2019-07-01T08:00:00.000Z');
    assert.ok(Math.abs(Date.now() - Date.parse(modifiedAtUtc)) < 3_600_000);
  },
);

rule(
  ['locations.deleted', 'locations.deletedOnce', 'locations.deletionInHistory'],
  'A deleted work location is not found, and the history records the deletion',
  async () => {
    const { customerId, siteId, id } = await location();
    assert.equal((await workLocations.delete(customerId, siteId, id).withResponse()).status, 204);
    await notFound(workLocations.get(id));
    assert.deepEqual((await client.sites.get(siteId)).locations, []);
    await notFound(workLocations.delete(customerId, siteId, id));
    await notFound(workLocations.change(customerId, siteId, id, { description: 'Back' }));
    const { activities } = await client.companyActivities.list(customerId);
    shows(activities[0]!, { kind: 'deleted', entity: 'location', entityId: id });
  },
);

rule('locations.requestsStay', 'A request keeps its deleted work location', async () => {
  const { customerId, siteId, id } = await location();
  const { id: requestId } = await client.requests.createDirectPlacement(customerId, {
    ...{ officeId: await branchId(), siteId, locationId: id },
    ...{ title: 'Lagerleitung', headcount: 1, startDate: '2027-01-01' },
  });
  await workLocations.delete(customerId, siteId, id);
  shows(await client.requests.getDirectPlacement(requestId), { siteId, locationId: id });
});

rule('locations.chain', 'A wrong company or site is not found', async () => {
  const { customerId, siteId, id } = await location();
  const other = await site();
  for (const [company, office] of [
    [other.customerId, siteId],
    [customerId, other.siteId],
    [NOBODY, siteId],
  ] as const) {
    await notFound(workLocations.change(company, office, id, { description: 'Ours' }));
    await notFound(workLocations.delete(company, office, id));
  }
  await notFound(workLocations.create(other.customerId, siteId, { description: 'Halle 3' }));
  await notFound(workLocations.get(NOBODY));
});
