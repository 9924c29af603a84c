import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { startAnotherProcess } from '../testing/another-process.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { startTestService } from '../testing/harness.ts';
import { assertHealth } from '../testing/health.ts';
import { TEST_MASTER_KEY } from '../testing/template.ts';
import { describeTarget, explainDatabaseError } from './errors.ts';

// A server that responds and accepts no connection.

const service = await startTestService();
const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
await admin.connect();
const role = `test_${randomBytes(8).toString('hex')}`;
// Not of a superuser, to whom no limit applies.
await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' CONNECTION LIMIT 0`);
after(async () => {
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});
const limited = new URL(service.databaseUrl);
limited.username = role;
limited.password = 'secret';
const environment = {
  DATA_DIR: await makeDirectory(),
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  DATABASE_URL: service.databaseUrl,
};
const where = describeTarget(service.databaseUrl);
const way =
  'Raise max_connections or the limit of the role, or lower DATABASE_CONNECTIONS, STREAM_CONNECTIONS, or WORKERS.';

async function outputOf(words: string[], changed: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await callCommand(words, { ...environment, ...changed });
  return stdout + stderr;
}

test('commands say that a server has no free connection, at which setting, and the way out', async () => {
  const first = { DATABASE_URL: limited.href };
  const message = `DATABASE_URL: the server at ${where} has no free connection. ${way}`;
  assert.equal(await outputOf(['tenant', 'list'], first), `stellwerk: ${message}\n`);
  assert.ok((await outputOf(['doctor'], first)).includes(message));
  const north = { DATABASE_SERVERS: `north=${limited.href}` };
  const ofNorth = `Server "north": DATABASE_SERVERS: the server at ${where} has no free connection. ${way}`;
  assert.ok((await outputOf(['server', 'list'], north)).includes(ofNorth));
  assert.ok((await outputOf(['doctor'], north)).includes(ofNorth));
});

test('commands say that a server accepts no connections to the database', async () => {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    assert.equal(
      await outputOf(['tenant', 'list'], {}),
      `stellwerk: DATABASE_URL: the server at ${where} accepts no connections to this database. Run "ALTER DATABASE name ALLOW_CONNECTIONS true", or correct DATABASE_URL.\n`,
    );
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  }
});

test('a server that is starting is explained, and the same code of a statement is not taken for a refusal', () => {
  const settings = readSettings({ DATABASE_URL: service.databaseUrl });
  const refusal = (severity: string, code: string) =>
    Object.assign(new pg.DatabaseError('message', 0, 'error'), { severity, code });
  assert.match(String(explainDatabaseError(refusal('FATAL', '57P03'), settings)), /is starting or stopping/);
  const ofStatement = refusal('ERROR', '55000');
  assert.equal(explainDatabaseError(ofStatement, settings), ofStatement);
});

test('the health says that the database has no free connection', async () => {
  const other = await startAnotherProcess(service, { databaseUrl: limited.href });
  await assertHealth(other, 503, {
    status: 'not ready',
    checks: { database: 'exhausted', documentStore: 'ok', disk: 'ok' },
    reason: `The database has no free connection for the service. ${way}`,
  });
});
