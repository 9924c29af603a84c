import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { connectClient } from './connect-client.ts';
import { takeSessionLock } from './session-lock.ts';

const service = await startTestService();
const LOCK = 4711;

async function connect() {
  const client = await connectClient({ connectionString: service.databaseUrl });
  after(() => client.end());
  return client;
}

test('a lock is waited for that a command is just giving back, and another one is not', async () => {
  const [holder, next, other] = [await connect(), await connect(), await connect()];
  assert.equal(await takeSessionLock(holder, LOCK), true);
  const taking = takeSessionLock(next, LOCK);
  // It asks before the connection of the holder ends.
  await next.query('SELECT');
  await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  assert.equal(await taking, true);
  assert.equal(await takeSessionLock(other, LOCK), false);
});
