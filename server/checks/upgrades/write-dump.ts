import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../core/db/embedded/index.ts';
import { TEST_MASTER_KEY } from '../../testing/template.ts';
import { type RecordedResponse, readSequences, readTables, writeDump } from './dump-file.ts';

// npm run dump [-- --from DIRECTORY]: starts the version in DIRECTORY (by default this one) with its demo data, makes records
// that the demo lacks, and writes the dump of that version beside this file.

const ROOT = join(import.meta.dirname, '../../..');
const PORT = 39_071;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const AGENT = { 'user-agent': 'StellwerkDump/1.0' };
const DEADLINE_MS = 180_000;
const RECORDS_PER_ENTITY = 5;
/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const { values } = parseArgs({ options: { from: { type: 'string', default: ROOT } } });
const from = resolve(values.from);
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-dump-'));
const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
const ENVIRONMENT = {
  ...process.env,
  DATA_DIR: join(directory, 'data'),
  DATABASE_URL: postgres.url,
  PORT: String(PORT),
  WORKERS: '1',
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
};
const service = run('start');
try {
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  await waitUntilReady();
  const demo: Demo = JSON.parse(await readFile(join(directory, 'data/demo.json'), 'utf8'));
  const call = await connect(demo);
  await makeRecords(call, demo);
  const client = new pg.Client({ connectionString: postgres.url });
  // Otherwise the end of the server would hide the error that led to it.
  client.on('error', () => {});
  await client.connect();
  await waitForTasks(client);
  const responses = await record(call);
  service.kill('SIGTERM');
  await once(service, 'exit');
  const tables = await readTables(client);
  const { rows } = await client.query('SELECT name FROM migration ORDER BY name');
  const { clientId, clientSecret, audience } = demo;
  const sizeBytes = await writeDump(join(import.meta.dirname, `${version}.json.gz`), {
    version,
    migrations: rows.map(({ name }) => name),
    clientId,
    clientSecret,
    audience,
    tables,
    sequences: await readSequences(client),
    responses,
  });
  await client.end();
  const empty = tables.filter((table) => table.rows.length === 0).map(({ name }) => name);
  console.log(
    `Wrote ${version}.json.gz: ${tables.length} tables, ${responses.length} responses, ${sizeBytes} bytes. Empty: ${empty.join(', ') || 'none'}.`,
  );
} finally {
  service.kill('SIGKILL');
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Runs a command of the version. */
function run(...words: string[]): ChildProcess {
  return spawn(process.execPath, [join(from, 'server/commands/stellwerk.ts'), ...words], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: ENVIRONMENT,
  });
}

