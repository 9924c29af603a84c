import { Readable } from 'node:stream';
import { matches } from '../../../core/http/entity-tag.ts';
import { contentTag, type RouteRequest, type RouteResponse } from '../../../core/http/index.ts';
import type { StaticText } from '../../../core/http/static-text.ts';
import type { Services } from '../../../core/services.ts';
import { readAdsVersion, readSitemap } from '../queries.ts';
import { loadPlaceNames, type PortalTenant, toFrame } from '../tenant.ts';
import { adFeed } from './feed.ts';
import { MAXIMUM_ENTRIES, sitemap } from './sitemap.ts';
import { MAXIMUM_TEXT_BYTES, TextCache } from './text-cache.ts';

// A cache asks each time, and mostly gets a 304: an ad that was unpublished must not stay in a feed.
const HEADERS = { 'cache-control': 'public, no-cache', 'x-content-type-options': 'nosniff' };
const TYPE = 'application/xml; charset=utf-8';

/**
 * Responds with the feed and the sitemap of a tenant. Each request asks the database for the version of the ads in one statement,
 * so that every change is visible at once. A text whose version is unchanged is neither read nor compressed again.
 */
export class Feeds {
  readonly #services: Services;
  readonly #texts = new TextCache();

  constructor(services: Services) {
    this.#services = services;
  }

  async feed(request: RouteRequest, tenant: PortalTenant): Promise<RouteResponse> {
    const { database, settings, now } = this.#services;
    const db = database.tenant(tenant.id);
    // Before the ads are read, so that the text is never older than its version.
    const current = await readAdsVersion(db, tenant.id, now());
    const frame = toFrame(request, tenant, current.settings, settings.publicUrl);
    const list = frame.links.list();
    const version = `${current.version} ${frame.adLanguage} ${tenant.name}`;
    return this.#respond(request, `feed ${tenant.id} ${list}`, version, async () => {
      const namesOf = await loadPlaceNames(this.#services, frame.adLanguage);
      return adFeed(db, tenant.id, frame, namesOf, now());
    });
  }

  async sitemap(request: RouteRequest, tenant: PortalTenant): Promise<RouteResponse> {
    const { database, settings, now } = this.#services;
    const db = database.tenant(tenant.id);
    const { version } = await readAdsVersion(db, tenant.id, now());
    return this.#respond(request, `sitemap ${tenant.id} ${tenant.key}`, version, async () => {
      const entries = await readSitemap(db, tenant.id, MAXIMUM_ENTRIES, now());
      return [sitemap(settings.publicUrl, tenant.key, entries)];
    });
  }

  async #respond(
    request: RouteRequest,
    key: string,
    version: string,
    build: () => Promise<AsyncIterable<string> | Iterable<string>>,
  ): Promise<RouteResponse> {
    // The links have the public URL, which changes if the service moves.
    const etag = contentTag(`${this.#services.settings.publicUrl} ${key} ${version}`);
    const headers = { ...HEADERS, etag, vary: 'accept-encoding' };
    if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
    const known = this.#texts.get(key, version);
    if (known !== undefined) return encoded(request, headers, known);
    // HEAD discards the body, so the ads are not read.
    if (request.method === 'HEAD') return { type: TYPE, headers };
    const { start, rest } = await readStart(await build());
    if (rest !== undefined) return { type: TYPE, headers, body: Readable.from(concatenate(start, rest)) };
    return encoded(request, headers, this.#texts.set(key, version, start.join('')));
  }
}

async function encoded(
  { headers }: RouteRequest,
  responseHeaders: Record<string, string>,
  text: StaticText,
): Promise<RouteResponse> {
  const { encoding, body } = await text.encode(headers);
  return {
    type: TYPE,
    headers: encoding === undefined ? responseHeaders : { ...responseHeaders, 'content-encoding': encoding },
    body,
  };
}

/** Reads all parts, or as many as are kept in memory for one text. `rest` generates the others. */
async function readStart(
  parts: AsyncIterable<string> | Iterable<string>,
): Promise<{ start: string[]; rest: AsyncIterator<string> | Iterator<string> | undefined }> {
  const iterator = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  const start: string[] = [];
  for (let bytes = 0; bytes <= MAXIMUM_TEXT_BYTES; ) {
    const { done, value } = await iterator.next();
    if (done === true) return { start, rest: undefined };
    start.push(value);
    bytes += Buffer.byteLength(value);
  }
  return { start, rest: iterator };
}

async function* concatenate(
  start: readonly string[],
  rest: AsyncIterator<string> | Iterator<string>,
): AsyncGenerator<string> {
  yield* start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
