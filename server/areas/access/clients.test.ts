import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import { createApi, requestToken, startTestService } from '../../testing/harness.ts';
import {
  createClient,
  disableClient,
  listClients,
  PERMISSIONS,
  parsePermissions,
  revokeTokens,
  rotateSecret,
} from './index.ts';

const service = await startTestService();
const another = await startAnotherProcess(service);
const { system } = service.services.database;
const { publicUrl } = service.services.settings;
let lastName = 0;

function newClient(permissions: string[] = ['branches:read', 'masterdata:read']) {
  return createClient(system, { tenantId: service.tenant.id, name: `Client ${++lastName}`, permissions });
}

async function tokenStatus(client: { clientId: string; clientSecret: string }): Promise<number> {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Test/1.0' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  });
  await response.text();
  return response.status;
}

test('two secrets are valid at a time, and a third revokes the first', async () => {
  const first = await newClient();
  const second = (await rotateSecret(system, first.clientId))!;
  assert.equal(second.clientId, first.clientId);
  assert.deepEqual([await tokenStatus(first), await tokenStatus(second)], [200, 200]);
  const third = (await rotateSecret(system, first.clientId))!;
  assert.deepEqual(
    [await tokenStatus(first), await tokenStatus(second), await tokenStatus(third)],
    [401, 200, 200],
  );
});

test('concurrent rotations leave two valid secrets', async () => {
  const client = await newClient();
  const rotated = await Promise.all([1, 2, 3, 4].map(() => rotateSecret(system, client.clientId)));
  const statuses = await Promise.all(rotated.map((secret) => tokenStatus(secret!)));
  assert.equal(statuses.filter((status) => status === 200).length, 2);
  assert.equal(await tokenStatus(client), 401);
});

test('tokens stay valid when the secret is rotated', async () => {
  const client = await newClient();
  const token = await requestToken(service.baseUrl, publicUrl, client);
  await rotateSecret(system, client.clientId);
  await rotateSecret(system, client.clientId);
  assert.equal((await createApi(service.baseUrl, token).get('/branches')).status, 200);
});

test('only the hash of a secret is stored', async () => {
  const client = await newClient();
  const rows = await service.sql(
    'SELECT c.*, s.* FROM api_client c JOIN api_client_secret s ON s.api_client_id = c.id',
  );
  assert.ok(!JSON.stringify(rows).includes(client.clientSecret));
  assert.match(client.clientSecret, /^sws_[\w-]{43}$/);
});

// A process can have read the client just before. The notification of the change is late, or lost with its connection.
test('a new token works on every process at once, although the process has an older state of the client', async (t) => {
  await service.sql('ALTER TABLE api_client DISABLE TRIGGER api_client_notify');
  t.after(() => service.sql('ALTER TABLE api_client ENABLE TRIGGER api_client_notify'));
  const client = await newClient(['branches:read']);
  const change = (columns: string) =>
    service.sql(`UPDATE api_client SET ${columns} WHERE client_id = $1`, [client.clientId]);
  const newApi = async () => another.api(await requestToken(service.baseUrl, publicUrl, client));
  const first = await newApi();
  await change('disabled_at = now()');
  assert.equal((await first.get('/branches')).status, 401);
  await change('disabled_at = NULL');
  const second = await newApi();
  assert.equal((await second.get('/branches')).status, 200);
  assert.equal((await second.get('/users/all')).status, 403);
  await change(`permissions = '{branches:read,users:read}'`);
  assert.equal((await (await newApi()).get('/users/all')).status, 200);
});

test('a disabled client is rejected on every process', async () => {
  const client = await newClient();
  const token = await requestToken(service.baseUrl, publicUrl, client);
  const apis = [createApi(service.baseUrl, token), another.api(token)];
  for (const api of apis) assert.equal((await api.get('/branches')).status, 200);
  assert.equal(await disableClient(system, client.clientId), true);
  for (const api of apis) {
    await eventually('the token stops working', async () => (await api.get('/branches')).status === 401);
  }
  assert.equal(await tokenStatus(client), 401);
});

/** Makes what the processes have in memory five seconds older. */
function passFiveSeconds(t: TestContext): void {
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 5000);
}

test('a disabled client is rejected within five seconds even if the notification is lost', async (t) => {
  const client = await newClient();
  const token = await requestToken(service.baseUrl, publicUrl, client);
  const apis = [createApi(service.baseUrl, token), another.api(token)];
  for (const api of apis) assert.equal((await api.get('/branches')).status, 200);
  await service.sql('ALTER TABLE api_client DISABLE TRIGGER api_client_notify');
  await disableClient(system, client.clientId);
  await service.sql('ALTER TABLE api_client ENABLE TRIGGER api_client_notify');
  passFiveSeconds(t);
  for (const api of apis) assert.equal((await api.get('/branches')).status, 401);
});

async function assertEndsEverywhere(token: string): Promise<void> {
  for (const api of [createApi(service.baseUrl, token), another.api(token)]) {
    await eventually('the token stops working', async () => (await api.get('/branches')).status === 401);
    const { headers, body } = await api.get('/branches');
    assert.match(headers.get('www-authenticate')!, /error="invalid_token"/);
    assert.match(body.message, /revoked: request a new one/);
  }
}

