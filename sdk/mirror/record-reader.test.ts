import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stellwerk } from '../client.ts';
import { PermissionError, UnexpectedResponseError } from '../core/errors.ts';
import { respond, respondEmpty, startFaultyService } from '../test/faulty-service.ts';
import { RecordReader } from './record-reader.ts';

test('the list of branches is read once in a batch, and again after a failure', async () => {
  const branches = [
    { id: 1, name: 'Berlin' },
    { id: 2, name: 'Hamburg' },
  ];
  const { client, calls } = await startFaultyService([respond(403), respond(200, { branches })]);
  const reader = new RecordReader(client as Stellwerk);
  const nameOf = async (id: number) =>
    (await reader.read({ entity: 'branch', id, endpoint: '/branches' }, {}))?.name;
  const failed = await Promise.allSettled([nameOf(1), nameOf(2)]);
  assert.ok(failed.every((one) => one.status === 'rejected' && one.reason instanceof PermissionError));
  assert.equal(calls.length, 1);
  assert.deepEqual(await Promise.all([nameOf(1), nameOf(2)]), ['Berlin', 'Hamburg']);
  assert.equal(await nameOf(1), 'Berlin');
  assert.equal(calls.length, 2);
  reader.startBatch();
  assert.equal(await nameOf(1), 'Berlin');
  assert.equal(calls.length, 3);
});

test('only a 404 of the service means that a record is gone', async () => {
  const gone = { messageGuid: '0198b5a0-7c11-4f0e-8a55-1d2c3b4a5f60', message: 'No.', validationErrors: [] };
  const foreign = [
    respondEmpty(200),
    respondEmpty(204),
    ...[null, {}, [], 'maintenance', { status: 'maintenance' }, { id: null }].map((body) =>
      respond(200, body),
    ),
  ];
  const { client, calls } = await startFaultyService([
    ...foreign,
    ...foreign,
    ...foreign,
    respond(404, gone),
  ]);
  const reader = new RecordReader(client as Stellwerk);
  const readCandidate = () => reader.read({ entity: 'candidate', id: 7, endpoint: '/candidates/7' }, {});
  const readDocuments = () => reader.readDocuments(7, {});
  const readBranch = () => reader.read({ entity: 'branch', id: 7, endpoint: '/branches' }, {});
  for (const read of [readCandidate, readDocuments, readBranch])
    for (let count = 0; count < foreign.length; count++) await assert.rejects(read, UnexpectedResponseError);
  assert.equal(calls.length, 3 * foreign.length);
  assert.equal(await readCandidate(), undefined);
  assert.equal(await readDocuments(), undefined);
});

test('a path whose operation has query parameters is read without any', async () => {
  const { client, calls } = await startFaultyService([respond(200, { new: [], modified: [], deleted: [] })]);
  const reader = new RecordReader(client as Stellwerk);
  const { signal } = new AbortController();
  const paths = [
    '/candidates/export/candidates/changes/2026-03-02/8',
    '/candidates/export/documents/changes/2026-03-02/8',
    '/customers/changes/2026-03-02/8',
    '/jobads/changes/2026-03-02/8',
  ];
  for (const path of paths) await reader.readAny(path, { signal });
  assert.deepEqual(
    calls.map(({ path }) => path),
    paths.map((path) => `/v3${path}`),
  );
});
