import { type Clock, orAborted } from './clock.ts';
import { TokenError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { delayBeforeRepeat, mayRepeat, readRetryAfter } from './retry.ts';
import type { Settings } from './settings.ts';
import { processTokenCache, type StoredToken, type TokenCache } from './token-cache.ts';

const RENEW_BEFORE_MS = 5 * 60_000;
// A new token that is refused as well costs money for nothing: the next one is requested after this time, twice
// that the next time, and so on up to an hour.
const FIRST_HOLD_MS = 60_000;
const LONGEST_HOLD_MS = 3_600_000;

interface Renewal {
  token: StoredToken;
  /** It came from the token endpoint just now, not out of a cache. */
  isNew: boolean;
}

/** Renewals under way in this process, so that clients sharing a cache share them too. */
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
 * Gives out the access token: kept for as long as `expires_in` says, renewed when less than five minutes of it are
 * left, requested once however many calls wait for it.
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

  /** A token that is valid as far as anyone here knows. */
  async get(signal?: AbortSignal): Promise<string> {
    if (this.#current !== undefined && this.#isFresh(this.#current)) return this.#current.accessToken;
    return orAborted(this.#renew(undefined), signal);
  }

  /**
   * Another token than this one, which the service has refused; undefined when requesting one would be in vain,
   * since the last new one was refused too.
   */
  async replace(refused: string, signal?: AbortSignal): Promise<string | undefined> {
    const current = this.#current;
    if (current !== undefined && current.accessToken !== refused && this.#isFresh(current))
      return current.accessToken;
    if (this.#clock.now() < this.#heldUntilMs) return undefined;
    return orAborted(this.#renew(refused), signal);
  }

  /** To be told when the service has refused a token that `replace` gave. */
  replacementRefused(): void {
    this.#heldUntilMs = this.#clock.now() + this.#holdMs;
    this.#holdMs = Math.min(this.#holdMs * 2, LONGEST_HOLD_MS);
  }

  /** To be told when the service has taken a token. */
  accepted(): void {
    this.#heldUntilMs = 0;
    this.#holdMs = FIRST_HOLD_MS;
  }

  /** A token that lives shorter than ten minutes is used for half its life: it would be renewed at every call. */
  #isFresh({ obtainedAtMs, expiresAtMs }: StoredToken): boolean {
    const margin = Math.min(RENEW_BEFORE_MS, (expiresAtMs - obtainedAtMs) / 2);
    return this.#clock.now() < expiresAtMs - margin;
  }

  async #renew(refused: string | undefined): Promise<string> {
    const key = await this.#key;
    let running = renewals.get(this.#cache);
    if (running === undefined) {
      running = new Map();
      renewals.set(this.#cache, running);
    }
    while (true) {
      const underWay = running.get(key);
      if (underWay === undefined) break;
      const { token, isNew } = await underWay;
      // One that began before the refusal may have come back from the cache with the very token that was refused.
      if (isNew || token.accessToken !== refused) return this.#use(token);
    }
    const renewal = this.#findOrRequest(key, refused).finally(() => running.delete(key));
    running.set(key, renewal);
    return this.#use((await renewal).token);
  }

  #use(token: StoredToken): string {
    this.#current = token;
    return token.accessToken;
  }

  async #findOrRequest(key: string, refused: string | undefined): Promise<Renewal> {
    const cached = await this.#readCache(key, refused);
    if (cached !== undefined) return { token: cached, isNew: false };
    const release = await this.#lockCache(key);
    try {
      // Whoever held the lock before has probably done the work.
      const done = await this.#readCache(key, refused);
      if (done !== undefined) return { token: done, isNew: false };
      const token = await this.#request();
      await this.#tryCache(() => this.#cache.set(key, token));
      return { token, isNew: true };
    } finally {
      if (release !== undefined) await this.#tryCache(release);
    }
  }

  async #readCache(key: string, refused: string | undefined): Promise<StoredToken | undefined> {
    const token = await this.#tryCache(() => this.#cache.get(key));
    const isUsable = isStoredToken(token) && this.#isFresh(token) && token.accessToken !== refused;
    return isUsable ? token : undefined;
  }

  async #lockCache(key: string): Promise<(() => Promise<void>) | undefined> {
    return this.#cache.lock === undefined ? undefined : this.#tryCache(() => this.#cache.lock!(key));
  }

  /** A cache that fails costs a token; it must not stop the calls. */
  async #tryCache<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      this.#settings.onWarning({
        kind: 'tokenCache',
        cause,
        message: 'The token cache failed; this process goes on with a token of its own.',
      });
      return undefined;
    }
  }

  async #request(): Promise<StoredToken> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#requestOnce();
      } catch (error) {
        if (attempt >= this.#settings.maxRetries || !mayRepeat(error, true)) throw error;
        await this.#clock.sleep(delayBeforeRepeat(error, attempt, this.#clock));
      }
    }
  }

  async #requestOnce(): Promise<StoredToken> {
    const { tokenUrl, audience, clientId, clientSecret, userAgent, fetch, timeoutMs } = this.#settings;
    // The time before the request: the token may be older than its arrival, never older than this.
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
      { fetch, timeoutMs },
    );
    const answer = parseObject(await exchange.readText(response));
    if (response.status !== 200) {
      throw new TokenError(
        response.status,
        textOf(answer.error) ?? 'unknown',
        textOf(answer.error_description),
        readRetryAfter(response.headers, this.#clock.now()),
      );
    }
    const { access_token: accessToken, expires_in: expiresIn } = answer;
    if (
      typeof accessToken !== 'string' ||
      accessToken === '' ||
      typeof expiresIn !== 'number' ||
      expiresIn <= 0
    )
      throw new TokenError(200, 'unknown', 'The answer has no access_token or no expires_in.');
    return { accessToken, obtainedAtMs, expiresAtMs: obtainedAtMs + expiresIn * 1000 };
  }
}

/**
 * Hash of everything a token depends on. The secret is part of it: a wrong one must fail at once, not when the
 * token of the right one expires.
 */
async function cacheKey({ tokenUrl, audience, clientId, clientSecret }: TokenSettings): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([tokenUrl, audience, clientId, clientSecret]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What comes out of a shared cache was written by another program. */
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
