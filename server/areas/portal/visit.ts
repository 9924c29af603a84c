import type { Language } from '../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../core/http/schema.ts';

/** What the addresses of a visit carry on from page to page, since nothing is kept on the visitor's machine. */
export interface Carried {
  /** Where the visitor came from, as asked for; whether the firm has such a channel is seen later. */
  channel: number | null;
  /** Chosen by the visitor; null: the browser's preference. */
  language: Language | null;
}

export function readCarried(query: Record<string, unknown>): Carried {
  const language = query.lang;
  return {
    channel: toId(query.channel) ?? null,
    language: language === 'de' || language === 'en' ? language : null,
  };
}

/** A positive 32-bit integer out of a text; undefined for anything else. */
export function toId(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return undefined;
  const id = Number(text);
  return id >= 1 && id <= INT32_MAXIMUM ? id : undefined;
}

/** Paths of one firm's portal, each carrying on what the visit carries. */
export class Links {
  readonly #base: string;
  readonly #carried: Carried;

  constructor(tenantKey: string, carried: Carried) {
    this.#base = `/jobs/${tenantKey}`;
    this.#carried = carried;
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

  thanks(jobAdId: number): string {
    return this.#with(`${this.#base}/${jobAdId}/thanks`);
  }

  /** The same, in another language. */
  in(language: Language): Links {
    return new Links(this.#base.slice('/jobs/'.length), { ...this.#carried, language });
  }

  /** Names and values for the hidden fields of a form that is sent by GET, which drops the query of its address. */
  hidden(): [name: string, value: string][] {
    return [...this.#parameters({})];
  }

  #with(path: string, further: Record<string, string | undefined> = {}): string {
    const query = this.#parameters(further).toString();
    return query === '' ? path : `${path}?${query}`;
  }

  #parameters(further: Record<string, string | undefined>): URLSearchParams {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(further)) {
      if (value !== undefined && value !== '') parameters.set(name, value);
    }
    const { channel, language } = this.#carried;
    if (channel !== null) parameters.set('channel', String(channel));
    if (language !== null) parameters.set('lang', language);
    return parameters;
  }
}
