import { Gate, GateFullError } from '../../core/crypto/gate.ts';
import {
  json,
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
import type { SentForm } from './application/form-arrival.ts';
import { ApplicationIntake, type Submission } from './application/intake.ts';
import { isFromForeignPage } from './application/origin.ts';
import { TooManyTransfersError } from './application/transfers.ts';
import type { FormKind } from './application/usage.ts';
import { logoResponse, themeResponse } from './branding/files.ts';
import { LogoCache } from './branding/logo-cache.ts';
import { Feeds } from './feeds/responses.ts';
import { robots } from './feeds/sitemap.ts';
import { detailPage } from './pages/detail.ts';
import type { Frame } from './pages/layout.ts';
import { countPages, listPage, PAGE_SIZE, pageParameters } from './pages/list.ts';
import { thanksPage } from './pages/notice.ts';
import { type Ad, findAd, findAdId, listAds } from './queries.ts';
import { formResponse, notice, page, redirect, respondToError, waitNotice } from './responses.ts';
import { readSearch, toFilter } from './search.ts';
import { readPortalSettings } from './settings-queries.ts';
import { STYLESHEET_ROUTE, stylesheetResponse } from './stylesheet.ts';
import { loadPlaceNames, type PortalTenant, TenantCache, toFrame } from './tenant.ts';
import { getTraffic, isVisit, type TrafficKind } from './traffic.ts';
import { Links, otherAddress, readVisit, toId } from './visit.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** In this time, most forms that arrive at the same time have arrived. */
const TRANSFER_SECONDS = 30;
// Searches, feeds, and sitemaps read all ads of a tenant. They must leave connections and time to the API.
const READS_AT_ONCE = { running: 2, waiting: 100 };
const READ_SECONDS = 5;

/** The job portal at /jobs: pages for people and search engines, without tokens and cookies. */
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
        get(STYLESHEET_ROUTE, stylesheetResponse),
        get('/{tenant}', (request) => portal.list(request)),
        get('/{tenant}/feed.xml', (request) => portal.feed(request)),
        get('/{tenant}/sitemap.xml', (request) => portal.sitemap(request)),
        get('/{tenant}/logo', (request) => portal.logo(request)),
        get('/{tenant}/theme.css', (request) => portal.theme(request)),
        get('/{tenant}/{jobAdId}', (request) => portal.ad(request)),
        get('/{tenant}/{jobAdId}/apply', (request) => portal.form(request)),
        { method: 'POST', path: '/{tenant}/{jobAdId}/apply', handle: (request) => portal.apply(request) },
        // A reload or a change of the language after reading a CV.
        get('/{tenant}/{jobAdId}/cv', (request) => portal.backToForm(request)),
        { method: 'POST', path: '/{tenant}/{jobAdId}/cv', handle: (request) => portal.readCv(request) },
        get('/{tenant}/{jobAdId}/thanks', (request) => portal.thanks(request)),
      ],
      respondToError: (error, request) => respondToError(services, error, request),
      respondToUnknownPath: (request) => portal.unknownPage(request),
      close: () => portal.close(),
    },
  ];
}

class Portal {
  readonly #services: Services;
  readonly #tenants: TenantCache;
  readonly #intake: ApplicationIntake;
  readonly #feeds: Feeds;
  readonly #logos = new LogoCache();
  readonly #reads = new Gate(READS_AT_ONCE);
  readonly #traffic;

  constructor(services: Services, references: ReferenceKinds) {
    this.#services = services;
    this.#tenants = new TenantCache(services);
    this.#feeds = new Feeds(services);
    this.#intake = new ApplicationIntake(services, references);
    this.#traffic = getTraffic(services);
  }

  close(): Promise<void> {
    return this.#traffic.close();
  }

