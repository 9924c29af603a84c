import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mirror } from '../mirror/index.ts';
import { respond, respondEmpty, SECRET, startFaultyService } from '../test/faulty-service.ts';
import { type FollowOptions, followFeed } from './follow-changes.ts';

const PAGE = respond(200, { changes: [{ id: 7 }], nextCursor: 'b', hasMore: false });

/** Follows the feed of a service that reacts in this way, until the first page. */
async function follow(
  reactions: Parameters<typeof startFaultyService>[0],
  options: FollowOptions = {},
): Promise<{ slept: number[]; failures: string[] }> {
  const { client, clock } = await startFaultyService(reactions);
  const failures: string[] = [];
  const readPage = async (query: object, call: object) => {
    const { data, headers } = await client.changes.list(query, call).withResponse();
    return { ...data, recordForm: headers.get('record-form') };
  };
  const onRetry = (error: unknown) => failures.push((error as Error).name);
  for await (const { changes } of followFeed(readPage, clock, { ...options, onRetry })) {
    assert.equal(changes.length, 1);
    break;
  }
  return { slept: clock.slept, failures };
}

test('Retry-After is respected for up to 15 minutes', async () => {
  for (const [asked, sleptMs] of [
    ['600', 600_000],
    ['3600', 900_000],
    // A timer of more than 31 bits fires immediately.
    ['2147484', 900_000],
    ['9'.repeat(400), 900_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 900_000],
  ] as const)
    for (const status of [429, 503]) {
      const { slept } = await follow([respond(status, {}, { 'retry-after': asked }), PAGE]);
      assert.deepEqual(slept, [sleptMs], asked);
    }
});

test('a response that is not from the service is waited out once there is a cursor', async () => {
  for (const [reaction, name] of [
    [respondEmpty(200), 'UnexpectedResponseError'],
    [respondEmpty(204), 'UnexpectedResponseError'],
    [respond(404, { message: 'no route' }), 'NotFoundError'],
  ] as const) {
    const { slept, failures } = await follow([reaction, reaction, PAGE], { cursor: 'a' });
    assert.deepEqual(
      [slept, failures],
      [
        [1000, 2000],
        [name, name],
      ],
    );
    await assert.rejects(follow([reaction, PAGE]), { name });
  }
});

test('an error of the service that no later attempt changes ends the loop', async () => {
  const refusal = { messageGuid: '0198b5a0-7c11-4f0e-8a55-1d2c3b4a5f60', message: 'No.' };
  await assert.rejects(follow([respond(403, refusal), PAGE], { cursor: 'a' }), { name: 'PermissionError' });
});

test('a pause that no timer can hold is a TypeError, for the mirror too', async () => {
  const expected = { name: 'TypeError', message: /^pollMs must be .* from 0 to 2,147,483,647\.$/ };
  const connection = {
    baseUrl: 'http://127.0.0.1:9/v3',
    clientId: 'client',
    clientSecret: SECRET,
    customerName: 'Test',
  };
  for (const pollMs of [2 ** 31, Number.NaN, -1, Number.POSITIVE_INFINITY]) {
    await assert.rejects(follow([PAGE], { pollMs }), expected);
    await assert.rejects(Mirror.open({ connection, target: '/', pollMs }), expected);
  }
  await follow([PAGE], { pollMs: 2 ** 31 - 1 });
});
