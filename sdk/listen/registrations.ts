import { BadRequestError, ConnectionError } from '../core/errors.ts';
import type { OperationGroups } from '../generated/operations.ts';

type Client = Pick<OperationGroups, 'webhooks' | 'webhookEventTypes' | 'webhookSubscriptions'>;

/** An event type of the service. */
interface EventType {
  id: number;
  name: string;
}

export interface Registration {
  /** Events that this call registered and `remove` will remove. */
  added: EventType[];
  /** Events for which the URL was already registered. `remove` leaves them alone. */
  existing: EventType[];
  /** Removes the registrations that were added. */
  remove(): Promise<void>;
}

/** The service refuses to call private addresses, unless its operator allows them. */
class PrivateAddressRefused extends Error {
  override name = 'PrivateAddressRefused';
  constructor(url: string) {
    super(
      `The service does not call ${url} because it is a private address. Set --public-url to a public one, such as the ` +
        'address of a tunnel. If the service is your own, you can also start it with WEBHOOK_ALLOW_PRIVATE=true.',
    );
  }
}

/**
 * Registers the URL for these events, or for all events if none is named. A name may end in `*`. If a registration
 * fails, the ones before it are removed again.
 */
export async function registerAll(
  client: Client,
  url: string,
  names: readonly string[] = [],
): Promise<Registration> {
  const { eventTypes } = await client.webhookEventTypes.list();
  const wanted = names.length === 0 ? eventTypes : names.flatMap((name) => matching(eventTypes, name));
  const { subscriptions } = await client.webhookSubscriptions.list();
  const own = subscriptions.filter((subscription) => subscription.url === url);
  const added: EventType[] = [];
  const existing: EventType[] = [];
  const remove = async () => {
    const failed = await unsubscribeAll(client, url, added);
    if (failed.types.length === 0) return;
    // A call that the busy service refused is not repeated by the client. This read is, so it waits for as long as the service
    // asks, and it shows what is still there.
    const remaining = (await client.webhookSubscriptions.list()).subscriptions.filter(
      (subscription) => subscription.url === url,
    );
    const types = failed.types.filter(({ id }) => remaining.some(({ event }) => event === id));
    const { error } = await unsubscribeAll(client, url, types);
    if (error !== undefined) throw error;
  };
  try {
    for (const { id, name } of new Map(wanted.map((type) => [type.id, type])).values()) {
      const registered = own.find(({ event }) => event === id);
      if (registered !== undefined && !registered.isPaused) {
        existing.push({ id, name });
        continue;
      }
      await client.webhooks.subscribe({ event: id, url });
      added.push({ id, name });
    }
  } catch (error) {
    await remove().catch(() => {});
    const isRefused =
      error instanceof BadRequestError &&
      error.validationErrors.some(({ property, code }) => property === 'url' && code === 'notAllowed');
    throw isRefused ? new PrivateAddressRefused(url) : error;
  }
  return { added, existing, remove };
}

/**
 * Removes these registrations one after another, because a busy service refuses some of many calls at once. A failure does not
 * keep the others, unless the service cannot be reached. Returns the registrations that may be left, and the first failure.
 */
async function unsubscribeAll(
  client: Client,
  url: string,
  types: readonly EventType[],
): Promise<{ types: readonly EventType[]; error: unknown }> {
  const failed: EventType[] = [];
  let first: unknown;
  for (const [index, type] of types.entries()) {
    try {
      await client.webhooks.unsubscribe({ event: type.id, url });
    } catch (error) {
      first ??= error;
      if (error instanceof ConnectionError)
        return { types: [...failed, ...types.slice(index)], error: first };
      failed.push(type);
    }
  }
  return { types: failed, error: first };
}

function matching(types: readonly EventType[], name: string): EventType[] {
  const found = types.filter((type) =>
    name.endsWith('*') ? type.name.startsWith(name.slice(0, -1)) : type.name === name,
  );
  if (found.length === 0)
    throw new TypeError(
      `The service has no event ${name}. Its events are: ${types.map((type) => type.name).join(', ')}.`,
    );
  return found;
}
