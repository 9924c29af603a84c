import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { DeliveryPage } from '../../../core/api/deliveries.ts';
import type { Delivery, WholeDelivery } from '../../../core/api/records.ts';

const QUERY_KEY = ['webhooks', 'deliveries'];

/** A call usually has its outcome after that time. */
const FIRST_DELAY_MS = 1500;
/** Each delay is twice as long as the one before. All of them are about three minutes. */
const LAST_DELAY_MS = 96_000;
/** A list with more pages is read only once: each read reads all of them, and there is a button for that. */
const FOLLOWED_PAGES = 3;

/** Reads again the deliveries that are shown. */
export const refreshDeliveries = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: QUERY_KEY });

/**
 * Reads the deliveries that are shown once more, and then each list that still has a resent one without an outcome. It waits while nobody
 * sees the page, and ends when the page is left. Without `ids`, all deliveries that are due were resent.
 */
export async function followOutcomes(queryClient: QueryClient, ids?: readonly string[]): Promise<void> {
  const shown = (predicate: (query: Query) => boolean) =>
    queryClient.getQueryCache().findAll({ queryKey: QUERY_KEY, type: 'active', predicate });
  const resent = new Map(
    shown(() => true)
      .flatMap((query) => pagesOf(query).flat())
      .filter((row) => isDue(row) && (ids ?? [row.id]).includes(row.id))
      .map(({ id, attempts }) => [id, attempts]),
  );
  const isWaiting = ({ id, attempts, nextAttemptAtUtc }: Delivery) =>
    nextAttemptAtUtc !== null && resent.get(id) === attempts;
  const isFollowed = (query: Query) => {
    const pages = pagesOf(query);
    return pages.length <= FOLLOWED_PAGES && pages.flat().some(isWaiting);
  };
  // It does not cancel the read of another page, which the user has asked for.
  const read = (predicate: (query: Query) => boolean) =>
    queryClient.refetchQueries({ queryKey: QUERY_KEY, type: 'active', predicate }, { cancelRefetch: false });
  await isSeen(FIRST_DELAY_MS);
  // Also if none of them is in the list any more, because it has another status since it was resent.
  await read(() => true);
  for (let delayMs = 2 * FIRST_DELAY_MS; delayMs <= LAST_DELAY_MS; delayMs *= 2) {
    if (shown(isFollowed).length === 0) return;
    await isSeen(delayMs);
    await read(isFollowed);
  }
}

/** A delivery that is resent is due since its event. One that waits for its retry is due later, perhaps in hours. */
const isDue = ({ nextAttemptAtUtc, eventDateUtc }: Delivery): boolean =>
  nextAttemptAtUtc !== null && Date.parse(nextAttemptAtUtc) <= Date.parse(eventDateUtc);

/** Waits so long, and until somebody sees the page. */
async function isSeen(delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

/** Those of the list, and the one whose details are open. */
function pagesOf({ state }: Query): (readonly Delivery[])[] {
  const data = state.data as InfiniteData<DeliveryPage> | WholeDelivery | undefined;
  if (data === undefined) return [];
  return 'pages' in data ? data.pages.map(({ deliveries }) => deliveries) : [[data]];
}