  /** Redirects to the only tenant. With several tenants it names none, because tenants must not learn of each other. */
  async home(request: RouteRequest): Promise<RouteResponse> {
    const tenant = await findOnlyTenant(this.#services.database);
    if (tenant === undefined) return notice(request, 404, 'tenantMissing');
    return redirect(302, new Links(tenant.key, readVisit(request.query)).list());
  }

  list(request: RouteRequest): Promise<RouteResponse> {
    return this.#inTurn(request, async (tenant) => {
      const search = readSearch(request.query);
      const range = { limit: PAGE_SIZE, offset: (search.page - 1) * PAGE_SIZE };
      const list = await listAds(
        this.#services.database.tenant(tenant.id),
        tenant.id,
        toFilter(search),
        range,
        this.#services.now(),
      );
      const frame = this.#frame(request, tenant, list.settings);
      const pages = countPages(list);
      // A bookmark of a page that is no longer there, because ads were closed.
      if (search.page > pages) return redirect(302, frame.links.list(pageParameters(search, pages)));
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
        return formResponse(200, html, frame.language);
      }),
    );
  }

  apply(request: RouteRequest): Promise<RouteResponse> {
    const respond = async (submission: Submission) => {
      const again = await this.#intake.receive(submission);
      const { frame, ad } = submission;
      if (again !== undefined) return formResponse(again.status, again.html, frame.language);
      return redirect(303, frame.links.thanks(ad.id));
    };
    // A visitor who sends the form again must not read that it came too late.
    return this.#withSubmission(request, 'submission', respond, async (sent, jobAdId, frame) => {
      const isRepeated = await this.#intake.isRepeated(sent, jobAdId);
      return isRepeated ? redirect(303, frame.links.thanks(jobAdId)) : notice(request, 410, 'gone', frame);
    });
  }

  readCv(request: RouteRequest): Promise<RouteResponse> {
    return this.#withSubmission(request, 'reading', async (submission) => {
      const { hasErrors, page, result } = await this.#intake.readCv(submission);
      const status = hasErrors ? 422 : 200;
      if (request.headers.accept === 'application/json')
        return json(result, { status, headers: { 'cache-control': 'no-store' } });
      return formResponse(status, await page(), submission.frame.language);
    });
  }

  backToForm(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, (tenant) =>
      this.#withAd(request, tenant, async ({ frame, ad }) => redirect(302, frame.links.form(ad.id))),
    );
  }

  thanks(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const settings = await readPortalSettings(this.#services.database.tenant(tenant.id), tenant.id);
      const frame = this.#frame(request, tenant, settings);
      return page(request, thanksPage(frame), frame.language);
    });
  }

  feed(request: RouteRequest): Promise<RouteResponse> {
    return this.#inTurn(request, (tenant) => this.#feeds.feed(request, tenant));
  }

  sitemap(request: RouteRequest): Promise<RouteResponse> {
    return this.#inTurn(request, (tenant) => this.#feeds.sitemap(request, tenant));
  }

  logo(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const found = await this.#logos.find(this.#services.database.tenant(tenant.id), tenant.id);
      return found === undefined ? notice(request, 404, 'unknownPage') : logoResponse(request, found);
    });
  }

  theme(request: RouteRequest): Promise<RouteResponse> {
    return this.#withTenant(request, async (tenant) => {
      const { branding } = await readPortalSettings(this.#services.database.tenant(tenant.id), tenant.id);
      return branding.color === null
        ? notice(request, 404, 'unknownPage')
        : themeResponse(request, branding.color);
    });
  }

  /** The page for a path that no route has. Below the path of a tenant, it leads to the tenant's jobs. */
  async unknownPage(request: RouteRequest): Promise<RouteResponse> {
    const key = /^\/jobs\/([^/?]+)/.exec(request.message.url ?? '')?.[1];
    const tenant = key === undefined ? undefined : await this.#tenants.find(key.toLowerCase());
    if (tenant === undefined) return notice(request, 404, 'unknownPage');
    const address = otherAddress(request, tenant.key);
    if (address !== undefined) return redirect(301, address);
    const settings = await readPortalSettings(this.#services.database.tenant(tenant.id), tenant.id);
    return notice(request, 404, 'unknownPage', this.#frame(request, tenant, settings));
  }

  async robots(): Promise<RouteResponse> {
    const tenant = await findOnlyTenant(this.#services.database);
    return {
      type: 'text/plain; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' },
      body: robots(this.#services.settings.publicUrl, tenant?.key),
    };
  }

  #frame(request: RouteRequest, tenant: PortalTenant, settings: Parameters<typeof toFrame>[2]): Frame {
    return toFrame(request, tenant, settings, this.#services.settings.publicUrl);
  }

  /**
   * Calls `respond` with the tenant in the path. Returns a 404 page if the tenant does not exist, and redirects if the path is written in
   * another way than the links.
   */
  async #withTenant(
    request: RouteRequest,
    respond: (tenant: PortalTenant) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const tenant = await this.#tenants.find(request.params.tenant!.toLowerCase());
    if (tenant === undefined) return notice(request, 404, 'unknownPage');
    const address = otherAddress(request, tenant.key);
    return address === undefined ? respond(tenant) : redirect(301, address);
  }

  /** Like #withTenant, for pages that read all ads of a tenant. Returns a 503 page if too many wait. */
  async #inTurn(
    request: RouteRequest,
    respond: (tenant: PortalTenant) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    try {
      return await this.#reads.run(() => this.#withTenant(request, respond));
    } catch (error) {
      if (!(error instanceof GateFullError)) throw error;
      return waitNotice(request, 503, READ_SECONDS);
    }
  }

  /**
   * Calls `respond` with the active ad in the path. Returns a 404 or 410 page if the ad is not active, or the response of
   * `respondIfGone` if the ad was published earlier.
   */
  async #withAd(
    request: RouteRequest,
    tenant: PortalTenant,
    respond: (found: { frame: Frame; ad: Ad; channelId: number }) => Promise<RouteResponse>,
    respondIfGone = async (_jobAdId: number, frame: Frame) => notice(request, 410, 'gone', frame),
  ): Promise<RouteResponse> {
    const channel = { requested: readVisit(request.query).channel, fallback: HOMEPAGE_CHANNEL };
    // An invalid id becomes 0, which no ad has.
    const jobAdId = toId(request.params.jobAdId) ?? 0;
    const db = this.#services.database.tenant(tenant.id);
    const { settings, state, ad, channelId } = await findAd(
      db,
      tenant.id,
      jobAdId,
      channel,
      this.#services.now(),
    );
    const frame = this.#frame(request, tenant, settings);
    if (ad !== null) return respond({ frame, ad, channelId });
    if (state === 'gone') return respondIfGone(jobAdId, frame);
    return notice(request, 404, 'unknownAd', frame);
  }

  /** Calls `respond` with a form that a visitor sent. Returns a 429 page if the sender sends too many. */
  #withSubmission(
    request: RouteRequest,
    kind: FormKind,
    respond: (submission: Submission) => Promise<RouteResponse>,
    respondIfGone?: (sent: SentForm, jobAdId: number, frame: Frame) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const { message, clientAddress } = request;
    return this.#withTenant(request, async (tenant) => {
      if (isFromForeignPage(request.headers, this.#services.settings.publicUrl))
        return notice(request, 403, 'foreignPage');
      const waitSeconds = await this.#intake.count(kind, clientAddress);
      if (waitSeconds > 0) return waitNotice(request, 429, waitSeconds);
      const sent = { message, clientAddress, tenantId: tenant.id };
      try {
        return await this.#withAd(
          request,
          tenant,
          ({ frame, ad, channelId: requested }) => {
            // The default channel is omitted, so that the application is accepted even if the tenant has disabled this channel.
            const channelId = requested === HOMEPAGE_CHANNEL ? undefined : requested;
            return respond({ ...sent, frame, ad, channelId });
          },
          respondIfGone && ((jobAdId, frame) => respondIfGone(sent, jobAdId, frame)),
        );
      } catch (error) {
        if (!(error instanceof TooManyTransfersError)) throw error;
        return waitNotice(request, error.isSender ? 429 : 503, TRANSFER_SECONDS);
      }
    });
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
