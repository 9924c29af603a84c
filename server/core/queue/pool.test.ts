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
