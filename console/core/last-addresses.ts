import type { AnyRouter } from '@tanstack/react-router';

/** What each page has shown last, such as its filters. A sign-out loads the application again, which forgets it. */
const addresses = new Map<string, object>();
/** The page before this one, until the address of this one changes. */
let pageBefore: string | undefined;

/** Remembers what the pages show from now on. */
export function rememberAddresses(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    pageBefore = pathChanged ? fromLocation?.pathname : undefined;
  });
  router.subscribe('onResolved', ({ toLocation: { pathname, search } }) => {
    addresses.set(pathname, search);
  });
}

export const lastAddressOf = (path: string): object => addresses.get(path) ?? {};

/** The id of the record of this list that was shown before the list. */
export function recordBefore(list: string): number | undefined {
  const id = Number(pageBefore?.slice(list.length + 1));
  return pageBefore === `${list}/${id}` ? id : undefined;
}
