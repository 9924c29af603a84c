import assert from 'node:assert/strict';
import type { ApiResponse } from './harness.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function assertErrorRecord(response: ApiResponse, status: number): void {
  assert.equal(response.status, status, response.text);
  assert.deepEqual(Object.keys(response.body), ['messageGuid', 'message', 'validationErrors']);
  assert.match(response.body.messageGuid, UUID);
  assert.equal(typeof response.body.message, 'string');
  assert.ok(Array.isArray(response.body.validationErrors));
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('x-request-id') ?? '', UUID);
}

/** Asserts that the response is a 400, and returns the code of each fault by its property. */
export function faultCodes(response: ApiResponse): Record<string, string> {
  assert.equal(response.status, 400, response.text);
  const faults = response.body.validationErrors as { property: string; code: string; message: string }[];
  for (const fault of faults) {
    // A duplicate can also name the record that has the value, and the candidate of this record.
    const added =
      fault.code === 'duplicate' ? ['existingId', 'candidateId'].filter((name) => name in fault) : [];
    assert.deepEqual(Object.keys(fault), ['property', 'code', 'message', ...added]);
    assert.ok(fault.message.length > 10);
  }
  return Object.fromEntries(faults.map(({ property, code }) => [property, code]));
}
