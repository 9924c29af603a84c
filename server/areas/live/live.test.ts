import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually, inTime } from '../../testing/another-process.ts';
import { type PlatformApi, startTestService } from '../../testing/harness.ts';
import { proposalMaker } from '../../testing/makers/proposals.ts';
import { LiveHub } from './index.ts';

const service = await startTestService();
const { api } = service.tenant;
const ADA = { firstName: 'Ada', lastName: 'Muster' };
const recruiter = await service.platform('recruiter');

interface Event {
  event: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: every event has other data.
  data: any;
}

/** Reads a stream event by event, as a browser does. */
class Reader {
  readonly response: Response;
  readonly #disconnect = new AbortController();
  readonly #events: AsyncGenerator<Event>;
  /** For the message if nothing follows it. */
  #last = 'the start';

  private constructor(response: Response, disconnect: AbortController) {
    this.response = response;
    this.#disconnect = disconnect;
    this.#events = readEvents(response.body!);
  }

  static async open(by: PlatformApi, headers: Record<string, string> = {}, from?: string): Promise<Reader> {
    const disconnect = new AbortController();
    const query = from === undefined ? '' : `?${new URLSearchParams({ from })}`;
    const response = await fetch(`${service.baseUrl}/platform/live${query}`, {
      headers: { cookie: by.cookie, ...headers },
      signal: disconnect.signal,
    });
    return new Reader(response, disconnect);
  }

  /** The next event. Undefined if the stream has ended. */
  async next(wanted = 'event'): Promise<Event | undefined> {
    const { value, done } = await inTime(`an ${wanted} after ${this.#last}`, this.#events.next());
    if (done) return undefined;
    this.#last = `${value.event} ${JSON.stringify(value.data)}`;
    return value;
  }

  /** The next event of this kind. */
  async until(kind: string): Promise<Event> {
    for (;;) {
      const event = await this.next(`event ${kind}`);
      assert.ok(event, `the stream ended before an event ${kind}`);
      if (event.event === kind) return event;
    }
  }

  close(): void {
    this.#disconnect.abort();
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s) as [string, string]),
      );
      text = text.slice(end + 2);
      if (fields.has('event'))
        yield { event: fields.get('event')!, id: fields.get('id')!, data: JSON.parse(fields.get('data')!) };
    }
  }
}

/** The stream of a user who is ready for new events. */
async function openReady(by: PlatformApi, headers: Record<string, string> = {}): Promise<Reader> {
  // Changes that are not final yet would appear in the new stream.
  await service.settle();
  const reader = await Reader.open(by, headers);
  assert.equal(reader.response.status, 200);
  assert.equal((await reader.next())?.event, 'ready');
  return reader;
}

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', ADA)).body.id;
}

test('a change appears with its record and the user who made it, and nothing else about them', async () => {
  const reader = await openReady(recruiter);
  assert.equal(reader.response.headers.get('content-type'), 'text/event-stream');
  assert.equal(reader.response.headers.get('cache-control'), 'no-store, no-transform');
  const id = await createCandidate();
  assert.deepEqual((await reader.next())?.data, {
    entity: 'candidate',
    id,
    operation: 'new',
    actorKind: 'client',
    actorName: null,
  });
  await recruiter.put(`/candidates/${id}`, { title: 'Dr.' });
  assert.deepEqual((await reader.next())?.data, {
    entity: 'candidate',
    id,
    operation: 'modified',
    actorKind: 'user',
    actorName: 'Test recruiter',
  });
  reader.close();
});

test('the stream has no changes of another tenant, and none that the role cannot read', async () => {
  const other = await service.createTenant();
  const foreign = await openReady(await service.platform('admin', other));
  const integrator = await openReady(await service.platform('integrator'));
  await createCandidate();
  const branch = (await (await service.platform('admin')).post('/branches', { name: 'Berlin' })).body.id;
  const { data } = await integrator.until('change');
  assert.deepEqual([data.entity, data.id, data.actorName], ['branch', branch, null]);
  const own = (await other.api.post('/candidates', ADA)).body.id;
  assert.equal((await foreign.until('change')).data.id, own);
  integrator.close();
  foreign.close();
});

