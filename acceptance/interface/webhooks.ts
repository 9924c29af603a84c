import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { BadRequestError } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { NOBODY, unique } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';
import { register, registrationsOf, removeAll } from './webhook-receivers.ts';

const CANDIDATE_CREATED = 1401;
const CANDIDATE_CHANGED = 1402;

const STANDARD = 1482;
const CLOUD_EVENTS = 1483;

const { subscribe, unsubscribe } = client.webhooks;

/** A URL that is never called, for tests that trigger no event. */
function somewhere(t: TestContext): string {
  const url = `https://example.org/${unique()}`;
  t.after(() => removeAll(url));
  return url;
}

rule('webhooks.eventTypes', 'The events are listed with their record types', async () => {
  const { eventTypes } = await client.webhookEventTypes.list();
  shows(eventTypes.find(({ id }) => id === CANDIDATE_CREATED)!, {
    name: 'candidate.created',
    entity: 'candidate',
  });
  for (const { id, name, description, entity } of eventTypes) assert.ok(id && name && description && entity);
});

rule('webhooks.perEvent', 'Two URLs and two events are four registrations', async (t) => {
  const urls = [somewhere(t), somewhere(t)];
  for (const url of urls) await register(url, CANDIDATE_CREATED, CANDIDATE_CHANGED);
  for (const url of urls)
    shows(await registrationsOf(url), [
      { event: CANDIDATE_CREATED, eventName: 'candidate.created', isPaused: false, errorCount: 0 },
      { event: CANDIDATE_CHANGED, eventName: 'candidate.changed', isPaused: false, errorCount: 0 },
    ]);
});

rule('webhooks.pairUnique', 'The same pair cannot be registered twice', async (t) => {
  const url = somewhere(t);
  await register(url, CANDIDATE_CREATED);
  await refused(subscribe({ event: CANDIDATE_CREATED, url }), { url: 'duplicate' });
  await refused(subscribe({ event: NOBODY, url }), { event: 'unknownReference' });
});

rule('webhooks.unsubscribe', 'A registration can be removed once', async (t) => {
  const url = somewhere(t);
  await register(url, CANDIDATE_CREATED);
  await unsubscribe({ event: CANDIDATE_CREATED, url });
  assert.deepEqual(await registrationsOf(url), []);
  await refused(unsubscribe({ event: CANDIDATE_CREATED, url }), { url: 'unknownReference' });
});

rule('webhooks.urlChecked', 'A relative URL and a URL with a password are rejected', async () => {
  for (const url of ['/hook', 'ftp://example.org/', 'https://user:secret@example.org/'])
    await assert.rejects(subscribe({ event: CANDIDATE_CREATED, url }), BadRequestError);
});

rule('webhooks.settings', 'The settings can be read', async () => {
  const { settings } = await client.webhookSettings.read();
  shows(settings, { failureThreshold: 10, timeoutSeconds: 15 });
  assert.ok([STANDARD, CLOUD_EVENTS].includes(settings.eventDataTypeId));
  assert.ok(settings.retryScheduleSeconds.every((seconds) => seconds > 0));
});

rule('webhooks.unknownFormat', 'The format 1484 is not found', async () => {
  await notFound(client.webhookSettings.setEventDataType(1484 as typeof STANDARD));
});

rule('webhooks.protocolPeriod', 'A period that ends before it starts is rejected', async () => {
  await refused(
    client.webhookProtocol.list({
      eventDateFromUtc: '2026-03-02T00:00:00Z',
      eventDateToUtc: '2026-03-01T00:00:00Z',
    }),
    { eventDateToUtc: 'range' },
  );
});
