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
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at.
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

const rightly = () => attempt(service.tenant.clientId, service.tenant.clientSecret);
const wrongly = () => attempt(service.tenant.clientId, 'wrong');

/** Lets the failures so far come from other addresses, keeping what is counted for the client id. */
async function forgetAddress(): Promise<void> {
  await service.sql("DELETE FROM token_failure WHERE subject = sha256('address 127.0.0.1')");
}

async function failTimes(count: number, fail: (index: number) => Promise<{ status: number }>): Promise<void> {
  for (let index = 0; index < count; index++) assert.equal((await fail(index)).status, 401);
}

test('after ten failures for one client id the next attempt is a 429, even a right one', async () => {
  await failTimes(10, async () => {
    const answer = await wrongly();
    await forgetAddress();
    return answer;
  });
  const answer = await rightly();
  assert.equal(answer.status, 429);
  assert.deepEqual(Object.keys(answer.body), ['error', 'error_description']);
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('after ten failures from one address over many ids the next attempt is a 429', async () => {
  await failTimes(10, (index) => attempt(`swc_unknown_${index}`, 'wrong'));
  assert.equal((await attempt('swc_unknown_new', 'wrong')).status, 429);
});

test('a right secret is not blocked before that', async () => {
  await failTimes(9, wrongly);
  assert.equal((await rightly()).status, 200);
});

test('another client is not blocked by the failures of one', async () => {
  await failTimes(10, wrongly);
  await forgetAddress();
  const other = await service.createTenant();
  assert.equal((await attempt(other.clientId, other.clientSecret)).status, 200);
});

test('attempts that are refused as too many do not lengthen the wait', async () => {
  await failTimes(10, wrongly);
  for (let index = 0; index < 5; index++) assert.equal((await wrongly()).status, 429);
  const [row] = await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM token_failure');
  assert.equal(row!.count, 20);
});

test('after the time that Retry-After names the next attempt is judged again', async () => {
  await failTimes(10, wrongly);
  const seconds = Number((await rightly()).headers.get('retry-after'));
  await service.clock.advance(seconds * 1000);
  assert.equal((await rightly()).status, 200);
});

test('failures of the minute before do not count', async () => {
  await failTimes(9, wrongly);
  await service.clock.advance(61_000);
  await failTimes(9, wrongly);
  assert.equal((await rightly()).status, 200);
});

test('a malformed request is no failure', async () => {
  for (let index = 0; index < 12; index++)
    assert.equal((await attempt(service.tenant.clientId, '')).status, 400);
  assert.equal((await rightly()).status, 200);
});

test('an unknown client and a wrong secret get the same answer', async () => {
  const [unknown, wrong] = [await attempt('swc_unknown', 'wrong'), await wrongly()];
  assert.equal(unknown.status, wrong.status);
  assert.deepEqual(unknown.body, wrong.body);
  const names = (answer: { headers: Headers }) => [...answer.headers.keys()];
  assert.deepEqual(names(unknown), names(wrong));
});

test('neither addresses nor client ids are stored', async () => {
  await wrongly();
  const rows = JSON.stringify(
    await service.sql("SELECT encode(subject, 'escape') AS subject FROM token_failure"),
  );
  assert.doesNotMatch(rows, /127\.0\.0\.1|swc_/);
});
