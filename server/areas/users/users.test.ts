import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../core/testing/harness.ts';

const { api } = (await startTestService()).tenant;

test('a period that ends before it begins is refused', async () => {
  const { status, body } = await api.get('/users/all?startDate=2026-03-02&endDate=2026-03-01');
  assert.equal(status, 400);
  assert.deepEqual(body.validationErrors, [
    { property: 'endDate', code: 'range', message: 'endDate must not be before startDate.' },
  ]);
});
