import assert from 'node:assert/strict';
import type { CompanyContactCreateDto, SiteCreateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { company, NOBODY, site } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { sites, contacts } = client;

rule('sites.created', 'A site is described', async () => {
  const customerId = await company();
  const sent = { description: 'Werk Nord', location: { zipCode: '20457', city: 'Hamburg' } };
  const { id } = await sites.create(customerId, sent);
  shows(await sites.get(id), { id, customerId, ...sent });
  await refused(sites.create(customerId, {} as SiteCreateDto), { description: 'required' });
  await notFound(sites.get(NOBODY));
});

rule('sites.readWithParts', 'A site shows its work locations and contacts', async () => {
  const { customerId, siteId } = await site();
  const { id: locationId } = await client.workLocations.create(customerId, siteId, {
    description: 'Halle 3',
  });
  const { id: contactId } = await contacts.create(customerId, siteId, { lastName: 'Vogt' });
  shows(await sites.get(siteId), {
    locations: [{ id: locationId, description: 'Halle 3' }],
    contacts: [{ id: contactId, lastName: 'Vogt' }],
  });
});

rule('sites.changePartly', 'Another description leaves the address', async () => {
  const customerId = await company();
  const { id } = await sites.create(customerId, { description: 'Werk', location: { city: 'Hamburg' } });
  assert.equal((await sites.change(customerId, id, { description: 'Werk Nord' }).withResponse()).status, 204);
  shows(await sites.get(id), { description: 'Werk Nord', location: { city: 'Hamburg' } });
});

rule('sites.status', 'A site is closed and opened again', async () => {
  const { customerId, siteId } = await site();
  for (const isActive of [false, true]) {
    assert.equal((await sites.setStatus(customerId, siteId, { isActive }).withResponse()).status, 204);
    shows(await sites.get(siteId), { isActive });
  }
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

rule('contacts.created', 'A contact is a person at a site', async () => {
  const { customerId, siteId } = await site();
  const sent: CompanyContactCreateDto = {
    firstName: 'Sabine',
    lastName: 'Vogt',
    salutationId: 2,
    position: 'Personalleitung',
    email: 's.vogt@example.org',
    phone: '040 66969101',
  };
  const { id } = await contacts.create(customerId, siteId, sent);
  shows(await contacts.get(id), { id, ...sent });
  await refused(contacts.create(customerId, siteId, {} as CompanyContactCreateDto), { lastName: 'required' });
  await notFound(contacts.get(NOBODY));
});

rule('contacts.changePartly', 'A new position leaves the person', async () => {
  const { customerId, siteId } = await site();
  const { id } = await contacts.create(customerId, siteId, { lastName: 'Vogt', firstName: 'Sabine' });
  const change = contacts.change(customerId, siteId, id, { position: 'Geschäftsführung' });
  assert.equal((await change.withResponse()).status, 204);
  shows(await contacts.get(id), { firstName: 'Sabine', lastName: 'Vogt', position: 'Geschäftsführung' });
});

rule('contacts.status', 'Who has left is put out of use', async () => {
  const { customerId, siteId } = await site();
  const { id } = await contacts.create(customerId, siteId, { lastName: 'Vogt' });
  for (const isActive of [false, true]) {
    assert.equal((await contacts.setStatus(customerId, siteId, id, { isActive }).withResponse()).status, 204);
    shows(await contacts.get(id), { isActive });
  }
});

rule('contacts.chain', 'The contact of one site is not found at another', async () => {
  const { customerId, siteId } = await site();
  const { id } = await contacts.create(customerId, siteId, { lastName: 'Vogt' });
  const other = await site();
  await notFound(contacts.change(other.customerId, other.siteId, id, { position: 'Ours' }));
  await notFound(contacts.setStatus(customerId, other.siteId, id, { isActive: false }));
});
