import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import { assertNotFound, assertRefused } from '../../../testing/change-watch.ts';
import { createApi, requestToken, startTestService } from '../../../testing/harness.ts';
import { callDuring } from '../../../testing/held-transaction.ts';

const service = await startTestService();
const { baseUrl, services } = service;
const admin = await service.platform('admin');
const other = await service.createTenant();

interface Credentials {
  clientId: string;
  clientSecret: string;
}

let created = 0;
async function create(permissions = ['candidates:read']): Promise<Credentials & { name: string }> {
  created += 1;
  const name = `Application ${created}`;
  const response = await admin.post('/clients', { name, permissions });
  assert.equal(response.status, 200, response.text);
  return { ...response.body, name };
}
const tokenOf = (client: Credentials) => requestToken(baseUrl, services.settings.publicUrl, client);
const apiOf = async (client: Credentials) => createApi(baseUrl, await tokenOf(client));
const findClient = async (clientId: string) =>
  (await admin.get('/clients')).body.clients.find((client: Credentials) => client.clientId === clientId);

test('a created client is listed without its secret and has only its own permissions', async () => {
  const client = await create(['candidates:read', 'masterdata:read']);
  const { createdAtUtc, ...listed } = await findClient(client.clientId);
  assert.ok(createdAtUtc);
  assert.deepEqual(listed, {
    clientId: client.clientId,
    name: client.name,
    permissions: ['candidates:read', 'masterdata:read'],
    validSecrets: 1,
    disabledAtUtc: null,
    tokensValidFromUtc: null,
  });
  assert.ok(!(await admin.get('/clients')).text.includes(client.clientSecret));
  const api = await apiOf(client);
  assert.equal((await api.get('/candidates')).status, 200);
  assert.equal((await api.get('/users/all')).status, 403);
});

test('a client is read as it is listed, and only a change of what was read is made', async () => {
  const { clientId } = await create();
  const path = `/clients/${clientId}`;
  const seen = await admin.get(path);
  assert.deepEqual(seen.body, await findClient(clientId));
  await assertNotFound(service, async () => (await service.platform('admin', other)).get(path));
  const change = (name: string) =>
    admin.put(path, { name }, { headers: { 'if-match': seen.headers.get('etag')! } });
  assert.equal((await change('Seen')).status, 204);
  assert.equal((await change('Not seen')).status, 412);
  assert.equal((await findClient(clientId)).name, 'Seen');
});

test('a client belongs to the tenant of whoever creates it, whatever else the body says', async () => {
  const permissions = ['candidates:read'];
  const strange = { tenantId: other.id, tenant_id: other.id, clientId: 'swc_chosen' };
  const { body, status } = await admin.post('/clients', { name: 'Own', permissions, ...strange });
  assert.equal(status, 200);
  assert.ok(await findClient(body.clientId));
  const ofOther = (await (await service.platform('admin', other)).get('/clients')).body.clients;
  assert.ok(ofOther.every(({ name }: { name: string }) => name !== 'Own'));
  for (const tenantId of ['x', null, {}])
    assert.equal(
      (await admin.post('/clients', { name: `Own ${tenantId}`, permissions, tenantId })).status,
      200,
    );
});

test('all faults of a new client are reported together', async () => {
  await assertRefused(
    service,
    () => admin.post('/clients', { permissions: [] }),
    'name required',
    'permissions length',
  );
  await assertRefused(
    service,
    () => admin.post('/clients', { name: 'X', permissions: ['candidates:read', 'privacy:write', 'all'] }),
    'permissions[1] format',
    'permissions[2] format',
  );
});

test('the name of a client is unique in its tenant', async () => {
  const { name } = await create();
  const body = { name, permissions: ['candidates:read'] };
  assert.equal((await admin.post('/clients', body)).body.validationErrors[0].code, 'duplicate');
  const another = await create();
  const renamed = await admin.put(`/clients/${another.clientId}`, { name });
  assert.deepEqual(
    renamed.body.validationErrors.map(({ property, code }: Record<string, string>) => `${property} ${code}`),
    ['name duplicate'],
  );
  const otherAdmin = await service.platform('admin', other);
  assert.equal((await otherAdmin.post('/clients', body)).status, 200);
});

test('a disabled client gets no token and its tokens stop working for good', async () => {
  const client = await create();
  const api = await apiOf(client);
  assert.equal((await api.get('/candidates')).status, 200);
  await admin.put(`/clients/${client.clientId}`, { isDisabled: true });
  assert.ok((await findClient(client.clientId)).disabledAtUtc);
  await eventually('the token ends', async () => (await api.get('/candidates')).status === 401);
  await assert.rejects(() => tokenOf(client));
  await admin.put(`/clients/${client.clientId}`, { isDisabled: false });
  assert.equal((await api.get('/candidates')).status, 401);
  assert.equal((await (await apiOf(client)).get('/candidates')).status, 200);
});

test('revoking the tokens of a client ends them and leaves its secret valid', async () => {
  const client = await create();
  const api = await apiOf(client);
  assert.equal((await api.get('/candidates')).status, 200);
  assert.equal((await admin.delete(`/clients/${client.clientId}/tokens`)).status, 204);
  const fresh = await apiOf(client);
  await eventually('the token ends', async () => (await api.get('/candidates')).status === 401);
  assert.equal((await fresh.get('/candidates')).status, 200);
  const { tokensValidFromUtc, disabledAtUtc } = await findClient(client.clientId);
  assert.ok(Math.abs(Date.parse(tokensValidFromUtc) - service.clock.now().getTime()) < 60_000);
  assert.equal(disabledAtUtc, null);
});

