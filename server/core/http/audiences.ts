import type { AnyEndpoint, Audience } from './endpoint.ts';

/** The path prefix of each audience's operations. */
export const PREFIXES: Readonly<Record<Audience, string>> = { integration: '/v3', platform: '/platform' };

/**
 * Returns the operations of an audience. Users of the platform have its own operations and the entire integration API, because
 * they work on the same records. If both have the same method and path, the platform's operation wins.
 */
export function operationsOf(audience: Audience, endpoints: readonly AnyEndpoint[]): AnyEndpoint[] {
  const own = endpoints.filter((endpoint) => endpoint.audience === audience);
  if (audience === 'integration') return own;
  const taken = new Set(own.map(routeOf));
  const shared = endpoints.filter(
    (endpoint) => endpoint.audience !== audience && !taken.has(routeOf(endpoint)),
  );
  return [...own, ...shared];
}

function routeOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}
