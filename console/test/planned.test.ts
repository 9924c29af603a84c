import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { Planned } from '../core/live/planned.ts';

// When a list is read again.

test('what stays behind is read with growing delays, until it is given up', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let reads = 0;
  const planned = new Planned(async () => {
    reads++;
    planned.readOn();
  }, 1000);
  const tick = async (ms: number) => {
    context.mock.timers.tick(ms);
    await settled();
    return reads;
  };
  for (const begin of [() => planned.readOn(), () => planned.plan()]) {
    reads = 0;
    begin();
    for (let read = 1; read <= 9; read++) {
      const delayMs = 1000 * 2 ** (read - 1);
      assert.equal(await tick(delayMs - 1), read - 1);
      // Another list that is opened meanwhile is read with it.
      planned.readOn();
      assert.equal(await tick(1), read);
    }
    assert.equal(await tick(10_000_000), 9);
  }
});

test('what is behind only at first is read once more', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let reads = 0;
  const planned = new Planned(async () => {
    reads++;
  }, 1000);
  planned.readOn();
  for (const ms of [1000, 10_000_000]) {
    context.mock.timers.tick(ms);
    await settled();
    assert.equal(reads, 1);
  }
});
