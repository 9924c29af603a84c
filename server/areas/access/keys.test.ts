import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import { createApi, requestToken, startTestService } from '../../testing/harness.ts';
import { ensureSigningKey, listSigningKeys, revokeSigningKey, rotateSigningKey } from './index.ts';

const service = await startTestService();
const another = await startAnotherProcess(service);
const { publicUrl } = service.services.settings;
const DAY_MS = 86_400_000;

function rotate(): Promise<string> {
  return rotateSigningKey(service.services.database.system, service.services.masterKeys);
}

async function publishedIds(baseUrl: string): Promise<string[]> {
  const { keys } = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[];
  };
  return keys.map(({ kid }) => kid);
}

async function newToken(baseUrl: string): Promise<{ token: string; keyId: string }> {
  const token = await requestToken(baseUrl, publicUrl, service.tenant);
  return { token, keyId: decodeProtectedHeader(token).kid! };
}

async function statusOf(baseUrl: string, token: string): Promise<number> {
  return (await createApi(baseUrl, token).get('/branches')).status;
}

test('after a rotation, every process accepts tokens of the old key and signs with the new one', async () => {
  const old = await newToken(service.baseUrl);
  assert.equal(await statusOf(another.baseUrl, old.token), 200);
  const keyId = await rotate();
  for (const { baseUrl } of [service, another]) {
    await eventually(
      `${baseUrl} signs with the new key`,
      async () => (await newToken(baseUrl)).keyId === keyId,
    );
    assert.equal(await statusOf(baseUrl, old.token), 200);
    assert.deepEqual(await publishedIds(baseUrl), [keyId, old.keyId]);
  }
  const [here, there] = [await newToken(service.baseUrl), await newToken(another.baseUrl)];
  for (const { baseUrl } of [service, another]) {
    assert.equal(await statusOf(baseUrl, here.token), 200);
    assert.equal(await statusOf(baseUrl, there.token), 200);
  }
});

test('no key has an id that a command would take for an option', async () => {
  // One of 64 thumbprints begins with a dash.
  for (let i = 0; i < 300; i++) assert.doesNotMatch(await rotate(), /^-/);
});

test('a process that has just read the keys accepts the first token of a new key', async () => {
  await rotate();
  await eventually('the service signs with the new key', async () => {
    const { token, keyId } = await newToken(service.baseUrl);
    if ((await publishedIds(service.baseUrl))[0] !== keyId) return false;
    return (await statusOf(another.baseUrl, token)) === 200;
  });
});

test('a process that missed the notification signs with the new key seconds later', async () => {
  // A late notification of an earlier rotation can interfere, so this is retried.
  const swapKeys = async () => {
    const { keyId } = await newToken(another.baseUrl);
    await service.sql(
      'UPDATE signing_key SET retired_at = NULL, created_at = clock_now() WHERE key_id <> $1',
      [keyId],
    );
    await service.sql('UPDATE signing_key SET retired_at = clock_now() WHERE key_id = $1', [keyId]);
    return { before: keyId, after: (await newToken(another.baseUrl)).keyId };
  };
  let keys = await swapKeys();
  for (let tries = 1; keys.before !== keys.after && tries < 5; tries++) keys = await swapKeys();
  const { before, after: still } = keys;
  assert.equal(still, before);
  await service.clock.advance(4000);
  assert.notEqual((await newToken(another.baseUrl)).keyId, before);
  await service.sql(
    `UPDATE signing_key SET retired_at = clock_now()
      WHERE retired_at IS NULL AND key_id <> (SELECT key_id FROM signing_key WHERE retired_at IS NULL ORDER BY created_at DESC, key_id LIMIT 1)`,
  );
});

const revoke = (keyId: string) =>
  revokeSigningKey(service.services.database.system, service.services.masterKeys, keyId);

