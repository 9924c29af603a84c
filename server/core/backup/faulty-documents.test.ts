import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, backUp, makeTarget, service, sourceStore } from '../../testing/backups.ts';
import { changeStore } from '../../testing/changed-store.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { openDatabase } from '../db/connection.ts';

// Backups of documents that are missing, or that nobody can read.

test('a document whose record is erased during the backup is skipped and reported', async () => {
  const candidateId = await apply('Erased');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  const key = row!.blob_key;
  const store = sourceStore();
  // Erase the record when the backup reaches the file. The snapshot still has the record.
  const erasing = changeStore(store, {
    async read(asked) {
      if (asked === key) {
        await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
        await store.delete(key);
      }
      return store.read(asked);
    },
  });
  const { report } = await backUp(erasing);
  assert.deepEqual([report.erased, report.lost, report.faults.count], [1, 0, 0]);
});

test('a document that the store has lost is reported separately', async () => {
  const candidateId = await apply('Lost file');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  await sourceStore().delete(row!.blob_key);
  const { report } = await backUp();
  assert.deepEqual([report.erased, report.lost], [0, 1]);
  assert.deepEqual(
    report.faults.list.map(({ reason, key }) => [reason, key]),
    [['missing', row!.blob_key]],
  );
  await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
});

test('a document that the system does not open is named, and everything else is backed up', async () => {
  const candidateId = await apply('Refused file');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  const key = row!.blob_key;
  const store = sourceStore();
  // As for a file of another account. The account of the tests can be root, which may open every file.
  const refusing = changeStore(store, {
    async read(asked) {
      if (asked !== key) return store.read(asked);
      const syscall = 'open';
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall });
    },
  });
  const { path, report } = await backUp(refusing);
  assert.deepEqual([report.erased, report.lost, report.damaged], [0, 0, 1]);
  assert.deepEqual(
    report.faults.list.map((fault) => [fault.reason, fault.key, fault.candidateId]),
    [['unreadable', key, candidateId]],
  );
  const target = await makeTarget();
  const restored = await target.restore(path);
  assert.deepEqual([restored.missing, restored.damaged, restored.blobs], [1, 0, report.blobs]);
  assert.equal(await target.store.size(key), undefined);
  await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
});

test('a backup is complete even if nobody can find out whether a missing document was deleted', async () => {
  const candidateId = await apply('Unknown');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  const relay = await openDatabaseRelay(service.databaseUrl);
  const database = openDatabase({ url: relay.url, maximumConnections: 2, transactionTimeoutMs: 60_000 });
  const store = sourceStore();
  await store.delete(row!.blob_key);
  const refusing = changeStore(store, {
    read(asked) {
      relay.refuse();
      return store.read(asked);
    },
  });
  try {
    const { path, report } = await backUp(refusing, { ...service.services, database });
    assert.deepEqual([report.erased, report.lost, report.damaged, report.unknown], [0, 0, 0, 1]);
    assert.ok(report.unknownBecause);
    const target = await makeTarget();
    assert.equal((await target.restore(path)).missing, 1);
  } finally {
    await database.close();
    relay.close();
    await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
  }
});

test('a backup counts more missing documents than it lists', async () => {
  const candidateId = await apply('Another store');
  await service.sql(
    `INSERT INTO document
     SELECT copy.* FROM document AS d, generate_series(1, 1200) AS number,
            jsonb_populate_record(d, jsonb_build_object('id', d.id + number, 'blob_key', d.blob_key || number)) AS copy
      WHERE d.candidate_id = ${candidateId}`,
  );
  const { path, report } = await backUp();
  assert.deepEqual([report.erased, report.lost, report.damaged], [0, 1200, 0]);
  assert.deepEqual([report.faults.count, report.faults.list.length], [1200, 1000]);
  assert.equal(new Set(report.faults.list.map(({ key }) => key)).size, 1000);
  const target = await makeTarget();
  assert.equal((await target.restore(path)).missing, 1200);
  await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
});
