import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import { findRunningPostgres } from '../core/db/embedded/index.ts';
import {
  endServices,
  launchService,
  logLines,
  makeDirectory,
  processesOf,
  startDemoService,
  startService,
  stopService,
  waitFor,
} from '../testing/command-line.ts';
import { holdMigration } from '../testing/held-migration.ts';
import { untilWaiting } from '../testing/held-transaction.ts';
import { commandLine, memoryMiB } from '../testing/processes.ts';
import { copyOfTemplate, databaseUrl, TEST_MASTER_KEY } from '../testing/template.ts';

/** About half of what a process needs that has loaded the product. `npm run bench:memory` measures it. */
const MAXIMUM_SUPERVISOR_MIB = 120;
const PREPARATION = /preparation-process\.ts/;

afterEach(endServices);

/** Begins a start and waits until another process migrates the database, which does not end before `release` is called. */
async function startUntilMigrating(directory: string) {
  const release = await holdMigration(directory);
  const service = launchService(directory, { WORKERS: '1' }, ['--empty']);
  await waitFor('the migration', async () => service.output().includes('migrating the database'));
  const [preparation] = await processesOf(service, PREPARATION);
  return { service, preparation: preparation!, release };
}

test('the process that prepares a start exits, and the one that supervises the service stays small', async () => {
  const directory = await makeDirectory();
  // The start whose installation is copied has left its code without types for the others, as bin/stellwerk.js does.
  const service = await startDemoService(directory, { WORKERS: '1' });
  assert.deepEqual(await processesOf(service, PREPARATION), []);
  const { resident } = await memoryMiB(service.process.pid!);
  assert.ok(resident <= MAXIMUM_SUPERVISOR_MIB, `${resident.toFixed(0)} MiB`);
  await stopService(service);
});

test('Ctrl-C while a start prepares ends it without an error, and the next start works', async () => {
  const directory = await makeDirectory();
  const { service, preparation, release } = await startUntilMigrating(directory);
  // A terminal signals every process.
  for (const pid of [preparation, service.process.pid!]) process.kill(pid, 'SIGINT');
  // The step that is running goes on to its end.
  await release();
  const { code, stdout, stderr } = await service.finished;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const messages = logLines(stdout).map(({ msg }) => msg);
  assert.equal(messages.at(-1), 'stopped');
  assert.ok(!messages.includes('loading the value lists'), String(messages));
  assert.equal(await findRunningPostgres(join(directory, 'postgres')), undefined);
  await stopService(await startService(directory, { WORKERS: '1' }, ['--empty']));
});

test('a preparation that is killed fails the start with one line and leaves nothing running', async () => {
  const directory = await makeDirectory();
  const { service, preparation } = await startUntilMigrating(directory);
  process.kill(preparation, 'SIGKILL');
  const { code, stderr } = await service.finished;
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'stellwerk: The preparation of the service ended with signal SIGKILL. Run "npx stellwerk doctor".\n',
  );
  assert.equal(await findRunningPostgres(join(directory, 'postgres')), undefined);
});

test('a signal to the preparation alone, as a terminal sends it to all processes, does not end the start', async () => {
  const { service, preparation, release } = await startUntilMigrating(await makeDirectory());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(preparation, signal);
  await release();
  await waitFor('the start message', async () => {
    assert.equal(service.process.exitCode, null, service.output());
    return service.output().includes('Ctrl-C stops it');
  });
  service.process.kill('SIGINT');
  assert.equal((await service.finished).code, 0);
});

test('a supervisor that is killed takes its preparation with it, and the next start works', async () => {
  const directory = await makeDirectory();
  const { service, preparation, release } = await startUntilMigrating(directory);
  service.process.kill('SIGKILL');
  await once(service.process, 'exit');
  await release();
  // The output closes when its last process has exited.
  await service.finished;
  assert.equal(await commandLine(preparation), '');
  // What would have come after the migration.
  await assert.rejects(access(join(directory, 'master.key')), { code: 'ENOENT' });
  await stopService(await startService(directory, { WORKERS: '1' }, ['--empty']));
});

test('a first start whose database goes away while the demo is created ends with one line', async () => {
  const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin.query(copyOfTemplate(name));
  const url = databaseUrl(adminUrl, name);
  // The demo waits for it, and cannot be complete before the database goes away.
  const holder = new pg.Client({ connectionString: url }).on('error', () => {});
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE candidate IN SHARE MODE');
  const environment = { DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY.toString('hex'), WORKERS: '1' };
  const service = launchService(await makeDirectory(), environment);
  await waitFor('the demo', async () => {
    assert.equal(service.process.exitCode, null, service.output());
    return service.output().includes('creating the demo tenant');
  });
  await untilWaiting(holder);
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  const { code, stderr } = await service.finished;
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  assert.equal(code, 1);
  assert.match(stderr, /^stellwerk: DATABASE_URL: the server at .+\n$/);
});
