import assert from 'node:assert/strict';
import { memoryTokenCache, Stellwerk, type StellwerkOptions, type TokenCache } from '../index.ts';

/** The settings in demo.json that the tests need. */
export interface Access {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Creates a client of the service. It does not share its token unless a cache is given. */
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

/** Every request of a client, in order. */
interface RecordedRequests {
  fetch: typeof globalThis.fetch;
  requests: { path: string; headers: Headers; status: number }[];
}

/** A `fetch` that records the requests and can change them before they are sent. */
export function recordRequests(
  change: (url: string, init: RequestInit) => RequestInit = (_, init) => init,
): RecordedRequests {
  const requests: RecordedRequests['requests'] = [];
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

/** Counts tokens as the service does for the invoice. */
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

  /** The number of tokens issued during the work. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = await this.issued();
    await work();
    return (await this.issued()) - before;
  }
}

/** A cache that already has a token with this time left. */
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

/** A valid token. */
export async function tokenOf(access: Access): Promise<string> {
  const seen = recordRequests();
  await connect(access, { fetch: seen.fetch }).branches.list();
  const token = seen.requests.at(-1)!.headers.get('authorization')!.replace('Bearer ', '');
  assert.ok(token.length > 100);
  return token;
}
