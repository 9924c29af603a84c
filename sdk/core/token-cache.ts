/** A token as it is kept. */
export interface StoredToken {
  accessToken: string;
  /** When it was requested; milliseconds since 1970. */
  obtainedAtMs: number;
  /** When it ceases to be valid by the `expires_in` it came with; milliseconds since 1970. */
  expiresAtMs: number;
}

/**
 * Where tokens are kept. Implement it over what your instances share, such as Redis: then all of them together use
 * one token a day. Keys are hashes and name address, audience and credentials; values are secrets.
 */
export interface TokenCache {
  get(key: string): Promise<StoredToken | undefined>;
  set(key: string, token: StoredToken): Promise<void>;
  /**
   * Waits until nobody else renews the token of this key, and answers what ends the claim. Must give up by itself
   * on a holder that died. Without it, instances that start at the same moment request a token each.
   */
  lock?(key: string): Promise<() => Promise<void>>;
}

/** Keeps tokens for as long as the process lives. */
export function memoryTokenCache(): TokenCache {
  const tokens = new Map<string, StoredToken>();
  return {
    get: async (key) => tokens.get(key),
    set: async (key, token) => {
      tokens.set(key, token);
    },
  };
}

/** Shared by all clients of the process that name no other cache. */
export const processTokenCache = memoryTokenCache();
