import assert from 'node:assert/strict';
import type { CompanyCreateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { branchId, company, NOBODY, recruiterId, site, unique } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

const { companies, companyActivities } = client;

rule('companies.createdWithName', 'A name is enough', async () => {
  const name = unique('Nordkai');
  const { id } = await companies.create({ name });
  shows(await companies.get(id), { id, name, offices: [] });
  await refused(companies.create({} as CompanyCreateDto), { name: 'required' });
  await notFound(companies.get(NOBODY));
});

rule('companies.readAsSent', 'A company is read back as it was sent, with its sites', async () => {
  const sent: CompanyCreateDto = {
    name: unique('Nordkai'),
    name2: 'Niederlassung Nord',
    customerNumber: unique('K'),
    officeId: await branchId(),
    responsibility: await recruiterId(),
    contact: { email: 'info@example.org', phone: '030 23125100', website: 'https://example.org' },
    location: { street: 'Am Sandtorkai', streetNumber: '1', zipCode: '20457', city: 'Hamburg' },
    vatId: 'DE123456789',
    employees: 240,
    remarks: 'Pays on time.',
    importExternalId: unique('crm'),
  };
  const { id } = await companies.create(sent);
  const { id: siteId } = await client.sites.create(id, { description: 'Werk Nord' });
  shows(await companies.get(id), { ...sent, offices: [{ id: siteId, description: 'Werk Nord' }] });
});

rule('companies.numberUnique', 'A customer number cannot be used twice', async () => {
  const customerNumber = unique('K');
  await companies.create({ name: 'Nordkai', customerNumber });
  await refused(companies.create({ name: 'Südkai', customerNumber }), { customerNumber: 'duplicate' });
});

rule('companies.externalIdUnique', 'No record can be imported twice', async () => {
  const { customerId, siteId } = await site();
  const importExternalId = unique('erp');
  const record = { name: 'Nordkai', description: 'Halle 3', lastName: 'Vogt', importExternalId };
  const { sites, workLocations, contacts } = client;
  for (const create of [
    () => companies.create(record),
    () => sites.create(customerId, record),
    () => workLocations.create(customerId, siteId, record),
    () => contacts.create(customerId, siteId, record),
  ]) {
    await create();
    await refused(create(), { importExternalId: 'duplicate' });
  }
});

rule('companies.changePartly', 'A new telephone number does not change the e-mail address', async () => {
  const { id } = await companies.create({ name: 'Nordkai', contact: { email: 'info@example.org' } });
  const { status } = await companies.change(id, { contact: { phone: '030 23125100' } }).withResponse();
  assert.equal(status, 204);
  shows(await companies.get(id), { contact: { email: 'info@example.org', phone: '030 23125100' } });
});

rule('companies.neverDeleted', 'A company cannot be deleted', async () => {
  assert.equal((await call('DELETE', `/customers/${await company()}`)).status, 405);
});

rule('companies.status', 'A lead becomes a customer', async () => {
  const id = await company();
  const { customerstatus } = await client.masterData.customerstatus();
  const { id: statusId, name } = customerstatus.find(({ key }) => key === 'customer')!;
  assert.equal((await companies.setStatus(id, { statusId }).withResponse()).status, 204);
  shows(await companies.get(id), { statusId, status: name });
  await refused(companies.setStatus(id, { statusId: NOBODY }), { statusId: 'unknownReference' });
});

rule('companies.contractStatus', 'The contract status is set with its first day', async () => {
  const id = await company();
  const { contractstatus } = await client.masterData.contractstatus();
  const contractStatusId = contractstatus.find(({ key }) => key === 'signed')!.id;
  const { statusId } = await companies.get(id);
  await companies.setContractStatus(id, { contractStatusId, validFrom: '2026-04-01' });
  shows(await companies.get(id), { contractStatusId, contractValidFrom: '2026-04-01', statusId });
});

rule('companies.history', 'The history has the events of the company and its parts', async () => {
  const { customerId, siteId } = await site();
  await client.workLocations.create(customerId, siteId, { description: 'Halle 3' });
  await client.contacts.create(customerId, siteId, { lastName: 'Vogt' });
  await companies.setStatus(customerId, { statusId: 2 });
  const { activities } = await companyActivities.list(customerId);
  const told = activities.map(({ kind, entity }) => `${entity} ${kind}`);
  assert.deepEqual(told, ['company statusChanged', 'contact created', 'location created', 'site created']);
});

rule('companies.notes', 'A note about a visit is added', async () => {
  const id = await company();
  const note = { text: 'Visited the new hall.', occurredAtUtc: '2026-03-02T08:15:30.000Z' };
  const { id: noteId } = await companyActivities.create(id, note);
  shows((await companyActivities.list(id)).activities, [
    { id: noteId, kind: 'note', text: note.text, atUtc: note.occurredAtUtc },
  ]);
});

rule('companies.order', 'A site needs a company, and a work location needs a site', async () => {
  await notFound(client.sites.create(NOBODY, { description: 'Werk Nord' }));
  await notFound(client.workLocations.create(await company(), NOBODY, { description: 'Halle 3' }));
  const { customerId, siteId } = await site();
  const { id } = await client.workLocations.create(customerId, siteId, { description: 'Halle 3' });
  shows(await client.workLocations.get(id), { customerId, officeId: siteId, officeDescription: 'Werk Nord' });
});