async function waitUntilReady(): Promise<void> {
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await delay(250)) {
    const isReady = await fetch(`${ORIGIN}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && (await readFile(join(directory, 'data/demo.json')).catch(() => null)) !== null) return;
  }
  throw new Error(`The service in ${from} is not ready.`);
}

/** The queue is not part of the dump, so what it does must be over. */
async function waitForTasks(client: pg.Client): Promise<void> {
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await delay(250)) {
    const { rows } = await client.query('SELECT 1 FROM graphile_worker.jobs WHERE run_at <= now() LIMIT 1');
    if (rows.length === 0) return;
  }
  throw new Error('The background tasks did not end.');
}

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<unknown>;

interface Demo {
  clientId: string;
  clientSecret: string;
  audience: string;
  consoleUser: string;
  consolePassword: string;
}

function requestToken({ clientId, audience }: Demo, secret: string): Promise<Response> {
  return fetch(`${ORIGIN}/oauth/token`, {
    method: 'POST',
    headers: AGENT,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      audience,
    }),
  });
}

async function connect(demo: Demo): Promise<Call> {
  const granted = await requestToken(demo, demo.clientSecret);
  const { access_token: token } = (await granted.json()) as { access_token: string };
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${ORIGIN}/v3${path}`, {
      method,
      headers: {
        ...AGENT,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const type = response.headers.get('content-type') ?? '';
    if (/json/.test(type)) return response.json();
    await response.arrayBuffer();
    return undefined;
  };
}

interface Inventory {
  records: { entity: string; endpoint: string }[];
}

/**
 * What the demo lacks: a stored response, files, a delivered event, a session, a failed token request, the settings of the
 * portal, and an access to a document. Still empty are the tables of what only the passing of time, a geocoder, a restore, or
 * an interrupted upload leaves behind.
 */
async function makeRecords(call: Call, demo: Demo): Promise<void> {
  const key = { 'idempotency-key': 'dump-of-a-release' };
  const { id } = (await call('POST', '/candidates', { firstName: 'Anna', lastName: 'Muster' }, key)) as {
    id: number;
  };
  await call('PUT', `/candidates/${id}`, { firstName: 'Anne' });
  const { records } = (await call('GET', '/changes/inventory?entities=document')) as Inventory;
  await call('GET', `${records[0]!.endpoint}/content`);
  await call('POST', `/candidates/${id}/pictures`, { picture: PNG, filename: 'ada.png' });
  const { id: communicationId } = (await call('POST', `/candidates/${id}/communications`, {
    communicationTypeId: 2,
    subject: 'Interview on Monday',
    direction: 'out',
  })) as { id: number };
  const attachment = { filename: 'note.txt', file: 'data:text/plain;base64,Tm90ZQ==' };
  await call('POST', `/candidates/${id}/communications/${communicationId}/attachments`, attachment);
  await call('PUT', '/webhooks/settings/eventdatatype/1483');
  await deliverEvent(call, id);
  await requestToken(demo, 'wrong');
  const signedIn = await fetch(`${ORIGIN}/platform/session`, {
    method: 'POST',
    headers: { ...AGENT, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: demo.consoleUser, password: demo.consolePassword }),
  });
  if (!signedIn.ok) throw new Error(`The sign-in failed: ${signedIn.status}`);
  const [code] = await once(
    run('portal', 'set', '--tenant', 'demo', '--imprint-url', `${ORIGIN}/imprint`),
    'exit',
  );
  if (code !== 0) throw new Error('The settings of the portal were not written.');
  // The last one, so that no call is made.
  await call('POST', '/webhooks/subscribe', { event: 1401, url: 'https://hooks.example.com/stellwerk' });
}

/** Lets the service call a receiver once. */
async function deliverEvent(call: Call, candidateId: number): Promise<void> {
  const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  await call('POST', '/webhooks/subscribe', { event: 1402, url });
  await Promise.all([
    once(receiver, 'request'),
    call('PUT', `/candidates/${candidateId}`, { lastName: 'Beispiel' }),
  ]);
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await delay(250)) {
    const protocol = await call('POST', '/webhooks/protocol', {
      eventDateFromUtc: new Date(Date.now() - DEADLINE_MS).toISOString(),
      eventDateToUtc: new Date(Date.now() + DEADLINE_MS).toISOString(),
    });
    // The response arrived, and the service has noted it.
    if (JSON.stringify(protocol).includes('"sendStatusId":130')) break;
  }
  await call('POST', '/webhooks/unsubscribe', { event: 1402, url });
  receiver.close();
}

/** The responses of the lists, and of some records of each type. */
async function record(call: Call): Promise<RecordedResponse[]> {
  const inventory = (await call('GET', '/changes/inventory')) as Inventory;
  const counts = new Map<string, number>();
  const paths = inventory.records.flatMap(({ entity, endpoint }) => {
    const count = (counts.get(entity) ?? 0) + 1;
    counts.set(entity, count);
    return count <= RECORDS_PER_ENTITY && entity !== 'document' ? [endpoint] : [];
  });
  const lists = [
    '/users',
    '/branches',
    '/jobads',
    '/webhooks/subscriptions',
    '/candidates/export/candidates/changes',
    '/candidates/export/documents/changes',
    '/customers/changes',
    '/jobads/changes',
    '/changes/inventory',
  ];
  const responses: RecordedResponse[] = [];
  for (const path of new Set([...lists, ...paths])) {
    const body = await call('GET', path).catch((error) => console.error((error as Error).message));
    if (body !== undefined) responses.push({ path, body });
  }
  return responses;
}
