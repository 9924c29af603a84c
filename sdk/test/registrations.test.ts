import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError, ServerError } from '../index.ts';
import { registerAll } from '../listen/registrations.ts';
import { dropConnection, respond, startFaultyService } from './faulty-service.ts';

const URL = 'https://hooks.example.com/stellwerk';
const TYPES = [
  { id: 1401, name: 'candidate.created' },
  { id: 1402, name: 'candidate.changed' },
];
const REGISTERING = [
  respond(200, { eventTypes: TYPES }),
  respond(200, { subscriptions: [] }),
  respond(200),
  respond(200),
];
const registered = (...events: number[]) =>
  respond(200, { subscriptions: events.map((event) => ({ event, url: URL })) });
const BUSY = respond(503, {}, { 'retry-after': '1' });

test('a registration that a busy service did not remove is removed at the second attempt', async () => {
  const { client, calls } = await startFaultyService([
    ...REGISTERING,
    BUSY,
    respond(200),
    registered(1401),
    respond(200),
  ]);
  await (await registerAll(client, URL)).remove();
  const removals = calls.filter(({ path }) => path.endsWith('/unsubscribe'));
  assert.deepEqual(
    removals.map(({ body }) => JSON.parse(body).event),
    [1401, 1402, 1401],
  );
});

test('a removal that took effect without a response is not repeated', async () => {
  const { client, calls } = await startFaultyService([
    ...REGISTERING,
    dropConnection,
    registered(1402),
    respond(200),
  ]);
  await (await registerAll(client, URL)).remove();
  const removals = calls.filter(({ path }) => path.endsWith('/unsubscribe'));
  assert.deepEqual(
    removals.map(({ body }) => JSON.parse(body).event),
    [1401, 1402],
  );
});

test('a registration that stays is an error', async () => {
  const busy = await startFaultyService([...REGISTERING, BUSY, BUSY, registered(1401, 1402), BUSY]);
  await assert.rejects((await registerAll(busy.client, URL)).remove(), ServerError);
  const away = await startFaultyService([...REGISTERING, dropConnection]);
  await assert.rejects((await registerAll(away.client, URL)).remove(), ConnectionError);
});
