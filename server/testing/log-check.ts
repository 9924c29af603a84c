import assert from 'node:assert/strict';

type LogLine = Record<string, unknown>;

const ERROR_LEVEL = 50;

/**
 * Asserts that no request with a status below 500 logged an error. Lines of the service have the id of their request. The
 * framework's own lines have no id but an exception in `err`, and the service's never do.
 */
export function assertNoErrorsOfAnsweredRequests(lines: readonly LogLine[]): void {
  const answered = new Set(
    lines
      .filter(({ msg, status }) => msg === 'request' && Number(status) < 500)
      .map(({ requestId }) => requestId),
  );
  const faulty = lines.filter(
    ({ level, requestId, err }) =>
      Number(level) >= ERROR_LEVEL && (err !== undefined || answered.has(requestId)),
  );
  assert.deepEqual(faulty, [], 'A request with a status below 500 logged an error');
}
