import type { TestContext } from 'node:test';
import {
  BadRequestError,
  type WebhookEventProtocolDto,
  type WebhookReadSubscriptionsDto,
} from '../../sdk/index.ts';
import { eventually } from '../expect.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';
import type { RuleKey } from '../rules/index.ts';
import { type Delivery, type Receiver, startReceiver } from './receiver.ts';

// What the tests of webhooks share: registrations of a URL, and rules that need a receiver.

const { subscribe, unsubscribe } = client.webhooks;

export async function register(url: string, ...events: number[]): Promise<void> {
  for (const event of events) await subscribe({ event, url });
}

export async function removeAll(url: string): Promise<void> {
  for (const { event } of await registrationsOf(url)) await unsubscribe({ event, url });
}

export async function registrationsOf(url: string): Promise<WebhookReadSubscriptionsDto[]> {
  const { subscriptions } = await client.webhookSubscriptions.list();
  return subscriptions.filter((subscription) => subscription.url === url);
}

export async function protocolOf(url: string, entityId?: number): Promise<WebhookEventProtocolDto[]> {
  const { events } = await client.webhookProtocol.list({
    eventDateFromUtc: new Date(Date.now() - 3_600_000).toISOString(),
    eventDateToUtc: new Date(Date.now() + 3_600_000).toISOString(),
    entityId: entityId ?? null,
  });
  return events.filter(({ webhookUrl }) => webhookUrl === url);
}

/** A rule about calls, tested with a local receiver. Skipped if the installation does not call private addresses. */
export function ruleOfCalls(
  keys: RuleKey | readonly RuleKey[],
  title: string,
  body: (receiver: Receiver, context: TestContext) => Promise<void>,
): void {
  rule(keys, title, async (t) => {
    const receiver = await startReceiver();
    const { url } = receiver;
    try {
      // Checks whether the installation accepts the URL, with an event that no test triggers.
      await subscribe({ event: 1472, url });
      await unsubscribe({ event: 1472, url });
      await body(receiver, t);
    } catch (error) {
      if (!(error instanceof BadRequestError && error.operation === 'POST /webhooks/subscribe')) throw error;
      t.skip('this installation does not call private addresses (WEBHOOK_ALLOW_PRIVATE)');
    } finally {
      await removeAll(url);
      receiver.close();
    }
  });
}

export function deliveryFor({ deliveries }: Receiver, entityId: number): Promise<Delivery> {
  return eventually('the call', async () =>
    deliveries.find(({ body }) => (body.data ?? body).entityId === entityId),
  );
}
