import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { databaseUrl } from '../../testing/template.ts';

// PUT of a webhook setting writes one row with writeStatement. A trigger makes the statement take a second lock, so that it
// can deadlock with a transaction that takes the two locks in the opposite order.
const ADVISORY_LOCK = 4711;

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
await service.sql('CREATE SEQUENCE attempts');

const setFormat = (format: number) => api.put(`/webhooks/settings/eventdatatype/${format}`);
const readFormat = async () => (await api.get('/webhooks/settings')).body.settings.eventDataTypeId;

async function addTrigger(body: string): Promise<void> {
  await service.sql(
    `CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$`,
  );
  await service.sql(
    'CREATE TRIGGER interfere BEFORE INSERT ON webhook_setting FOR EACH ROW EXECUTE FUNCTION interfere()',
  );
}

async function attempts(): Promise<number> {
  const [row] = await service.sql<{ last_value: string }>('SELECT last_value FROM attempts');
  return Number(row!.last_value);
}

afterEach(async () => {
  await service.sql('DROP FUNCTION IF EXISTS interfere CASCADE');
  await service.sql('ALTER SEQUENCE attempts RESTART');
});

test('a statement that PostgreSQL cancels because of a deadlock is repeated', async () => {
  service.allowDeadlocks();
  await setFormat(1482);
  // The first attempt goes on to the row once the opponent waits for the advisory lock, and so completes the deadlock.
  await addTrigger(`
    IF nextval('attempts') = 1 THEN
      PERFORM pg_advisory_xact_lock(${ADVISORY_LOCK});
      WHILE NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCK} AND NOT granted) LOOP
        PERFORM pg_sleep(0.01);
      END LOOP;
    END IF;`);
  const opponent = new pg.Client({
    connectionString: databaseUrl(
      process.env.STELLWERK_TEST_POSTGRES!,
      new URL(service.databaseUrl).pathname.slice(1),
      null,
    ),
  });
  await opponent.connect();
  let running: ReturnType<typeof setFormat>;
  try {
    // PostgreSQL cancels the session that looks for a deadlock. This one does not, however slow the machine is.
    await opponent.query("SET deadlock_timeout = '1h'");
    await opponent.query('BEGIN');
    await opponent.query('SELECT 1 FROM webhook_setting WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    running = setFormat(1483);
    await eventually('the call to hold the advisory lock', async () => {
      const { rows } = await opponent.query(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted",
        [ADVISORY_LOCK],
      );
      return rows.length > 0;
    });
    await opponent.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await opponent.query('COMMIT');
  } finally {
    await opponent.end();
  }
  const response = await running;
  assert.equal(response.status, 200, response.text);
  assert.equal(await readFormat(), 1483);
  assert.equal(await attempts(), 2);
});

for (const [name, code] of [
  ['serialization failure', '40001'],
  ['deadlock', '40P01'],
]) {
  test(`a ${name} on every attempt is a 503 with Retry-After and writes nothing`, async () => {
    await setFormat(1482);
    await addTrigger(`PERFORM nextval('attempts'); RAISE EXCEPTION 'lost' USING ERRCODE = '${code}';`);
    const response = await setFormat(1483);
    assert.equal(response.status, 503, response.text);
    assert.match(response.headers.get('retry-after')!, /^\d+$/);
    assert.match(response.body.message, /repeat it/);
    assert.equal(await readFormat(), 1482);
    assert.equal(await attempts(), 4);
  });
}

test('a serialization failure on every attempt of a transaction is a 503', async () => {
  await service.sql(
    `CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM nextval('attempts'); RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`,
  );
  await service.sql(
    'CREATE TRIGGER interfere BEFORE INSERT ON candidate FOR EACH ROW EXECUTE FUNCTION interfere()',
  );
  const response = await api.post(
    '/candidates',
    { firstName: 'Ada', lastName: 'Muster' },
    { headers: { 'idempotency-key': 'conflict' } },
  );
  assert.equal(response.status, 503, response.text);
  assert.match(response.headers.get('retry-after')!, /^\d+$/);
  assert.equal(await attempts(), 4);
});
