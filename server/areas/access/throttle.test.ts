import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';

const service = await startTestService();
afterEach(async () => {
  await service.sql('DELETE FROM token_failure');
});

async function attempt(
  clientId: string,
  clientSecret: string,
  // biome-ignore lint/suspicious/noExplicitAny: responses have different shapes.
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Test/1.0' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const attemptWithCorrectSecret = () => attempt(service.tenant.clientId, service.tenant.clientSecret);
const attemptWithWrongSecret = () => attempt(service.tenant.clientId, 'wrong');

/** Deletes the failures counted for the address, but not those counted for the client id. */
async function forgetAddress(): Promise<void> {
  await service.sql("DELETE FROM token_failure WHERE subject = sha256('address 127.0.0.1')");
}

async function failTimes(count: number, fail: (index: number) => Promise<{ status: number }>): Promise<void> {
  for (let index = 0; index < count; index++) assert.equal((await fail(index)).status, 401);
}

test('after ten failures for one client id, the next attempt returns a 429 even if the secret is correct', async () => {
  await failTimes(10, async () => {
    const response = await attemptWithWrongSecret();
    await forgetAddress();
    return response;
  });
  const response = await attemptWithCorrectSecret();
  assert.equal(response.status, 429);
  assert.deepEqual(Object.keys(response.body), ['error', 'error_description']);
  const seconds = Number(response.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

test('after ten failures from one address for different ids, the next attempt returns a 429', async () => {
  await failTimes(10, (index) => attempt(`swc_unknown_${index}`, 'wrong'));
  assert.equal((await attempt('swc_unknown_new', 'wrong')).status, 429);
});

test('after nine failures, a correct secret still works', async () => {
  await failTimes(9, attemptWithWrongSecret);
  assert.equal((await attemptWithCorrectSecret()).status, 200);
});

test('failures for one client do not block another client', async () => {
  await failTimes(10, attemptWithWrongSecret);
  await forgetAddress();
  const other = await service.createTenant();
  assert.equal((await attempt(other.clientId, other.clientSecret)).status, 200);
});

test('throttled attempts do not extend the wait', async () => {
  await failTimes(10, attemptWithWrongSecret);
  for (let index = 0; index < 5; index++) assert.equal((await attemptWithWrongSecret()).status, 429);
  const [row] = await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM token_failure');
  assert.equal(row!.count, 20);
});

test('after the time in Retry-After, attempts are accepted again', async () => {
  await failTimes(10, attemptWithWrongSecret);
  const seconds = Number((await attemptWithCorrectSecret()).headers.get('retry-after'));
  await service.clock.advance(seconds * 1000);
  assert.equal((await attemptWithCorrectSecret()).status, 200);
});

test('failures older than a minute do not count', async () => {
  await failTimes(9, attemptWithWrongSecret);
  await service.clock.advance(61_000);
  await failTimes(9, attemptWithWrongSecret);
  assert.equal((await attemptWithCorrectSecret()).status, 200);
});

test('a malformed request does not count as a failure', async () => {
  for (let index = 0; index < 12; index++)
    assert.equal((await attempt(service.tenant.clientId, '')).status, 400);
  assert.equal((await attemptWithCorrectSecret()).status, 200);
});

test('an unknown client and a wrong secret return the same response', async () => {
  const [unknown, wrong] = [await attempt('swc_unknown', 'wrong'), await attemptWithWrongSecret()];
  assert.equal(unknown.status, wrong.status);
  assert.deepEqual(unknown.body, wrong.body);
  const names = (response: { headers: Headers }) => [...response.headers.keys()];
  assert.deepEqual(names(unknown), names(wrong));
});

test('neither addresses nor client ids are stored', async () => {
  await attemptWithWrongSecret();
  const rows = JSON.stringify(
    await service.sql("SELECT encode(subject, 'escape') AS subject FROM token_failure"),
  );
  assert.doesNotMatch(rows, /127\.0\.0\.1|swc_/);
});
