import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stellwerk } from '../client.ts';
import { PermissionError } from '../core/errors.ts';
import { respond, startFaultyService } from '../test/faulty-service.ts';
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
