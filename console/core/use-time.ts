import { useSyncExternalStore } from 'react';
import { toLocalDay } from './local-day.ts';
import { daysAgo } from './texts/formats.ts';

const MINUTE_MS = 60_000;
/** A timer can end a moment before the minute that it waits for. */
const SHORTEST_MS = 1000;

/** One timer for all of them. It ends at a full minute, so that it meets the midnight of every time zone. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  for (const listener of [...listeners]) listener();
  const restMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  timer = setTimeout(tick, Math.max(SHORTEST_MS, restMs));
}

/** Nobody sees a page that is hidden. Timers also stop while the computer sleeps. */
function update(): void {
  clearTimeout(timer);
  if (!document.hidden) tick();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', update);
    update();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', update);
    clearTimeout(timer);
  };
}

/**
 * What `read` makes of the current time. It is read again each minute and when the page is shown again, and draws the component again
 * only if it has changed.
 */
export const useAtTime = (read: () => string): string => useSyncExternalStore(subscribe, read);

/** The day on the calendar of the user, such as 2026-03-06. */
export const useToday = (): string => useAtTime(() => toLocalDay(new Date()));

/** The day in UTC, in which the service counts. */
export const useUtcToday = (): string => useAtTime(() => daysAgo(0));
