import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { Random } from '../../../checks/chaos/random.ts';
import { eventually } from '../../../testing/another-process.ts';
import { exchange, lasting, type Sent, TRACEPARENT } from '../../../testing/both-ways.ts';
import { startTestService } from '../../../testing/harness.ts';

// Reads with random headers follow each other on one connection, each like the one before it except for little, because the
// headers of a connection are remembered. Each is compared with the same read on another connection that the framework serves.
// DIRECT_READS sets how many, and DIRECT_SEED which.

const READS = Number(process.env.DIRECT_READS ?? 400);
const SEED = Number(process.env.DIRECT_SEED ?? 20_261_123);

const service = await startTestService();
const { api } = service.tenant;
const other = await service.createTenant();
const without = await service.createApi(service.tenant, ['candidates:read']);
const { id } = (await api.post('/candidates', { lastName: 'Lovelace', remarks: 'remark '.repeat(300) })).body;
// Until the creation is final, the tag of a list depends on what else runs on the server.
await service.settle();

const PATHS = [
  ...[
    'countries',
    'salutations',
    'genders',
    'professions',
    'qualifications',
    'channels',
    'industries',
    'none',
  ].map((list) => `/masterdata/${list}`),
  `/candidates/${id}`,
  '/candidates/2147483647',
  '/masterdata/countries?',
  '/masterdata/countries?search=ger',
  '/masterdata/professions?ids=1,2',
  '/masterdata/qualifications?search=a',
  '/masterdata/Countries',
  '/masterdata/qualifications/',
  '/candidates?startDate=2020-01-01',
  '/candidates?endDate=2020-01-01',
  '/candidates?startDate=2020-01-01&endDate=9999-12-31',
  '/candidates?endDate=9999-12-31&startDate=2020-01-01',
  '/candidates?startDate=2020-02-30',
  '/candidates?startDate=2020-01-02&endDate=2020-01-01',
  '/candidates?startDate=2020-01-01&x=1',
];

/** The values that each header can have. It is absent as often as it has one of them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'accept-language': ['de', 'en', 'de-AT, en;q=0.5', 'fr', '*', 'en;q=0, de', ';;'],
  'accept-encoding': [
    'gzip',
    'br',
    'gzip, br',
    'identity',
    'br;q=0',
    '*',
    'gzip;q=0, br;q=0',
    'identity;q=0',
    'x',
  ],
  accept: ['*/*', 'text/html', 'application/json'],
  'if-none-match': ['*', '"x"', 'W/"x", W/"y"', 'current', 'current strong'],
  'content-type': ['application/json', 'text/plain'],
  'content-length': ['0'],
  'x-no-compression': ['1'],
  'cache-control': ['no-cache'],
  prefer: ['handling=strict'],
  cookie: ['a=b'],
  'x-request-id': ['mine'],
};
const CALLERS = [api, api, api, without, other.api, undefined];
const AGENTS = ['Test/1.0', 'Test/1.0', 'Mozilla/5.0 (X11) Gecko', '-', undefined];

// The first responses of a list are compressed by the framework, until it lies ready.
for (const path of PATHS.slice(0, 4))
  for (const language of ['de', 'en'])
    for (const encoding of ['br', 'gzip'])
      await eventually(`${path} lies ready`, async () => {
        const headers = {
          authorization: `Bearer ${api.token}`,
          'user-agent': 'Test/1.0',
          'accept-language': language,
          'accept-encoding': encoding,
        };
        return (await exchange(service.baseUrl, { path, headers })).headers['content-length'] !== undefined;
      });

const random = new Random(SEED);
const draw = <T>(values: readonly T[]): T => values[random.integer(0, values.length - 1)]!;

const RENAMED = Object.keys(VALUES).filter((name) => name !== 'content-length');

/** Gives the value of a header to another header in its place, if there is one. */
function renameOne(headers: Record<string, string>): Record<string, string> {
  const from = RENAMED.filter((name) => name in headers);
  const to = RENAMED.filter((name) => !(name in headers));
  if (from.length === 0 || to.length === 0) return headers;
  const [old, other] = [draw(from), draw(to)];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name === old ? other : name, value]),
  );
}

/** Changes one thing about the last request, or nothing. */
function next({ path, headers = {} }: Sent, tag: string): Sent {
  const changed = { ...headers };
  const set = (name: string, value: string | undefined) => {
    delete changed[name];
    if (value !== undefined) changed[name] = value;
  };
  const what = random.integer(0, 11);
  if (what <= 2) return { path: draw(PATHS), headers };
  if (what === 3) return { path, headers };
  if (what >= 10) return { path, headers: renameOne(headers) };
  if (what === 4) {
    const caller = draw(CALLERS);
    set(
      'authorization',
      caller && (random.chance(0.9) ? `Bearer ${caller.token}` : `Bearer ${caller.token}x`),
    );
  } else if (what === 5) set('user-agent', draw(AGENTS));
  else {
    const name = draw(Object.keys(VALUES));
    const value = random.chance(0.5) ? undefined : draw(VALUES[name]!);
    if (value === 'current') set(name, tag);
    else set(name, value === 'current strong' ? tag.replace('W/', '') : value);
  }
  return { path, headers: changed };
}

const toLine = (requestId: unknown) =>
  service.logLines.find((line) => line.msg === 'request' && line.requestId === requestId);

/** What both ways log of a request, without what differs from one to the next. */
async function logged(headers: Record<string, unknown>): Promise<object> {
  const requestId = headers['x-request-id'];
  await eventually('the line of the log', async () => toLine(requestId) !== undefined);
  const { time, requestId: _, durationMs, traceId, ...line } = toLine(requestId)!;
  assert.equal(typeof time, 'number');
  assert.equal(typeof durationMs, 'number');
  return line;
}

test(`${READS} random reads are the same with and without the framework (seed ${SEED})`, async () => {
  const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  let sent: Sent = {
    path: '/masterdata/countries',
    headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'Test/1.0' },
  };
  let tag = 'W/"none"';
  const statuses = new Map<number | undefined, number>();
  for (let read = 0; read < READS; read++) {
    // The client would add its own.
    const headers = { ...sent.headers };
    const direct = await exchange(service.baseUrl, { ...sent, headers }, agents[0]);
    const framework = await exchange(
      service.baseUrl,
      { ...sent, headers: { ...headers, traceparent: TRACEPARENT } },
      agents[1],
    );
    const name = `read ${read}: ${JSON.stringify(sent)}`;
    assert.deepEqual(lasting(direct), lasting(framework), name);
    assert.deepEqual(await logged(direct.headers), await logged(framework.headers), name);
    statuses.set(direct.status, (statuses.get(direct.status) ?? 0) + 1);
    tag = String(direct.headers.etag ?? tag);
    sent = next(sent, tag);
    if (service.logLines.length > 100) service.logLines.splice(0, service.logLines.length - 10);
  }
  for (const agent of agents) agent.destroy();
  if (READS >= 400)
    for (const status of [200, 304, 400, 401, 403, 404]) assert.ok(statuses.has(status), String(status));
});
