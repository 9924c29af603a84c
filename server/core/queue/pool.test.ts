import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { openQueuePool } from './pool.ts';

const { services, databaseUrl } = await startTestService();

test('the connection that listens can be released twice', async (t) => {
  const pool = openQueuePool({ databaseUrl }, services.log);
  t.after(() => pool.end());
  const release = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error: Error | undefined, _client: unknown, give: () => void) => {
      if (error === undefined) resolve(give);
      else reject(error);
    });
  });
  // graphile-worker does so if the connection breaks during a stop and before it listens. An error would end the process.
  release();
  release();
});

test('what a pool that has ended did not give can be released', async () => {
  const pool = openQueuePool({ databaseUrl }, services.log);
  await pool.end();
  const failure = Promise.withResolvers<Error | undefined>();
  pool.connect((error: Error | undefined, _client: unknown, give: () => void) => {
    // As graphile-worker does during a stop. An error would end the process.
    give();
    failure.resolve(error);
  });
  assert.match((await failure.promise)!.message, /after calling end/);
});
