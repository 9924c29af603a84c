import { MAXIMUM_TIMER_MS } from './clock.ts';
import type { TokenCache } from './token-cache.ts';
import { toUserAgent } from './user-agent.ts';

/** A problem that did not make the call fail. */
export type Warning =
  | {
      kind: 'ignoredProperties';
      /** The method and path template of the operation. */
      operation: string;
      /** The dotted paths of the unknown properties in the body. */
      properties: string[];
      message: string;
    }
  | {
      kind: 'tokenCache';
      /** What the cache threw. The client continued without the cache. */
      cause: unknown;
      message: string;
    };

interface CommonOptions {
  clientId: string;
  clientSecret: string;
  /** Name of your company, sent as `User-Agent: Mozilla/5.0 (<customerName>)`. Umlauts and spaces are replaced. */
  customerName: string;
  /** The host of the token endpoint `/oauth/token`. Default: the API host. */
  authUrl?: string;
  /** The API identifier for which tokens are requested. Default: `<apiHost>/api/v3`. */
  audience?: string;
  /** Shares tokens between processes. Default: tokens are shared within this process only. */
  tokenCache?: TokenCache;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: typeof globalThis.fetch;
  /**
   * Maximum time to wait for a response, in milliseconds. If a body is streamed, the maximum time between two parts of
   * it. At most 300,000 (5 minutes), the limit of the global `fetch`. With your own `fetch`, at most 2,147,483,647. Default: 60,000.
   */
  timeoutMs?: number;
  /** How often to retry a call that is safe to retry. Default: 3. */
  maxRetries?: number;
  /** Reject unknown properties instead of ignoring them. Default: false. */
  strict?: boolean;
  /** Language of names from value lists. Default: `en`. */
  language?: 'en' | 'de';
  /** Called for problems that did not make a call fail. */
  onWarning?(warning: Warning): void;
}

/** Set either the base URL of the API, which ends in /v3, or its host. */
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
  /** The largest timeout that `fetch` allows. */
  maximumTimeoutMs: number;
  maxRetries: number;
  strict: boolean;
  language: 'en' | 'de' | undefined;
  onWarning(warning: Warning): void;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 3;
// The global fetch ends a request after 300 s without the headers, or without a part of the body, whatever else is set.
const GLOBAL_FETCH_TIMEOUT_MS = 300_000;

// A record and not a list, so that the compiler demands every name.
const NAMES: Readonly<Record<keyof StellwerkOptions, true>> = {
  baseUrl: true,
  apiHost: true,
  authUrl: true,
  audience: true,
  clientId: true,
  clientSecret: true,
  customerName: true,
  tokenCache: true,
  fetch: true,
  timeoutMs: true,
  maxRetries: true,
  strict: true,
  language: true,
  onWarning: true,
};

/** Checks the options and adds the defaults. Throws a TypeError that says what is wrong and what is expected. */
export function toSettings(options: StellwerkOptions): Settings {
  rejectBrowsers();
  if (options === null || typeof options !== 'object') throw new TypeError('The options must be an object.');
  rejectUnknown(options);
  const { baseUrl, apiHost } = addresses(options);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const maximumTimeoutMs = options.fetch === undefined ? GLOBAL_FETCH_TIMEOUT_MS : MAXIMUM_TIMER_MS;
  checkTimeout(timeoutMs, maximumTimeoutMs);
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
    // Looked up at each call, so that instrumentation installed later applies.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    maximumTimeoutMs,
    maxRetries,
    strict: options.strict ?? false,
    language: options.language,
    onWarning: options.onWarning?.bind(options) ?? (() => {}),
  };
}

/** Throws a TypeError for a timeout that would not be the one that applies. */
export function checkTimeout(timeoutMs: number, maximumMs: number): void {
  if (timeoutMs > 0 && timeoutMs <= maximumMs) return;
  const rule = `timeoutMs must be greater than 0 and at most ${maximumMs.toLocaleString('en-US')}`;
  throw new TypeError(
    maximumMs === GLOBAL_FETCH_TIMEOUT_MS
      ? `${rule}, the limit of the global fetch. To wait longer, set the option fetch to one without this limit, such as that of the package undici with an Agent whose headersTimeout and bodyTimeout are 0.`
      : `${rule}.`,
  );
}

/** Without this, the default would silently apply instead of a misspelled option. */
function rejectUnknown(options: StellwerkOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown !== undefined)
    throw new TypeError(`Unknown option ${unknown}. The options are ${Object.keys(NAMES).join(', ')}.`);
}

function addresses({ baseUrl, apiHost }: StellwerkOptions): { baseUrl: string; apiHost: string } {
  if (baseUrl !== undefined && apiHost !== undefined)
    throw new TypeError('Set either baseUrl or apiHost, not both.');
  if (apiHost !== undefined) {
    const host = address('apiHost', apiHost);
    return { apiHost: host, baseUrl: `${host}/v3` };
  }
  const base = address('baseUrl', required('baseUrl (or apiHost)', baseUrl));
  if (!base.endsWith('/v3') || base.endsWith('/api/v3')) {
    throw new TypeError(
      `baseUrl must end in /v3, such as https://api.example.com/v3. A URL that ends in /api/v3 is an audience. ` +
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
    throw new TypeError(`${name} must be an absolute URL, such as https://api.example.com.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`${name} must start with https:// or http://.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError(`${name} must be a URL without credentials, query and fragment.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function required(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
  return value;
}

/** Credentials that are copied from an e-mail often have spaces around them, which the service rejects. */
function credential(name: string, value: unknown): string {
  const text = required(name, value);
  if (text !== text.trim()) throw new TypeError(`${name} must not start or end with white space.`);
  return text;
}

/**
 * Everyone who opens a page can read a client secret in it. Browsers are detected by the missing `process`, so that a
 * simulated DOM in a test on Node is not mistaken for one.
 */
function rejectBrowsers(): void {
  const scope = globalThis as { process?: { versions?: { node?: unknown } } };
  if (typeof scope.process?.versions?.node === 'string') return;
  throw new TypeError(
    'Stellwerk runs on servers only, because in a browser everyone could read the client secret. ' +
      'Call your own server from the page, and the API from your server.',
  );
}
