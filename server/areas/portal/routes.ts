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
import { ApplicationIntake } from './application/intake.ts';
import { adFeed } from './feeds/feed.ts';
import { MAXIMUM_ENTRIES, robots, sitemap } from './feeds/sitemap.ts';
import { detailPage } from './pages/detail.ts';
import type { Frame } from './pages/layout.ts';
import { listPage, PAGE_SIZE } from './pages/list.ts';
import { thanksPage } from './pages/notice.ts';
import { type Ad, findAd, findAdId, listAds, readAdsVersion, readSitemap } from './queries.ts';
import { notice, page, redirect, uncachedPage } from './responses.ts';
import { readSearch, toFilter } from './search.ts';
import { readPortalSettings } from './settings.ts';
import { STYLESHEET, STYLESHEET_ROUTE, STYLESHEET_VERSION } from './stylesheet.ts';
import { loadPlaceNames, type PortalTenant, TenantCache, toFrame } from './tenant.ts';
import type { NoticeName } from './texts.ts';
import { getTraffic, isVisit, type TrafficKind } from './traffic.ts';
import { Links, readVisit, toId } from './visit.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FEED_HEADERS = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };

/** The job portal at /jobs: pages for people and search engines, without tokens, cookies or scripts. */
export function portalRoutes(services: Services, references: ReferenceKinds): RouteGroup[] {
  const portal = new Portal(services, references);
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, handle });
  return [
    { routes: [get('/robots.txt', () => portal.robots())] },
    {
      prefix: '/jobs',
      body: { kind: 'stream', mediaType: 'multipart/form-data', maximumBytes: LARGEST_BODY_BYTES },
      routes: [
        get('/', (request) => portal.home(request)),
        get(STYLESHEET_ROUTE, stylesheet),
        get('/{tenant}', (request) => portal.list(request)),
        get('/{tenant}/feed.xml', (request) => portal.feed(request)),
        get('/{tenant}/sitemap.xml', (request) => portal.sitemap(request)),
        get('/{tenant}/{jobAdId}', (request) => portal.ad(request)),
        get('/{tenant}/{jobAdId}/apply', (request) => portal.form(request)),
        { method: 'POST', path: '/{tenant}/{jobAdId}/apply', handle: (request) => portal.apply(request) },
        get('/{tenant}/{jobAdId}/thanks', (request) => portal.thanks(request)),
      ],
      respondToError: (error, request) => respondToError(services, error, request),
      respondToUnknownPath: (request) => notice(request, 404, 'unknownPage'),
      close: () => portal.close(),
    },
  ];
}

class Portal {
  readonly #services: Services;
  readonly #tenants: TenantCache;
  readonly #intake: ApplicationIntake;
  readonly #traffic;

  constructor(services: Services, references: ReferenceKinds) {
    this.#services = services;
    this.#tenants = new TenantCache(services);
    this.#intake = new ApplicationIntake(services, references);
    this.#traffic = getTraffic(services);
  }

  close(): Promise<void> {
    return this.#traffic.close();
  }

