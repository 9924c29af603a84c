import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { callCommand } from '../testing/command-call.ts';
import { endServices, launchService, makeDirectory } from '../testing/command-line.ts';
import { startPooler } from '../testing/pooler.ts';
import { databaseUrl, TEST_MASTER_KEY, TEST_ROLE } from '../testing/template.ts';

// A pooler between the service and its database.

const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
await admin.connect();
const names = ['first', 'other'].map((name) => `test_${randomBytes(8).toString('hex')}_${name}`);
for (const name of names) await admin.query(`CREATE DATABASE ${name} OWNER ${TEST_ROLE}`);
const [first, other] = names.map((name) => databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name));
after(async () => {
  for (const name of names) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});
const environment = { DATA_DIR: await makeDirectory(), MASTER_KEY: TEST_MASTER_KEY.toString('hex') };
const REFUSAL =
  'leads to a connection pooler that pools transactions, so calls would get the data of other tenants. Nothing was changed. Let it pool sessions (PgBouncer: pool_mode = session), or set DATABASE_URL to the address of PostgreSQL itself.';

function call(words: string[], changed: Record<string, string | undefined>) {
  return callCommand(words, { ...environment, ...changed } as Record<string, string>);
}

async function countTables(): Promise<number> {
  const client = new pg.Client({ connectionString: first });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace");
  await client.end();
  return rowCount!;
}

for (const [what, options] of [
  ['one connection', { size: 1 }],
  ['several connections', { size: 4 }],
  ['two connections by turns', { size: 2, isRoundRobin: true }],
  ['several connections by turns', { size: 5, isRoundRobin: true }],
] as const)
  test(`a pooler that gives each transaction one of ${what} is refused before anything is changed`, async () => {
    const DATABASE_URL = await startPooler(first!, { mode: 'transaction', ...options });
    const { code, stderr } = await call(['migrate'], { DATABASE_URL });
    assert.deepEqual([code, stderr], [1, `stellwerk: DATABASE_URL ${REFUSAL}\n`]);
    assert.equal(await countTables(), 0);
    const { stdout } = await call(['doctor'], { DATABASE_URL });
    assert.ok(stdout.includes(`DATABASE_URL ${REFUSAL}`), stdout);
  });

test('a start behind a pooler of transactions ends with one line', async () => {
  const DATABASE_URL = await startPooler(first!, { mode: 'transaction', size: 3 });
  const service = launchService(await makeDirectory(), { DATABASE_URL, WORKERS: '1' }, ['--empty']);
  const { code, stderr } = await service.finished;
  await endServices();
  assert.deepEqual([code, stderr], [1, `stellwerk: DATABASE_URL ${REFUSAL}\n`]);
  assert.equal(await countTables(), 0);
});

test('behind a pooler of sessions, the database is migrated and used, and commands refuse one of transactions', async () => {
  const DATABASE_URL = await startPooler(first!, { mode: 'session', size: 12 });
  for (const words of [['migrate'], ['tenant', 'create', 'acme', '--name', 'Acme'], ['doctor']]) {
    const { code, stdout, stderr } = await call(words, { DATABASE_URL });
    assert.equal(code, 0, stderr + stdout);
  }
  const pooled = await startPooler(first!, { mode: 'transaction', size: 3 });
  const { stderr } = await call(['tenant', 'list'], { DATABASE_URL: pooled });
  assert.equal(stderr, `stellwerk: DATABASE_URL ${REFUSAL}\n`);
});

test('a pooler of sessions with a single connection is named, after a bounded wait', async () => {
  const DATABASE_URL = await startPooler(first!, { mode: 'session', size: 1 });
  const { code, stderr } = await call(['migrate'], { DATABASE_URL });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^stellwerk: DATABASE_URL: the server completed one connection, but no second one\..*PgBouncer: pool_size/,
  );
});

test('the refusal names the setting that leads to the pooler', async () => {
  const pooled = await startPooler(other!, { mode: 'transaction', size: 3 });
  const north = await call(['migrate'], { DATABASE_URL: first, DATABASE_SERVERS: `north=${pooled}` });
  assert.match(north.stderr, /^stellwerk: Server "north": DATABASE_SERVERS leads to a connection pooler/);
  const worker = await call(['migrate'], { DATABASE_URL: first, DATABASE_WORKERS: `east=${pooled}` });
  assert.match(worker.stderr, /^stellwerk: Server "east": DATABASE_WORKERS leads to a connection pooler/);
  const owner = await call(['migrate'], { DATABASE_URL: first, MIGRATION_DATABASE_URL: pooled });
  assert.match(owner.stderr, /^stellwerk: MIGRATION_DATABASE_URL leads to a connection pooler/);
});
