import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from './another-process.ts';

/**
 * Asserts that the service comes to report this. A report takes a second at most, and has as failed what takes longer, as on a machine
 * that is busy for a moment.
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
