import type { Clock } from './clock.ts';
import { ConnectionError, RateLimitError, ServerError, TokenError } from './errors.ts';

/** A page of the feed, as far as following it needs to know. */
export interface FeedPage {
  changes: readonly unknown[];
  nextCursor: string;
  hasMore: boolean;
}

export interface FollowOptions {
  /** Where to go on: the `nextCursor` stored last, or `streamPosition` of a full export. Without it, the oldest change. */
  cursor?: string | undefined;
  /** Record types to see, such as `['candidate', 'document']`; without them all that the application may read. */
  entities?: readonly string[];
  /** Most changes of a batch, 1 to 1000; 500 by default. */
  limit?: number;
  /** Pause in milliseconds after a page that was the last one; 5,000 by default. */
  pollMs?: number;
  /** Ends the feed: the loop then simply ends. */
  signal?: AbortSignal;
  /** Told of every failure that the feed outlives, and how long it waits before it goes on. */
  onRetry?(error: unknown, delayMs: number): void;
}

const DEFAULT_LIMIT = 500;
const DEFAULT_POLL_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Pages of the feed from the cursor on, as they come, until the signal is aborted. Store a page's `nextCursor` once
 * its changes are dealt with: whoever goes on from there sees every change exactly once. A page without changes is
 * given too when its cursor is another one, so that a rarely changing feed does not fall behind what is kept.
 * A service that is away is waited for; what no waiting mends is thrown.
 */
export async function* followFeed<Page extends FeedPage>(
  readPage: (query: object, options: object) => Promise<Page>,
  clock: Clock,
  options: FollowOptions = {},
): AsyncGenerator<Page, void, undefined> {
  const { entities, limit = DEFAULT_LIMIT, pollMs = DEFAULT_POLL_MS, signal } = options;
  let { cursor } = options;
  let failures = 0;
  while (!signal?.aborted) {
    let waitMs: number;
    try {
      const page = await readPage({ cursor, limit, entities: entities?.join(',') }, { signal });
      failures = 0;
      if (page.changes.length > 0 || page.nextCursor !== cursor) {
        cursor = page.nextCursor;
        yield page;
      }
      if (page.hasMore) continue;
      waitMs = pollMs;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTransient(error)) throw error;
      waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS) * (0.5 + clock.random() / 2);
      waitMs = Math.max(
        waitMs,
        ((error as { retryAfterSeconds?: number | null }).retryAfterSeconds ?? 0) * 1000,
      );
      options.onRetry?.(error, waitMs);
    }
    try {
      await clock.sleep(waitMs, signal);
    } catch {
      return;
    }
  }
}

/** Whether waiting may mend it: the service or the network is away, or asks for patience. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof ServerError ||
    error instanceof RateLimitError ||
    (error instanceof TokenError && (error.status === 429 || error.status >= 500))
  );
}
