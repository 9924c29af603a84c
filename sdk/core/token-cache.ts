/** A token in a cache. */
export interface StoredToken {
  accessToken: string;
  /** When the token was requested, in milliseconds since 1970. */
  obtainedAtMs: number;
  /** When the token expires according to its `expires_in`, in milliseconds since 1970. */
  expiresAtMs: number;
}

/**
 * Stores tokens. Implement it with storage that your instances share, such as Redis; together they then use one token a
 * day. A key is a hash of the URL, the audience and the credentials. The values are secrets.
 */
export interface TokenCache {
  get(key: string): Promise<StoredToken | undefined>;
  set(key: string, token: StoredToken): Promise<void>;
  /**
   * Waits until no other instance renews the token with this key, and returns a function that releases the lock. Must
   * detect a holder that died. Without it, instances that start at the same moment request a token each.
   */
  lock?(key: string): Promise<() => Promise<void>>;
}

/** Keeps tokens in the memory of the process. */
export function memoryTokenCache(): TokenCache {
  const tokens = new Map<string, StoredToken>();
  return {
    get: async (key) => tokens.get(key),
    set: async (key, token) => {
      tokens.set(key, token);
    },
  };
}

/** Shared by all clients of the process that have no other cache. */
export const processTokenCache = memoryTokenCache();
