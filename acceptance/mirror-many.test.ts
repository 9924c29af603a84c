import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { applyFetched } from '../sdk/mirror/apply.ts';
import { openDatabase } from '../sdk/mirror/database/open.ts';
import { Store } from '../sdk/mirror/store/store.ts';
import { makeDirectory } from '../server/testing/command-line.ts';

// More than a call takes arguments, which is what a list has that is passed with three dots.
const MANY = 130_000;

test('any number of records that show an old name are read again', async () => {
  const database = await openDatabase(join(await makeDirectory(), 'names.db'));
  const store = new Store(database);
  await store.prepare();
  await database.run(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${MANY})
     INSERT INTO mirror_mention (entity, id, of_entity, of_id, shown)
     SELECT 'candidate', n, 'jobad', 7, 'Koch' FROM n`,
  );
  const pending = { kind: 'jobad', id: 7, endpoint: '/jobads/7', reason: 'change' } as const;
  const record = { jobAdId: 7, title: 'Köchin' };
  await store.transaction(() => applyFetched(store, [{ pending, record }]));
  assert.equal(await store.pending.count(), MANY);
  await store.close();
});