test('a removed permission stops working, and an added one is in the next token', async () => {
  const client = await create(['candidates:read']);
  const api = await apiOf(client);
  await admin.put(`/clients/${client.clientId}`, { permissions: ['users:read'] });
  await eventually('the permission ends', async () => (await api.get('/candidates')).status === 403);
  assert.equal((await api.get('/users/all')).status, 403);
  assert.equal((await (await apiOf(client)).get('/users/all')).status, 200);
  assert.equal((await findClient(client.clientId)).name, client.name);
});

test('after a rotation both secrets work, and the next rotation revokes the oldest', async () => {
  const first = await create();
  const rotate = async () => (await admin.post(`/clients/${first.clientId}/secrets`)).body as Credentials;
  const second = await rotate();
  assert.equal(second.clientId, first.clientId);
  assert.notEqual(second.clientSecret, first.clientSecret);
  for (const client of [first, second]) assert.ok(await tokenOf(client));
  assert.equal((await findClient(first.clientId)).validSecrets, 2);
  const third = await rotate();
  await assert.rejects(() => tokenOf(first));
  for (const client of [second, third]) assert.ok(await tokenOf(client));
});

test('clients that are unknown or of another tenant can be neither read nor changed', async () => {
  assert.ok(!(await admin.get('/clients')).text.includes(other.clientId));
  for (const clientId of [other.clientId, 'swc_unknown', '%00']) {
    await assertNotFound(service, () => admin.put(`/clients/${clientId}`, { isDisabled: true }));
    await assertNotFound(service, () => admin.post(`/clients/${clientId}/secrets`));
    await assertNotFound(service, () => admin.delete(`/clients/${clientId}/tokens`));
  }
  assert.equal((await other.api.get('/candidates')).status, 200);
});

test('only an admin can list and create clients', async () => {
  const recruiter = await service.platform('recruiter');
  assert.equal((await recruiter.get('/clients')).status, 403);
  assert.equal((await recruiter.post('/clients', { name: 'X', permissions: ['users:read'] })).status, 403);
});

test('an integrator maintains clients, but gets no access to data that the role does not show', async () => {
  const integrator = await service.platform('integrator');
  const narrow = { name: 'Career page', permissions: ['applications:write', 'masterdata:read'] };
  const created = await integrator.post('/clients', narrow);
  assert.equal(created.status, 200, created.text);
  const path = `/clients/${created.body.clientId}`;
  assert.equal((await integrator.post(`${path}/secrets`)).status, 200);
  const wide = { name: 'Mirror', permissions: ['masterdata:read', 'candidates:read', 'users:read'] };
  await assertRefused(
    service,
    () => integrator.post('/clients', wide),
    'permissions[1] notAllowed',
    'permissions[2] notAllowed',
  );
  await assertRefused(
    service,
    () => integrator.put(path, { permissions: ['applications:write', 'documents:read'] }),
    'permissions[1] notAllowed',
  );

  const mirror = await create(['candidates:read', 'masterdata:read']);
  const refused = await integrator.post(`/clients/${mirror.clientId}/secrets`);
  assert.equal(refused.status, 403);
  assert.equal((await findClient(mirror.clientId)).validSecrets, 1);
  const kept = {
    name: 'Renamed mirror',
    permissions: ['candidates:read', 'webhooks:read'],
    isDisabled: true,
  };
  assert.equal((await integrator.put(`/clients/${mirror.clientId}`, kept)).status, 204);
});

test('an integrator gets no secret of a client that an admin makes readable again', async () => {
  const integrator = await service.platform('integrator');
  const mirror = await create(['candidates:read', 'documents:read', 'masterdata:read']);
  const path = `/clients/${mirror.clientId}`;
  const narrow = () => integrator.put(path, { permissions: ['documents:read'] });
  await assertRefused(service, narrow, 'permissions notAllowed');
  // What the role has can be removed, so only the other one is named.
  const [{ message }] = (await narrow()).body.validationErrors;
  assert.match(message, /omits candidates:read, which your role lacks.*ask an admin.*disable it/);
  assert.equal((await integrator.post(`${path}/secrets`)).status, 403);
  const reads = ['documents:read', 'candidates:read'];
  assert.equal((await integrator.put(path, { permissions: reads })).status, 204);
  assert.equal((await admin.put(path, { permissions: ['masterdata:read'] })).status, 204);
  assert.equal((await integrator.put(path, { permissions: ['webhooks:read'] })).status, 204);
});

test('an integrator gets no secret of a client that an admin makes readable at the same time', async () => {
  const integrator = await service.platform('integrator');
  const { clientId } = await create(['masterdata:read']);
  const refused = await callDuring(
    service,
    `UPDATE api_client SET permissions = '{candidates:read}' WHERE client_id = $1`,
    [clientId],
    () => integrator.post(`/clients/${clientId}/secrets`),
  );
  assert.equal(refused.status, 403, refused.text);
  assert.equal((await findClient(clientId)).validSecrets, 1);
});
