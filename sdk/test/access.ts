import assert from 'node:assert/strict';
import { memoryTokenCache, Stellwerk, type StellwerkOptions, type TokenCache } from '../index.ts';

/** What the demo of a started service tells its visitors, as far as the tests need it. */
export interface Access {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** A client of the started service, with a token of its own unless a cache is given. */
export function connect(access: Access, options: Partial<StellwerkOptions> = {}): Stellwerk {
  const { baseUrl, clientId, clientSecret } = access;
  return new Stellwerk({
    baseUrl,
    clientId,
    clientSecret,
    customerName: 'SDK-Tests',
    tokenCache: memoryTokenCache(),
    ...options,
  } as StellwerkOptions);
}

/** Every request a client makes: what was sent where, in order. */
export interface Witness {
  fetch: typeof globalThis.fetch;
  requests: { path: string; headers: Headers; status: number }[];
}

export function witness(
  change: (url: string, init: RequestInit) => RequestInit = (_, init) => init,
): Witness {
  const requests: Witness['requests'] = [];
  return {
    requests,
    async fetch(input, init) {
      const url = String(input);
      const response = await fetch(url, change(url, init!));
      requests.push({
        path: new URL(url).pathname,
        headers: new Headers(init!.headers),
        status: response.status,
      });
      return response;
    },
  };
}

/** Counts tokens as the service counts them for the bill. */
export class Ledger {
  readonly #client: Stellwerk;
  readonly #clientId: string;
  constructor(access: Access) {
    this.#client = connect(access);
    this.#clientId = access.clientId;
  }

  async issued(): Promise<number> {
    const { clients } = await this.#client.usage.getTokens();
    return clients.find(({ clientId }) => clientId === this.#clientId)!.issued;
  }

  /** How many tokens were issued while the work was done. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = await this.issued();
    await work();
    return (await this.issued()) - before;
  }
}

/** Where a token is kept as a test wants it. */
export function cacheHolding(accessToken: string, secondsLeft: number): TokenCache {
  const cache = memoryTokenCache();
  const now = Date.now();
  return {
    ...cache,
    get: async (key) =>
      (await cache.get(key)) ?? {
        accessToken,
        obtainedAtMs: now - 86_400_000 + secondsLeft * 1000,
        expiresAtMs: now + secondsLeft * 1000,
      },
  };
}

/** The token a client uses now. */
export async function tokenOf(access: Access): Promise<string> {
  const seen = witness();
  await connect(access, { fetch: seen.fetch }).branches.list();
  const token = seen.requests.at(-1)!.headers.get('authorization')!.replace('Bearer ', '');
  assert.ok(token.length > 100);
  return token;
}
