import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repetitionFaults } from './rules.ts';

test('each repetition of a candidate is a fault, and its first occurrence is not', () => {
  const faults = repetitionFaults([5, 6, 5, 7, 6, 5]);
  assert.deepEqual(
    faults.map(({ property, code }) => `${property} ${code}`),
    ['candidateIds[2] duplicate', 'candidateIds[4] duplicate', 'candidateIds[5] duplicate'],
  );
});

// If each candidate were compared with all others, this would take many minutes.
test('three million candidates are compared', () => {
  assert.deepEqual(repetitionFaults(Array.from({ length: 3_000_000 }, (_, index) => index)), []);
});
