import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission } from './admission.ts';

// A request whose response lies ready ends before another one can begin. It takes no place, but all rules apply to it.

test('a request passes if one that enters would start at once', () => {
  const admission = new Admission({ limit: 4, shares: { small: 0.25 }, nowMs: () => 0 });
  const canPass = (...names: string[]) => names.map((name) => admission.canPass(name));
  assert.deepEqual(canPass('small', 'tenant 1', 'tenant 2'), [true, true, true]);
  assert.equal(admission.running, 0);
  const leaveSmall = admission.enter('small') as () => void;
  assert.deepEqual(canPass('small', 'tenant 1', 'tenant 2'), [false, true, true]);
  const leaves = [1, 2].map(() => admission.enter('tenant 1') as () => void);
  assert.deepEqual(canPass('small', 'tenant 1', 'tenant 2'), [false, true, true]);
  leaves.push(admission.enter('tenant 1') as () => void);
  assert.deepEqual(canPass('small', 'tenant 1', 'tenant 2'), [false, false, false]);
  leaveSmall();
  // Three quarters are the share of one tenant.
  assert.deepEqual(canPass('small', 'tenant 1', 'tenant 2'), [true, false, true]);
  for (const leave of leaves) leave();
  assert.deepEqual(canPass('small', 'tenant 1', 'tenant 2'), [true, true, true]);
  assert.deepEqual([admission.running, admission.waiting, admission.refused], [0, 0, 0]);
});
