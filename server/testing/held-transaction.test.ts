import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startTestService } from './harness.ts';
import { findWaiting, untilWaiting } from './held-transaction.ts';

const service = await startTestService();

async function connect(): Promise<pg.Client & { processID: number }> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  service.beforeClose(() => client.end());
  return client as pg.Client & { processID: number };
}

const lock = (client: pg.Client, key: number) => client.query('SELECT pg_advisory_lock($1)', [key]);

test('only those that wait for the holder count, also behind each other', async () => {
  const [holder, other, ofOther, first, second] = await Promise.all(Array.from({ length: 5 }, connect));
  await lock(holder!, 1);
  await lock(other!, 2);
  await lock(first!, 3);
  const waiting = [lock(ofOther!, 2)];
  assert.deepEqual(await untilWaiting(other!), [ofOther!.processID]);
  assert.deepEqual(await findWaiting(holder!), []);
  waiting.push(lock(first!, 1));
  await untilWaiting(holder!);
  waiting.push(lock(second!, 3));
  const found = await untilWaiting(holder!, 2);
  assert.deepEqual(new Set(found), new Set([first!.processID, second!.processID]));
  for (const client of [holder!, other!, first!]) await client.query('SELECT pg_advisory_unlock_all()');
  await Promise.all(waiting);
});
