import { type AnyEndpoint, defineEndpoint, type Fault, invalid } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { hostOf, PrivateAddressError, publicAddresses, resolveHost, urlKey } from '../delivery/index.ts';
import { isRegistered, listRegistrations, register, unregister } from './queries.ts';
import {
  DUPLICATE,
  EVENT_TYPES,
  MAXIMUM_REGISTRATIONS,
  NOT_REGISTERED,
  PRIVATE_ADDRESS,
  registrationFaults,
  TOO_MANY_REGISTRATIONS,
  toSubscription,
} from './rules.ts';
import { EventTypesResponse, SubscribeBody, SubscriptionsResponse, UnsubscribeBody } from './schema.ts';

/** Keeps a slow DNS lookup from delaying the request. Every call checks the address again. */
const RESOLVE_TIMEOUT_MS = 3000;

const common = { audience: 'integration', area: 'Webhooks' } as const;

export const registrationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...common,
    id: 'webhookEventType_list',
    method: 'GET',
    path: '/webhooks/event/types',
    permission: 'webhooks:read',
    summary: 'List event types',
    description: 'An operation triggers only one event, the most specific one.',
    success: { status: 200, description: 'All event types.', schema: EventTypesResponse },
    etag: 'content',
    handle: async () => ({ eventTypes: EVENT_TYPES }),
  }),
  defineEndpoint({
    ...common,
    id: 'webhookSubscription_list',
    method: 'GET',
    path: '/webhooks/subscriptions',
    permission: 'webhooks:read',
    summary: 'List registrations',
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
    description: `A pair of address and event can be registered only once and has a separate error counter. An event can have ${MAXIMUM_REGISTRATIONS} registrations. After 10 failed calls in a row, a registration is paused; register the pair again to reactivate it. The receiver must respond with 200 within 15 seconds. Calls are signed according to Standard Webhooks.`,
    body: SubscribeBody,
    check: ({ body }) => registrationFaults(body),
    findFaults: ({ services, body: { url } }) => privateAddressFaults(services, url),
    findWriteFaults: async ({ db, tenantId, body: { event, url } }) =>
      event !== undefined &&
      url !== undefined &&
      (await isRegistered(db, tenantId, event, urlKey(url), { isActive: true }))
        ? [DUPLICATE]
        : [],
    success: { status: 200, description: 'Registered, or reactivated.' },
    creates: true,
    examples: [
      {
        summary: 'Register for new candidates',
        body: { event: 1401, url: 'https://hooks.example.com/stellwerk' },
      },
      {
        summary: 'Reactivate a paused registration and receive the missed calls',
        body: { event: 1401, url: 'https://hooks.example.com/stellwerk', resendMissed: true },
      },
    ],
    async handle({ tenantId, body: { event, url, resendMissed }, write }) {
      const registration = {
        eventTypeId: event,
        url,
        urlKey: urlKey(url),
        resendMissed: resendMissed === true,
      };
      await write(async (db) => {
        const result = await register(db, tenantId, registration);
        if (result === 'tooMany') throw invalid(TOO_MANY_REGISTRATIONS);
        if (result === 'duplicate') throw invalid(DUPLICATE);
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
    description: 'Drops pending calls. The delivery log keeps its entries.',
    body: UnsubscribeBody,
    check: ({ body }) => registrationFaults(body),
    findWriteFaults: async ({ db, tenantId, body: { event, url } }) =>
      event === undefined || url === undefined || (await isRegistered(db, tenantId, event, urlKey(url)))
        ? []
        : [NOT_REGISTERED],
    success: { status: 200, description: 'Removed.' },
    examples: [
      {
        summary: 'Stop calls for new candidates',
        body: { event: 1401, url: 'https://hooks.example.com/stellwerk' },
      },
    ],
    async handle({ tenantId, body: { event, url }, write }) {
      await write(async (db) => {
        if (!(await unregister(db, tenantId, event, urlKey(url)))) throw invalid(NOT_REGISTERED);
      });
    },
  }),
];

/** The fault of an address that is not public. Accepts a name that cannot be resolved, because every call checks again. */
async function privateAddressFaults({ settings, log }: Services, url: string | null): Promise<Fault[]> {
  if (url === null || settings.webhookAllowPrivate) return [];
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, RESOLVE_TIMEOUT_MS);
  try {
    await Promise.race([publicAddresses(hostOf(new URL(url)), resolveHost), timeout]);
    return [];
  } catch (error) {
    if (error instanceof PrivateAddressError) return [PRIVATE_ADDRESS];
    log.info({ code: (error as NodeJS.ErrnoException).code }, 'a webhook address could not be resolved');
    return [];
  } finally {
    clearTimeout(timer);
  }
}
