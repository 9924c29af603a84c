import { Readable } from 'node:stream';
import { describeCause } from '../../core/http/describe-cause.ts';
import { matches } from '../../core/http/entity-tag.ts';
import {
  type ApiError,
  contentTag,
  type ReferenceKinds,
  type Route,
  type RouteGroup,
  type RouteRequest,
  type RouteResponse,
} from '../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../core/http/limits.ts';
import type { Services } from '../../core/services.ts';
import { HOMEPAGE_CHANNEL } from '../applications/index.ts';
import { findOnlyTenant } from '../tenants/index.ts';
import { ApplicationDesk } from './application/desk.ts';
import { adFeed } from './feeds/feed.ts';
import { MAXIMUM_ENTRIES, robots, sitemap } from './feeds/sitemap.ts';
import { type Firm, Firms, loadPlaceNames, toFrame } from './firm.ts';
import { detailPage } from './pages/detail.ts';
import type { Frame } from './pages/layout.ts';
import { listPage, PAGE_SIZE } from './pages/list.ts';
import { thanksPage } from './pages/notice.ts';
import { type Ad, findAd, findAdId, listAds, readAdsVersion, readSitemap } from './queries.ts';
import { notice, page, redirect, uncachedPage } from './responses.ts';
import { readSearch, toFilter } from './search.ts';
import { readPortalSettings } from './settings.ts';
import { STYLESHEET, STYLESHEET_ROUTE, STYLESHEET_VERSION } from './stylesheet.ts';
import type { NoticeName } from './texts.ts';
import { isVisit, openTraffic, type TrafficKind } from './traffic.ts';
import { Links, readCarried, toId } from './visit.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FEED_HEADERS = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };

/** The job portal at /jobs: pages for people and search engines, without a token, a cookie or a script. */
export function portalRoutes(services: Services, references: ReferenceKinds): RouteGroup[] {
  const portal = new Portal(services, references);
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, handle });
  return [
    { routes: [get('/robots.txt', () => portal.robots())] },
    {
      prefix: '/jobs',
      body: { kind: 'stream', mediaType: 'multipart/form-data', maximumBytes: LARGEST_BODY_BYTES },
      routes: [
        get('/', (request) => portal.entrance(request)),
        get(STYLESHEET_ROUTE, stylesheet),
        get('/{firm}', (request) => portal.list(request)),
        get('/{firm}/feed.xml', (request) => portal.feed(request)),
        get('/{firm}/sitemap.xml', (request) => portal.sitemap(request)),
        get('/{firm}/{jobAdId}', (request) => portal.ad(request)),
        get('/{firm}/{jobAdId}/apply', (request) => portal.form(request)),
        { method: 'POST', path: '/{firm}/{jobAdId}/apply', handle: (request) => portal.apply(request) },
        get('/{firm}/{jobAdId}/thanks', (request) => portal.thanks(request)),
      ],
      refuse: (error, request) => refuse(services, error, request),
      refuseUnknownPath: (request) => notice(request, 404, 'unknownPage'),
      close: () => portal.close(),
    },
  ];
}

class Portal {
  readonly #services: Services;
  readonly #firms: Firms;
  readonly #desk: ApplicationDesk;
  readonly #traffic;

  constructor(services: Services, references: ReferenceKinds) {
    this.#services = services;
    this.#firms = new Firms(services);
    this.#desk = new ApplicationDesk(services, references);
    this.#traffic = openTraffic(services);
  }

  close(): Promise<void> {
    return this.#traffic.close();
  }

  /** Redirects to the only firm. Names none of several: firms must not learn of each other. */
  async entrance(request: RouteRequest): Promise<RouteResponse> {
    const firm = await findOnlyTenant(this.#services.database.system);
    if (firm === undefined) return notice(request, 404, 'noFirm');
    return redirect(302, new Links(firm.key, readCarried(request.query)).list());
  }

  list(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, async (firm) => {
      const search = readSearch(request.query);
      const range = { limit: PAGE_SIZE, offset: (search.page - 1) * PAGE_SIZE };
      const list = await listAds(this.#services.database.tenant(firm.id), firm.id, toFilter(search), range);
      const frame = this.#frame(request, firm, list.settings);
      return page(request, listPage(frame, list, search), frame.language);
    });
  }

  ad(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, async (firm) => {
      const jobAdId = request.params.jobAdId!;
      if (UUID.test(jobAdId)) {
        const id = await findAdId(this.#services.database.tenant(firm.id), firm.id, jobAdId);
        if (id !== undefined) return redirect(301, new Links(firm.key, readCarried(request.query)).ad(id));
      }
      return this.#ofAd(request, firm, async ({ frame, ad, channelId }) => {
        this.#count('views', request, firm, ad.id, channelId);
        const namesOf = await loadPlaceNames(this.#services, frame.adLanguage);
        return page(request, detailPage(frame, ad, namesOf(ad)), frame.language);
      });
    });
  }

