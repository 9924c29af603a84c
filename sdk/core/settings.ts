import type { TokenCache } from './token-cache.ts';
import { toUserAgent } from './user-agent.ts';

/** Something that deserves a look although the call succeeded. */
export type Warning =
  | {
      kind: 'ignoredProperties';
      /** Method and path template of the operation. */
      operation: string;
      /** Properties of the body that the operation does not take, by dotted path. */
      properties: string[];
      message: string;
    }
  | {
      kind: 'tokenCache';
      /** What the cache threw; the client went on with a token of its own. */
      cause: unknown;
      message: string;
    };

interface CommonOptions {
  clientId: string;
  clientSecret: string;
  /** Name of your company; umlauts and spaces are rewritten. Sent as `User-Agent: Mozilla/5.0 (<customerName>)`. */
  customerName: string;
  /** Where the token endpoint `/oauth/token` is; by default the API host. */
  authUrl?: string;
  /** The API identifier tokens are requested for; by default `<apiHost>/api/v3`. */
  audience?: string;
  /** Shares tokens with other processes; by default a token is shared within this process only. */
  tokenCache?: TokenCache;
  /** Replaces the global `fetch`, for example to go through a proxy. */
  fetch?: typeof globalThis.fetch;
  /**
   * Longest wait in milliseconds, 60,000 by default: for a whole call, or, where a body is streamed, for the next
   * part of it.
   */
  timeoutMs?: number;
  /** How often a call is repeated where repeating is safe; 3 by default, 0 turns it off. */
  maxRetries?: number;
  /** Refuse properties that an operation does not take, instead of having them ignored. */
  strict?: boolean;
  /** Language of names from value lists; `en` unless said otherwise. */
  language?: 'en' | 'de';
  /** Told what deserves a look although the call succeeded. */
  onWarning?(warning: Warning): void;
}

/** Give the base address of the API, which ends in /v3, or the host it is on. */
export type StellwerkOptions = CommonOptions &
  ({ baseUrl: string; apiHost?: undefined } | { apiHost: string; baseUrl?: undefined });

export interface Settings {
  baseUrl: string;
  tokenUrl: string;
  audience: string;
  clientId: string;
  clientSecret: string;
  userAgent: string;
  tokenCache: TokenCache | undefined;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  maxRetries: number;
  strict: boolean;
  language: 'en' | 'de' | undefined;
  onWarning(warning: Warning): void;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 3;

/** Checks the options and fills in the defaults; throws a TypeError that says what is wrong and how it should be. */
export function toSettings(options: StellwerkOptions): Settings {
  refuseBrowsers();
  if (options === null || typeof options !== 'object')
    throw new TypeError('Stellwerk takes an object of options.');
  const { baseUrl, apiHost } = addresses(options);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  // Timers of Node hold 31 bits; a longer time would fire at once.
  if (!(timeoutMs > 0 && timeoutMs <= 2_147_483_647))
    throw new TypeError('timeoutMs must be a number of milliseconds above 0.');
  const maxRetries = options.maxRetries ?? DEFAULT_MAX_RETRIES;
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new TypeError('maxRetries must be 0 or a positive integer.');
  return {
    baseUrl,
    tokenUrl: `${address('authUrl', options.authUrl ?? apiHost)}/oauth/token`,
    audience: options.audience ?? `${apiHost}/api/v3`,
    clientId: credential('clientId', options.clientId),
    clientSecret: credential('clientSecret', options.clientSecret),
    userAgent: toUserAgent(required('customerName', options.customerName)),
    tokenCache: options.tokenCache,
    // Called through the global at each use, so that instrumentation installed later is seen.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    maxRetries,
    strict: options.strict ?? false,
    language: options.language,
    onWarning: options.onWarning?.bind(options) ?? (() => {}),
  };
}

function addresses({ baseUrl, apiHost }: StellwerkOptions): { baseUrl: string; apiHost: string } {
  if (baseUrl !== undefined && apiHost !== undefined) throw new TypeError('Give either baseUrl or apiHost.');
  if (apiHost !== undefined) {
    const host = address('apiHost', apiHost);
    return { apiHost: host, baseUrl: `${host}/v3` };
  }
  const base = address('baseUrl', required('baseUrl (or apiHost)', baseUrl));
  if (!base.endsWith('/v3') || base.endsWith('/api/v3')) {
    throw new TypeError(
      `baseUrl must end in /v3, such as https://api.example.com/v3; /api/v3 is only for the audience of tokens. ` +
        `Got ${JSON.stringify(baseUrl)}.`,
    );
  }
  return { baseUrl: base, apiHost: base.slice(0, -'/v3'.length) };
}

function address(name: string, value: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new TypeError(`${name} must be an absolute address, such as https://api.example.com.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`${name} must begin with https:// or http://.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError(`${name} must be an address without credentials, query and fragment.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function required(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
  return value;
}

/** The service refuses credentials with spaces around them as wrong; copied from an e-mail, they often have some. */
function credential(name: string, value: unknown): string {
  const text = required(name, value);
  if (text !== text.trim())
    throw new TypeError(`${name} has white space at its beginning or end: remove it.`);
  return text;
}

/**
 * A client secret in a page is a client secret in the hands of everyone who opens it. Told apart by what only
 * browsers have, so that a document simulated in a test on Node passes.
 */
function refuseBrowsers(): void {
  const scope = globalThis as { process?: { versions?: { node?: unknown } } };
  if (typeof scope.process?.versions?.node === 'string') return;
  throw new TypeError(
    'Stellwerk runs on servers only: in a browser everybody could read the client secret. ' +
      'Call your own server from the page, and the API from there.',
  );
}
