import type { AnyRouter } from '@tanstack/react-router';

/** What each page has shown last, such as its filters. A sign-out loads the application again, which forgets it. */
const addresses = new Map<string, object>();

/** Remembers what the pages show from now on. */
export function rememberAddresses(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation: { pathname, search } }) => {
    addresses.set(pathname, search);
  });
}

export const lastAddressOf = (path: string): object => addresses.get(path) ?? {};
