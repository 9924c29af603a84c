import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { findRunningPostgres } from '../core/db/embedded/index.ts';
import { callCommand } from '../testing/command-call.ts';
import {
  endServices,
  fetchToken,
  logLines,
  makeDirectory,
  processesOf,
  readStatus,
  runCommand,
  startService,
  stopService,
  waitFor,
} from '../testing/command-line.ts';
import { shortOrLong } from '../testing/long.ts';
import type { DemoAccess } from './demo-access.ts';
import { openDatabaseServer } from './installation.ts';
import { startMessage } from './start-message.ts';

const shell = promisify(execFile);
const noTerminal =
  spawnSync('script', ['--version']).error === undefined ? false : 'there is no script command';

// Most tests start a service here, one after another, so that only the first one creates an installation.
const installation = await makeDirectory();
afterEach(endServices);

/** The commands in the start message, in order. */
function printedCommands(output: string): string[] {
  return [...output.matchAll(/^ {2}curl (?:.*\\\n)*.*$/gm)].map(([text]) => text.trim());
}

let demoOfFirstStart: DemoAccess;

test('the first start prints commands that work', async () => {
  const first = await startService(installation);
  demoOfFirstStart = first.demo;
  const settings = readSettings({ DATA_DIR: installation });
  const [fetchingToken, reading] = printedCommands(startMessage(settings, first.demo, '1.0.0', 2));
  const token = JSON.parse((await shell('sh', ['-c', fetchingToken!])).stdout);
  assert.equal(token.token_type, 'Bearer');
  const read = await shell('sh', ['-c', reading!.replace('<access_token>', token.access_token)]);
  assert.ok(JSON.parse(read.stdout));
  assert.equal((await stat(join(installation, 'demo.json'))).mode & 0o777, 0o600);

  await stopService(first, 'SIGINT');
  assert.equal(await findRunningPostgres(join(installation, 'postgres')), undefined);
});

test('data survives a restart, which without a terminal logs each step and one line with the addresses, and no secret', async () => {
  const service = await startService(installation);
  const { demo } = service;
  const all = logLines(service.output());
  // The background work can log something soon after.
  const lines = all.slice(0, all.findIndex(({ api }) => api !== undefined) + 1);
  assert.equal(demo.clientSecret, demoOfFirstStart.clientSecret);
  assert.equal(await readStatus(demo, '/users', await fetchToken(demo)), 200);
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
  await stopService(service, 'SIGTERM');
  for (const line of logLines((await service.finished).stdout)) assert.ok(line.msg);
});

test('on a terminal, a start prints each step with its time and then the start message', {
  skip: noTerminal,
}, async () => {
  const words = `${process.execPath} server/commands/stellwerk.ts start`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', words, '/dev/null'], {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ DATA_DIR: installation, PORT: '0', WORKERS: '1' },
    },
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
  assert.match(output, /\n {2}Console {9}http:\/\/localhost:\d+\/app\/\n/);
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
  await stopService(open);
  const links = ['--imprint-url', 'https://example.org/i', '--privacy-url', 'https://example.org/p'];
  const set = await callCommand(['portal', 'set', '--tenant', 'demo', ...links], environment);
  assert.equal(set.code, 0, set.stderr);
  const correct = await startService(installation, {
    ...environment,
    PUBLIC_URL: 'https://jobs.example.com',
  });
  assert.deepEqual(warningsOf(correct.output()), []);
  // It is 1 too if a check of the health takes longer than a second.
  await waitFor('the status', async () => (await callCommand(['status'], environment)).code === 0);
  await stopService(correct);
  assert.equal((await callCommand(['status'], environment)).code, 1);
});

test('after kill -9 of the primary, its processes exit and the next start works', async () => {
  const killed = await startService(installation);
  killed.process.kill('SIGKILL');
  // The output closes when its last process has exited.
  await killed.finished;
  const next = await startService(installation, { WORKERS: '1' });
  assert.equal(await readStatus(next.demo, '/users', await fetchToken(next.demo)), 200);
  await stopService(next);
});