  form(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, (firm) =>
      this.#ofAd(request, firm, async ({ frame, ad, channelId }) => {
        this.#count('applyClicks', request, firm, ad.id, channelId);
        const html = await this.#desk.emptyForm(frame, firm.id, ad);
        return uncachedPage(200, html, frame.language);
      }),
    );
  }

  apply(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, async (firm) => {
      const waitSeconds = this.#desk.admit(request.clientAddress);
      if (waitSeconds > 0) {
        const { headers, ...tooMany } = notice(request, 429, 'tooMany');
        return { ...tooMany, headers: { ...headers, 'retry-after': String(waitSeconds) } };
      }
      return this.#ofAd(request, firm, async ({ frame, ad, channelId: asked }) => {
        // The default channel is not named: an application is accepted even if the firm has ended that channel.
        const channelId = asked === HOMEPAGE_CHANNEL ? undefined : asked;
        const refused = await this.#desk.receive(request.message, frame, firm.id, ad, channelId);
        if (refused !== undefined) return uncachedPage(422, refused, frame.language);
        return redirect(303, frame.links.thanks(ad.id));
      });
    });
  }

  thanks(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, async (firm) => {
      const settings = await readPortalSettings(this.#services.database.tenant(firm.id), firm.id);
      const frame = this.#frame(request, firm, settings);
      return page(request, thanksPage(frame), frame.language);
    });
  }

  feed(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, async (firm) => {
      const db = this.#services.database.tenant(firm.id);
      const [settings, version, namesOf] = await Promise.all([
        readPortalSettings(db, firm.id),
        readAdsVersion(db, firm.id),
        loadPlaceNames(this.#services, 'de'),
      ]);
      const frame = this.#frame(request, firm, settings);
      const etag = contentTag(`${version} ${settings.version} ${firm.name} ${frame.links.list()}`);
      const headers = { ...FEED_HEADERS, etag };
      if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
      const response = { type: 'application/xml; charset=utf-8', headers };
      // The ads are not read for a body that is discarded.
      if (request.method === 'HEAD') return response;
      const body = Readable.from(adFeed(db, firm.id, frame, namesOf, this.#services.now()));
      return { ...response, body };
    });
  }

  sitemap(request: RouteRequest): Promise<RouteResponse> {
    return this.#ofFirm(request, async (firm) => {
      const entries = await readSitemap(this.#services.database.tenant(firm.id), firm.id, MAXIMUM_ENTRIES);
      return {
        type: 'application/xml; charset=utf-8',
        headers: FEED_HEADERS,
        body: sitemap(this.#services.settings.publicUrl, firm.key, entries),
      };
    });
  }

  async robots(): Promise<RouteResponse> {
    const firm = await findOnlyTenant(this.#services.database.system);
    return {
      type: 'text/plain; charset=utf-8',
      headers: FEED_HEADERS,
      body: robots(this.#services.settings.publicUrl, firm?.key),
    };
  }

  #frame(request: RouteRequest, firm: Firm, settings: Parameters<typeof toFrame>[2]): Frame {
    return toFrame(request, firm, settings, this.#services.settings.publicUrl);
  }

  /** What `respond` makes of the firm that the path names, or the notice that there is none. */
  async #ofFirm(
    request: RouteRequest,
    respond: (firm: Firm) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const firm = await this.#firms.find(request.params.firm!);
    return firm === undefined ? notice(request, 404, 'unknownPage') : respond(firm);
  }

  /** What `respond` makes of the active ad that the path names, or the notice that there is none. */
  async #ofAd(
    request: RouteRequest,
    firm: Firm,
    respond: (found: { frame: Frame; ad: Ad; channelId: number }) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const channel = { wanted: readCarried(request.query).channel, fallback: HOMEPAGE_CHANNEL };
    // No ad has the id 0: a text that is not an id is unknown too.
    const jobAdId = toId(request.params.jobAdId) ?? 0;
    const db = this.#services.database.tenant(firm.id);
    const { settings, state, ad, channelId } = await findAd(db, firm.id, jobAdId, channel);
    const frame = this.#frame(request, firm, settings);
    if (ad !== null) return respond({ frame, ad, channelId });
    if (state === 'gone') return notice(request, 410, 'gone', frame);
    return notice(request, 404, 'unknownAd', frame);
  }

  #count(kind: TrafficKind, request: RouteRequest, firm: Firm, jobAdId: number, channelId: number): void {
    if (isVisit(request.method, request.headers)) this.#traffic.count(kind, firm.id, jobAdId, channelId);
  }
}

function stylesheet(request: RouteRequest): RouteResponse {
  const isThisVersion = request.query.v === STYLESHEET_VERSION;
  return {
    type: 'text/css; charset=utf-8',
    headers: {
      'cache-control': isThisVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      'x-content-type-options': 'nosniff',
    },
    body: STYLESHEET,
  };
}

const NOTICES: Partial<Record<ApiError['code'], NoticeName>> = {
  bodyTooLarge: 'tooLarge',
  malformedBody: 'malformed',
  notJson: 'notAForm',
};

function refuse(services: Services, error: ApiError, request: RouteRequest): RouteResponse {
  // Browsers send the whole form before they read the response: what is left of it is read and discarded.
  request.message.resume();
  const name = error.status === 503 ? 'unavailable' : (NOTICES[error.code] ?? 'internal');
  const status = name === 'internal' ? 500 : error.status;
  const entry = { requestId: request.id, status };
  const { log } = services;
  if (status >= 500)
    log.error({ ...entry, cause: describeCause(error.cause ?? error) }, 'portal request failed');
  else log.info(entry, 'portal request refused');
  const { headers, ...response } = notice(request, status, name);
  return { ...response, headers: { ...headers, ...error.headers } };
}