async function assertWorksEverywhere(token: string): Promise<void> {
  for (const api of [createApi(service.baseUrl, token), another.api(token)])
    assert.equal((await api.get('/branches')).status, 200);
}

test('a stolen token ends on every process when the tokens of its client are revoked, and the next one works', async () => {
  const [client, bystander] = [await newClient(), await newClient()];
  const stolen = await requestToken(service.baseUrl, publicUrl, client);
  const unaffected = await requestToken(service.baseUrl, publicUrl, bystander);
  for (const token of [stolen, unaffected]) await assertWorksEverywhere(token);
  assert.equal(await revokeTokens(system, client.clientId), true);
  // Requested within the same second, from both processes.
  const fresh = [
    await requestToken(service.baseUrl, publicUrl, client),
    await requestToken(another.baseUrl, publicUrl, client),
  ];
  await assertEndsEverywhere(stolen);
  for (const token of [...fresh, unaffected]) await assertWorksEverywhere(token);
  assert.equal(await revokeTokens(system, client.clientId), true);
  for (const token of fresh) await assertEndsEverywhere(token);
});

test('revoked tokens end within five seconds even if the notification is lost', async (t) => {
  const client = await newClient();
  const token = await requestToken(service.baseUrl, publicUrl, client);
  await assertWorksEverywhere(token);
  await service.sql('ALTER TABLE api_client DISABLE TRIGGER api_client_notify');
  await revokeTokens(system, client.clientId);
  await service.sql('ALTER TABLE api_client ENABLE TRIGGER api_client_notify');
  passFiveSeconds(t);
  for (const api of [createApi(service.baseUrl, token), another.api(token)])
    assert.equal((await api.get('/branches')).status, 401);
});

test('tokens end when their client is revoked after the clock was set back', async () => {
  const client = await newClient();
  await service.clock.advance(3_600_000);
  const token = await requestToken(service.baseUrl, publicUrl, client);
  await service.clock.advance(-3_600_000);
  await revokeTokens(system, client.clientId);
  await assertEndsEverywhere(token);
  await assertWorksEverywhere(await requestToken(service.baseUrl, publicUrl, client));
});

test('a client that is enabled again needs a new token', async () => {
  const client = await newClient();
  const token = await requestToken(service.baseUrl, publicUrl, client);
  await assertWorksEverywhere(token);
  await disableClient(system, client.clientId);
  await service.sql('UPDATE api_client SET disabled_at = NULL WHERE client_id = $1', [client.clientId]);
  await assertEndsEverywhere(token);
  await assertWorksEverywhere(await requestToken(service.baseUrl, publicUrl, client));
});

test('a permission removed from a client stops working in its existing tokens', async () => {
  const client = await newClient();
  const token = await requestToken(service.baseUrl, publicUrl, client);
  const apis = [createApi(service.baseUrl, token), another.api(token)];
  for (const api of apis) assert.equal((await api.get('/branches')).status, 200);
  await service.sql("UPDATE api_client SET permissions = '{masterdata:read}' WHERE client_id = $1", [
    client.clientId,
  ]);
  for (const api of apis) {
    await eventually('the permission stops working', async () => (await api.get('/branches')).status === 403);
    assert.equal((await api.get('/masterdata/genders')).status, 200);
  }
});

test('a permission added to a client requires a new token', async () => {
  const client = await newClient(['masterdata:read']);
  const token = await requestToken(service.baseUrl, publicUrl, client);
  await service.sql(
    "UPDATE api_client SET permissions = '{masterdata:read,branches:read}' WHERE client_id = $1",
    [client.clientId],
  );
  assert.equal((await createApi(service.baseUrl, token).get('/branches')).status, 403);
  const fresh = await requestToken(service.baseUrl, publicUrl, client);
  await eventually(
    'the new token has the permission',
    async () => (await createApi(service.baseUrl, fresh).get('/branches')).status === 200,
  );
});

test('an unknown client can be neither rotated, disabled, nor revoked', async () => {
  assert.equal(await rotateSecret(system, 'swc_unknown'), undefined);
  assert.equal(await disableClient(system, 'swc_unknown'), false);
  assert.equal(await revokeTokens(system, 'swc_unknown'), false);
});

test('the list contains clients without their secrets', async () => {
  const client = await newClient();
  await rotateSecret(system, client.clientId);
  const listed = (await listClients(system)).find(({ clientId }) => clientId === client.clientId);
  assert.equal(listed?.validSecrets, 2);
  assert.equal(listed?.tenant, service.tenant.key);
  assert.equal(listed?.disabledAtUtc, null);
  assert.deepEqual(listed?.permissions, ['branches:read', 'masterdata:read']);
});

test('permissions can be listed individually, by area, or all at once', () => {
  assert.equal(PERMISSIONS.length, 24);
  assert.deepEqual(parsePermissions('*'), PERMISSIONS);
  assert.deepEqual(parsePermissions(' documents:*, users:read ,users:read'), [
    'documents:read',
    'documents:write',
    'users:read',
  ]);
  for (const invalid of ['', 'users', 'users:', 'nothing:*', 'users:read,', ':*']) {
    assert.throws(() => parsePermissions(invalid), /does not exist/, invalid);
  }
});
