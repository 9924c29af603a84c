import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { promisify } from 'node:util';
import { readSettings } from '../config.ts';
import { findRunningPostgres } from '../core/db/embedded/index.ts';
import {
  endServices,
  fetchToken,
  makeDirectory,
  type RunningService,
  readStatus,
  runCommand,
  startService,
  waitFor,
} from '../testing/command-line.ts';
import { startMessage } from './start-message.ts';

const shell = promisify(execFile);
const noTerminal =
  spawnSync('script', ['--version']).error === undefined ? false : 'there is no script command';

// Most tests start a service here, one after another, so that only the first one creates an installation.
const installation = await makeDirectory();
afterEach(endServices);

/** Stops a service like an operator. */
async function stop(service: RunningService, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  service.process.kill(signal);
  assert.equal((await service.finished).code, 0);
}

/** The complete lines of the log. */
function logLines(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The commands in the start message, in order. */
function printedCommands(output: string): string[] {
  return [...output.matchAll(/^ {2}curl (?:.*\\\n)*.*$/gm)].map(([text]) => text.trim());
}

test('the first start prints commands that work, and its data survives a restart', async () => {
  const first = await startService(installation);
  const settings = readSettings({ DATA_DIR: installation });
  const [fetchingToken, reading] = printedCommands(startMessage(settings, first.demo, '1.0.0', 2));
  const token = JSON.parse((await shell('sh', ['-c', fetchingToken!])).stdout);
  assert.equal(token.token_type, 'Bearer');
  const read = await shell('sh', ['-c', reading!.replace('<access_token>', token.access_token)]);
  assert.ok(JSON.parse(read.stdout));
  assert.equal((await stat(join(installation, 'demo.json'))).mode & 0o777, 0o600);

  await stop(first, 'SIGINT');
  assert.equal(await findRunningPostgres(join(installation, 'postgres')), undefined);

  const second = await startService(installation);
  assert.equal(second.demo.clientSecret, first.demo.clientSecret);
  assert.equal(await readStatus(second.demo, '/users', await fetchToken(second.demo)), 200);
  await stop(second, 'SIGTERM');
});

test('without a terminal, a start logs each step and one line with the addresses, and no secret', async () => {
  const service = await startService(installation);
  const { demo } = service;
  const lines = logLines(service.output());
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    [
      'starting',
      'starting the embedded PostgreSQL',
      'migrating the database',
      'loading the value lists',
      'starting 2 processes',
      'Stellwerk is running. Ctrl-C stops it',
    ],
  );
  const { api, tokenEndpoint, level, dataDirectory } = lines.at(-1)!;
  assert.deepEqual(
    { api, tokenEndpoint, level, dataDirectory },
    {
      api: demo.baseUrl,
      tokenEndpoint: `${demo.authUrl}/oauth/token`,
      level: 30,
      dataDirectory: installation,
    },
  );
  for (const secret of [demo.clientSecret, demo.consolePassword, demo.webhookSecret])
    assert.ok(!service.output().includes(secret));
  await stop(service);
  for (const line of logLines((await service.finished).stdout)) assert.ok(line.msg);
});

test('on a terminal, a start prints each step with its time and then the start message', {
  skip: noTerminal,
}, async () => {
  const words = `${process.execPath} server/commands/stellwerk.ts start`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', words, '/dev/null'], {
    env: { PATH: process.env.PATH, DATA_DIR: installation, PORT: '0', WORKERS: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text.replaceAll('\r', '');
  });
  await waitFor('the start message', async () => output.includes('Ctrl-C stops it'));
  terminal.stdin.write('\x03');
  await once(terminal, 'close');
  assert.match(output, /^Stellwerk \S+ is starting\.\n +\d+\.\d s {2}starting the embedded PostgreSQL\n/);
  assert.match(output, /\n +\d+\.\d s {2}starting 1 process\n\nStellwerk \S+ is running: 1 process/);
  // There are no pages for users yet.
  assert.doesNotMatch(output, /console/i);
});

test('a start warns about an open HOST without PUBLIC_URL and about portals without links', async () => {
  const environment = { DATA_DIR: installation, PORT: '0', WORKERS: '1', HOST: '0.0.0.0' };
  const warningsOf = (output: string) =>
    logLines(output).flatMap(({ level, msg }) => (level === 40 ? [String(msg)] : []));
  const open = await startService(installation, environment);
  const [address, portal] = warningsOf(open.output());
  assert.match(address!, /^HOST 0\.0\.0\.0 opens the service .* Set PUBLIC_URL /);
  assert.match(
    portal!,
    /^The job portal of tenant "demo" has no imprint and no privacy link\. Run: npx stellwerk portal set --tenant demo --imprint-url URL --privacy-url URL$/,
  );
  await stop(open);
  const links = ['--imprint-url', 'https://example.org/i', '--privacy-url', 'https://example.org/p'];
  const set = await runCommand(['portal', 'set', '--tenant', 'demo', ...links], { environment });
  assert.equal(set.code, 0, set.stderr);
  const correct = await startService(installation, {
    ...environment,
    PUBLIC_URL: 'https://jobs.example.com',
  });
  assert.deepEqual(warningsOf(correct.output()), []);
  assert.equal((await runCommand(['status'], { environment })).code, 0);
  await stop(correct);
  assert.equal((await runCommand(['status'], { environment })).code, 1);
});

