import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type BatchedWrite, Batches } from './batches.ts';
import type { TenantDatabase } from './connection.ts';
import { SilentConnectionError } from './faults.ts';

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
  const batches = new Batches({ mayHalve: true });
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
  const batches = new Batches({ mayHalve: true });
  const { sizes, write } = countingWrite();
  for (let round = 1; round <= 3; round++) {
    const sizesAfterTurn = setImmediate().then(() => sizes.length);
    await batches.run(write, target, round, () => {});
    assert.equal(await sizesAfterTurn, round);
  }
});

test('after several, one that comes alone is made too', async () => {
  const batches = new Batches({ mayHalve: true });
  const { sizes, write } = countingWrite();
  const run = (item: number) => batches.run(write, target, item, () => {});
  await Promise.all([run(0), run(1), run(2)]);
  assert.equal(await run(3), 3);
  assert.deepEqual(sizes, [1, 2, 1]);
  assert.equal(batches.waiting, 0);
});

const CALLERS = 8;

/** What a statement of the database and a caller between two writes take, in milliseconds of the clock of the batches. */
interface Speeds {
  databaseMs: number;
  callerMs: number;
}

/** Starts callers who write again and again for so many rounds. Returns the sizes of the batches. */
async function writeRepeatedly(
  rounds: number,
  speedsOf: (round: number) => Speeds,
  { mayHalve = true } = {},
): Promise<number[]> {
  let clockMs = 0;
  const batches = new Batches({ mayHalve, nowMs: () => clockMs });
  const sizes: number[] = [];
  const write: BatchedWrite<number, number> = {
    async run(_db, _tenantId, items) {
      sizes.push(items.length);
      const endMs = clockMs + speedsOf(items[0]!).databaseMs;
      // Meanwhile, the callers of the batch before get their responses and send their next writes.
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      clockMs = Math.max(clockMs, endMs);
      return [...items];
    },
    isAlone: () => false,
  };
  const call = async () => {
    for (let round = 0; round < rounds; round++) {
      await batches.run(write, target, round, () => {});
      await setImmediate();
      clockMs += speedsOf(round).callerMs;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return sizes;
}

const QUICK_DATABASE = { databaseMs: 0.2, callerMs: 0.5 };
const SLOW_DATABASE = { databaseMs: 20, callerMs: 0 };

function assertAll(size: number, sizes: readonly number[]): void {
  assert.ok(sizes.length > 0 && sizes.every((each) => each === size), `The sizes were ${sizes}.`);
}

test('a batch takes half of the callers if they take longer than the database', async () => {
  const sizes = await writeRepeatedly(20, () => QUICK_DATABASE);
  assertAll(CALLERS / 2, sizes.slice(6, -3));
});

test('beside other processes, a batch takes all callers, however long they take', async () => {
  const sizes = await writeRepeatedly(20, () => QUICK_DATABASE, { mayHalve: false });
  assertAll(CALLERS, sizes.slice(3, -1));
});

test('a batch takes all callers if the database takes longer', async () => {
  const sizes = await writeRepeatedly(20, () => SLOW_DATABASE);
  assertAll(CALLERS, sizes.slice(3, -1));
});

test('batches are whole again each time the database becomes slow', async () => {
  const speedsOf = (round: number) => (Math.floor(round / 20) % 2 === 0 ? QUICK_DATABASE : SLOW_DATABASE);
  const sizes = await writeRepeatedly(80, speedsOf);
  // Whole batches are half as many: some 40, 20, 40, and 20.
  assertAll(CALLERS / 2, sizes.slice(6, 30));
  assertAll(CALLERS / 2, sizes.slice(72, 96));
  assertAll(CALLERS, sizes.slice(-12, -1));
});

test('the statement of the next batch is sent before the callers of the last one have their results', async () => {
  const batches = new Batches({ mayHalve: true });
  const { sizes, write } = countingWrite();
  const seen: number[] = [];
  const run = async (item: number) => {
    await batches.run(write, target, item, () => {});
    seen.push(sizes.length);
  };
  await Promise.all([run(0), run(1), run(2)]);
  assert.deepEqual(seen, [2, 2, 2]);
});

test('after a statement on a silent connection, those who waited for it do not wait for another one', async () => {
  const batches = new Batches({ mayHalve: true });
  const sizes: number[] = [];
  const silence = new SilentConnectionError();
  const write: BatchedWrite<number, number> = {
    async run(_db, _tenantId, items) {
      sizes.push(items.length);
      await setImmediate();
      if (items.includes(13)) throw silence;
      return [...items];
    },
    isAlone: () => false,
  };
  const run = (item: number) => batches.run(write, target, item, () => {});
  const first = run(1);
  // 32 writes are a batch.
  const batch = Array.from({ length: 32 }, () => run(13));
  const behind = [run(2), run(3)];
  assert.equal(await first, 1);
  for (const result of await Promise.allSettled([...batch, ...behind]))
    assert.equal(result.status === 'rejected' && result.reason, silence);
  assert.equal(await run(4), 4);
  assert.deepEqual(sizes, [1, 32, 1]);
  assert.equal(batches.waiting, 0);
});
