import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import { eventually, startAnotherProcess } from '../../../testing/another-process.ts';
import { type ApiResponse, startTestService } from '../../../testing/harness.ts';
import { findWaiting } from '../../../testing/held-transaction.ts';
import { EVENTS } from '../../changes/index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const { batches, load } = service.services;

/** Nothing can be created while it holds the log of changes. */
const blocker = new pg.Client({ connectionString: service.databaseUrl });
await blocker.connect();
service.beforeClose(() => blocker.end());
const hold = () => blocker.query('BEGIN; LOCK TABLE change_log IN SHARE MODE');
const letGo = () => blocker.query('COMMIT');
afterEach(letGo);

interface Created {
  id: number;
  name: string;
  duplicates: string | null;
}

type Call = () => Promise<ApiResponse>;

const creation =
  (lastName: string, further: object = {}, headers: Record<string, string> = {}): Call =>
  () =>
    api.post('/candidates', { firstName: 'Ada', lastName, ...further }, { headers });

/** The process id of the statement that waits for the log of changes. */
async function untilBlocked(except = 0): Promise<number> {
  let pid = 0;
  await eventually('a statement waits for the lock', async () => {
    pid = (await findWaiting(blocker)).find((one) => one !== except) ?? 0;
    return pid !== 0;
  });
  return pid;
}

/** Sends the calls while the creation of another candidate is in progress, so that they gather. */
async function gather(calls: readonly Call[], waiting = calls.length) {
  await hold();
  const first = creation('Erste')();
  const pid = await untilBlocked();
  const results = calls.map((call) => call());
  await eventually('the calls gather', async () => batches.waiting === waiting);
  return { first, pid, results };
}

async function gatherAndCreate(calls: readonly Call[]): Promise<ApiResponse[]> {
  const { first, results } = await gather(calls);
  await letGo();
  assert.equal((await first).status, 200);
  return Promise.all(results);
}

function createdBy(responses: readonly ApiResponse[], names: readonly string[]): Created[] {
  return responses
    .map(({ status, body, headers, text }, index) => {
      assert.equal(status, 200, text);
      return { id: body.id, name: names[index]!, duplicates: headers.get('possible-duplicates') };
    })
    .sort((one, other) => one.id - other.id);
}

/** The entries of the log for these candidates, in the order of the feed. */
const logged = (ids: readonly number[]) =>
  service.sql<{ id: number; transaction: string; actor: string; event: number }>(
    `SELECT record_id AS id, transaction_id::text AS transaction, actor_kind || ' ' || actor_id AS actor,
            event_type_id AS event
       FROM change_log WHERE tenant_id = $1 AND record_id = ANY ($2) AND kind = 'new' ORDER BY transaction_id, sequence`,
    [tenantId, ids],
  );

const namesOf = (lastName: string) =>
  service.sql<{ id: number }>(
    'SELECT id FROM candidate WHERE tenant_id = $1 AND last_name LIKE $2 ORDER BY id',
    [tenantId, lastName],
  );

