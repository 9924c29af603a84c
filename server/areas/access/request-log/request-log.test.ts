import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import {
  type Api,
  type ApiResponse,
  createApi,
  requestToken,
  startTestService,
} from '../../../testing/harness.ts';
import { createClient } from '../clients.ts';
import { getRequestRecorder, sweepRequestLog } from './index.ts';
import { MAXIMUM_LISTED } from './recorder.ts';

const service = await startTestService();
const { services, baseUrl, tenant } = service;
await service.clock.set('2026-06-01T10:30:00Z');
const admin = await service.platform('admin');
const recorder = getRequestRecorder(services);

interface Entry {
  id: number;
  clientId: string;
  clientName: string;
  operation: string;
  route: string;
  status: number;
  errorCode: string | null;
  faults: { property: string; code: string }[];
  durationMs: number;
  isInterrupted: boolean;
  requestId: string;
  messageGuid: string | null;
}

interface Application {
  clientId: string;
  clientSecret: string;
  name: string;
  api: Api;
}

let applications = 0;
async function application(permissions = ['candidates:read', 'candidates:write']): Promise<Application> {
  applications += 1;
  const name = `Application ${applications}`;
  const system = services.database.systemOf(tenant.id);
  const client = await createClient(system, { tenantId: tenant.id, name, permissions });
  return { ...client, name, api: await apiOf(client) };
}

async function apiOf(client: { clientId: string; clientSecret: string }): Promise<Api> {
  return createApi(baseUrl, await requestToken(baseUrl, services.settings.publicUrl, client));
}

async function read(
  query: string,
  platform = admin,
): Promise<{ requests: Entry[]; nextBefore: number | null }> {
  await recorder.flush();
  const { status, body, text } = await platform.get(`/request-log?${query}`);
  assert.equal(status, 200, text);
  return body;
}

/** A call is recorded when its response has left, which the caller can notice earlier. */
async function readAll(query: string, count: number, platform = admin): Promise<Entry[]> {
  let requests: Entry[] = [];
  await eventually(`${count} calls in the log`, async () => {
    ({ requests } = await read(query, platform));
    return requests.length >= count;
  });
  return requests;
}

const ofClient = ({ clientId }: Application, more = '') => `clientId=${clientId}${more}`;

test('each call of an application is listed, newest first, with its route, status, and request id', async () => {
  const one = await application();
  const created = await one.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const found = await one.api.get(`/candidates/${created.body.id}`);
  const list = await one.api.get('/candidates');
  const missing = await one.api.get('/candidates/999999');
  const entries = await readAll(ofClient(one), 4);
  assert.deepEqual(
    entries.map(({ route, operation, status, errorCode, requestId }) => [
      route,
      operation,
      status,
      errorCode,
      requestId,
    ]),
    [
      ['GET /candidates/{candidateId}', 'candidate_get', 404, 'recordNotFound', missing],
      ['GET /candidates', 'candidate_list', 200, null, list],
      ['GET /candidates/{candidateId}', 'candidate_get', 200, null, found],
      ['POST /candidates', 'candidate_create', 200, null, created],
    ].map((entry) => entry.with(4, (entry[4] as typeof created).headers.get('x-request-id')!)),
  );
  assert.deepEqual(
    entries.map(({ messageGuid }) => messageGuid),
    [missing.body.messageGuid, null, null, null],
  );
  for (const { clientId, clientName, durationMs, isInterrupted } of entries) {
    assert.deepEqual([clientId, clientName, isInterrupted], [one.clientId, one.name, false]);
    assert.ok(durationMs >= 0 && durationMs < 60_000);
  }
});

