import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type BatchedWrite, Batches } from './batches.ts';
import type { TenantDatabase } from './connection.ts';

/** A write that only counts. Its statements end in a later turn of the event loop, as those of a database. */
function countingWrite() {
  const sizes: number[] = [];
  const write: BatchedWrite<number, number> = {
    async run(_db, _tenantId, items) {
      sizes.push(items.length);
      await setImmediate();
      return [...items];
    },
    isAlone: () => false,
  };
  return { sizes, write };
}

const target = { db: {} as TenantDatabase, tenantId: 1 };

test('callers who send their next write after a response share a statement again', async () => {
  const batches = new Batches();
  const { sizes, write } = countingWrite();
  const call = async (caller: number) => {
    for (let round = 0; round < 6; round++) {
      assert.equal(await batches.run(write, target, caller, () => {}), caller);
      // The response is sent, and the next request read.
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: 5 }, (_, caller) => call(caller)));
  assert.equal(
    sizes.reduce((sum, size) => sum + size),
    30,
  );
  // Only the first write finds none in progress, and at the end there are not enough callers left.
  assert.ok(
    sizes.slice(1, -1).every((size) => size > 1),
    `The sizes were ${sizes}.`,
  );
  assert.equal(batches.waiting, 0);
});

test('a write that finds none in progress is sent before the turn of the event loop ends', async () => {
  const batches = new Batches();
  const { sizes, write } = countingWrite();
  for (let round = 1; round <= 3; round++) {
    const sizesAfterTurn = setImmediate().then(() => sizes.length);
    await batches.run(write, target, round, () => {});
    assert.equal(await sizesAfterTurn, round);
  }
});

test('after several, one that comes alone is made too', async () => {
  const batches = new Batches();
  const { sizes, write } = countingWrite();
  const run = (item: number) => batches.run(write, target, item, () => {});
  await Promise.all([run(0), run(1), run(2)]);
  assert.equal(await run(3), 3);
  assert.deepEqual(sizes, [1, 2, 1]);
  assert.equal(batches.waiting, 0);
});