test('candidates that come while another one is committed share a transaction, and each caller gets its own', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Zusammen${index}`);
  const created = createdBy(await gatherAndCreate(names.map((name) => creation(name))), names);
  const ids = created.map(({ id }) => id);
  assert.equal(new Set(ids).size, 12);
  for (const { id, name } of created) {
    const { body } = await api.get(`/candidates/${id}`);
    assert.deepEqual([body.lastName, body.createdAtUtc <= body.modifiedAtUtc], [name, true]);
  }
  const entries = await logged(ids);
  assert.deepEqual(
    entries.map(({ id }) => id),
    ids,
  );
  assert.equal(new Set(entries.map(({ transaction }) => transaction)).size, 1);
  assert.ok(entries.every(({ event }) => event === EVENTS.candidateCreated.id));
});

test('the search and open streams hear of candidates that are created together', async (t) => {
  const listener = new pg.Client({ connectionString: service.databaseUrl });
  await listener.connect();
  t.after(() => listener.end());
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('LISTEN live');
  await service.sql(`UPDATE tenant SET live_until = now() + interval '1 hour' WHERE id = $1`, [tenantId]);
  const names = ['Gehört1', 'Gehört2', 'Gehört3'];
  const created = createdBy(await gatherAndCreate(names.map((name) => creation(name))), names);
  await service.sql('UPDATE tenant SET live_until = NULL WHERE id = $1', [tenantId]);
  const ids = created.map(({ id }) => id);
  assert.equal(new Set((await logged(ids)).map(({ transaction }) => transaction)).size, 1);
  const marked = await service.sql<{ id: number }>(
    `SELECT record_id AS id FROM search_mark WHERE tenant_id = $1 AND entity = 'candidate' AND record_id = ANY ($2) ORDER BY id`,
    [tenantId, ids],
  );
  assert.deepEqual(
    marked.map(({ id }) => id),
    ids,
  );
  // One of the candidate before them, and one of theirs.
  await eventually('both transactions have notified', async () => heard.length >= 2);
  assert.deepEqual(heard, [`${tenantId} change`, `${tenantId} change`]);
});

test('each of them has the values that it would have alone', async () => {
  const body = {
    firstName: 'Ada',
    lastName: 'Vollständig',
    salutationId: 2,
    title: 'Dr. "Ä" \\ \n 🦀',
    birth: { date: '1990-05-17', place: null },
    contact: { email: 'ada@example.org', mobile: '0151 23456789', website: 'https://example.org' },
    location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
    availability: { weeklyHours: 38.5, shiftWork: true, salaryExpectation: 3500.1 },
    createdAtUtc: '2024-02-03T04:05:06.789Z',
  };
  const call = () => api.post('/candidates', body);
  const [one, other] = await gatherAndCreate([call, call]);
  const alone = await call();
  const read = async ({ body }: ApiResponse) => {
    const { id, rowGuid, modifiedAtUtc, ...record } = (await api.get(`/candidates/${body.id}`)).body;
    return record;
  };
  const record = await read(alone);
  assert.equal(record.createdAtUtc, body.createdAtUtc);
  assert.equal(record.title, body.title);
  assert.deepEqual(await read(one!), record);
  assert.deepEqual(await read(other!), record);
});

test('those with the same mailbox are possible duplicates of each other, as one after another', async () => {
  const contact = { email: 'same@example.org' };
  const before = (await creation('Vorher', { contact })()).body.id;
  const names = Array.from({ length: 7 }, (_, index) => `Gleich${index}`);
  const calls = names.map((name) => creation(name, { contact }));
  const created = createdBy(await gatherAndCreate(calls), names);
  const ids = [before, ...created.map(({ id }) => id)];
  for (const [index, { duplicates }] of created.entries()) {
    const expected = ids
      .slice(0, index + 1)
      .reverse()
      .slice(0, 5);
    assert.equal(duplicates, expected.join(', '));
  }
  const next = await creation('Nachher', { contact })();
  assert.equal(next.headers.get('possible-duplicates'), ids.reverse().slice(0, 5).join(', '));
});

test('each change is by its own caller, and each has its webhook call', async () => {
  const other = await service.createApi(service.tenant, ['candidates:write']);
  await service.sql(
    `INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key) VALUES ($1, $2, 'https://example.org', 'key')`,
    [tenantId, EVENTS.candidateCreated.id],
  );
  const trace = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
  const [own, others] = await gatherAndCreate([
    creation('Eigen', {}, { traceparent: trace('a') }),
    () =>
      other.post(
        '/candidates',
        { firstName: 'Ada', lastName: 'Fremd' },
        { headers: { traceparent: trace('b') } },
      ),
  ]);
  await service.sql('DELETE FROM webhook_registration WHERE tenant_id = $1', [tenantId]);
  const entries = await logged([own!.body.id, others!.body.id]);
  assert.equal(new Set(entries.map(({ transaction }) => transaction)).size, 1);
  assert.equal(new Set(entries.map(({ actor }) => actor)).size, 2);
  const alone = await creation('Allein')();
  const [entry] = await logged([alone.body.id]);
  assert.equal(entries.find(({ id }) => id === own!.body.id)!.actor, entry!.actor);
  const deliveries = await service.sql(
    'SELECT entity_id AS id, traceparent FROM webhook_delivery WHERE tenant_id = $1 AND entity_id = ANY ($2) ORDER BY traceparent',
    [tenantId, [own!.body.id, others!.body.id]],
  );
  assert.deepEqual(deliveries, [
    { id: own!.body.id, traceparent: trace('a') },
    { id: others!.body.id, traceparent: trace('b') },
  ]);
});

test('a candidate that refers to other records, or has a key, is created in a transaction of its own', async () => {
  const calls = [
    creation('Allein1', { importExternalId: 'alone-1' }),
    creation('Allein2', { importExternalId: 'alone-2' }),
    creation('Allein3', { sourceOfSupplyId: 1 }),
    creation('Allein4', { sourceOfSupplyId: 1 }),
    creation('Allein5', {}, { 'idempotency-key': 'alone-5' }),
    creation('Allein6', {}, { 'idempotency-key': 'alone-6' }),
  ];
  await hold();
  const first = creation('Erste')();
  await untilBlocked();
  const results = calls.map((call) => call());
  await letGo();
  const responses = await Promise.all([first, ...results]);
  const entries = await logged(responses.map(({ body }) => body.id));
  assert.equal(new Set(entries.map(({ transaction }) => transaction)).size, 7);
  const again = await calls[4]!();
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(again.body.id, responses[5]!.body.id);
});

test('one that the database rejects does not harm the others', async (t) => {
  await service.sql(`
    CREATE FUNCTION refuse_name() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'refused', TABLE = 'candidate'; END $$;
    CREATE TRIGGER refuse_name BEFORE INSERT ON candidate FOR EACH ROW WHEN (NEW.last_name = 'Verboten')
      EXECUTE FUNCTION refuse_name()`);
  t.after(() => service.sql('DROP FUNCTION refuse_name CASCADE'));
  const names = ['Erlaubt1', 'Erlaubt2', 'Verboten', 'Erlaubt3', 'Erlaubt4'];
  const responses = await gatherAndCreate(names.map((name) => creation(name)));
  const [refused, ...others] = [responses[2]!, ...responses.toSpliced(2, 1)];
  assert.deepEqual([refused.status, refused.body.validationErrors[0].code], [400, 'unknownReference']);
  const created = createdBy(others, names.toSpliced(2, 1));
  assert.deepEqual(
    (await namesOf('Erlaubt%')).map(({ id }) => id),
    created.map(({ id }) => id),
  );
  assert.equal((await logged(created.map(({ id }) => id))).length, 4);
});

test('after a broken connection, each caller gets a 503 and nothing is created twice', async () => {
  const { first, pid, results } = await gather([creation('Ab1'), creation('Ab2'), creation('Ab3')]);
  await service.sql('SELECT pg_terminate_backend($1)', [pid]);
  assert.equal((await first).status, 503);
  const other = await untilBlocked(pid);
  await service.sql('SELECT pg_terminate_backend($1)', [other]);
  await eventually(
    'the connection is gone',
    async () => (await service.sql('SELECT FROM pg_stat_activity WHERE pid = $1', [other])).length === 0,
  );
  await letGo();
  for (const { status, headers } of await Promise.all(results))
    assert.deepEqual([status, headers.has('retry-after')], [503, true]);
  assert.equal((await creation('Ab4')()).status, 200);
  assert.equal((await namesOf('Ab%')).length, 1);
});

test('after a canceled statement, each is created alone', async () => {
  const { first, pid, results } = await gather([creation('Neu1'), creation('Neu2'), creation('Neu3')]);
  await service.sql('SELECT pg_cancel_backend($1)', [pid]);
  assert.equal((await first).status, 503);
  await eventually('the batch waits for the lock', async () => batches.waiting === 0);
  await service.sql('SELECT pg_cancel_backend($1)', [await untilBlocked()]);
  await letGo();
  const created = createdBy(await Promise.all(results), ['Neu1', 'Neu2', 'Neu3']);
  const entries = await logged(created.map(({ id }) => id));
  assert.equal(new Set(entries.map(({ transaction }) => transaction)).size, 3);
  assert.equal((await namesOf('Neu%')).length, 3);
});

test('while the database is too slow, each caller gets a 503 after the timeout, and nothing is created', async () => {
  const slow = await startAnotherProcess(service, { settings: { transactionTimeoutMs: 1000 } });
  const { post } = slow.api(service.tenant.api.token);
  await hold();
  const calls = ['Zu1', 'Zu2', 'Zu3', 'Zu4'].map((lastName) =>
    post('/candidates', { firstName: 'Ada', lastName }),
  );
  for (const { status, headers } of await Promise.all(calls))
    assert.deepEqual([status, headers.has('retry-after')], [503, true]);
  await letGo();
  assert.equal((await namesOf('Zu_')).length, 0);
});

test('candidates that gather do not count as requests in progress, and a limited number of them gathers', async () => {
  const limited = await startAnotherProcess(service, { settings: { requestsInProgress: 4 } });
  const { post } = limited.api(service.tenant.api.token);
  const { batches, load } = limited.services;
  await hold();
  // A tenant has three of the four places: for the batch that runs, for a full one, and for the first of another one.
  const gathered = 32 + 1;
  const calls = Array.from({ length: 60 }, (_, index) =>
    post('/candidates', { firstName: 'Ada', lastName: `Viele${index}` }),
  );
  await eventually('a batch is full', async () => batches.waiting === gathered);
  const { requests } = load;
  await eventually('the others wait', async () => requests.waiting + requests.refused === 60 - gathered - 1);
  assert.equal(requests.running, 3);
  await letGo();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  const created = statuses.filter((status) => status === 200).length;
  assert.ok(created > gathered, statuses.join());
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.equal((await namesOf('Viele%')).length, created);
  assert.deepEqual([batches.waiting, load.requests.running], [0, 0]);
});

test('a caller that disconnects while its candidate gathers does not harm the others', async () => {
  await hold();
  const first = creation('Erste')();
  await untilBlocked();
  const disconnect = new AbortController();
  const gone = fetch(`${service.baseUrl}/v3/candidates`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.token}`,
      'user-agent': 'Tests/1.0',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ firstName: 'Ada', lastName: 'Gegangen' }),
    signal: disconnect.signal,
  });
  await eventually('the call gathers', async () => batches.waiting === 1);
  const stayed = creation('Geblieben')();
  await eventually('the other one joins', async () => batches.waiting === 2);
  disconnect.abort();
  await assert.rejects(gone);
  await letGo();
  assert.equal((await first).status, 200);
  assert.equal((await stayed).status, 200);
  assert.equal(load.requests.running, 0);
});

test('candidates of two tenants do not share a transaction', async () => {
  const other = await service.createTenant();
  const { first, results } = await gather([creation('Eine'), creation('Andere')]);
  const others = ['Eine', 'Andere'].map((lastName) =>
    other.api.post('/candidates', { firstName: 'Ada', lastName }),
  );
  await eventually('those of the other tenant gather', async () => batches.waiting === 3);
  await letGo();
  const responses = await Promise.all([first, ...results, ...others]);
  for (const { status, text } of responses) assert.equal(status, 200, text);
  const { body } = await other.api.get(`/candidates/${responses[3]!.body.id}`);
  assert.equal(body.lastName, 'Eine');
  assert.equal((await api.get(`/candidates/${responses[3]!.body.id}`)).status, 404);
});