test('a failed call shows what is wrong, and nothing that was sent', async () => {
  const one = await application(['candidates:write']);
  const body = {
    firstName: '',
    lastName: 'Secret-Name',
    contact: { email: 'secret-mail', 'Max Secret': 1 },
    'Erika Secret': true,
  };
  const headers = { prefer: 'handling=strict' };
  assert.equal((await one.api.post('/candidates', body, { headers })).status, 400);
  assert.equal((await one.api.get('/candidates/987654321')).status, 403);
  const [forbidden, invalid] = await readAll(ofClient(one), 2);
  assert.deepEqual(
    [forbidden!.status, forbidden!.errorCode, forbidden!.faults],
    [403, 'permissionMissing', []],
  );
  assert.deepEqual([invalid!.status, invalid!.errorCode], [400, 'invalidRequest']);
  assert.deepEqual(invalid!.faults.map(({ property, code }) => `${property} ${code}`).sort(), [
    ' unknownProperty',
    ' unknownProperty',
    'contact.email format',
    'firstName required',
  ]);
  const stored = await service.sql('SELECT * FROM client_request');
  assert.doesNotMatch(JSON.stringify(stored), /secret/i);
  assert.doesNotMatch(JSON.stringify(stored), /987654321/);
});

test('calls of users, and calls without a valid token, are not in it', async () => {
  const one = await application();
  assert.equal((await admin.get('/clients')).status, 200);
  assert.equal((await createApi(baseUrl, 'forged').get('/candidates')).status, 401);
  await one.api.get('/candidates');
  const [last] = await readAll(ofClient(one), 1);
  const { requests } = await read('limit=200');
  assert.equal(requests[0]!.id, last!.id);
  assert.ok(requests.every(({ status, operation }) => status !== 401 && operation !== 'client_list'));
});

test('it can be filtered by application, outcome, and request id', async () => {
  const [one, other] = [await application(), await application()];
  const failed = await one.api.get('/candidates/999999');
  await one.api.get('/candidates');
  await other.api.get('/candidates/999999');
  await readAll(ofClient(one), 2);
  await readAll(ofClient(other), 1);
  const statuses = async (query: string) => (await read(query)).requests.map(({ status }) => status);
  assert.deepEqual(await statuses(ofClient(one, '&outcome=failed')), [404]);
  assert.deepEqual(await statuses(ofClient(one, '&outcome=succeeded')), [200]);
  const requestId = failed.headers.get('x-request-id')!;
  assert.deepEqual(await statuses(`requestId=${requestId}`), [404]);
  assert.deepEqual(await statuses(`requestId=${failed.body.messageGuid}`), [404]);
  assert.deepEqual(await statuses(`requestId=${requestId}&outcome=succeeded`), []);
  assert.deepEqual(await statuses(`requestId=${randomUUID()}`), []);
  assert.deepEqual(await statuses('clientId=swc_nobody'), []);
  const all = (await read('outcome=failed&limit=200')).requests;
  assert.ok(new Set(all.map(({ clientId }) => clientId)).size >= 2);
  for (const query of ['outcome=lost', 'requestId=1', 'before=0', 'limit=201'])
    assert.equal((await admin.get(`/request-log?${query}`)).status, 400, query);
});

test('it is read in pages', async () => {
  const one = await application();
  for (let call = 0; call < 5; call++) await one.api.get('/candidates');
  const ids = (await readAll(ofClient(one), 5)).map(({ id }) => id);
  const paged: number[] = [];
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const page = await read(ofClient(one, `&limit=2&before=${before}`));
    paged.push(...page.requests.map(({ id }) => id));
    before = page.nextBefore;
  }
  assert.deepEqual(paged, ids);
});

test('every call of a busy application is counted', async () => {
  const one = await application();
  await recorder.flush();
  const calls = MAXIMUM_LISTED + 20;
  for (let call = 0; call < calls; call++) await one.api.get('/candidates/999999');
  await one.api.get('/candidates');
  await readAll(ofClient(one, '&outcome=succeeded'), 1);
  const counts = await countsOf(one, calls + 1);
  assert.deepEqual(
    counts.operations.map(({ route, requests, failed }: Record<string, unknown>) => [
      route,
      requests,
      failed,
    ]),
    [
      ['GET /candidates/{candidateId}', calls, calls],
      ['GET /candidates', 1, 0],
    ],
  );
});

