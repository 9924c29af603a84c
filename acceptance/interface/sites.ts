import assert from 'node:assert/strict';
import type { SiteCreateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { company, NOBODY, site } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { sites } = client;

rule('sites.created', 'A site needs a description', async () => {
  const customerId = await company();
  const sent = { description: 'Werk Nord', location: { zipCode: '20457', city: 'Hamburg' } };
  const { id } = await sites.create(customerId, sent);
  shows(await sites.get(id), { id, customerId, ...sent });
  await refused(sites.create(customerId, {} as SiteCreateDto), { description: 'required' });
  await notFound(sites.get(NOBODY));
});

rule('sites.readWithParts', 'A site has its work locations and contacts', async () => {
  const { customerId, siteId } = await site();
  const { id: locationId } = await client.workLocations.create(customerId, siteId, {
    description: 'Halle 3',
  });
  const { id: contactId } = await client.contacts.create(customerId, siteId, { lastName: 'Vogt' });
  shows(await sites.get(siteId), {
    locations: [{ id: locationId, description: 'Halle 3' }],
    contacts: [{ id: contactId, lastName: 'Vogt' }],
  });
});

rule('sites.changePartly', 'A new description does not change the address', async () => {
  const customerId = await company();
  const { id } = await sites.create(customerId, { description: 'Werk', location: { city: 'Hamburg' } });
  assert.equal((await sites.change(customerId, id, { description: 'Werk Nord' }).withResponse()).status, 204);
  shows(await sites.get(id), { description: 'Werk Nord', location: { city: 'Hamburg' } });
});

rule('sites.status', 'A site is deactivated and activated again', async () => {
  const { customerId, siteId } = await site();
  for (const isActive of [false, true]) {
    assert.equal((await sites.setStatus(customerId, siteId, { isActive }).withResponse()).status, 204);
    shows(await sites.get(siteId), { isActive });
  }
});

rule('sites.inactive', 'A contact below a deactivated site is refused', async () => {
  const { customerId, siteId } = await site();
  await sites.setStatus(customerId, siteId, { isActive: false });
  await refused(client.contacts.create(customerId, siteId, { lastName: 'Vogt' }), { officeId: 'notAllowed' });
});

rule('sites.chain', 'The site of one company is not found at another', async () => {
  const { siteId } = await site();
  const other = await company();
  await notFound(sites.change(other, siteId, { description: 'Ours' }));
  await notFound(sites.setStatus(other, siteId, { isActive: false }));
});

rule('sites.notBranches', 'A site cannot be the branch of a candidate', async () => {
  const { branches } = await client.branches.list();
  let siteId: number;
  do ({ siteId } = await site());
  while (branches.some(({ id }) => id === siteId));
  await refused(client.candidates.create({ firstName: 'Ada', lastName: 'Muster', officeId: siteId }), {
    officeId: 'unknownReference',
  });
});
