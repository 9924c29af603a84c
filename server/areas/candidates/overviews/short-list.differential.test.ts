import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../checks/chaos/random.ts';
import { exchange, lasting, type Sent, TRACEPARENT } from '../../../testing/both-ways.ts';
import { startTestService } from '../../../testing/harness.ts';
import { sweepChangeLog } from '../../changes/index.ts';
import { eraseCandidate } from '../../privacy/index.ts';
import { SHORT_LIST_CHANGES } from './queries.ts';

// A short list of a period is read with one statement, without the framework. After random changes on several days, lists of
// random periods are compared with what the framework streams. LIST_READS sets how many, and LIST_SEED which.

const READS = Number(process.env.LIST_READS ?? 120);
const SEED = Number(process.env.LIST_SEED ?? 20_261_123);
const ATTEMPTS = 3;

const service = await startTestService({ TOKEN_SECONDS: '604800' });
const random = new Random(SEED);
const draw = <T>(values: readonly T[]): T => values[random.integer(0, values.length - 1)]!;

const DAYS = Array.from({ length: 6 }, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`);
const TEXTS = ['Ada', 'Zoë "Z" \\ O\u0001', '</script>\u2028 "\n', 'Köln\t"am" Rhein', '€😀', ','];
const MAY = '2026-05-01T08:00:00Z';

await service.clock.set(MAY);
const tenants = [await service.createTenant(), await service.createTenant()];
const known = new Map<number, number[]>(tenants.map(({ id }) => [id, []]));

async function change(day: string): Promise<void> {
  await service.clock.set(`${day}T${draw(['00:00:00.000', '11:30:00.123', '23:59:59.999'])}Z`);
  const { api, id: tenantId } = draw(tenants);
  const ids = known.get(tenantId)!;
  const what = random.integer(0, 9);
  if (what <= 3 || ids.length === 0) {
    const { body, status } = await api.post('/candidates', {
      firstName: draw(TEXTS),
      lastName: draw(TEXTS),
      ...(random.chance(0.5) ? { contact: { email: `c${random.integer(1, 999)}@example.org` } } : {}),
      ...(random.chance(0.5) ? { location: { city: draw(TEXTS) } } : {}),
      ...(random.chance(0.2) ? { createdAtUtc: '2020-01-15T23:59:59.999Z' } : {}),
    });
    assert.equal(status, 200);
    ids.push(body.id);
  } else if (what <= 5) await api.put(`/candidates/${draw(ids)}`, { lastName: draw(TEXTS) });
  else if (what === 6) await api.put(`/candidates/${draw(ids)}/status`, { statusId: 2005 });
  else if (what === 7) await api.post(`/candidates/${draw(ids)}/keywords`, { keyword: draw(TEXTS) });
  else if (what === 8) await eraseCandidate(service.services, tenantId, ids.splice(0, 1)[0]!);
  else await sweepChangeLog(service.services.database.tenant(tenantId), tenantId, 1, 2);
}

function drawPeriod(): string {
  const [from, to] = [
    draw(['2019-12-31', '2020-01-15', ...DAYS]),
    draw([...DAYS, '2020-01-15', '9999-12-31']),
  ];
  const start = `startDate=${from}`;
  return draw([start, start, `endDate=${to}`, `${start}&endDate=${to}`, `startDate=${to}&endDate=${to}`]);
}

const headersOf = (token: string, more = {}) => ({
  authorization: `Bearer ${token}`,
  'user-agent': 'Test/1.0',
  ...more,
});

/** Sends a read both ways, compares them, and returns whether it was served without the framework, and its tag. */
async function compare(sent: Sent): Promise<{ isShort: boolean; status: number | undefined; tag: string }> {
  // Until the last change is final, the tag depends on what else runs on the server.
  await service.settle();
  const direct = await exchange(service.baseUrl, sent);
  const streamed = await exchange(service.baseUrl, {
    ...sent,
    headers: { ...sent.headers, traceparent: TRACEPARENT },
  });
  assert.deepEqual(lasting(direct), lasting(streamed), JSON.stringify(sent));
  const { etag, ...headers } = direct.headers;
  return { isShort: 'content-length' in headers, status: direct.status, tag: String(etag) };
}

/**
 * Like `compare` for a list that is short. Only a caller whose state was read in the last three seconds is served without the framework,
 * and the wait for the last change can take longer. Each exchange reads the state, so the next one has it.
 */
async function compareShort(sent: Sent): ReturnType<typeof compare> {
  for (let attempt = 1; ; attempt++) {
    const result = await compare(sent);
    if (result.isShort || attempt === ATTEMPTS) return result;
  }
}

test(`${READS} short lists after random changes are the same as those that are streamed (seed ${SEED})`, async () => {
  const seen = new Map<string, number>();
  const tags = new Map<string, string>();
  for (let read = 0; read < READS; read++) {
    const day = DAYS[Math.floor((read / READS) * DAYS.length)]!;
    for (let count = random.integer(0, 3); count > 0; count--) await change(day);
    const { api } = draw(tenants);
    const path = `/candidates?${drawPeriod()}`;
    const tag = tags.get(`${api.token} ${path}`) ?? 'W/"none"';
    const more = {
      ...(random.chance(0.3) ? { 'accept-encoding': draw(['gzip', 'br', 'gzip, br']) } : {}),
      ...(random.chance(0.4) ? { 'if-none-match': tag } : {}),
    };
    const result = await compare({ path, headers: headersOf(api.token, more) });
    tags.set(`${api.token} ${path}`, result.tag);
    const what = result.status === 304 ? 'current' : result.isShort ? 'short' : 'streamed';
    seen.set(what, (seen.get(what) ?? 0) + 1);
  }
  if (READS < 120) return;
  assert.ok(seen.get('short')! > READS / 4 && seen.get('current')! > 0, JSON.stringify([...seen]));
});

test('a list with more changes is streamed, and is the same', async () => {
  await service.clock.set('2026-06-01T08:00:00Z');
  const { api, id: tenantId } = await service.createTenant();
  const path = '/candidates?startDate=2026-06-01';
  const headers = headersOf(api.token);
  await api.get(path);
  const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
  const touch = (count: number) =>
    service.sql(
      `SELECT record_change($1, 'candidate', c.id, c.row_guid, 'modified', NULL, NULL, NULL, 1402, NULL, NULL)
         FROM candidate AS c, generate_series(1, $3) WHERE c.tenant_id = $1 AND c.id = $2`,
      [tenantId, id, count],
      tenantId,
    );
  // The creation is a change as well.
  await touch(SHORT_LIST_CHANGES - 1);
  const { isShort, status } = await compareShort({ path, headers });
  assert.deepEqual([isShort, status], [true, 200]);
  await touch(1);
  assert.equal((await compare({ path, headers })).isShort, false);
});

test('short lists show each tenant its own candidates, and end with the token', async () => {
  await service.clock.set('2026-07-01T08:00:00Z');
  const [one, other] = [await service.createTenant(), await service.createTenant()];
  const path = '/candidates?startDate=2026-07-01';
  const ids: number[] = [];
  for (const { api } of [one, other])
    ids.push((await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id);
  const read = (token: string) => exchange(service.baseUrl, { path, headers: headersOf(token) });
  for (let round = 0; round < 20; round++) {
    const lists = await Promise.all([one, other, one, other].map(({ api }) => read(api.token)));
    for (const [index, { bytes }] of lists.entries())
      assert.deepEqual(
        JSON.parse(bytes.toString()).candidates.map((item: { id: number }) => item.id),
        [ids[index % 2]],
      );
  }
  const without = await service.createApi(one, ['masterdata:read']);
  await without.get('/masterdata/countries');
  assert.equal((await compare({ path, headers: headersOf(without.token) })).status, 403);
});
