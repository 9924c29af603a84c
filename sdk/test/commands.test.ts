import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { respond, startFaultyService } from './faulty-service.ts';

// Runs the commands as programs, without a real service: what they report before or instead of the first response, and how they end.

const FILE = fileURLToPath(import.meta.url);
const SETTINGS = {
  STELLWERK_URL: 'http://127.0.0.1:9/v3',
  STELLWERK_CLIENT_ID: 'client',
  STELLWERK_CLIENT_SECRET: 'secret',
  STELLWERK_CUSTOMER: 'Test',
};
const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
// An SQLite target needs Node 22.13.
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
const hasSqlite = major > 22 || (major === 22 && minor >= 13);

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-commands-'));
after(() => rm(directory, { recursive: true, force: true }));

/** Runs a command to its end. A command that starts its work would run until the timeout. */
function run(
  command: 'listen' | 'mirror',
  flags: string[],
  webhookSecret: string | undefined = WEBHOOK_SECRET,
): Promise<{ code: unknown; stderr: string }> {
  return start(command, flags, { STELLWERK_WEBHOOK_SECRET: webhookSecret }).ended;
}

const programOf = (command: 'listen' | 'mirror') => join(FILE, '../..', command, `command${extname(FILE)}`);

function start(command: 'listen' | 'mirror', flags: string[], settings: Record<string, string> = {}) {
  const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, SystemRoot, NODE_COMPILE_CACHE, ...SETTINGS, ...settings };
  const child = spawn(process.execPath, [programOf(command), ...flags], { env, timeout: 120_000 });
  child.stdout.resume();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as unknown, stderr }));
  return { child, ended };
}

const mirror = (...flags: string[]) => ['--target', join(directory, 'mirror.db'), ...flags];
const LISTEN = ['--listen', '0', '--public-url', 'http://localhost:8090/'];

const refused =
  'STELLWERK_WEBHOOK_SECRET is not a webhook secret. A secret is whsec_ followed by Base64: letters, digits, +, / and =. ' +
  'Set all of the text that was shown when the secret was created or rotated.\n';

for (const secret of ['whsec_…', '***', 'whsec_', 'whsec_MfKQ…', 'A']) {
  test(`the webhook secret ${secret} is refused before anything starts`, async () => {
    for (const [command, flags] of [
      ['listen', ['--port', '0']],
      ['mirror', mirror(...LISTEN)],
    ] as const) {
      const { code, stderr } = await run(command, [...flags], secret);
      assert.equal(stderr, refused);
      assert.equal(code, 2);
    }
  });
}

test('the message about a webhook secret says which of two it is, and the file it is from', async () => {
  const both = await run('listen', ['--port', '0'], `${WEBHOOK_SECRET}, whsec_…`);
  assert.match(both.stderr, /^Secret 2 of 2 in STELLWERK_WEBHOOK_SECRET is not a webhook secret\./);
  const path = join(directory, 'demo.json');
  await writeFile(path, JSON.stringify({ baseUrl: SETTINGS.STELLWERK_URL, webhookSecret: '***' }));
  const ofFile = await run('listen', ['--port', '0', '--demo', directory], '');
  assert.ok(ofFile.stderr.startsWith(`webhookSecret in ${path} is not a webhook secret.`), ofFile.stderr);
});

test('a port in use is named with its flag', { skip: !hasSqlite }, async (t) => {
  const other = createServer().listen(0);
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  for (const [command, flags, flag] of [
    ['listen', ['--port', String(port)], '--port'],
    ['mirror', mirror('--listen', String(port), '--public-url', `http://localhost:${port}/`), '--listen'],
  ] as const) {
    const { code, stderr } = await run(command, [...flags]);
    assert.equal(
      stderr,
      `Port ${port} is in use. Stop the program that uses it, or set ${flag} to another port.\n`,
    );
    assert.equal(code, 1);
  }
});

test('--documents that cannot be a directory is reported before the load', async () => {
  const file = join(directory, 'a file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'below')]) {
    const { code, stderr } = await run('mirror', mirror('--once', '--documents', path));
    assert.ok(stderr.startsWith(`--documents: the directory ${path} cannot be used (`), stderr);
    assert.match(stderr, /is a file.* Correct the path, or set --documents to another directory\.\n$/);
    assert.equal(code, 2);
  }
});

test('flags of the mirror that exclude each other are refused', async () => {
  for (const [flag, other] of [
    ['once', 'listen'],
    ['once', 'public-url'],
    ['verify', 'once'],
    ['verify', 'listen'],
    ['status', 'once'],
    ['status', 'verify'],
    ['status', 'resync'],
    ['status', 'listen'],
  ] as const) {
    const value = { listen: ['0'], 'public-url': ['http://localhost:8090/'] }[other as string] ?? [];
    const { code, stderr } = await run('mirror', mirror(`--${flag}`, `--${other}`, ...value));
    assert.equal(stderr, `--${flag} and --${other} cannot be used together. Leave out one of them.\n`);
    assert.equal(code, 2);
  }
});

