import { type AnyEndpoint, defineEndpoint, invalid } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { hostOf, PrivateAddressError, publicAddresses, resolveHost, urlKey } from '../delivery/index.ts';
import { listRegistrations, register, unregister } from './queries.ts';
import { EVENT_TYPES, registrationFaults, toSubscription } from './rules.ts';
import { EventTypesResponse, SubscribeBody, SubscriptionsResponse, UnsubscribeBody } from './schema.ts';

/** The look-up must not delay the request for long; each call checks again. */
const RESOLVE_TIMEOUT_MS = 3000;

const common = { audience: 'integration', area: 'Webhooks' } as const;

export const registrationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...common,
    id: 'webhookEventType_list',
    method: 'GET',
    path: '/webhooks/event/types',
    permission: 'webhooks:read',
    summary: 'List the events',
    description: 'One operation triggers one event, the most specific.',
    success: { status: 200, description: 'All events.', schema: EventTypesResponse },
    etag: 'content',
    handle: async () => ({ eventTypes: EVENT_TYPES }),
  }),
  defineEndpoint({
    ...common,
    id: 'webhookSubscription_list',
    method: 'GET',
    path: '/webhooks/subscriptions',
    permission: 'webhooks:read',
    summary: 'List the registrations',
    success: { status: 200, description: 'All registrations.', schema: SubscriptionsResponse },
    etag: 'content',
    async handle({ db, tenantId }) {
      const rows = await listRegistrations(db, tenantId);
      return { subscriptions: rows.map(toSubscription) };
    },
  }),
  defineEndpoint({
    ...common,
    id: 'webhook_subscribe',
    method: 'POST',
    path: '/webhooks/subscribe',
    permission: 'webhooks:write',
    summary: 'Register an address for an event',
    description:
      'Each pair of address and event is registered once and has its own error counter. A registration that was paused after 10 failures in a row is reactivated by registering it again. The receiver answers with 200 within 15 seconds; calls are signed after Standard Webhooks.',
    body: SubscribeBody,
    check: ({ body }) => registrationFaults(body),
    success: { status: 200, description: 'Registered, or reactivated.' },
    creates: true,
    examples: [
      { summary: 'New candidates', body: { event: 1401, url: 'https://hooks.example.com/stellwerk' } },
      {
        summary: 'Resume after a pause, with everything that was missed',
        body: { event: 1401, url: 'https://hooks.example.com/stellwerk', resendMissed: true },
      },
    ],
    async handle({ tenantId, body: { event, url, resendMissed }, services, write }) {
      await refusePrivateAddress(url, services);
      const registration = {
        eventTypeId: event,
        url,
        urlKey: urlKey(url),
        resendMissed: resendMissed === true,
      };
      await write(async (db) => {
        if ((await register(db, tenantId, registration)) !== 'duplicate') return;
        throw invalid({
          property: 'url',
          code: 'duplicate',
          message: 'This address is already registered for this event, and active.',
        });
      });
    },
  }),
  defineEndpoint({
    ...common,
    id: 'webhook_unsubscribe',
    method: 'POST',
    path: '/webhooks/unsubscribe',
    permission: 'webhooks:write',
    summary: 'Remove a registration',
    description: 'Pending calls are dropped. The protocol keeps its entries.',
    body: UnsubscribeBody,
    check: ({ body }) => registrationFaults(body),
    success: { status: 200, description: 'Removed.' },
    examples: [{ summary: 'Remove', body: { event: 1401, url: 'https://hooks.example.com/stellwerk' } }],
    async handle({ tenantId, body: { event, url }, write }) {
      await write(async (db) => {
        if (await unregister(db, tenantId, event, urlKey(url))) return;
        throw invalid({
          property: 'url',
          code: 'unknownReference',
          message: 'This address is not registered for this event: see GET /webhooks/subscriptions.',
        });
      });
    },
  }),
];

/** Throws 400 for an address that is not public. A name that cannot be looked up now is accepted: every call checks it. */
async function refusePrivateAddress(url: string, { settings, log }: Services): Promise<void> {
  if (settings.webhookAllowPrivate) return;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, RESOLVE_TIMEOUT_MS);
  try {
    await Promise.race([publicAddresses(hostOf(new URL(url)), resolveHost), late]);
  } catch (error) {
    if (!(error instanceof PrivateAddressError)) {
      log.info({ code: (error as NodeJS.ErrnoException).code }, 'a webhook address could not be looked up');
      return;
    }
    throw invalid({
      property: 'url',
      code: 'notAllowed',
      message: 'url must lead to a public address, not to a loopback, private or link-local one.',
    });
  } finally {
    clearTimeout(timer);
  }
}
