import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { createClient } from './clients.ts';
import { sweepAttempts } from './throttle.ts';

const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
const { services, clock } = service;
const HOME = '198.51.100.7';
const NEIGHBOR = '198.51.100.200';
const ELSEWHERE = '203.0.113.7';

interface Credentials {
  clientId: string;
  clientSecret: string;
}

let client: Credentials;
beforeEach(async () => {
  await service.sql('DELETE FROM sign_in_attempt');
  client = await newClient();
});

const newClient = (): Promise<Credentials> =>
  createClient(services.database.systemOf(service.tenant.id), {
    tenantId: service.tenant.id,
    name: randomBytes(8).toString('hex'),
    permissions: [],
  });

// biome-ignore lint/suspicious/noExplicitAny: responses have different shapes.
type Answer = { status: number; headers: Headers; body: any };

async function attempt({ clientId, clientSecret }: Credentials, address: string): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Test/1.0', 'x-forwarded-for': address },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const right = (address = HOME) => attempt(client, address);
const wrong = (address = HOME) => attempt({ ...client, clientSecret: 'wrong' }, address);
const unknown = (address = HOME) =>
  attempt({ clientId: `swc_unknown_${randomBytes(4).toString('hex')}`, clientSecret: 'wrong' }, address);

async function repeat(times: number, call: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push((await call()).status);
  return statuses;
}
const times = (count: number, status: number) => Array(count).fill(status);

test('after ten failures of a client from a network, even the right secret is a 429 there', async () => {
  assert.deepEqual(await repeat(10, wrong), times(10, 401));
  for (const address of [HOME, NEIGHBOR]) {
    const response = await right(address);
    assert.equal(response.status, 429);
    assert.deepEqual(Object.keys(response.body), ['error', 'error_description']);
    // The credentials can be right, so the error must not say that they are wrong.
    assert.equal(response.body.error, 'temporarily_unavailable');
    const seconds = Number(response.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});

test('the right secret from elsewhere is always served', async () => {
  await repeat(12, wrong);
  assert.equal((await right(ELSEWHERE)).status, 200);
});

test('failures of a client do not affect another client in the same network', async () => {
  await repeat(12, wrong);
  assert.equal((await attempt(await newClient(), HOME)).status, 200);
});

test('the network from which a client works is spared', async () => {
  assert.equal((await right()).status, 200);
  assert.deepEqual(await repeat(99, () => wrong(NEIGHBOR)), times(99, 401));
  await repeat(5, wrong);
  assert.equal((await wrong()).status, 429);
  assert.equal((await right()).status, 200);
});

test('a success is forgotten after a week', async () => {
  assert.equal((await right()).status, 200);
  await clock.advance(8 * 86_400_000);
  await repeat(10, wrong);
  assert.equal((await right()).status, 429);
});

test('unknown ids are throttled by network, and a right secret from there is still served', async () => {
  assert.deepEqual(await repeat(10, unknown), times(10, 401));
  assert.equal((await unknown(NEIGHBOR)).status, 429);
  assert.equal((await unknown(ELSEWHERE)).status, 401);
  assert.equal((await right()).status, 200);
});

test('exhausting the limit of a network does not reveal whether a client exists', async () => {
  await repeat(10, unknown);
  const [known, other] = [await wrong(), await unknown()];
  assert.equal(known.status, 429);
  assert.equal(other.status, 429);
  assert.deepEqual(known.body, other.body);
});

test('attempts are counted before they are checked: of 300 at the same time, ten are checked', async () => {
  const responses = await Promise.all(Array.from({ length: 300 }, () => wrong()));
  // A slow machine sheds some of them before they are counted.
  const statuses = responses.map(({ status }) => status).filter((status) => status !== 503);
  assert.deepEqual(statuses.sort(), [...times(10, 401), ...times(statuses.length - 10, 429)]);
});

test('a right secret does not count as an attempt', async () => {
  assert.deepEqual(await repeat(9, wrong), times(9, 401));
  assert.deepEqual(await repeat(3, right), times(3, 200));
  const [pair] = await service.sql<{ attempts: number }>(
    'SELECT max(cardinality(attempted_at)) AS attempts FROM sign_in_attempt',
  );
  assert.equal(pair!.attempts, 9);
});

test('throttled attempts do not extend the wait, after which attempts are accepted again', async () => {
  await repeat(10, wrong);
  const seconds = Number((await right()).headers.get('retry-after'));
  await clock.advance(seconds * 500);
  assert.equal((await wrong()).status, 429);
  await clock.advance(seconds * 500);
  assert.equal((await right()).status, 200);
});

test('failures older than a minute do not count', async () => {
  await repeat(9, wrong);
  await clock.advance(61_000);
  await repeat(9, wrong);
  assert.equal((await right()).status, 200);
});

test('a clock that is set back does not prolong the wait', async () => {
  await repeat(10, wrong);
  await clock.advance(-3_600_000);
  assert.equal((await right()).status, 200);
});

test('a malformed request does not count as a failure', async () => {
  assert.deepEqual(await repeat(12, () => attempt({ ...client, clientSecret: '' }, HOME)), times(12, 400));
  assert.equal((await right()).status, 200);
});

test('an unknown client and a wrong secret return the same response', async () => {
  const [a, b] = [await unknown(), await wrong()];
  assert.equal(a.status, b.status);
  assert.deepEqual(a.body, b.body);
  const names = (response: { headers: Headers }) => [...response.headers.keys()];
  assert.deepEqual(names(a), names(b));
});

test('neither networks nor client ids are stored', async () => {
  await wrong();
  const rows = JSON.stringify(
    await service.sql("SELECT encode(subject, 'escape') AS subject FROM sign_in_attempt"),
  );
  assert.doesNotMatch(rows, /198\.51|swc_/);
});

test('the sweep removes what no longer counts and keeps recent successes', async () => {
  await right();
  await wrong(ELSEWHERE);
  await clock.advance(121_000);
  await sweepAttempts(services.database.system);
  const count = async () => (await service.sql('SELECT 1 FROM sign_in_attempt')).length;
  assert.equal(await count(), 2);
  await clock.advance(8 * 86_400_000);
  await sweepAttempts(services.database.system);
  assert.equal(await count(), 0);
});
