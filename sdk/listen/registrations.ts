import type { Stellwerk } from '../client.ts';
import { BadRequestError } from '../core/errors.ts';

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
  client: Stellwerk,
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
    // A failure must not keep the other registrations.
    const results = await Promise.allSettled(
      added.map(({ id }) => client.webhooks.unsubscribe({ event: id, url })),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
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
