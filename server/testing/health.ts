import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from './another-process.ts';

/**
 * Asserts that the service comes to report this. It reports a check that takes more than a second as failed, which can happen on a
 * machine that is busy for a moment.
 */
export async function assertHealth(baseUrl: string, status: number, report?: object): Promise<void> {
  let last: unknown[] = [];
  const isExpected = async () => {
    const response = await fetch(`${baseUrl}/health/ready`);
    last = [response.status, await response.json()];
    return isDeepStrictEqual(last, [status, report ?? last[1]]);
  };
  await eventually('the health', isExpected).catch(() => assert.deepEqual(last, [status, report ?? last[1]]));
}
