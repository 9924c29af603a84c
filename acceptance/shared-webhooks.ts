import { Deliverer } from '../server/areas/webhooks/index.ts';
import type { ApiResponse, PlatformApi, TestService } from '../server/testing/harness.ts';
import { startReceiver } from '../server/testing/webhook-receiver.ts';

const CANDIDATE_CHANGED = 1402;
const CANDIDATE_STATUS_CHANGED = 1404;
const PERIOD = { eventDateFromUtc: '2000-01-01T00:00:00Z' };

/**
 * Registrations for the events of the other calls, whose receiver fails half of the time, and calls that make, resend, and drop their
 * deliveries. The service must permit internal addresses.
 */
export async function sharedWebhooks(
  service: TestService,
  admin: PlatformApi,
): Promise<Record<string, () => Promise<ApiResponse>>> {
  const { api, id: tenantId } = service.tenant;
  const receiver = await startReceiver();
  receiver.respond = (_call, response) => void response.writeHead(Math.random() < 0.5 ? 200 : 500).end();
  const deliverer = new Deliverer(service.services);
  service.beforeClose(() => deliverer.stop());
  const subscribe = (event: number, path: string) =>
    api.post('/webhooks/subscribe', { event, url: new URL(path, receiver.url).href, resendMissed: true });
  for (const event of [CANDIDATE_CHANGED, CANDIDATE_STATUS_CHANGED])
    for (const path of ['/one', '/two']) await subscribe(event, path);
  return {
    makeCalls: async () => {
      const response = await api.get('/webhooks/subscriptions');
      for (const { id } of response.body.subscriptions)
        await deliverer.drain({ tenantId, registrationId: id });
      return response;
    },
    resendAll: () => admin.post('/webhooks/protocol/resend', { ...PERIOD, sendStatusIds: [130, 131, 132] }),
    resendFailed: () =>
      admin.post('/webhooks/protocol/resend', { ...PERIOD, eventTypes: [CANDIDATE_CHANGED] }),
    // Either is a 400 if the registration is as the call wants it.
    register: () => subscribe(CANDIDATE_CHANGED, '/one'),
    unregister: () =>
      api.post('/webhooks/unsubscribe', {
        event: CANDIDATE_CHANGED,
        url: new URL('/one', receiver.url).href,
      }),
  };
}
