import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import pg from 'pg';
import { eventually, inTime } from '../../testing/another-process.ts';
import { type Api, requestToken, startTestService } from '../../testing/harness.ts';
import { untilWaiting } from '../../testing/held-transaction.ts';
import { Visitor } from '../../testing/portal-visitor.ts';
import { Admission } from './admission.ts';

// Three quarters for one tenant: three of four. One of four for anonymous readers.
const service = await startTestService({ REQUESTS_IN_PROGRESS: '4', DATABASE_CONNECTIONS: '8' });
const { tenant } = service;

/** Makes every read of a table wait until the connection ends. A read of a company needs a connection, and joins no other read. */
async function lockTable(name: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  return holder;
}

/** Sends a GET with a body, which the service must discard, on the only connection of the agent. */
async function sendOn(agent: Agent, path: string, token: string) {
  const sent = request(service.baseUrl + path, {
    agent,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'tests/1.0', 'content-length': '2' },
  });
  sent.end('{}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status, headers } = response;
  const port = response.socket.localPort;
  return { status, headers, port, text: (await response.setEncoding('utf8').toArray()).join('') };
}

test('a burst of far more requests than run at once is served', async (t) => {
  // A burst is over within a second. For the service, these requests take no time, however slow the machine is.
  const nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs);
  const responses = await Promise.all(Array.from({ length: 40 }, () => tenant.api.get('/branches')));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
});

test('a tenant whose requests do not end keeps no other tenant out, and its excess is refused', async (t) => {
  const guids = new Set<string>();
  const noteRefusal = ({ body }: { body: { messageGuid?: string } }) => {
    if (body.messageGuid !== undefined) guids.add(body.messageGuid);
  };
  const { requests } = service.services.load;
  const refusedBefore = requests.refused;
  const other = await service.createTenant();
  const crowd = [tenant, other, await service.createTenant(), await service.createTenant()];
  // Tokens.
  for (const { api } of crowd) await api.get('/branches');
  const create = async (api: Api) =>
    (await api.post('/customers', { name: 'Muster GmbH' })).body.id as number;
  const read = (api: Api, id: number) => api.get(`/customers/${id}`);
  const [own, others] = [await create(tenant.api), await create(other.api)];
  const holder = await lockTable('company');
  t.after(() => holder.end());
  const served = [1, 2, 3].map(() => read(tenant.api, own));
  await untilWaiting(holder, 3);

  // The share of the tenant is in use. A fourth request waits, but not for long.
  const waited = read(tenant.api, own);
  assert.equal((await other.api.get('/branches')).status, 200);
  const { status, headers, body } = await waited;
  assert.equal(status, 429);
  assert.match(body.message, /this tenant.* share/);
  assert.match(headers.get('retry-after')!, /^[1-9]\d*$/);

  // From here on, the process is overloaded: few requests wait, and the others are refused at once.
  const more = [1, 2, 3, 4, 5].map(() => read(tenant.api, own));
  const refused = await Promise.race(more);
  assert.equal(refused.status, 429);
  assert.match(refused.body.message, /this tenant.* share/);
  assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/);
  assert.equal((await other.api.get('/branches')).status, 200);

  // A connection that was refused is refused again with a complete response, and serves other callers.
  const connection = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => connection.destroy());
  const [token, othersToken] = await Promise.all(
    [tenant, other].map((one) => requestToken(service.baseUrl, service.services.settings.publicUrl, one)),
  );
  const isLogged = ({ headers }: { headers: IncomingHttpHeaders }) =>
    service.logLines.some(({ msg, requestId }) => msg === 'request' && requestId === headers['x-request-id']);
  let first: Awaited<ReturnType<typeof sendOn>>;
  let again: Awaited<ReturnType<typeof sendOn>>;
  await eventually('the connection is refused twice', async () => {
    // One of two waits, for a tenth of a second at least. As soon as the other is refused, the next ones have nowhere to wait.
    const two = [1, 2].map(() => read(tenant.api, own));
    more.push(...two);
    await Promise.race(two);
    first = await sendOn(connection, `/v3/customers/${own}`, token!);
    again = await sendOn(connection, `/v3/customers/${own}`, token!);
    // On a busy machine, the tenth of a second can be over by then, or the second one waits for it itself, and has a line in the log.
    return first.status === 429 && again.status === 429 && !isLogged(again);
  });
  assert.ok(service.logLines.some(({ msg }) => msg === 'request'));
  assert.deepEqual(Object.keys(JSON.parse(again!.text)), ['messageGuid', 'message', 'validationErrors']);
  for (const name of ['x-request-id', 'retry-after', 'x-content-type-options'])
    assert.ok(again!.headers[name]);
  assert.equal(again!.headers['cache-control'], 'no-store');
  const ofOther = await sendOn(connection, '/v3/branches', othersToken!);
  assert.equal(ofOther.status, 200);
  assert.equal(ofOther.port, first!.port);

  // With the last place in use and one request of each of four tenants waiting, nothing is admitted, whoever asks.
  const last = read(other.api, others);
  await untilWaiting(holder, 4);
  let withoutToken: Response | undefined;
  await eventually('everything is refused', async () => {
    more.push(...crowd.map(({ api }) => api.get('/branches')));
    withoutToken = await fetch(`${service.baseUrl}/v3/branches`);
    return withoutToken.status === 503;
  });
  assert.match(withoutToken!.headers.get('retry-after')!, /^[1-9]\d*$/);
  for (const path of ['/health/live', '/health/ready'])
    await eventually(`${path} is 200`, async () => (await fetch(service.baseUrl + path)).status === 200);

  await holder.end();
  for (const response of await Promise.all(served)) assert.equal(response.status, 200);
  for (const response of await Promise.all([waited, ...more, last])) noteRefusal(response);
  for (const { text } of [first!, again!]) noteRefusal({ body: JSON.parse(text) });
  noteRefusal({ body: (await withoutToken!.json()) as object });
  assert.equal((await read(tenant.api, own)).status, 200);

  // Every messageGuid is in the log. Refusals of the same kind within a second share one, and its line has their number.
  const lines = () => service.logLines.filter(({ msg }) => msg === 'requests refused');
  const count = () => lines().reduce((sum, line) => sum + Number(line.refused), 0);
  await eventually('all refusals are in the log', async () => count() === requests.refused - refusedBefore);
  const named = new Map(lines().map((line) => [line.messageGuid, line]));
  assert.ok(guids.size > 1);
  for (const guid of guids) assert.ok(named.has(guid), guid);
  const { status: statusOfAgain, code, group, what } = named.get(JSON.parse(again!.text).messageGuid)!;
  const expected = [429, 'tooManyRequests', `tenant ${tenant.id}`, 'requests'];
  assert.deepEqual([statusOfAgain, code, group, what], expected);
  assert.ok(named.size < requests.refused - refusedBefore);
});

