import type { AnyEndpoint, Audience } from './endpoint.ts';

/** Below which path the operations of an audience are served. */
export const PREFIXES: Readonly<Record<Audience, string>> = { integration: '/v3', platform: '/platform' };

/**
 * The operations that an audience is served. Users of the platform have its own ones and all of the integration API,
 * since whoever works there reads and writes the same records; where both know a method and path, the platform's own
 * one counts.
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
