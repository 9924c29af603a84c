import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Gate } from './gate.ts';

test('a few tasks run at once, a few wait in order, and the rest are rejected', async () => {
  const gate = new Gate({ running: 2, waiting: 3 });
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5, 6].map((index) =>
      gate.run(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await turn();
        running--;
        if (index === 1) throw new Error('failed');
        return index;
      }),
    ),
  );
  assert.equal(most, 2);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.name)),
    [0, 'Error', 2, 3, 4, 'GateFullError', 'GateFullError'],
  );
  assert.equal(await gate.run(async () => 'next'), 'next');
});