  /** Redirects to the only tenant. With several tenants it names none, because tenants must not learn of each other. */
  async home(request: RouteRequest): Promise<RouteResponse> {
    const tenant = await findOnlyTenant(this.#services.database.system);
    if (tenant === undefined) return notice(request, 404, 'tenantMissing');
    return redirect(302, new Links(tenant.key, readVisit(request.query)).list());
  }

  list(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const search = readSearch(request.query);
      const range = { limit: PAGE_SIZE, offset: (search.page - 1) * PAGE_SIZE };
      const list = await listAds(
        this.#services.database.tenant(tenant.id),
        tenant.id,
        toFilter(search),
        range,
      );
      const frame = this.#frame(request, tenant, list.settings);
      return page(request, listPage(frame, list, search), frame.language);
    });
  }

  ad(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const jobAdId = request.params.jobAdId!;
      if (UUID.test(jobAdId)) {
        const id = await findAdId(this.#services.database.tenant(tenant.id), tenant.id, jobAdId);
        if (id !== undefined) return redirect(301, new Links(tenant.key, readVisit(request.query)).ad(id));
      }
      return this.#withAd(request, tenant, async ({ frame, ad, channelId }) => {
        this.#count('views', request, tenant, ad.id, channelId);
        const namesOf = await loadPlaceNames(this.#services, frame.adLanguage);
        return page(request, detailPage(frame, ad, namesOf(ad)), frame.language);
      });
    });
  }

  form(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, (tenant) =>
      this.#withAd(request, tenant, async ({ frame, ad, channelId }) => {
        this.#count('applyClicks', request, tenant, ad.id, channelId);
        const html = await this.#intake.emptyForm(frame, tenant.id, ad);
        return uncachedPage(200, html, frame.language);
      }),
    );
  }

  apply(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const waitSeconds = this.#intake.countSubmission(request.clientAddress);
      if (waitSeconds > 0) {
        const { headers, ...tooMany } = notice(request, 429, 'tooMany');
        return { ...tooMany, headers: { ...headers, 'retry-after': String(waitSeconds) } };
      }
      return this.#withAd(request, tenant, async ({ frame, ad, channelId: requested }) => {
        // The default channel is omitted, so that the application is accepted even if the tenant has disabled this channel.
        const channelId = requested === HOMEPAGE_CHANNEL ? undefined : requested;
        const errorPage = await this.#intake.receive(request.message, frame, tenant.id, ad, channelId);
        if (errorPage !== undefined) return uncachedPage(422, errorPage, frame.language);
        return redirect(303, frame.links.thanks(ad.id));
      });
    });
  }

  thanks(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const settings = await readPortalSettings(this.#services.database.tenant(tenant.id), tenant.id);
      const frame = this.#frame(request, tenant, settings);
      return page(request, thanksPage(frame), frame.language);
    });
  }

  feed(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const db = this.#services.database.tenant(tenant.id);
      const [settings, version, namesOf] = await Promise.all([
        readPortalSettings(db, tenant.id),
        readAdsVersion(db, tenant.id),
        loadPlaceNames(this.#services, 'de'),
      ]);
      const frame = this.#frame(request, tenant, settings);
      const etag = contentTag(`${version} ${settings.version} ${tenant.name} ${frame.links.list()}`);
      const headers = { ...FEED_HEADERS, etag };
      if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
      const response = { type: 'application/xml; charset=utf-8', headers };
      // HEAD discards the body, so the ads are not read.
      if (request.method === 'HEAD') return response;
      const body = Readable.from(adFeed(db, tenant.id, frame, namesOf, this.#services.now()));
      return { ...response, body };
    });
  }

  sitemap(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const entries = await readSitemap(
        this.#services.database.tenant(tenant.id),
        tenant.id,
        MAXIMUM_ENTRIES,
      );
      return {
        type: 'application/xml; charset=utf-8',
        headers: FEED_HEADERS,
        body: sitemap(this.#services.settings.publicUrl, tenant.key, entries),
      };
    });
  }

  async robots(): Promise<RouteResponse> {
    const tenant = await findOnlyTenant(this.#services.database.system);
    return {
      type: 'text/plain; charset=utf-8',
      headers: FEED_HEADERS,
      body: robots(this.#services.settings.publicUrl, tenant?.key),
    };
  }

  #frame(request: RouteRequest, tenant: PortalTenant, settings: Parameters<typeof toFrame>[2]): Frame {
    return toFrame(request, tenant, settings, this.#services.settings.publicUrl);
  }

  /** Calls `respond` with the tenant in the path. Returns a 404 page if the tenant does not exist. */
  async #withTenant(
    request: RouteRequest,
    respond: (tenant: PortalTenant) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const tenant = await this.#tenants.find(request.params.tenant!);
    return tenant === undefined ? notice(request, 404, 'unknownPage') : respond(tenant);
  }

  /** Calls `respond` with the active ad in the path. Returns a 404 or 410 page if the ad is not active. */
  async #withAd(
    request: RouteRequest,
    tenant: PortalTenant,
    respond: (found: { frame: Frame; ad: Ad; channelId: number }) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const channel = { requested: readVisit(request.query).channel, fallback: HOMEPAGE_CHANNEL };
    // An invalid id becomes 0, which no ad has.
    const jobAdId = toId(request.params.jobAdId) ?? 0;
    const db = this.#services.database.tenant(tenant.id);
    const { settings, state, ad, channelId } = await findAd(db, tenant.id, jobAdId, channel);
    const frame = this.#frame(request, tenant, settings);
    if (ad !== null) return respond({ frame, ad, channelId });
    if (state === 'gone') return notice(request, 410, 'gone', frame);
    return notice(request, 404, 'unknownAd', frame);
  }

  #count(
    kind: TrafficKind,
    request: RouteRequest,
    tenant: PortalTenant,
    jobAdId: number,
    channelId: number,
  ): void {
    if (isVisit(request.method, request.headers)) this.#traffic.count(kind, tenant.id, jobAdId, channelId);
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
  methodNotAllowed: 'unknownPage',
  malformedBody: 'malformed',
  notJson: 'notAForm',
};

function respondToError(services: Services, error: ApiError, request: RouteRequest): RouteResponse {
  // Browsers send the entire form before they read the response, so the rest of it must be read and discarded.
  request.message.resume();
  const name = error.status === 503 ? 'unavailable' : (NOTICES[error.code] ?? 'internal');
  const status = name === 'internal' ? 500 : error.status;
  const entry = { requestId: request.id, status };
  const { log } = services;
  if (status >= 500)
    log.error({ ...entry, cause: describeCause(error.cause ?? error) }, 'portal request failed');
  else log.info(entry, 'portal request rejected');
  const { headers, ...response } = notice(request, status, name);
  return { ...response, headers: { ...headers, ...error.headers } };
}
