import { type Clock, orAborted } from './clock.ts';
import { TokenError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { delayBeforeRetry, readRetryAfter, shouldRetry } from './retry.ts';
import type { Settings } from './settings.ts';
import { processTokenCache, type StoredToken, type TokenCache } from './token-cache.ts';

const RENEW_BEFORE_MS = 5 * 60_000;
// Tokens cost money. If the service rejects a new token too, the next one is requested after this time, which doubles
// with every rejected token up to an hour.
const FIRST_HOLD_MS = 60_000;
const MAXIMUM_HOLD_MS = 3_600_000;

interface Renewal {
  token: StoredToken;
  /** Whether the token came from the token endpoint and not from a cache. */
  isNew: boolean;
}

/** Running renewals in this process. Clients that share a cache share its renewals too. */
const renewals = new WeakMap<TokenCache, Map<string, Promise<Renewal>>>();

type TokenSettings = Pick<
  Settings,
  | 'tokenUrl'
  | 'audience'
  | 'clientId'
  | 'clientSecret'
  | 'userAgent'
  | 'tokenCache'
  | 'fetch'
  | 'timeoutMs'
  | 'maxRetries'
  | 'onWarning'
>;

/**
 * Provides the access token. It is used until five minutes before it expires. Calls that wait for a token at the same
 * time share one request.
 */
export class TokenSource {
  readonly #settings: TokenSettings;
  readonly #clock: Clock;
  readonly #cache: TokenCache;
  readonly #key: Promise<string>;
  #current: StoredToken | undefined;
  #heldUntilMs = 0;
  #holdMs = FIRST_HOLD_MS;

  constructor(settings: TokenSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#cache = settings.tokenCache ?? processTokenCache;
    this.#key = cacheKey(settings);
  }

  /** Returns a token that should be valid. */
  async get(signal?: AbortSignal): Promise<string> {
    if (this.#current !== undefined && this.#isFresh(this.#current)) return this.#current.accessToken;
    return orAborted(this.#renew(undefined), signal);
  }

  /**
   * Returns another token than this one, which the service has rejected. Returns undefined if the last new token was
   * rejected too, so that another one would probably be useless.
   */
  async replace(rejected: string, signal?: AbortSignal): Promise<string | undefined> {
    const current = this.#current;
    if (current !== undefined && current.accessToken !== rejected && this.#isFresh(current))
      return current.accessToken;
    if (this.#clock.now() < this.#heldUntilMs) return undefined;
    return orAborted(this.#renew(rejected), signal);
  }

  /** Must be called when the service has rejected a token from `replace`. */
  replacementRejected(): void {
    this.#heldUntilMs = this.#clock.now() + this.#holdMs;
    this.#holdMs = Math.min(this.#holdMs * 2, MAXIMUM_HOLD_MS);
  }

  /** Must be called when the service has accepted a token. */
  accepted(): void {
    this.#heldUntilMs = 0;
    this.#holdMs = FIRST_HOLD_MS;
  }

  /** A token that lives less than ten minutes is used for half its life. Otherwise every call would renew it. */
  #isFresh({ obtainedAtMs, expiresAtMs }: StoredToken): boolean {
    const margin = Math.min(RENEW_BEFORE_MS, (expiresAtMs - obtainedAtMs) / 2);
    return this.#clock.now() < expiresAtMs - margin;
  }

  async #renew(rejected: string | undefined): Promise<string> {
    const key = await this.#key;
    let running = renewals.get(this.#cache);
    if (running === undefined) {
      running = new Map();
      renewals.set(this.#cache, running);
    }
    while (true) {
      const current = running.get(key);
      if (current === undefined) break;
      const { token, isNew } = await current;
      // A renewal that started before the rejection may have found the rejected token in the cache.
      if (isNew || token.accessToken !== rejected) return this.#use(token);
    }
    const renewal = this.#findOrRequest(key, rejected).finally(() => running.delete(key));
    running.set(key, renewal);
    return this.#use((await renewal).token);
  }

  #use(token: StoredToken): string {
    this.#current = token;
    return token.accessToken;
  }

  async #findOrRequest(key: string, rejected: string | undefined): Promise<Renewal> {
    const cached = await this.#readCache(key, rejected);
    if (cached !== undefined) return { token: cached, isNew: false };
    const release = await this.#lockCache(key);
    try {
      // The previous holder of the lock has probably stored a token.
      const done = await this.#readCache(key, rejected);
      if (done !== undefined) return { token: done, isNew: false };
      const token = await this.#request();
      await this.#tryCache(() => this.#cache.set(key, token));
      return { token, isNew: true };
    } finally {
      if (release !== undefined) await this.#tryCache(release);
    }
  }

  async #readCache(key: string, rejected: string | undefined): Promise<StoredToken | undefined> {
    const token = await this.#tryCache(() => this.#cache.get(key));
    const isUsable = isStoredToken(token) && this.#isFresh(token) && token.accessToken !== rejected;
    return isUsable ? token : undefined;
  }

  async #lockCache(key: string): Promise<(() => Promise<void>) | undefined> {
    return this.#cache.lock === undefined ? undefined : this.#tryCache(() => this.#cache.lock!(key));
  }

  /** A failing cache costs a token, but must not make calls fail. */
  async #tryCache<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      this.#settings.onWarning({
        kind: 'tokenCache',
        cause,
        message: 'The token cache failed. This process continues without it.',
      });
      return undefined;
    }
  }

  async #request(): Promise<StoredToken> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#requestOnce();
      } catch (error) {
        if (attempt >= this.#settings.maxRetries || !shouldRetry(error, true)) throw error;
        await this.#clock.sleep(delayBeforeRetry(error, attempt, this.#clock));
      }
    }
  }

  async #requestOnce(): Promise<StoredToken> {
    const { tokenUrl, audience, clientId, clientSecret, userAgent, fetch, timeoutMs } = this.#settings;
    // The time before the request, because the token may be older than its arrival.
    const obtainedAtMs = this.#clock.now();
    const { exchange, response } = await Exchange.open(
      tokenUrl,
      () => ({
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'user-agent': userAgent,
        },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          audience,
        }).toString(),
      }),
      { operation: 'POST /oauth/token', fetch, timeoutMs },
    );
    const body = parseObject(await exchange.readText(response));
    if (response.status !== 200) {
      throw new TokenError(
        response.status,
        textOf(body.error) ?? 'unknown',
        textOf(body.error_description),
        readRetryAfter(response.headers, this.#clock.now()),
      );
    }
    const { access_token: accessToken, expires_in: expiresIn } = body;
    if (
      typeof accessToken !== 'string' ||
      accessToken === '' ||
      typeof expiresIn !== 'number' ||
      expiresIn <= 0
    )
      throw new TokenError(200, 'unknown', 'The response has no access_token or no expires_in.');
    return { accessToken, obtainedAtMs, expiresAtMs: obtainedAtMs + expiresIn * 1000 };
  }
}

/**
 * A hash of everything that a token depends on. It includes the secret, so that a wrong secret fails immediately and not
 * when the token of the right one expires.
 */
async function cacheKey({ tokenUrl, audience, clientId, clientSecret }: TokenSettings): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([tokenUrl, audience, clientId, clientSecret]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checks a value from the cache, which another program may have written. */
function isStoredToken(value: unknown): value is StoredToken {
  const token = value as Partial<StoredToken> | null;
  return (
    typeof token?.accessToken === 'string' &&
    Number.isFinite(token.obtainedAtMs) &&
    Number.isFinite(token.expiresAtMs)
  );
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
