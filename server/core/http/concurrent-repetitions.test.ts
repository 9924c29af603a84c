import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';
import { untilWaiting } from '../../testing/held-transaction.ts';
import { keyedCandidates } from '../../testing/makers/keyed-candidates.ts';

const service = await startTestService();
const { api } = service.tenant;
const { newKey, create, countOf } = keyedCandidates(service);

/** Blocks every insert of a candidate until released, as a slow database would. */
function holdInserts() {
  return hold('candidate IN SHARE MODE');
}

async function hold(table: string) {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table}`);
  const release = async () => {
    await holder.query('ROLLBACK');
    await holder.end();
  };
  return { holder, release };
}

test('a second request is a 409 while the first one runs, and returns the stored response afterwards', async () => {
  const key = newKey();
  const { holder, release } = await holdInserts();
  const running = create(api, key);
  await untilWaiting(holder);
  const second = await create(api, key);
  assert.equal(second.status, 409);
  assert.match(second.headers.get('retry-after')!, /^\d+$/);
  const otherKey = create(api, newKey(), { firstName: 'Ada', lastName: 'Nebenher' });
  await release();
  const first = await running;
  assert.equal(first.status, 200);
  assert.equal((await otherKey).status, 200);
  assert.equal((await create(api, key)).text, first.text);
});

test('a connection that breaks during the request leaves nothing behind, and the key can be used again', async () => {
  const key = newKey();
  const body = { firstName: 'Ada', lastName: 'Abgebrochen' };
  const { holder, release } = await holdInserts();
  const running = create(api, key, body);
  const [pid] = await untilWaiting(holder);
  await service.sql('SELECT pg_terminate_backend($1)', [pid]);
  assert.equal((await running).status, 503);
  await release();
  assert.equal(await countOf('Abgebrochen'), 0);
  const again = await create(api, key, body);
  assert.equal(again.status, 200);
  assert.equal(again.headers.get('idempotency-replayed'), null);
  assert.equal(await countOf('Abgebrochen'), 1);
});

test('twenty concurrent requests with one key create one record', async () => {
  const key = newKey();
  const body = { firstName: 'Ada', lastName: 'Zwanzig' };
  const responses = await Promise.all(Array.from({ length: 20 }, () => create(api, key, body)));
  const ids = new Set(responses.filter(({ status }) => status === 200).map((response) => response.body.id));
  assert.equal(ids.size, 1);
  for (const response of responses) assert.ok([200, 409].includes(response.status), response.text);
  assert.equal(await countOf('Zwanzig'), 1);
});

test('concurrent repetitions of a request that has succeeded all return its response', async () => {
  const key = newKey();
  const first = await create(api, key);
  const { holder, release } = await hold('idempotent_answer IN ACCESS EXCLUSIVE MODE');
  const repetitions = [create(api, key)];
  let different: Promise<ApiResponse>;
  try {
    // It holds the key.
    await untilWaiting(holder);
    repetitions.push(create(api, key), create(api, key));
    different = create(api, key, { firstName: 'Ada', lastName: 'Andere' });
    // All of them look for the stored response.
    await untilWaiting(holder, 4);
  } finally {
    await release();
  }
  for (const response of await Promise.all(repetitions)) {
    assert.equal(response.status, 200, response.text);
    assert.equal(response.text, first.text);
    assert.equal(response.headers.get('idempotency-replayed'), 'true');
  }
  const { status, body } = await different;
  assert.deepEqual([status, body.validationErrors[0].code], [400, 'duplicate']);
});

test('concurrent calls of a user with one key create one record', async () => {
  const user = await service.platform('recruiter');
  const key = newKey();
  const body = { firstName: 'Ada', lastName: 'Doppelklick', application: {} };
  const responses = await Promise.all(Array.from({ length: 10 }, () => create(user, key, body)));
  for (const response of responses) assert.ok([200, 409].includes(response.status), response.text);
  assert.equal(await countOf('Doppelklick'), 1);
});
