import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAnotherProcess } from '../../testing/another-process.ts';
import { type Api, startTestService } from '../../testing/harness.ts';
import { companyMaker } from '../../testing/makers/companies.ts';

const service = await startTestService();
const { tenant } = service;
const another = await startAnotherProcess(service);
const apis: readonly Api[] = [tenant.api, another.api(tenant.api.token)];

const professions = await service.sql<{ id: number }>(
  "SELECT id FROM catalog_entry WHERE list = 'professions' AND NOT is_expired ORDER BY id LIMIT 1",
);

async function insert(table: string, columns: string, values: string): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    `INSERT INTO ${table} (tenant_id, ${columns}) VALUES ($1, ${values}) RETURNING id`,
    [tenant.id],
    tenant.id,
  );
  return row!.id;
}

const addEntry = (list: string) =>
  insert(
    'tenant_catalog_entry',
    'list, name_en, name_de, match_en, match_de',
    `'${list}', 'A ${list}', 'B ${list}', 'a ${list}', 'b ${list}'`,
  );

const addUser = (name: string) =>
  insert(
    'user_account',
    'first_name, last_name, email, email_match, role',
    `'${name}', 'Muster', '${name}@example.org', '${name}@example.org', 'recruiter'`,
  );

/** Each kind of reference that can be deactivated: how a request refers to it, and the statement that deactivates it. */
const KINDS = [
  {
    name: 'branch',
    id: await insert('branch', 'name', "'Nord'"),
    body: (id: number) => ({ officeId: id }),
    deactivate: 'UPDATE branch SET is_active = false WHERE tenant_id = $1 AND id = $2',
  },
  {
    name: 'user',
    id: await addUser('eva'),
    body: (id: number) => ({ responsibility: id }),
    deactivate: 'UPDATE user_account SET is_active = false WHERE tenant_id = $1 AND id = $2',
  },
  {
    name: 'source of supply',
    id: await addEntry('sourcesofsupply'),
    body: (id: number) => ({ sourceOfSupplyId: id }),
    deactivate: 'UPDATE tenant_catalog_entry SET is_expired = true WHERE tenant_id = $1 AND id = $2',
  },
] as const;

for (const { name, id, body, deactivate } of KINDS) {
  test(`a deactivated ${name} is rejected at once on every process`, async () => {
    const candidate = { firstName: 'Ada', lastName: 'Muster', ...body(id) };
    for (const api of apis) assert.equal((await api.post('/candidates', candidate)).status, 200);
    await service.sql(deactivate, [tenant.id, id], tenant.id);
    for (const api of apis) {
      const response = await api.post('/candidates', candidate);
      assert.deepEqual(
        [response.status, response.body.validationErrors?.[0].code],
        [400, 'unknownReference'],
      );
    }
  });
}

const { companyId, siteId, contactId } = await companyMaker(tenant.api).all();

/** Kinds whose list still contains a record that was deactivated, and shows that it was. */
const LISTED = [
  {
    name: 'branch',
    id: await insert('branch', 'name', "'Ost'"),
    send: (id: number) =>
      tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', officeId: id }),
    deactivate: 'UPDATE branch SET is_active = false WHERE tenant_id = $1 AND id = $2',
    message:
      'officeId is not the id of an active branch. GET /branches lists the ids. Send one with isActive true.',
    listed: async (id: number) =>
      (await tenant.api.get('/branches')).body.branches.find((branch: { id: number }) => branch.id === id)
        .isActive,
    shown: false,
  },
  {
    name: 'user',
    id: await addUser('uwe'),
    send: (id: number) =>
      tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', responsibility: id }),
    deactivate: 'UPDATE user_account SET is_active = false WHERE tenant_id = $1 AND id = $2',
    message:
      'responsibility is not the id of an active user. GET /users/responsibilities lists the valid ids.',
    listed: async (id: number) =>
      (await tenant.api.get('/users/all')).body.users.find((user: { id: number }) => user.id === id).isActive,
    shown: false,
  },
  {
    name: 'contact',
    id: contactId,
    send: (id: number) =>
      tenant.api.post(`/customers/${companyId}/offices/${siteId}/locations`, { contactId: id }),
    deactivate: 'UPDATE contact SET is_active = false WHERE tenant_id = $1 AND id = $2',
    message:
      'contactId is not the id of an active contact. GET /customers/offices/{officeId} lists the ids. Send one with isActive true.',
    listed: async (id: number) =>
      (await tenant.api.get(`/customers/offices/${siteId}`)).body.contacts.find(
        (contact: { id: number }) => contact.id === id,
      ).isActive,
    shown: false,
  },
  {
    name: 'industry',
    id: await addEntry('industries'),
    send: (id: number) => tenant.api.post('/customers', { name: 'Muster GmbH', industryId: id }),
    deactivate: 'UPDATE tenant_catalog_entry SET is_expired = true WHERE tenant_id = $1 AND id = $2',
    message:
      'industryId is not the id of an unexpired industry. GET /masterdata/industries lists the ids. Send one with isExpired false.',
    listed: async (id: number) =>
      (await tenant.api.get('/masterdata/industries')).body.industries.find(
        (industry: { id: number }) => industry.id === id,
      ).isExpired,
    shown: true,
  },
] as const;

for (const { name, id, send, deactivate, message, listed, shown } of LISTED) {
  test(`the message for a deactivated or unknown ${name} is true for both`, async () => {
    assert.equal((await send(id)).status, 200);
    await service.sql(deactivate, [tenant.id, id], tenant.id);
    assert.equal(await listed(id), shown);
    for (const unusable of [id, 999_999])
      assert.equal((await send(unusable)).body.validationErrors[0].message, message);
  });
}

test('an expired profession is rejected at once on every process', async () => {
  const candidates = await Promise.all(
    apis.map(
      async (api) => (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id,
    ),
  );
  const body = { professionId: professions[0]!.id };
  const add = (index: number) => apis[index]!.post(`/candidates/${candidates[index]}/professions`, body);
  for (const index of apis.keys()) assert.equal((await add(index)).status, 200);
  await service.sql("UPDATE catalog_entry SET is_expired = true WHERE list = 'professions' AND id = $1", [
    body.professionId,
  ]);
  for (const index of apis.keys()) {
    const response = await add(index);
    assert.deepEqual([response.status, response.body.validationErrors?.[0].code], [400, 'unknownReference']);
  }
});
