import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBlobStore } from '../../open-services.ts';
import { list, makeTarget, newPath, placesOf, rowsOf, source } from '../../testing/several-servers.ts';
import { BackupFile, restoreBackup } from './index.ts';

test('a restore that does not fit its servers is refused, and changes nothing', {
  timeout: 300_000,
}, async () => {
  const path = newPath();
  await source.run(['backup', path]);
  const target = await makeTarget();
  const { first, north } = target.urls;
  for (const [changed, message] of [
    [
      { DATABASE_SERVERS: '' },
      /The backup has the server "north", which DATABASE_SERVERS does not have\. Add it/,
    ],
    [
      { DATABASE_SERVERS: `north=${north} south=${source.urls.north}` },
      /The backup does not have the server "south" of DATABASE_SERVERS/,
    ],
    [{ DATABASE_SERVERS: `north=${first}?application_name=x` }, /"first" and "north" are the same database/],
    [
      { DATABASE_SERVERS: `north=${source.urls.north}` },
      /"north" of DATABASE_SERVERS is the server "north" of the/,
    ],
    [
      { DATABASE_URL: source.urls.first!, DATA_DIR: source.settings.dataDirectory },
      /The database has 1 tenant:/,
    ],
    [{ DATABASE_URL: source.urls.north! }, /DATABASE_URL is the server "north" of the installation/],
  ] as const) {
    const { code, stderr } = await target.call(['restore', path], changed);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
  // Without the key of its secret.
  await target.sql(
    'north',
    `SET session_replication_role = replica;
     INSERT INTO tenant (key, name, webhook_secret_sealed) VALUES ('x', 'X', 'x');
     RESET session_replication_role`,
  );
  const { stderr } = await target.call(['restore', path]);
  assert.match(stderr, /The server "north" has 1 tenant: a restore needs one without any/);
  await target.sql('north', 'DELETE FROM tenant');
  assert.deepEqual(await list(target, 'SELECT server, restore_began_at FROM installation'), [
    [{ server: null, restore_began_at: null }],
    [{ server: null, restore_began_at: null }],
  ]);
  assert.equal((await target.run(['restore', path])).tenants, 3);
});

test('a restore that fails leaves every server empty, and one that breaks off at its end can be repeated', {
  timeout: 300_000,
}, async () => {
  const path = newPath();
  await source.run(['backup', path]);
  const target = await makeTarget();
  const restore = async (onCommit?: (name: string) => void) => {
    const file = await BackupFile.open(path);
    const servers = ['first', 'north'].map((name) => ({ name, url: target.urls[name]! }));
    try {
      const store = openBlobStore(target.settings);
      await restoreBackup({ file, servers, store, ...(onCommit && { onCommit }) });
    } finally {
      await file.close();
    }
  };
  const stop = (at: string) => (name: string) => {
    if (name === at) throw new Error('Stopped.');
  };
  await assert.rejects(restore(stop('north')), /^Error: Stopped\.$/);
  assert.deepEqual(await placesOf(target), [[], []]);
  assert.deepEqual(await list(target, 'SELECT server, restore_began_at FROM installation'), [
    [{ server: null, restore_began_at: null }],
    [{ server: null, restore_began_at: null }],
  ]);
  await assert.rejects(
    restore(stop('first')),
    /interrupted at its very end: Stopped\. .* Run the same command again/,
  );
  assert.deepEqual(await placesOf(target), [[], ['came', 'nord']]);
  for (const words of [['tenant', 'list'], ['migrate']]) {
    const { code, stderr } = await target.call(words);
    assert.equal(code, 1);
    assert.match(stderr, /A restore into several servers was interrupted/);
  }
  await target.run(['restore', path]);
  for (const server of ['first', 'north'])
    assert.deepEqual(await rowsOf(target, server), await rowsOf(source, server));
  assert.equal((await target.run(['tenant', 'list'])).length, 3);
});