test('a proposal appears with the request and the candidate, to those who may read proposals', async () => {
  const make = await proposalMaker(service);
  const [requestId, candidateId] = [await make.request(), await make.candidate()];
  const officerApi = await service.platform('dataProtection');
  const [reader, officer] = [await openReady(recruiter), await openReady(officerApi)];
  await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds: [candidateId] });
  await recruiter.put(`/candidates/${candidateId}`, { title: 'Dr.' });
  const change = { operation: 'modified', actorKind: 'user', actorName: 'Test recruiter' };
  assert.deepEqual((await reader.until('change')).data, {
    entity: 'requestProposal',
    id: requestId,
    ...change,
  });
  assert.deepEqual((await reader.until('change')).data, {
    entity: 'candidateProposal',
    id: candidateId,
    ...change,
  });
  assert.equal((await officer.until('change')).data.entity, 'candidate');
  reader.close();
  officer.close();
});

test('a stream continues after its last event without a gap and without a repetition', async () => {
  const first = await openReady(recruiter);
  const ids = [await createCandidate()];
  const { id: seen } = await first.until('change');
  first.close();
  for (let count = 0; count < 3; count++) ids.push(await createCandidate());
  const second = await openReady(recruiter, { 'last-event-id': seen });
  ids.push(await createCandidate());
  for (const id of ids.slice(1)) assert.equal((await second.until('change')).data.id, id);
  second.close();
});

test('a stream has what has changed since the session was read, and once it was interrupted, what came after its last event', async () => {
  await service.settle();
  const { livePosition } = (await recruiter.get('/session')).body;
  const ids = [await createCandidate(), await createCandidate()];
  await service.settle();
  const first = await Reader.open(recruiter, {}, livePosition);
  assert.equal((await first.next())?.event, 'ready');
  assert.equal((await first.until('change')).data.id, ids[0]);
  const { id: seen, data } = await first.until('change');
  assert.equal(data.id, ids[1]);
  first.close();
  const second = await Reader.open(recruiter, { 'last-event-id': seen }, livePosition);
  ids.push(await createCandidate());
  assert.equal((await second.until('change')).data.id, ids[2]);
  second.close();
  const unknown = await Reader.open(recruiter, {}, 'unknown');
  assert.equal((await unknown.next())?.event, 'reset');
  unknown.close();
});

test('many missed changes arrive in order', async () => {
  const first = await openReady(recruiter);
  const id = await createCandidate();
  const { id: seen } = await first.until('change');
  first.close();
  await service.sql(
    `SELECT record_change($1, 'candidate', $2 + n, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)
       FROM generate_series(1, 1200) AS n`,
    [service.tenant.id, 1_000_000],
  );
  const second = await openReady(recruiter, { 'last-event-id': seen });
  for (let n = 1; n <= 1200; n++) assert.equal((await second.until('change')).data.id, 1_000_000 + n);
  assert.ok(id < 1_000_000);
  second.close();
});

test('a change waits for an older transaction, and then appears without another notification', async () => {
  const reader = await openReady(recruiter);
  const older = new pg.Client({ connectionString: service.databaseUrl });
  await older.connect();
  await older.query('BEGIN');
  await older.query('SELECT pg_current_xact_id()');
  const id = await createCandidate();
  const next = reader.until('change');
  // The change is committed, but the older transaction could still write one that precedes it.
  const hub = await Promise.race([next.then(() => 'sent'), recruiter.get('/session').then(() => 'waits')]);
  assert.equal(hub, 'waits');
  await older.query('ROLLBACK');
  await older.end();
  assert.equal((await next).data.id, id);
  reader.close();
});

test('users hear of their own tasks and mentions only', async () => {
  const colleague = await service.platform('recruiter');
  const [own, others] = [await openReady(colleague), await openReady(recruiter)];
  const task = { title: 'Call back', assigneeId: colleague.user.id };
  const { body } = await recruiter.post('/tasks', task);
  const kinds = [(await own.next())?.event, (await own.next())?.event];
  assert.deepEqual(kinds.sort(), ['notification', 'task']);
  await recruiter.put(`/tasks/${body.id}`, { assigneeId: recruiter.user.id });
  assert.deepEqual([(await own.next())?.event, (await others.next())?.event], ['task', 'task']);
  own.close();
  others.close();
});

