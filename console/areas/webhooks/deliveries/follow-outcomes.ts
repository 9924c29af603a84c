import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DeliveryPage } from '../../../core/api/deliveries.ts';
import type { Delivery, WholeDelivery } from '../../../core/api/records.ts';

/** A call usually has its outcome after that time. */
const FIRST_DELAY_MS = 1500;
/** Each delay is twice as long as the one before. All of them are about three minutes. */
const LAST_DELAY_MS = 96_000;

/** Reads the deliveries that are shown again. */
export const refreshDeliveries = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] });

/**
 * Reads the deliveries that are shown again until none of those that were resent waits for its call. It waits while nobody sees the page,
 * and ends when it is left. Without `ids`, all that wait were resent.
 */
export async function followOutcomes(queryClient: QueryClient, ids?: readonly string[]): Promise<void> {
  const waiting = new Map(
    shown(queryClient)
      .filter((row) => isWaiting(row) && (ids ?? [row.id]).includes(row.id))
      .map(({ id, attempts }) => [id, attempts]),
  );
  const hasOne = () =>
    shown(queryClient).some((row) => isWaiting(row) && waiting.get(row.id) === row.attempts);
  for (let delayMs = FIRST_DELAY_MS; delayMs <= LAST_DELAY_MS && hasOne(); delayMs *= 2) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (document.hidden)
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
    await refreshDeliveries(queryClient);
  }
}

const isWaiting = ({ nextAttemptAtUtc }: Delivery): boolean => nextAttemptAtUtc !== null;

/** Those of the list, and the one whose details are open. */
function shown(queryClient: QueryClient): Delivery[] {
  const active = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['webhooks', 'deliveries'], type: 'active' });
  return active.flatMap(({ state }) => {
    const data = state.data as InfiniteData<DeliveryPage> | WholeDelivery | undefined;
    if (data === undefined) return [];
    return 'pages' in data ? data.pages.flatMap(({ deliveries }) => deliveries) : [data];
  });
}
