import type { Caller } from './context.ts';

/**
 * The request headers that every response of an operation depends on, by the kind of its caller, as the value of Vary. The same
 * URL has other contents for another tenant: its value lists, its windows. A program that calls for several tenants through
 * one cache would otherwise get those of one tenant with the token of another. `private` does not prevent that, because
 * such a cache is the program's own. The price is that a new token finds nothing in a cache. Also part of a 304, because a cache
 * takes over its headers.
 */
export const VARY: Readonly<Record<Caller['kind'], string>> = {
  client: 'accept-encoding, authorization',
  user: 'accept-encoding, cookie',
  operator: 'accept-encoding',
  anonymous: 'accept-encoding',
};