test('processes and a database that are killed again and again are replaced', async () => {
  const service = await startService(installation, { WORKERS: '1' });
  const token = await fetchToken(service.demo);
  const read = () => readStatus(service.demo, '/users', token).catch(() => 0);
  for (let round = 1; round <= shortOrLong(2, 4); round++) {
    const [child] = await processesOf(service, /service-process\.ts/);
    process.kill(child!, 'SIGKILL');
    await waitFor('the replacement', async () => (await read()) === 200);
  }
  const statuses = new Set<number>();
  for (let round = 1; round <= shortOrLong(2, 3); round++) {
    const [postmaster] = await processesOf(service, /postgres -D/);
    process.kill(postmaster!, 'SIGKILL');
    await waitFor('the database', async () => {
      const status = await read();
      statuses.add(status);
      const restarts = service.output().split('the database is running again').length - 1;
      return status === 200 && restarts === round;
    });
  }
  // 0: a process is replaced too if the database comes back at another address.
  assert.deepEqual(
    [...statuses].filter((status) => ![0, 200, 503].includes(status)),
    [],
  );
  await stopService(service);
});

test('a database that is lost while the service runs is not replaced with an empty one, and meanwhile calls are 503', async () => {
  const service = await startService(installation, { WORKERS: '1' });
  const token = await fetchToken(service.demo);
  const cluster = join(installation, 'postgres/cluster');
  const [postmaster] = await processesOf(service, /postgres -D/);
  await rename(cluster, `${cluster}-away`);
  process.kill(postmaster!, 'SIGKILL');
  const problem = () =>
    logLines(service.output()).find(({ msg }) => msg === 'the database could not be started');
  await waitFor('the problem', async () => problem() !== undefined);
  assert.match(
    String(problem()!.cause),
    /^The database is missing in \S+\. Bring it back, .*restore a backup\.$/,
  );
  const { origin } = new URL(service.demo.baseUrl);
  assert.equal((await fetch(`${origin}/health/ready`)).status, 503);
  assert.equal(await readStatus(service.demo, '/users', token), 503);
  await rename(`${cluster}-away`, cluster);
  await waitFor('the database', async () => {
    const status = await readStatus(service.demo, '/users', token).catch(() => 0);
    return status === 200;
  });
  await stopService(service);
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
  const { port } = new URL(first.demo.baseUrl);
  const onSamePort = await runCommand(['start'], { environment: { DATA_DIR: installation, PORT: port } });
  assert.equal(onSamePort.code, 1);
  assert.equal(
    onSamePort.stderr,
    `stellwerk: Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port. A service is already running on DATA_DIR ${installation}, process ${first.process.pid}.\n`,
  );
  assert.equal(await readStatus(first.demo, '/users', await fetchToken(first.demo)), 200);
});

test('a newer version does not migrate the database of a running service', async () => {
  const first = await startService(installation, { WORKERS: '1' });
  const { url } = await openDatabaseServer(readSettings({ DATA_DIR: installation }));
  // For the commands below, the service is older: they have a migration that it lacks.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const here = { DATA_DIR: installation };
  const elsewhere = { DATA_DIR: await makeDirectory(), DATABASE_URL: url, PORT: '0' };
  const current = await callCommand(['migrate'], here);
  assert.deepEqual(
    [current.code, current.stdout],
    [0, 'The database is already at this version.\n'],
    current.stderr,
  );
  const { rows } = await client.query(
    'DELETE FROM migration WHERE name = (SELECT max(name) FROM migration) RETURNING *',
  );
  try {
    for (const [words, environment] of [
      [['migrate'], here],
      [['migrate'], elsewhere],
      [['start', '--empty'], elsewhere],
    ] as const) {
      const { code, stderr } = await runCommand([...words], { environment });
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^stellwerk: Stellwerk is running on this database: \d+ connections? from .+ since .+\. 1 migration is pending, .+ Nothing was changed\. (Here, .+ )?Stop .+ on every machine, .+ docs\/operations\.md\.\n$/,
      );
      const isHere = environment === here;
      assert.equal(stderr.includes(`process ${first.process.pid} (version `), isHere, stderr);
    }
    assert.equal((await client.query('SELECT FROM migration WHERE name = $1', [rows[0].name])).rowCount, 0);
  } finally {
    await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [
      rows[0].name,
      rows[0].sha256,
    ]);
    await client.end();
  }
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
  await callCommand(['migrate'], environment);
  await callCommand(['tenant', 'create', 'demo-unfinished', '--name', 'Half'], environment);
  const service = await startService(directory, { WORKERS: '1' });
  const { stdout } = await callCommand(['tenant', 'list', '--json'], environment);
  assert.deepEqual(
    (JSON.parse(stdout) as { key: string }[]).map(({ key }) => key),
    ['demo'],
  );
  const file = await readFile(join(directory, 'demo.json'), 'utf8');
  assert.equal(JSON.parse(file).clientId, service.demo.clientId);
});
