import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';

// PUT of a webhook setting writes one row with writeStatement, and with write when it carries an Idempotency-Key. A
// trigger gives the statement a second lock, so that it can meet another transaction that takes the two in the other
// order.
const ADVISORY_LOCK = 4711;

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
await service.sql('CREATE SEQUENCE tries');

const choose = (format: number) => api.put(`/webhooks/settings/eventdatatype/${format}`);
const chosen = async () => (await api.get('/webhooks/settings')).body.settings.eventDataTypeId;

async function onWrite(body: string): Promise<void> {
  await service.sql(
    `CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$`,
  );
  await service.sql(
    'CREATE TRIGGER meet BEFORE INSERT ON webhook_setting FOR EACH ROW EXECUTE FUNCTION meet()',
  );
}

async function tries(): Promise<number> {
  const [row] = await service.sql<{ last_value: string }>('SELECT last_value FROM tries');
  return Number(row!.last_value);
}

afterEach(async () => {
  await service.sql('DROP FUNCTION IF EXISTS meet CASCADE');
  await service.sql('ALTER SEQUENCE tries RESTART');
});

test('a statement that PostgreSQL ends for a deadlock is run again', async () => {
  await choose(1482);
  await onWrite(`PERFORM nextval('tries'); PERFORM pg_advisory_xact_lock(${ADVISORY_LOCK});`);
  const opponent = new pg.Client({ connectionString: service.databaseUrl });
  await opponent.connect();
  let running: ReturnType<typeof choose>;
  try {
    await opponent.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    await opponent.query('BEGIN');
    await opponent.query('SELECT 1 FROM webhook_setting WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    running = choose(1483);
    await eventually('the call waits for the row', async () => {
      const rows = await service.sql(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'stellwerk' AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    // Closes the circle. The call has waited longer, so its session is the one that finds the deadlock and is ended.
    await opponent.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    await opponent.query('COMMIT');
  } finally {
    await opponent.end();
  }
  const answer = await running;
  assert.equal(answer.status, 200, answer.text);
  assert.equal(await chosen(), 1483);
  assert.equal(await tries(), 2);
});

for (const [name, code] of [
  ['serialization failure', '40001'],
  ['deadlock', '40P01'],
]) {
  test(`a ${name} that outlives the tries is a 503 with Retry-After, and writes nothing`, async () => {
    await choose(1482);
    await onWrite(`PERFORM nextval('tries'); RAISE EXCEPTION 'lost' USING ERRCODE = '${code}';`);
    const answer = await choose(1483);
    assert.equal(answer.status, 503, answer.text);
    assert.match(answer.headers.get('retry-after')!, /^\d+$/);
    assert.match(answer.body.message, /repeat it/);
    assert.equal(await chosen(), 1482);
    assert.equal(await tries(), 4);
  });
}

test('a serialization failure of a transaction outlives the tries as a 503 too', async () => {
  await service.sql(
    `CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`,
  );
  await service.sql('CREATE TRIGGER meet BEFORE INSERT ON candidate FOR EACH ROW EXECUTE FUNCTION meet()');
  const answer = await api.post(
    '/candidates',
    { firstName: 'Ada', lastName: 'Muster' },
    { headers: { 'idempotency-key': 'conflict' } },
  );
  assert.equal(answer.status, 503, answer.text);
  assert.match(answer.headers.get('retry-after')!, /^\d+$/);
  assert.equal(await tries(), 4);
});
