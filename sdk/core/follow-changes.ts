import { type Clock, MAXIMUM_TIMER_MS } from './clock.ts';
import { ConnectionError, RateLimitError, ServerError, TokenError } from './errors.ts';
import { isForeign } from './foreign.ts';
import { askedDelay } from './retry.ts';

/** The properties of a page that following the feed needs. */
interface FeedPage {
  changes: readonly unknown[];
  nextCursor: string;
  hasMore: boolean;
  recordForm: string | null;
}

export interface FollowOptions {
  /** Where to continue: the last stored `nextCursor`, or the `streamPosition` of a full export. Default: the oldest change. */
  cursor?: string | undefined;
  /** Record types, such as `['candidate', 'document']`. Default: all types that the application may read. */
  entities?: readonly string[];
  /** Maximum number of changes in a page, 1 to 1000. Default: 500. */
  limit?: number;
  /** Pause after the last page, in milliseconds, 0 to 2,147,483,647. Default: 5,000. */
  pollMs?: number;
  /** Ends the loop without an error. */
  signal?: AbortSignal;
  /** Called for every failure that is retried, with the delay before the next attempt. */
  onRetry?(error: unknown, delayMs: number): void;
}

const DEFAULT_LIMIT = 500;
const DEFAULT_POLL_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const MAXIMUM_WAIT_MS = 60_000;

/**
 * Yields the pages of the feed from the cursor on until the signal is aborted. Store a page's `nextCursor` after you
 * have handled its changes: a reader that continues from it sees every change exactly once. An empty page is yielded
 * too if its cursor is new, so that the cursor of a quiet feed does not become older than the log reaches, or if the
 * form of the records is new, as it always is on the first page. Waits while the service is unavailable or, once there is
 * a cursor, while something else responds in its place. Throws every other error.
 */
export async function* followFeed<Page extends FeedPage>(
  readPage: (query: object, options: object) => Promise<Page>,
  clock: Clock,
  options: FollowOptions = {},
): AsyncGenerator<Page, void, undefined> {
  const { entities, limit = DEFAULT_LIMIT, pollMs = DEFAULT_POLL_MS, signal } = options;
  checkPollMs(pollMs);
  let { cursor } = options;
  let recordForm: string | null | undefined;
  let failures = 0;
  while (!signal?.aborted) {
    let waitMs: number;
    try {
      const page = await readPage({ cursor, limit, entities }, { signal });
      failures = 0;
      if (page.changes.length > 0 || page.nextCursor !== cursor || page.recordForm !== recordForm) {
        cursor = page.nextCursor;
        recordForm = page.recordForm;
        yield page;
      }
      if (page.hasMore) continue;
      waitMs = pollMs;
    } catch (error) {
      if (signal?.aborted) return;
      // Without a cursor, a wrong address is more likely than a fault on the way to the service.
      if (!isTransient(error) && (cursor === undefined || !isForeign(error))) throw error;
      waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures++, MAXIMUM_WAIT_MS) * (0.5 + clock.random() / 2);
      waitMs = Math.max(waitMs, askedDelay(error));
      options.onRetry?.(error, waitMs);
    }
    try {
      await clock.sleep(waitMs, signal);
    } catch {
      return;
    }
  }
}

/** Throws a TypeError for a pause between two polls that no timer can hold. */
export function checkPollMs(pollMs: number): void {
  if (!(pollMs >= 0 && pollMs <= MAXIMUM_TIMER_MS))
    throw new TypeError('pollMs must be a number of milliseconds from 0 to 2,147,483,647.');
}

/** Whether a later attempt may succeed: the service or the network is unavailable, or there were too many requests. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof ServerError ||
    error instanceof RateLimitError ||
    (error instanceof TokenError && (error.status === 429 || error.status >= 500))
  );
}
