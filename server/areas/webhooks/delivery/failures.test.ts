import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { skipPaused } from './queries.ts';

// The first one is longer than any test takes, so no call is repeated before the test advances the clock.
const RETRY_SECONDS = [60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const {
  services,
  tenantId,
  clock,
  receiver,
  accept,
  failWith,
  subscribe,
  subscription,
  createCandidate,
  drain,
  readLog,
} = await startWebhookService({ WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(',') });

test('the tenth failure in a row pauses the registration, and no further call is made', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 14; index++) await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length, 10);
  const { isPaused, errorCount, pausedAtUtc } = await subscription();
  assert.deepEqual([isPaused, errorCount], [true, 10]);
  assert.notEqual(pausedAtUtc, null);
  const statuses = (await readLog()).map((entry: { sendStatusId: number }) => entry.sendStatusId);
  assert.deepEqual(statuses.filter((status: number) => status === 131).length, 10);
  assert.deepEqual(statuses.filter((status: number) => status === 132).length, 4);
});

test('while a registration is paused, its events are skipped and no call is made', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 10; index++) await createCandidate();
  await drain(registration);
  await createCandidate();
  await clock.advance(86_400_000);
  await drain(registration);
  assert.equal(receiver.calls.length, 10);
  assert.equal((await readLog()).at(-1).sendStatusId, 132);
});

test('a success resets the error counter', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 9; index++) await createCandidate();
  await drain(registration);
  assert.equal((await subscription()).errorCount, 9);
  accept();
  await createCandidate();
  await drain(registration);
  assert.equal((await subscription()).errorCount, 0);
});

test('a failed delivery is retried with the same id after the delay', async () => {
  const registration = await subscribe();
  failWith(503);
  await createCandidate();
  await drain(registration);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
  accept();
  await clock.advance(RETRY_SECONDS[0]! * 1000);
  await drain(registration);
  assert.equal(receiver.calls.length, 2);
  assert.equal(receiver.calls[0]!.headers['webhook-id'], receiver.calls[1]!.headers['webhook-id']);
  const [entry] = await readLog();
  assert.deepEqual([entry.sendStatusId, entry.attempts], [130, 2]);
});

test('every failed call of a delivery counts, and the last retry of the schedule pauses the registration', async () => {
  const registration = await subscribe();
  failWith(500);
  await createCandidate();
  for (const [index, seconds] of [0, ...RETRY_SECONDS].entries()) {
    await clock.advance(seconds * 1000);
    await drain(registration);
    assert.equal(receiver.calls.length, index + 1);
  }
  const [entry] = await readLog();
  assert.deepEqual([entry.attempts, entry.nextAttemptAtUtc], [10, null]);
  assert.equal((await subscription()).isPaused, true);
});

test('Retry-After delays the next call', async () => {
  const registration = await subscribe();
  failWith(429, { 'retry-after': '120' });
  await createCandidate();
  await drain(registration);
  await clock.advance(60_000);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
  await clock.advance(61_000);
  await drain(registration);
  assert.equal(receiver.calls.length, 2);
});

test('Retry-After delays the next call by a day at most, however long it is', async () => {
  const registration = await subscribe();
  for (const seconds of ['604800', '99999999999999999999']) {
    failWith(503, { 'retry-after': seconds });
    await createCandidate();
    await drain(registration);
    const { lastAttemptAtUtc, nextAttemptAtUtc } = (await readLog()).at(-1);
    const delayMs = Date.parse(nextAttemptAtUtc) - Date.parse(lastAttemptAtUtc);
    assert.ok(Math.abs(delayMs - 86_400_000) < 60_000, `${seconds}: ${delayMs} ms`);
  }
});

/** Makes the first calls the slowest, so that concurrent calls would overtake each other. Returns how many overlapped. */
function slowDown(): () => number {
  let [delayMs, running, overlaps] = [40, 0, 0];
  receiver.respond = (_call, response) => {
    if (running > 0) overlaps++;
    running++;
    delayMs = Math.max(0, delayMs - 5);
    setTimeout(() => {
      running--;
      response.end();
    }, delayMs);
  };
  return () => overlaps;
}

test('a reactivated registration receives the missed calls one after the other, oldest first', async () => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 10; index++) await createCandidate();
  await drain(registration);
  await createCandidate();
  const calls = receiver.calls.length;
  const overlaps = slowDown();
  await subscribe({ resendMissed: true });
  await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length - calls, 12);
  assert.ok((await readLog()).every((entry: Record<string, unknown>) => entry.sendStatusId === 130));
  const order = (await readLog()).map((entry: Record<string, unknown>) => entry.id);
  const arrived = receiver.calls.slice(calls).map(({ body }) => order.indexOf(body.id));
  assert.deepEqual(arrived, [...order.keys()]);
  assert.equal(overlaps(), 0);
});

test('calls are not skipped if the registration was reactivated after a process had found it paused', async () => {
  const registrationId = await subscribe();
  await createCandidate();
  await skipPaused(services.database.tenant(tenantId), { tenantId, registrationId });
  await drain(registrationId);
  assert.equal(receiver.calls.length, 1);
});