test('a stream ends with its session, and does not keep it alive', async () => {
  const user = await service.platform('recruiter');
  const seenAt = () =>
    service.sql('SELECT last_seen_at FROM user_session WHERE user_id = $1', [user.user.id]);
  const before = await seenAt();
  await service.clock.advance(120_000);
  const reader = await openReady(user);
  assert.deepEqual(await seenAt(), before);
  assert.equal((await user.delete('/session')).status, 204);
  assert.equal(await reader.next(), undefined);
});

test('a new role applies to open streams at once', async () => {
  const admin = await service.platform('admin');
  const user = await service.platform('recruiter');
  const reader = await openReady(user);
  assert.equal((await admin.put(`/users/${user.user.id}`, { role: 'integrator' })).status, 204);
  await createCandidate();
  const branch = (await admin.post('/branches', { name: 'Hamburg' })).body.id;
  for (;;) {
    const { data } = await reader.until('change');
    assert.notEqual(data.entity, 'candidate');
    if (data.entity === 'branch' && data.id === branch) break;
  }
  reader.close();
});

test('without a session there is no stream', async () => {
  for (const cookie of ['', `${recruiter.cookie}x`]) {
    const response = await fetch(`${service.baseUrl}/platform/live`, { headers: { cookie } });
    assert.equal(response.status, 401);
    assert.equal(typeof ((await response.json()) as { messageGuid: unknown }).messageGuid, 'string');
  }
});

test('an id that the stream cannot continue from starts it anew and says so', async () => {
  for (const id of ['nonsense', Buffer.from('1.7.0.1').toString('base64url')]) {
    const reader = await Reader.open(recruiter, { 'last-event-id': id });
    assert.equal((await reader.next())?.event, 'reset');
    const candidate = await createCandidate();
    assert.equal((await reader.until('change')).data.id, candidate);
    reader.close();
  }
});

test('streams hold no connection to the database, and their number is limited for each user', async () => {
  const users = await Promise.all([service.platform('recruiter'), service.platform('recruiter')]);
  const readers: Reader[] = [];
  for (const user of users) for (let count = 0; count < 10; count++) readers.push(await openReady(user));
  const refused = await Reader.open(users[0]!);
  assert.equal(refused.response.status, 429);
  assert.match(refused.response.headers.get('retry-after')!, /^\d+$/);
  const { pool } = service.services.database;
  assert.ok(readers.length > pool.options.max);
  await eventually(
    'only the connection that listens for notifications is in use',
    async () => pool.totalCount - pool.idleCount === 1,
  );
  const id = await createCandidate();
  for (const reader of readers) assert.equal((await reader.until('change')).data.id, id);
  for (const reader of readers) reader.close();
});

test('a hub that closes ends its streams and opens no more', async () => {
  const [session] = await service.sql<{ user_id: number; token_sha256: Buffer }>(
    'SELECT user_id, token_sha256 FROM user_session WHERE user_id = $1',
    [recruiter.user.id],
  );
  const user = {
    kind: 'user' as const,
    tenantId: service.tenant.id,
    userId: session!.user_id,
    permissions: new Set<string>(),
    sessionSha256: session!.token_sha256,
  };
  const hub = new LiveHub(service.services, { findSession: async () => user, maximum: 2 });
  const start = { generation: 0, transactionId: 0n, sequence: 0n };
  const streams = [hub.open(user, start), hub.open({ ...user, userId: 0 }, start)];
  assert.throws(() => hub.open({ ...user, userId: -1 }, start), /at most 2 live streams/);
  const ended = streams.map(({ source }) => source.toArray());
  await hub.close();
  await inTime('the end of the streams', Promise.all(ended));
  assert.throws(() => hub.open(user, start), { code: 'unavailable' });
});

test('the service closes while a stream is open', async () => {
  // Nobody closes it. Otherwise this file would not end.
  await openReady(await service.platform('viewer'));
});

test('without an open stream, changes send no notification', async () => {
  const listener = new pg.Client({ connectionString: service.databaseUrl });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('LISTEN live');
  const other = await service.createTenant();
  await other.api.post('/candidates', ADA);
  const reader = await openReady(await service.platform('viewer', other));
  await other.api.post('/candidates', ADA);
  await reader.until('change');
  await listener.query('SELECT 1');
  await listener.end();
  assert.deepEqual(
    heard.filter((payload) => payload?.startsWith(`${other.id} `)),
    [`${other.id} change`],
  );
  reader.close();
});
