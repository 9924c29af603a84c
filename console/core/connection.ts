import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// Whether the service can be reached. Browsers say only whether the device has a network, so a call that got no response
// counts as well. Meanwhile queries wait, and they go on when the connection is back. Changes do not wait.

const PROBE_MS = 2000;
/** Small, and served without the database. */
const PROBE_PATH = '/favicon.svg';

const listeners = new Set<() => void>();
let isReachable = true;
let isProbing = false;

const isConnected = (): boolean => isReachable && navigator.onLine;

function update(next: boolean): void {
  isReachable = next;
  onlineManager.setOnline(isConnected());
  for (const listener of listeners) listener();
}

async function probe(): Promise<boolean> {
  try {
    await fetch(PROBE_PATH, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

async function probeUntilReachable(): Promise<void> {
  if (await probe()) {
    isProbing = false;
    update(true);
  } else setTimeout(probeUntilReachable, PROBE_MS);
}

/** Asks the service, and says so on the page if it does not respond. */
export async function isServiceReachable(): Promise<boolean> {
  const responds = await probe();
  if (!responds) reportUnreachable();
  return responds;
}

/** A call got no response. The service is asked until it responds. */
export function reportUnreachable(): void {
  if (isReachable) update(false);
  if (isProbing) return;
  isProbing = true;
  setTimeout(probeUntilReachable, PROBE_MS);
}

// TanStack's own listeners would say that there is a connection when only the network is back.
onlineManager.setEventListener(() => () => {});
addEventListener('online', () => update(isReachable));
addEventListener('offline', () => update(isReachable));

export function useIsConnected(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isConnected);
}