async function countsOf(one: Application, count: number) {
  let counts: ApiResponse['body'];
  await eventually(`${count} calls are counted`, async () => {
    await recorder.flush();
    const { status, body, text } = await admin.get(`/request-log/counts?${ofClient(one, '&hours=48')}`);
    assert.equal(status, 200, text);
    counts = body;
    const counted = body.hours.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0);
    return counted >= count;
  });
  return counts;
}

test('counts are by hour, and begin with a full hour', async () => {
  const one = await application();
  await service.clock.set('2026-06-01T10:59:00Z');
  await one.api.get('/candidates');
  await countsOf(one, 1);
  await service.clock.set('2026-06-01T11:00:30Z');
  await one.api.get('/candidates/999999');
  await one.api.get('/candidates');
  const { fromUtc, hours } = await countsOf(one, 3);
  assert.equal(fromUtc, '2026-05-30T12:00:00.000Z');
  assert.deepEqual(hours, [
    { hourUtc: '2026-06-01T10:00:00.000Z', requests: 1, failed: 0 },
    { hourUtc: '2026-06-01T11:00:00.000Z', requests: 2, failed: 1 },
  ]);
  const now = await admin.get(`/request-log/counts?${ofClient(one, '&hours=1')}`);
  assert.deepEqual(now.body.hours, hours.slice(1));
  const nobody = await admin.get('/request-log/counts?clientId=swc_nobody');
  assert.deepEqual([nobody.body.hours, nobody.body.operations], [[], []]);
});

test('roles that manage applications read it, and other tenants have their own', async () => {
  const one = await application();
  await one.api.get('/candidates');
  await readAll(ofClient(one), 1);
  for (const [role, status] of [
    ['integrator', 200],
    ['dataProtection', 200],
    ['recruiter', 403],
    ['viewer', 403],
  ] as const) {
    const user = await service.platform(role);
    assert.equal((await user.get('/request-log')).status, status, role);
    assert.equal((await user.get('/request-log/counts')).status, status, role);
  }
  const stranger = await service.createTenant();
  await stranger.api.get('/candidates');
  const admins = await service.platform('admin', stranger);
  const [entry] = await readAll('', 1, admins);
  assert.equal(entry!.clientId, stranger.clientId);
  assert.deepEqual((await read(ofClient(one), admins)).requests, []);
  assert.deepEqual((await admins.get(`/request-log/counts?${ofClient(one)}`)).body.operations, []);
});

test('calls are forgotten after seven days, counts after thirty, and a client has a limited number of entries', async () => {
  let user = admin;
  const at = async (time: string, one?: Application): Promise<Application> => {
    await service.clock.set(time);
    // Tokens and sessions have expired.
    user = await service.platform('admin');
    return one === undefined ? application() : { ...one, api: await apiOf(one) };
  };
  const list = async () => (await read(ofClient(one), user)).requests;
  const sweep = () => sweepRequestLog(services.database.tenant(tenant.id), tenant.id, { most: 5, batch: 2 });
  let one = await at('2026-07-01T12:00:00Z');
  for (let call = 0; call < 3; call++) await one.api.get('/candidates');
  await readAll(ofClient(one), 3, user);
  one = await at('2026-07-08T11:59:00Z', one);
  for (let call = 0; call < 4; call++) await one.api.get('/candidates');
  await readAll(ofClient(one), 7, user);
  await sweep();
  assert.equal((await list()).length, 5);
  one = await at('2026-07-08T12:01:00Z', one);
  await sweep();
  assert.equal((await list()).length, 4);
  const hours = async () =>
    (await service.sql<{ hour: Date }>('SELECT hour FROM client_request_hour')).map(({ hour }) =>
      hour.toISOString(),
    );
  assert.ok((await hours()).includes('2026-07-01T12:00:00.000Z'));
  one = await at('2026-07-31T13:01:00Z', one);
  await sweep();
  assert.deepEqual(await list(), []);
  assert.ok((await hours()).every((hour) => hour > '2026-07-01T12:00:00.000Z'));
});