test('look-ups of sessions that somebody made up use only their share', async (t) => {
  const holder = await lockTable('user_session');
  t.after(() => holder.end());
  const call = (number: number) =>
    fetch(`${service.baseUrl}/platform/branches`, {
      headers: { cookie: `stellwerk_session=made-up-${number}` },
    });
  const waiting = [1, 2, 3].map(call);
  await untilWaiting(holder, 3);
  const refused = await call(4);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/);
  assert.equal((await tenant.api.get('/branches')).status, 200);
  await holder.query('ROLLBACK');
  for (const response of await Promise.all(waiting)) assert.equal(response.status, 401);
});

test('a live stream whose session is looked up uses no place of the portal, and an open one uses none at all', async (t) => {
  const { cookie } = await service.platform('recruiter');
  const disconnect = new AbortController();
  t.after(() => disconnect.abort());
  const holder = await lockTable('user_session');
  t.after(() => holder.end());
  const open = () =>
    fetch(`${service.baseUrl}/platform/live`, { headers: { cookie }, signal: disconnect.signal });
  const first = open();
  await untilWaiting(holder);
  assert.equal((await new Visitor(service).own('/4711')).status, 404);
  await holder.query('ROLLBACK');
  assert.equal((await first).status, 200);
  for (let opened = 0; opened < 5; opened += 1) assert.equal((await open()).status, 200);
  assert.equal(service.services.load.requests.running, 0);
});

test('visitors of the portal use only their share, and a page says when to come back', async () => {
  const visitor = new Visitor(service);
  const holder = await lockTable('portal_setting');
  const read = () => visitor.own('/4711');
  const served = read();
  try {
    await untilWaiting(holder);
    const waited = read();
    assert.equal((await tenant.api.get('/branches')).status, 200);
    const page = await waited;
    assert.equal(page.status, 429);
    assert.match(page.headers.get('retry-after')!, /^[1-9]\d*$/);
    assert.match(page.text, /in einigen Sekunden/);
    const more = [1, 2, 3, 4, 5].map(read);
    const refused = await Promise.race(more);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.match(refused.text, /in einigen Sekunden/);
    assert.doesNotMatch(refused.text, /Bewerbung/);
    assert.equal((await tenant.api.get('/branches')).status, 200);
    // Readers keep nobody from getting a token.
    const { publicUrl } = service.services.settings;
    await Promise.all([...more, requestToken(service.baseUrl, publicUrl, tenant)]);
  } finally {
    await holder.end();
  }
  assert.equal((await served).status, 404);
  // A refusal is no failure of the service.
  const failed = service.logLines.filter(({ msg }) => msg === 'portal request failed');
  assert.deepEqual(failed, []);
});