async function assertEndsEverywhere({ token, keyId }: { token: string; keyId: string }): Promise<void> {
  for (const { baseUrl } of [service, another]) {
    await eventually('the token stops working', async () => (await statusOf(baseUrl, token)) === 401);
    await eventually('the key is gone', async () => !(await publishedIds(baseUrl)).includes(keyId));
  }
}

test('a revoked key ends all of its tokens on every process, and a new key takes over', async () => {
  const stolen = await newToken(service.baseUrl);
  for (const { baseUrl } of [service, another]) assert.equal(await statusOf(baseUrl, stolen.token), 200);
  const revoked = await revoke(stolen.keyId);
  assert.ok(revoked?.newKeyId);
  await assertEndsEverywhere(stolen);
  for (const { baseUrl } of [service, another]) {
    const fresh = await newToken(baseUrl);
    assert.equal(fresh.keyId, revoked.newKeyId);
    for (const reader of [service, another]) assert.equal(await statusOf(reader.baseUrl, fresh.token), 200);
  }
  const keys = await listSigningKeys(service.services.database.system);
  const stateOf = (id: string) => keys.find(({ keyId }) => keyId === id)?.state;
  assert.deepEqual([stateOf(stolen.keyId), stateOf(revoked.newKeyId)], ['revoked', 'signing']);
});

test('revoking a retired key ends its tokens and leaves the key that signs', async () => {
  const old = await newToken(service.baseUrl);
  const current = await rotate();
  assert.deepEqual(await revoke(old.keyId), { newKeyId: undefined });
  await assertEndsEverywhere(old);
  assert.deepEqual(await revoke(old.keyId), { newKeyId: undefined });
  assert.equal(await revoke('unknown'), undefined);
  for (const { baseUrl } of [service, another])
    await eventually('signs on', async () => (await newToken(baseUrl)).keyId === current);
});

test('a revoked key ends within five seconds even if the notification is lost', async () => {
  const old = await newToken(service.baseUrl);
  const current = await rotate();
  for (const { baseUrl } of [service, another]) {
    await eventually('signs with the new key', async () => (await newToken(baseUrl)).keyId === current);
    assert.equal(await statusOf(baseUrl, old.token), 200);
  }
  await service.sql('UPDATE signing_key SET revoked_at = clock_now() WHERE key_id = $1', [old.keyId]);
  await service.clock.advance(5000);
  for (const { baseUrl } of [service, another]) {
    assert.equal(await statusOf(baseUrl, old.token), 401);
    assert.ok(!(await publishedIds(baseUrl)).includes(old.keyId));
  }
});

test('a retired key is removed from the key set after the longest token lifetime', async () => {
  const old = (await newToken(service.baseUrl)).keyId;
  const keyId = await rotate();
  await eventually('the new key is published', async () =>
    (await publishedIds(service.baseUrl)).includes(keyId),
  );
  await service.clock.advance(7 * DAY_MS);
  assert.ok((await publishedIds(service.baseUrl)).includes(old));
  await service.clock.advance(2 * DAY_MS);
  assert.deepEqual(await publishedIds(service.baseUrl), [keyId]);
  assert.deepEqual(await publishedIds(another.baseUrl), [keyId]);
});

test('of several first starts at the same time, one creates the signing key', async () => {
  const { database, masterKeys } = service.services;
  await service.sql('DELETE FROM signing_key');
  await Promise.all(Array.from({ length: 4 }, () => ensureSigningKey(database.system, masterKeys)));
  assert.deepEqual(
    (await listSigningKeys(database.system)).map(({ state }) => state),
    ['signing'],
  );
});

test('the stored private key is sealed', async () => {
  const rows = await service.sql<{ private_jwk_sealed: string }>(
    'SELECT private_jwk_sealed FROM signing_key',
  );
  assert.ok(rows.length > 0);
  for (const { private_jwk_sealed: sealed } of rows)
    for (const text of [sealed, Buffer.from(sealed, 'base64').toString('latin1')])
      assert.doesNotMatch(text, /"d"|"kty"/);
});