test('--listen and --public-url of the mirror need each other', async () => {
  for (const [given, missing] of [
    [LISTEN.slice(0, 2), /^--listen needs --public-url/],
    [LISTEN.slice(2), /^--public-url needs --listen/],
  ] as const) {
    const { code, stderr } = await run('mirror', mirror(...given));
    assert.match(stderr, missing);
    assert.equal(code, 2);
  }
});

// Windows ends a program without a signal.
test('--once and --verify that are stopped before the end do not look like a success', {
  skip: !hasSqlite || process.platform === 'win32',
}, async (t) => {
  for (const [flags, code] of [
    [['--once'], 130],
    [['--verify'], 130],
    [[], 0],
  ] as const) {
    // It never answers the first call.
    const server = createHttpServer((request, response) => {
      if (request.url === '/oauth/token')
        response.end(JSON.stringify({ access_token: 'token', expires_in: 86_400, token_type: 'Bearer' }));
      else child.kill('SIGTERM');
    }).listen(0, '127.0.0.1');
    t.after(() => server.close().closeAllConnections());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const target = join(directory, `stopped-${port}.db`);
    const settings = { STELLWERK_URL: `http://127.0.0.1:${port}/v3` };
    const { child, ended } = start('mirror', ['--target', target, ...flags], settings);
    assert.deepEqual(await ended, { code, stderr: code === 0 ? '' : 'Interrupted before the end.\n' });
  }
});

const PUBLIC_URL = 'https://hooks.example.com/';
const EVENT_TYPES = [
  { id: 1401, name: 'candidate.created' },
  { id: 1402, name: 'candidate.changed' },
];

/** A service that accepts registrations and has already one of them. It never responds to other calls. */
const startRegistry = (onChange = () => {}) =>
  startFaultyService([
    (response, request) => {
      if (!request.path.startsWith('/v3/webhooks/')) return;
      if (request.method === 'POST') onChange();
      const subscriptions = [{ event: 1401, url: PUBLIC_URL }];
      respond(200, { eventTypes: EVENT_TYPES, subscriptions })(response, request);
    },
  ]);

for (const [command, flags] of [
  ['listen', ['--port', '0']],
  ['mirror', mirror('--listen', '0')],
] as const)
  test(`the ${command} command whose reader has ended removes its registrations`, {
    skip: command === 'mirror' && !hasSqlite,
  }, async () => {
    const { origin, calls } = await startRegistry();
    const settings = { STELLWERK_URL: `${origin}/v3`, STELLWERK_WEBHOOK_SECRET: WEBHOOK_SECRET };
    const { child, ended } = start(command, [...flags, '--public-url', PUBLIC_URL, '--json'], settings);
    // The first line warns of the registration that exists.
    child.stdout.destroy();
    assert.deepEqual(await ended, { code: 0, stderr: '' });
    assert.deepEqual(
      calls.flatMap(({ path, body }) => (/subscribe$/.test(path) ? [path, JSON.parse(body).event] : [])),
      ['/v3/webhooks/subscribe', 1402, '/v3/webhooks/unsubscribe', 1402],
    );
  });

// Windows ends a program without a signal.
for (const [command, flags] of [
  ['listen', ['--port', '0']],
  ['mirror', ['--target', join(directory, 'hung-up.db'), '--listen', '0']],
] as const)
  test(`the ${command} command whose terminal closes removes its registrations`, {
    skip: process.platform === 'win32' || (command === 'mirror' && !hasSqlite),
  }, async () => {
    // The second signal comes while the registration is being removed.
    const { origin, calls } = await startRegistry(() => child.kill('SIGHUP'));
    const settings = { STELLWERK_URL: `${origin}/v3`, STELLWERK_WEBHOOK_SECRET: WEBHOOK_SECRET };
    const { child, ended } = start(command, [...flags, '--public-url', PUBLIC_URL, '--json'], settings);
    assert.deepEqual(await ended, { code: 0, stderr: '' });
    assert.deepEqual(
      calls.flatMap(({ method, path }) => (method === 'POST' ? [path] : [])),
      ['/v3/webhooks/subscribe', '/v3/webhooks/unsubscribe'],
    );
  });

test('--once whose reader ends before the copy is complete does not look like a success', {
  skip: !hasSqlite,
}, async () => {
  const { origin } = await startRegistry();
  const target = join(directory, 'left.db');
  const flags = ['--target', target, '--once', '--resync'];
  const { child, ended } = start('mirror', flags, { STELLWERK_URL: `${origin}/v3` });
  child.stdout.destroy();
  assert.deepEqual(await ended, {
    code: 130,
    stderr: 'Interrupted before the end: the program that reads the output has ended.\n',
  });
});