test('a caller who always has more requests than places is served as long as each waits briefly', async () => {
  let nowMs = 0;
  const admission = new Admission({ limit: 4, nowMs: () => nowMs });
  const enter = () => admission.enter('tenant 1');
  const running: (() => void)[] = [];
  const waiting: Promise<() => void>[] = [];
  for (let sent = 0; sent < 40; sent += 1) {
    const entered = enter();
    if (entered instanceof Promise) waiting.push(entered);
    else running.push(entered);
  }
  const pass = async (eachMs: number, count: number) => {
    for (let served = 0; served < count; served += 1) {
      nowMs += eachMs;
      running.shift()!();
      running.push(await waiting.shift()!);
      waiting.push(enter() as Promise<() => void>);
    }
  };
  // 37 requests wait, each for 74 ms, for two seconds without a break.
  await pass(2, 1000);
  // From here on, each would wait for 740 ms. After a second of that, the process is overloaded.
  await assert.rejects(pass(20, 200), { code: 'tooManyRequests' });
  assert.ok(nowMs >= 3000 && nowMs < 4000, String(nowMs));
  while (waiting.length > 0) {
    running.shift()!();
    running.push(await waiting.shift()!);
  }

  // A moment without requests does not end the overload: of the next ones, one waits.
  for (const leave of running.splice(0)) leave();
  nowMs += 500;
  for (let sent = 0; sent < 3; sent += 1) running.push(enter() as () => void);
  waiting.push(enter() as Promise<() => void>);
  assert.throws(enter, { code: 'tooManyRequests' });
  for (const entered of waiting) {
    running.shift()!();
    running.push(await entered);
  }
});

test('a group that waits for its own share makes nobody else wait or fail', async () => {
  let nowMs = 0;
  const admission = new Admission({ limit: 4, shares: { senders: 0.75 }, nowMs: () => nowMs });
  // As sign-ins do: three run for 400 ms each, and 100 others wait.
  const running = Array.from({ length: 3 }, () => admission.enter('senders') as () => void);
  const waiting = Array.from({ length: 100 }, () => admission.enter('senders') as Promise<() => void>);
  for (let served = 0; served < 10; served += 1) {
    for (let passedMs = 0; passedMs < 400; passedMs += 20) {
      nowMs += 20;
      const leave = admission.enter('tenant 1') as () => void;
      // The process is full at this moment. Another request of the tenant comes in.
      admission.check();
      leave();
    }
    running.shift()!();
    running.push(await waiting.shift()!);
  }
  assert.throws(() => admission.checkGroup('senders'), { code: 'tooManyRequests' });
  while (waiting.length > 0) {
    running.shift()!();
    running.push(await waiting.shift()!);
  }
});

test('a request that waited in vain is told whether its tenant uses its share or the process is full', async () => {
  let nowMs = 0;
  const admission = new Admission({ limit: 6, nowMs: () => nowMs });
  const enter = (name: string) => admission.enter(name);
  const running = Array.from({ length: 5 }, () => enter('tenant 1') as () => void);
  const waiting = Array.from({ length: 200 }, () => enter('tenant 1') as Promise<() => void>);
  nowMs += 2000;
  await Promise.all(waiting.map((waited) => assert.rejects(waited, { code: 'tooManyRequests' })));

  // The tenant of the last place does not use its share.
  running.push(enter('tenant 2') as () => void);
  const full = assert.rejects(enter('tenant 2') as Promise<() => void>, { code: 'overloaded' });
  nowMs += 2000;
  await full;
  for (const leave of running) leave();
});

/** A tenant that uses its share, at the beginning of the time, while it is uncertain whether the database responds. */
function fillShare() {
  const state: { nowMs: number; isResponding: boolean | undefined } = { nowMs: 0, isResponding: undefined };
  const admission = new Admission({
    limit: 4,
    nowMs: () => state.nowMs,
    isDatabaseResponding: () => state.isResponding,
  });
  const enter = () => admission.enter('tenant 1');
  return { admission, state, enter, running: Array.from({ length: 3 }, () => enter() as () => void) };
}

test('while the database does not respond, only a tenant whose requests end is told that it uses its share', async () => {
  const { admission, state, enter, running } = fillShare();
  const waiting = [enter() as Promise<() => void>];
  state.nowMs += 1500;
  // The process does not know the reason yet. Requests wait for it, as in a burst.
  await eventually('it is asked', async () => admission.wouldRefuse('tenant 1') === false);
  waiting.push(enter() as Promise<() => void>);
  state.nowMs += 200;
  state.isResponding = false;
  const stuck = { code: 'overloaded', message: /database does not respond/ };
  await Promise.all(waiting.map((waited) => assert.rejects(waited, stuck)));

  // Another server is silent, which does not hold up the requests of this tenant.
  running.shift()!();
  running.push(enter() as () => void);
  const excess = assert.rejects(enter() as Promise<() => void>, { code: 'tooManyRequests' });
  state.nowMs += 200;
  await excess;
  for (const leave of running) leave();
});

test('a tenant whose requests end is told so while it is uncertain whether a database responds', async () => {
  const { state, enter, running } = fillShare();
  const [first, second] = [enter(), enter()];
  state.nowMs += 1500;
  running.shift()!();
  running.push(await first!);
  // Without an overload, it would wait for two seconds.
  await inTime('a refusal', assert.rejects(second as Promise<unknown>, { code: 'tooManyRequests' }));
  for (const leave of running) leave();
});
