import type { Language, RouteRequest } from '../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../core/http/schema.ts';

/** The state of a visit. All links pass it on in their query, because nothing is stored in the visitor's browser. */
interface Visit {
  /** The channel through which the visitor came. It is not yet checked whether the tenant has this channel. */
  channel: number | null;
  /** The language that the visitor chose. Null uses the browser's preference. */
  language: Language | null;
}

export function readVisit(query: Record<string, unknown>): Visit {
  const language = query.lang;
  return {
    channel: toId(query.channel) ?? null,
    language: language === 'de' || language === 'en' ? language : null,
  };
}

/** Parses a positive 32-bit integer. Returns undefined for anything else. */
export function toId(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return undefined;
  const id = Number(text);
  return id >= 1 && id <= INT32_MAXIMUM ? id : undefined;
}

/**
 * The address of a page as the links have it, if the visitor wrote it in another way: the key in capitals, or a slash at the end. A form
 * is not sent again to another address.
 */
export function otherAddress({ method, message }: RouteRequest, tenantKey: string): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  // Some proxies request a page by its whole URL.
  const url = (message.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  const parts = url.slice(0, end).split('/').filter(Boolean);
  const address = ['/jobs', tenantKey, ...parts.slice(2)].join('/') + url.slice(end);
  return address === url ? undefined : address;
}

/** Builds the paths of one tenant's portal, with the state of the visit in their query. */
export class Links {
  readonly #base: string;
  readonly #visit: Visit;

  constructor(tenantKey: string, visit: Visit) {
    this.#base = `/jobs/${tenantKey}`;
    this.#visit = visit;
  }

  list(filter: Record<string, string | undefined> = {}): string {
    return this.#with(this.#base, filter);
  }

  ad(jobAdId: number): string {
    return this.#with(`${this.#base}/${jobAdId}`);
  }

  form(jobAdId: number): string {
    return this.#with(`${this.#base}/${jobAdId}/apply`);
  }

  /** Where the form is sent to read the CV in it. */
  readCv(jobAdId: number): string {
    return this.#with(`${this.#base}/${jobAdId}/cv`);
  }

  thanks(jobAdId: number): string {
    return this.#with(`${this.#base}/${jobAdId}/thanks`);
  }

  /** Names and values for hidden fields of a GET form, because a GET form drops the query of its action URL. */
  hiddenFields(): [name: string, value: string][] {
    return [...this.#parameters({})];
  }

  #with(path: string, extra: Record<string, string | undefined> = {}): string {
    const query = this.#parameters(extra).toString();
    return query === '' ? path : `${path}?${query}`;
  }

  #parameters(extra: Record<string, string | undefined>): URLSearchParams {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(extra)) {
      if (value !== undefined && value !== '') parameters.set(name, value);
    }
    const { channel, language } = this.#visit;
    if (channel !== null) parameters.set('channel', String(channel));
    if (language !== null) parameters.set('lang', language);
    return parameters;
  }
}
