import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  type ApiResponse,
  createApi,
  createPlatformApi,
  requestToken,
  signIn,
  startTestService,
} from '../../testing/harness.ts';
import { keyedCandidates } from '../../testing/makers/keyed-candidates.ts';

const service = await startTestService();
const { api } = service.tenant;
const { newKey, create, countOf } = keyedCandidates(service);

function assertFault(response: ApiResponse, code: string): void {
  assert.equal(response.status, 400, response.text);
  assert.deepEqual(
    response.body.validationErrors.map((fault: { property: string; code: string }) => [
      fault.property,
      fault.code,
    ]),
    [['Idempotency-Key', code]],
  );
}

test('a repeated request returns the stored response with its headers and creates nothing', async () => {
  const key = newKey();
  await api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Erste',
    contact: { email: 'same@example.org' },
  });
  const body = {
    firstName: 'Ada',
    lastName: 'Wiederholt',
    nickname: 'A',
    contact: { email: 'same@example.org' },
  };
  const first = await create(api, key, body);
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('idempotency-replayed'), null);
  const second = await create(api, key, body);
  assert.equal(second.status, 200);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  for (const name of ['possible-duplicates', 'ignored-properties', 'content-type', 'cache-control']) {
    assert.ok(first.headers.get(name), name);
    assert.equal(second.headers.get(name), first.headers.get(name), name);
  }
  assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'));
  assert.equal(await countOf('Wiederholt'), 1);
});

test('a repeated request writes no second entry into the change log', async () => {
  const key = newKey();
  await create(api, key);
  const count = () => service.sql('SELECT count(*) FROM change_log');
  const before = await count();
  await create(api, key);
  assert.deepEqual(await count(), before);
});

test('the same key with a different body is a 400 duplicate', async () => {
  const key = newKey();
  await create(api, key);
  assertFault(await create(api, key, { firstName: 'Ada', lastName: 'Andere' }), 'duplicate');
  assert.equal(await countOf('Andere'), 0);
});

test('a used key is named beside what is wrong with the body of another request', async () => {
  const key = newKey();
  await create(api, key);
  const namedBy = async (usedKey: string) =>
    (await create(api, usedKey, { firstName: 'Ada' })).body.validationErrors.map(
      ({ property, code }: { property: string; code: string }) => `${property} ${code}`,
    );
  assert.deepEqual(await namedBy(key), ['Idempotency-Key duplicate', 'lastName required']);
  assert.deepEqual(await namedBy(newKey()), ['lastName required']);
});

test('the same values in different bytes are a different body', async () => {
  const key = newKey();
  await create(api, key);
  assertFault(await create(api, key, { lastName: 'Muster', firstName: 'Ada' }), 'duplicate');
});

test('a rejected different body does not change the stored response', async () => {
  const key = newKey();
  const first = await create(api, key);
  await create(api, key, { firstName: 'Ada', lastName: 'Andere' });
  assert.equal((await create(api, key)).text, first.text);
});

test('two clients of a tenant can use the same key independently', async () => {
  const key = newKey();
  const other = await service.createApi(service.tenant, ['candidates:write']);
  const first = await create(api, key);
  const second = await create(other, key);
  assert.equal(second.status, 200);
  assert.notEqual(second.body.id, first.body.id);
});

test('two tenants can use the same key independently', async () => {
  const key = newKey();
  const other = await service.createTenant();
  await create(api, key);
  const second = await create(other.api, key, { firstName: 'Ada', lastName: 'Andere' });
  assert.equal(second.status, 200);
  assert.equal(second.headers.get('idempotency-replayed'), null);
});

test('a rejected request does not use up its key', async () => {
  const key = newKey();
  assert.equal((await create(api, key, { firstName: 'Ada' })).status, 400);
  const second = await create(api, key);
  assert.equal(second.status, 200);
  assert.equal(second.headers.get('idempotency-replayed'), null);
});

test('a request that only the database rejects does not use up its key', async () => {
  const key = newKey();
  const body = { firstName: 'Ada', lastName: 'Muster', importExternalId: 'taken' };
  const first = await api.post('/candidates', body);
  assert.equal((await create(api, key, body)).status, 400);
  await api.put(`/candidates/${first.body.id}`, { importExternalId: null });
  assert.equal((await create(api, key, body)).status, 200);
});

test('the stored response is returned even if the body would now be rejected', async () => {
  const key = newKey();
  const now = service.clock.now().getTime();
  const body = { firstName: 'Ada', lastName: 'Muster', createdAtUtc: new Date(now - 60_000).toISOString() };
  const first = await create(api, key, body);
  assert.equal(first.status, 200);
  await service.clock.advance(-600_000);
  try {
    assert.equal((await create(api, newKey(), body)).status, 400);
    const second = await create(api, key, body);
    assert.equal(second.status, 200);
    assert.equal(second.text, first.text);
  } finally {
    await service.clock.advance(600_000);
  }
});

