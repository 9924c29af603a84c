import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from './another-process.ts';
import type { TestClock } from './clock.ts';

interface Reporting {
  baseUrl: string;
  /** Of the service. Results for the document store are reused for some seconds, so they pass before each report. */
  clock?: TestClock;
  path?: string;
}

interface Report {
  status: string;
  checks?: object;
  reason?: string | RegExp;
}

export const READY = {
  status: 'ready',
  checks: { database: 'ok', documentStore: 'ok', disk: 'ok' },
} satisfies Report;

/** Far below the timeouts of the database pool, which a database that hangs would otherwise impose. */
const RESPONSE_MS = 8000;
const WITHIN_MS = 60_000;
const REUSED_MS = 60_000;

/**
 * Asserts that the service comes to report this. It reports a check that takes more than a second as failed, which can happen on a
 * machine that is busy for a moment. Without a report, only the status of the response counts.
 */
export async function assertHealth(
  { baseUrl, clock, path = '/health/ready' }: Reporting,
  status: number,
  report?: Report,
): Promise<void> {
  let last: unknown[] = [];
  const expected = () => [status, fillIn(report, last[1] as Report)];
  const isExpected = async () => {
    await clock?.advance(REUSED_MS);
    last = await fetch(baseUrl + path, { signal: AbortSignal.timeout(RESPONSE_MS) })
      .then(async (response) => [response.status, await response.json()])
      .catch((error) => [String(error)]);
    return isDeepStrictEqual(last, expected());
  };
  await eventually('the health', isExpected, WITHIN_MS).catch(() => assert.deepEqual(last, expected()));
}

/** What is expected, with the reason that the service gives if it matches the expected one. */
function fillIn(expected: Report | undefined, actual: Report): Report {
  const reason = expected?.reason;
  if (!(reason instanceof RegExp)) return expected ?? actual;
  return reason.test(String(actual?.reason)) ? { ...expected!, reason: actual.reason! } : expected!;
}
