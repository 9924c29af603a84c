import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { BadRequestError, NotFoundError } from '../sdk/index.ts';

const DEADLINE_MS = 30_000;
const POLL_MS = 25;

/** The service refuses the call, with these codes for these properties and no others. */
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

/** The service does not know what the path of the call names. */
export async function notFound(call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof NotFoundError, String(error));
    assert.match(error.messageGuid ?? '', /^[0-9a-f-]{36}$/);
    return true;
  });
}

/** Asks again and again until the answer is something other than undefined and false. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  while (true) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    assert.ok(Date.now() < deadline, `It did not come in time: ${what}.`);
    await delay(POLL_MS);
  }
}

/** The parts of the record that the sample names; a test says with it what it is about and no more. */
export function shows(record: object, sample: object): void {
  assert.partialDeepStrictEqual(record, sample);
}