test('a key must have between 1 and 255 characters', async () => {
  assert.equal((await create(api, 'k'.repeat(255))).status, 200);
  assertFault(await create(api, 'k'.repeat(256)), 'length');
  assertFault(await create(api, ''), 'length');
});

test('the characters of a key in UTF-8 are counted, not its bytes', async () => {
  const asSent = (key: string) => Buffer.from(key).toString('latin1');
  assert.equal((await create(api, asSent('ü'.repeat(255)))).status, 200);
  assertFault(await create(api, asSent('ü'.repeat(256))), 'length');
  // Not UTF-8: every byte is a character.
  assert.equal((await create(api, 'ü'.repeat(255))).status, 200);
  assertFault(await create(api, 'ü'.repeat(256)), 'length');
});

test('a key can be any text', async () => {
  for (const key of ['"quoted"', 'a, b', '../..', "'; DROP TABLE candidate; --", 'größe']) {
    const header = Buffer.from(key).toString('latin1');
    const first = await create(api, header);
    assert.equal((await create(api, header)).text, first.text, key);
  }
});

test('an operation that changes a record ignores the key', async () => {
  const key = newKey();
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  for (const lastName of ['A', 'B']) {
    const response = await api.put(
      `/candidates/${body.id}`,
      { lastName },
      { headers: { 'idempotency-key': key } },
    );
    assert.equal(response.status, 204);
  }
  assert.equal((await api.get(`/candidates/${body.id}`)).body.lastName, 'B');
});

test('the key itself is not stored', async () => {
  await create(api, 'ada.muster@example.org');
  const rows = await service.sql('SELECT * FROM idempotent_answer');
  assert.ok(rows.length > 0);
  assert.doesNotMatch(JSON.stringify(rows), /ada\.muster/);
});

test('the response is stored for 24 hours', async () => {
  const key = newKey();
  const first = await create(api, key);
  await service.clock.advance(23 * 3_600_000);
  const token = await requestToken(service.baseUrl, service.services.settings.publicUrl, service.tenant);
  const later = createApi(service.baseUrl, token);
  assert.equal((await create(later, key)).text, first.text);
  await service.clock.advance(2 * 3_600_000);
  const anew = await create(later, key);
  assert.equal(anew.headers.get('idempotency-replayed'), null);
  assert.notEqual(anew.body.id, first.body.id);
});

test('a repeated call of a user returns the stored response, also in a new session', async () => {
  const user = await service.platform('recruiter');
  const key = newKey();
  const body = { firstName: 'Ada', lastName: 'Sitzung', application: {} };
  const first = await create(user, key, body);
  assert.equal(first.status, 200);
  await user.delete('/session');
  const again = createPlatformApi(service.baseUrl, user.user, await signIn(service.baseUrl, user.user));
  const second = await create(again, key, body);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  assert.equal(await countOf('Sitzung'), 1);
  assertFault(await create(again, key, { ...body, lastName: 'Andere' }), 'duplicate');
});

test('an operation of the platform creates one record for one key', async () => {
  const user = await service.platform('recruiter');
  const options = { headers: { 'idempotency-key': newKey() } };
  const ids = new Set<number>();
  for (let call = 0; call < 3; call++)
    ids.add((await user.post('/tasks', { title: 'Call back' }, options)).body.id);
  assert.equal(ids.size, 1);
});

test('users and applications of a tenant can use the same key independently', async () => {
  const key = newKey();
  const body = { firstName: 'Ada', lastName: 'Muster', application: {} };
  const application = await service.createApi(service.tenant, ['candidates:write']);
  const callers = [application, await service.platform('recruiter'), await service.platform('recruiter')];
  const ids = new Set<number>();
  for (const caller of callers) {
    const { status, body: created, text } = await create(caller, key, body);
    assert.equal(status, 200, text);
    ids.add(created.id);
  }
  assert.equal(ids.size, 3);
});

test('the stored hash of a request is not the hash of its body alone', async () => {
  const admin = await service.platform('admin');
  const rawBody = JSON.stringify({
    email: 'neu@example.org',
    firstName: 'A',
    lastName: 'B',
    role: 'viewer',
    password: 'correct horse battery',
  });
  const options = { rawBody, headers: { 'idempotency-key': newKey(), 'content-type': 'application/json' } };
  assert.equal((await admin.post('/users', undefined, options)).status, 200);
  const body = createHash('sha256').update(rawBody).digest('hex');
  const guess = createHash('sha256').update(`POST /platform/users ${body}`).digest();
  const rows = await service.sql('SELECT 1 FROM idempotent_answer WHERE request_sha256 = $1', [guess]);
  assert.deepEqual(rows, []);
  assert.equal((await admin.post('/users', undefined, options)).headers.get('idempotency-replayed'), 'true');
});
