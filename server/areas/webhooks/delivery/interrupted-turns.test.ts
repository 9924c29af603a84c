import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import { eventually, inTime } from '../../../testing/another-process.ts';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { Deliverer } from './index.ts';
import { BATCH } from './turn.ts';

// The database fails, or the process stops, in the middle of a turn, while calls are running.

const {
  service,
  services,
  tenantId,
  receiver,
  accept,
  subscribe,
  createCandidate,
  drain,
  readLog,
  jobs,
  removeJobs,
} = await startWebhookService();
const LOCK = 4711;
const HELD = 3;

const definitionOf = async (name: string): Promise<string> => {
  const [row] = await service.sql<{ text: string }>(`SELECT pg_get_functiondef('${name}'::regproc) AS text`);
  return row!.text;
};
const intact = await definitionOf('due_webhook_calls');
// The first read excludes no calls.
const broken = intact.replace(
  /BEGIN/,
  `BEGIN
    IF cardinality(p_except) > 0 THEN
      PERFORM pg_advisory_xact_lock(${LOCK});
      RAISE EXCEPTION 'The test breaks it.';
    END IF;`,
);
afterEach(() => service.sql(intact));

/**
 * Starts a turn with more calls than one read returns. Some of the first calls run until `respond` is called. The second read waits until
 * `breakTurn` is called, and fails. It comes when the first batch is used up, or earlier if that takes long.
 */
async function startTurn() {
  const registrationId = await subscribe();
  for (let count = 0; count <= BATCH; count++) await createCandidate();
  await service.sql(broken);
  const other = new pg.Client({ connectionString: service.databaseUrl });
  await other.connect();
  service.beforeClose(() => other.end());
  await other.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const held: ServerResponse[] = [];
  receiver.respond = (_call, response) => {
    if (held.length < HELD) held.push(response);
    else response.end();
  };
  const deliverer = new Deliverer(services);
  service.beforeClose(() => deliverer.stop());
  const turn = deliverer.drain({ tenantId, registrationId });
  await eventually(
    'the second read',
    async () => {
      const { rows } = await other.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [LOCK],
      );
      return rows.length > 0;
    },
    60_000,
  );
  assert.equal(held.length, HELD);
  return {
    deliverer,
    turn,
    breakTurn: () => other.end(),
    respond: () => {
      for (const response of held) response.end();
    },
  };
}

const recorded = async () =>
  (await readLog()).filter(({ sendStatusId }: { sendStatusId: number | null }) => sendStatusId === 130)
    .length;

test('the outcomes of calls that are running when a turn fails are written', async () => {
  const { turn, breakTurn, respond } = await startTurn();
  respond();
  await breakTurn();
  await turn;
  assert.equal(await recorded(), receiver.calls.length);
});

test('a stop waits for the calls of a turn that has failed, and for their outcomes', async () => {
  const { deliverer, breakTurn, respond } = await startTurn();
  await breakTurn();
  const stopped = deliverer.stop();
  respond();
  await stopped;
  assert.equal(await recorded(), receiver.calls.length);
});

test('calls that a stop aborts are due at once for the next process, and the outcomes of the others are written', async () => {
  const registrationId = await subscribe();
  for (let count = 0; count < 3; count++) await createCandidate();
  await removeJobs();
  receiver.respond = (_call, response) => {
    if (receiver.calls.length > 1) response.end();
  };
  const deliverer = new Deliverer(services);
  const turn = deliverer.drain({ tenantId, registrationId });
  await receiver.received(3);
  await deliverer.stop();
  await turn;
  assert.equal(await recorded(), 2);
  const planned = await jobs();
  assert.deepEqual(
    planned.map(({ key, seconds }) => [key.split(':')[3], seconds <= 0]),
    [['retry', true]],
  );
  accept();
  await drain(registrationId);
  assert.deepEqual([receiver.calls.length, await recorded()], [4, 3]);
});

test('outcomes that the database rejects once are written, and their calls are not made again', async (t) => {
  const registrationId = await subscribe();
  await createCandidate();
  await service.sql(`
    CREATE SEQUENCE outcomes;
    CREATE FUNCTION reject_first() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('outcomes') = 1 THEN RAISE EXCEPTION 'The test rejects it.'; END IF;
        RETURN NEW;
      END $$;
    GRANT USAGE ON SEQUENCE outcomes TO PUBLIC;
    CREATE TRIGGER reject_first BEFORE UPDATE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION reject_first()`);
  t.after(() => service.sql('DROP FUNCTION reject_first CASCADE; DROP SEQUENCE outcomes'));
  const calls = receiver.calls.length;
  const deliverer = new Deliverer(services);
  service.beforeClose(() => deliverer.stop());
  await deliverer.drain({ tenantId, registrationId });
  assert.deepEqual([receiver.calls.length - calls, await recorded()], [1, 1]);
});

test('a stop also aborts a call that is still connecting', async () => {
  const registrationId = await subscribe({ url: 'http://hooks.example.test/' });
  await createCandidate();
  await removeJobs();
  const asked = Promise.withResolvers<void>();
  const deliverer = new Deliverer(services, {
    timeoutMs: 600_000,
    // A name server that never responds.
    resolve: () => {
      asked.resolve();
      return new Promise(() => {});
    },
  });
  const turn = deliverer.drain({ tenantId, registrationId });
  await asked.promise;
  await inTime('the stop', deliverer.stop());
  await turn;
  const planned = await jobs();
  assert.deepEqual(
    planned.map(({ key, seconds }) => [key.split(':')[3], seconds <= 0]),
    [['retry', true]],
  );
});
