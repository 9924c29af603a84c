import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { withInterruption } from '../../commands/interruption.ts';
import { eventually } from '../../testing/another-process.ts';
import { apply, backUp, makeTarget, sourceStore } from '../../testing/backups.ts';
import { changeStore } from '../../testing/changed-store.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { keysOf } from '../../testing/store-contract.ts';
import type { BlobStore } from '../blobs/index.ts';

// Restores whose connection, store, or COMMIT fails.

await apply('First');
await apply('Second');
const { path } = await backUp();
const keys = await keysOf(sourceStore());

async function makeRelayedTarget() {
  const target = await makeTarget();
  const relay = await openDatabaseRelay(target.url);
  after(() => relay.close());
  return { target, relay };
}

const IN_DOUBT =
  /^The restore was interrupted at its very end: Connection terminated unexpectedly\. It may be complete, so its documents stay in the store\. Run the same command again\. If it says that the database has tenants, the restore is complete: check it with "npx stellwerk doctor" and "npx stellwerk documents verify"\.$/;

test('a restore whose last response is lost keeps its documents, and was complete', async () => {
  const { target, relay } = await makeRelayedTarget();
  const restoring = target.restore(path, { url: relay.url, onCommit: () => relay.withholdResponses() });
  const outcome = assert.rejects(restoring, { message: IN_DOUBT });
  await eventually(
    'the restore is committed',
    async () => (await target.sql('SELECT FROM tenant')).length > 0,
  );
  relay.cut();
  await outcome;
  assert.deepEqual(await keysOf(target.store), keys);
  const [installation] = await target.sql('SELECT id::text FROM installation');
  assert.equal(await target.store.readOwner(), installation.id);
  await assert.rejects(target.restore(path), /^BackupError: The database has 1 tenant: /);
});

test('a restore that is interrupted, and whose COMMIT does not arrive, keeps its documents, and the next one uses them', async () => {
  const { target, relay } = await makeRelayedTarget();
  const onCommit = () => {
    process.emit('SIGINT');
    relay.cut();
  };
  // Instead of "Interrupted. Nothing was written."
  const restoring = withInterruption(() => target.restore(path, { url: relay.url, onCommit }));
  await assert.rejects(restoring, { message: IN_DOUBT });
  assert.deepEqual(await target.sql('SELECT FROM tenant'), []);
  assert.deepEqual(await keysOf(target.store), keys);
  await target.restore(path);
  assert.equal((await target.sql('SELECT FROM tenant')).length, 1);
  assert.deepEqual(await keysOf(target.store), keys);
});

test('a restore whose COMMIT the database rejects leaves nothing', async () => {
  const target = await makeTarget((client) =>
    client.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_WHEN = 'AFTER' THEN RAISE EXCEPTION 'refused'; END IF;
          SET CONSTRAINTS late DEFERRED;
          RETURN NEW;
        END $$;
      CREATE TRIGGER early BEFORE UPDATE OF restore_began_at ON installation
        FOR EACH ROW EXECUTE FUNCTION refuse();
      CREATE CONSTRAINT TRIGGER late AFTER UPDATE OF restore_began_at ON installation
        DEFERRABLE FOR EACH ROW EXECUTE FUNCTION refuse()`),
  );
  let hasEnded = false;
  const onCommit = () => {
    hasEnded = true;
  };
  await assert.rejects(target.restore(path, { onCommit }), { name: 'error', message: 'refused' });
  assert.ok(hasEnded);
  assert.deepEqual(await target.sql('SELECT FROM tenant'), []);
  assert.deepEqual(await keysOf(target.store), []);
  assert.equal(await target.store.readOwner(), undefined);
});

test('a restore whose connection breaks can be repeated', async () => {
  const { target, relay } = await makeRelayedTarget();
  const store = changeStore(target.store, {
    create(key) {
      relay.cut();
      return target.store.create(key);
    },
  });
  await assert.rejects(target.restore(path, { url: relay.url, store }));
  assert.deepEqual(await keysOf(target.store), []);
  await target.restore(path);
  assert.deepEqual(await keysOf(target.store), keys);
});

test('a restore whose store fails says why, and can be repeated if its documents could not be removed', async () => {
  const target = await makeTarget();
  let created = 0;
  const store = changeStore(target.store, {
    async create(key) {
      created += 1;
      if (created === 2) throw new Error('The store is away.');
      return target.store.create(key);
    },
    async delete() {
      throw new Error('It is still away.');
    },
  });
  await assert.rejects(target.restore(path, { store }), {
    message:
      'The store is away. The database is as it was before, but documents of the restore could not be removed from the store: It is still away. Run the same command again, which uses them.',
  });
  assert.deepEqual(await target.sql('SELECT FROM tenant'), []);
  assert.equal((await keysOf(target.store)).length, 1);
  await target.restore(path);
  assert.deepEqual(await keysOf(target.store), keys);
});

/** The store gets the second document, and its response is lost. */
function losingResponse(store: BlobStore, changed: Partial<BlobStore> = {}): BlobStore {
  let created = 0;
  return changeStore(store, {
    async create(key) {
      const writer = await store.create(key);
      created += 1;
      if (created !== 2) return writer;
      return {
        write: (chunk) => writer.write(chunk),
        abort: () => writer.abort(),
        async commit() {
          await writer.commit();
          throw new Error('The response was lost.');
        },
      };
    },
    ...changed,
  });
}

test('a restore that loses the response of the store leaves nothing, so that it can be repeated with another database', async () => {
  const target = await makeTarget();
  await assert.rejects(target.restore(path, { store: losingResponse(target.store) }), {
    message: 'The response was lost.',
  });
  assert.deepEqual(await keysOf(target.store), []);
  const another = await makeTarget();
  await another.restore(path, { store: target.store });
  assert.deepEqual(await keysOf(target.store), keys);
});

test('a restore that loses the response of the store, and cannot remove the document, says so and can be repeated', async () => {
  const target = await makeTarget();
  const store = losingResponse(target.store, {
    async delete(key) {
      if (key === keys[1]) throw new Error('It is away.');
      return target.store.delete(key);
    },
  });
  await assert.rejects(target.restore(path, { store }), {
    name: 'BackupError',
    message:
      'The response was lost. The database is as it was before, but documents of the restore could not be removed from the store: It is away. Run the same command again, which uses them.',
  });
  assert.deepEqual(await keysOf(target.store), [keys[1]]);
  await target.restore(path);
  assert.deepEqual(await keysOf(target.store), keys);
});
