import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { BadRequestError, NotFoundError } from '../sdk/index.ts';

const DEADLINE_MS = 30_000;
const POLL_MS = 25;

/** Expects the call to fail with exactly these codes for these properties. */
export async function refused(call: Promise<unknown>, faults: Record<string, string>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof BadRequestError, String(error));
    assert.deepEqual(
      Object.fromEntries(error.validationErrors.map(({ property, code }) => [property, code])),
      faults,
    );
    return true;
  });
}

/** Expects the call to return 404. */
export async function notFound(call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof NotFoundError, String(error));
    assert.match(error.messageGuid ?? '', /^[0-9a-f-]{36}$/);
    return true;
  });
}

/** Polls until the result is neither undefined nor false. */
export async function eventually<T>(
  what: string,
  poll: () => Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  while (true) {
    const result = await poll();
    if (result !== undefined && result !== false) return result;
    assert.ok(Date.now() < deadline, `Timed out waiting for ${what}.`);
    await delay(POLL_MS);
  }
}

/** Expects the record to contain the properties of the sample. A test names only the properties it is about. */
export function shows(record: object, sample: object): void {
  assert.partialDeepStrictEqual(record, sample);
}
