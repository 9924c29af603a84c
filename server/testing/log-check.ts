import assert from 'node:assert/strict';

type LogLine = Record<string, unknown>;

const ERROR_LEVEL = 50;
/** On a busy machine, seconds can lie between the two lines of one failure. */
const NEARBY_MS = 10_000;

/**
 * Asserts that no request with a complete response and a status below 500 logged an error. Lines of the service have the id of
 * their request. The framework's own lines have no id but an exception in `err`, which the service's never do. They are
 * accepted near a request that failed.
 */
export function assertNoErrorsOfAnsweredRequests(lines: readonly LogLine[]): void {
  const requests = lines.filter(({ msg }) => msg === 'request');
  const isAnswered = ({ status, isInterrupted }: LogLine) => Number(status) < 500 && isInterrupted !== true;
  const answered = new Set(requests.filter(isAnswered).map(({ requestId }) => requestId));
  const failedAt = requests.filter((line) => !isAnswered(line)).map(({ time }) => Number(time));
  const faulty = lines.filter(({ level, requestId, err, time }) => {
    if (Number(level) < ERROR_LEVEL) return false;
    if (err === undefined) return answered.has(requestId);
    return !failedAt.some((failure) => Math.abs(failure - Number(time)) < NEARBY_MS);
  });
  assert.deepEqual(faulty, [], 'A request with a status below 500 logged an error');
}