test('after kill -9 of the primary, its processes exit and the next start works', async () => {
  const killed = await startService(installation);
  killed.process.kill('SIGKILL');
  // The output closes when its last process has exited.
  await killed.finished;
  const next = await startService(installation);
  assert.equal(await readStatus(next.demo, '/users', await fetchToken(next.demo)), 200);
  await stop(next);
});

test('a process that is killed is replaced', async () => {
  const service = await startService(installation, { WORKERS: '1' });
  const token = await fetchToken(service.demo);
  const { stdout } = await shell('ps', ['-o', 'pid=,args=', '--ppid', String(service.process.pid)]);
  const child = stdout.split('\n').find((line) => line.includes('service-process.ts'));
  process.kill(Number.parseInt(child!, 10), 'SIGKILL');
  await waitFor('the replacement', async () => service.output().includes('a process exited'));
  await waitFor('a response', () =>
    readStatus(service.demo, '/users', token).then(
      (status) => status === 200,
      () => false,
    ),
  );
});

test('an invalid setting stops the start with a one-line message', async () => {
  const { code, stdout, stderr } = await runCommand(['start'], { environment: { WORKERS: 'many' } });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.equal(stderr, 'stellwerk: WORKERS must be an integer from 1 to 64. See: npx stellwerk settings\n');
});

test('a port in use stops the start with a one-line message before anything is created', async () => {
  const directory = join(await makeDirectory(), 'data');
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, stderr } = await runCommand(['start'], {
    environment: { DATA_DIR: directory, PORT: String(port) },
  });
  other.close();
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `stellwerk: Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\n`,
  );
  await assert.rejects(stat(directory), { code: 'ENOENT' });
});

test('a second start on the same DATA_DIR fails, and the first keeps running', async () => {
  const first = await startService(installation, { WORKERS: '1' });
  const { code, stderr } = await runCommand(['start'], {
    environment: { DATA_DIR: installation, PORT: '0' },
  });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^stellwerk: The database in .* is already in use by process \d+\. Stop that process first.*\n$/,
  );
  assert.equal(await readStatus(first.demo, '/users', await fetchToken(first.demo)), 200);
});

test('an unreachable DATABASE_URL stops the start with a one-line message that hides the password', async () => {
  const { code, stderr } = await runCommand(['start'], {
    environment: {
      DATA_DIR: await makeDirectory(),
      PORT: '0',
      DATABASE_URL: 'postgres://user:verysecret@127.0.0.1:1/none',
    },
  });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'stellwerk: DATABASE_URL: PostgreSQL does not respond at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.\n',
  );
});

test('the next start replaces an unfinished demo tenant', async () => {
  const directory = await makeDirectory();
  const environment = { DATA_DIR: directory };
  await runCommand(['migrate'], { environment });
  await runCommand(['tenant', 'create', 'demo-unfinished', '--name', 'Half'], { environment });
  const service = await startService(directory, { WORKERS: '1' });
  const { stdout } = await runCommand(['tenant', 'list', '--json'], { environment });
  assert.deepEqual(
    (JSON.parse(stdout) as { key: string }[]).map(({ key }) => key),
    ['demo'],
  );
  const file = await readFile(join(directory, 'demo.json'), 'utf8');
  assert.equal(JSON.parse(file).clientId, service.demo.clientId);
});

test('the metrics count the requests of all processes', async () => {
  const metricsToken = 'a-token-for-metrics';
  const service = await startService(installation, { METRICS_TOKEN: metricsToken });
  const token = await fetchToken(service.demo);
  for (let count = 0; count < 12; count++) {
    assert.equal(await readStatus(service.demo, '/branches', token), 200);
  }
  const url = `${new URL(service.demo.baseUrl).origin}/metrics`;
  assert.equal((await fetch(url)).status, 401);
  await waitFor('the count of all requests', async () => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${metricsToken}`, connection: 'close' },
    });
    const counted = /^http_request_duration_seconds_count\{.*operation="branch_list".*\} (\d+)$/m.exec(
      await response.text(),
    );
    return counted?.[1] === '12';
  });
  await stop(service);
});