test('a reader that ends after the last line is not an error', async () => {
  const { child, ended } = start('listen', ['--help']);
  child.stdout.destroy();
  assert.deepEqual(await ended, { code: 0, stderr: '' });
});

test('a message that nobody reads does not change the exit code', async () => {
  const { child, ended } = start('listen', ['--unknown']);
  child.stderr.destroy();
  assert.equal((await ended).code, 2);
});

// A limit of the size of files refuses a write as a full disk does. The second one lets the beginning of the text pass.
test('output that cannot be written is an error', { skip: process.platform === 'win32' }, async () => {
  for (const blocks of [0, 1]) {
    const file = await open(join(directory, 'output'), 'w');
    const limited = ['-c', `ulimit -f ${blocks} && exec "$@"`, 'sh', process.execPath, programOf('listen')];
    const child = spawn('sh', [...limited, '--help'], { stdio: ['ignore', file.fd, 'pipe'] });
    const stderr = child.stderr!.setEncoding('utf8').toArray();
    const [code] = await once(child, 'close');
    await file.close();
    assert.match((await stderr).join(''), /^The output cannot be written \(EFBIG: .* make space on it/);
    assert.equal(code, 1);
  }
});

/** A line of JSON from stellwerk-listen. */
interface Line {
  type: string;
  message: string;
  event: string;
  record?: { name?: string };
}

/** Starts stellwerk-listen with a service that reacts in this way to everything but its registrations. */
async function startListening(
  t: TestContext,
  react: Parameters<typeof startFaultyService>[0][number],
): Promise<{ port: string; next(): Promise<Line>; paths(): string[] }> {
  const { origin, calls } = await startFaultyService([
    (response, request) =>
      (request.path.startsWith('/v3/webhooks/')
        ? respond(200, { eventTypes: EVENT_TYPES, subscriptions: [] })
        : react)(response, request),
  ]);
  const flags = ['--port', '0', '--public-url', PUBLIC_URL, '--json'];
  const settings = { STELLWERK_URL: `${origin}/v3`, STELLWERK_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const { child } = start('listen', flags, settings);
  t.after(() => child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string);
  const [, port] = /port (\d+)/.exec((await next()).message)!;
  const paths = () => calls.flatMap(({ path }) => (path.startsWith('/v3/webhooks/') ? [] : [path]));
  return { port: port!, next, paths };
}

test('the listen command reads a branch again for every event', async (t) => {
  const lists = ['Berlin', 'Bern'].map((name) => respond(200, { branches: [{ id: 7, name }] }));
  const { port, next } = await startListening(t, (response, request) => lists.shift()!(response, request));
  const shown: unknown[] = [];
  for (let count = 0; count < 2; count++) {
    await sendEvent(port, { event: 'branch.changed', entityId: 7, endpoint: '/branches' });
    shown.push((await next()).record?.name);
  }
  assert.deepEqual(shown, ['Berlin', 'Bern']);
});

test('the listen command shows an event whose record cannot be read, and then the reason', async (t) => {
  const { port, next } = await startListening(t, respond(403, { message: 'No permission.' }));
  for (const endpoint of ['/branches', '/candidates/4711']) {
    await sendEvent(port, { event: 'candidate.changed', entityId: 4711, endpoint });
    const { type, event, record } = await next();
    assert.deepEqual([type, event, record], ['event', 'candidate.changed', undefined]);
    const failure = await next();
    assert.equal(failure.type, 'error');
    assert.match(failure.message, new RegExp(`^candidate\\.changed ${endpoint}: .*403.*No permission\\.`));
  }
});

test('the listen command shows deletions, which have no record', async (t) => {
  const { port, next, paths } = await startListening(t, respond(200, { id: 4711 }));
  const deletions = {
    'candidate.deleted': '/candidates/export/candidates/changes/2026-03-02/8',
    'document.deleted': '/candidates/export/documents/changes/2026-03-02/8',
    'location.deleted': '/customers/changes/2026-03-02/8',
    'jobad.deleted': '/jobads/changes/2026-03-02/8',
  };
  for (const [name, endpoint] of Object.entries(deletions)) {
    await sendEvent(port, { event: name, entityId: 4711, endpoint });
    const { type, event, record } = await next();
    assert.deepEqual([type, event, record], ['event', name, undefined]);
  }
  await sendEvent(port, { event: 'candidate.created', entityId: 4711, endpoint: '/candidates/4711' });
  assert.deepEqual((await next()).record, { id: 4711 });
  assert.deepEqual(paths(), ['/v3/candidates/4711']);
});

/** Calls the receiver on this port as the service does. */
async function sendEvent(port: string, event: object): Promise<void> {
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const body = JSON.stringify({ endpointMethod: 'GET', ...event });
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const { status } = await fetch(`http://localhost:${port}/`, { method: 'POST', headers, body });
  assert.equal(status, 200);
}
