import { isServiceReachable } from './connection.ts';

/** A second reload within this time would not help either. */
const PAUSE_MS = 60_000;
const KEY = 'stellwerk.reloadedAt';

/**
 * A page that was opened before an upgrade asks for parts that are gone, and has to be loaded again. A part can also be missing
 * because there is no connection. Then the page stays, and shows that.
 */
export function reloadAfterUpgrades(): void {
  window.addEventListener('vite:preloadError', async () => {
    if (!(await isServiceReachable())) return;
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}

/** Whether a part of the console could not be loaded. The texts are those of the browsers and of the build. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /preload CSS|dynamically imported module|Importing a module script failed/i.test(error.message)
  );
}
