import type { Stellwerk } from '../client.ts';
import { BadRequestError } from '../core/errors.ts';

/** An event as the service names it. */
export interface EventType {
  id: number;
  name: string;
}

export interface Registration {
  /** Events that were registered by this call, and are removed by `remove`. */
  added: EventType[];
  /** Events for which this address was registered already: left as they are. */
  existing: EventType[];
  /** Takes back what was added. */
  remove(): Promise<void>;
}

/** The service takes no address inside its own network; what would help is up to its operator. */
export class PrivateAddressRefused extends Error {
  override name = 'PrivateAddressRefused';
  constructor(url: string) {
    super(
      `The service does not call ${url}: it leads to a private address. Give a public one with --public-url, for example ` +
        'that of a tunnel, or have a service on your own machine started with WEBHOOK_ALLOW_PRIVATE=true.',
    );
  }
}

/**
 * Registers the address for these events, for all of them when none is named; names may end in `*`. When one of them
 * is refused, those registered before it are removed again.
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
    // One that cannot be removed must not keep the rest.
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
      `The service has no event ${name}. It has: ${types.map((type) => type.name).join(', ')}.`,
    );
  return found;
}
