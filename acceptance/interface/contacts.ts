import assert from 'node:assert/strict';
import type { CompanyContactCreateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { NOBODY, site } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { contacts } = client;

rule('contacts.created', 'A contact is created at a site', async () => {
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

rule('contacts.changePartly', 'A new position does not change the name', async () => {
  const { customerId, siteId } = await site();
  const { id } = await contacts.create(customerId, siteId, { lastName: 'Vogt', firstName: 'Sabine' });
  const change = contacts.change(customerId, siteId, id, { position: 'Geschäftsführung' });
  assert.equal((await change.withResponse()).status, 204);
  shows(await contacts.get(id), { firstName: 'Sabine', lastName: 'Vogt', position: 'Geschäftsführung' });
});

rule('contacts.status', 'A contact is deactivated and activated again', async () => {
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
