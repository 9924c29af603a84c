import { Readable } from 'node:stream';
import { isTransient } from '../../core/db/faults.ts';
import { contentTag, matches } from '../../core/http/entity-tag.ts';
import { ApiError, type FastifyInstance, type ReferenceKinds } from '../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../core/http/limits.ts';
import { describeCause } from '../../core/http/server.ts';
import type { Services } from '../../core/services.ts';
import { HOMEPAGE_CHANNEL } from '../applications/index.ts';
import { findOnlyTenant } from '../tenants/index.ts';
import { type PageReply, type PageRequest, redirect, sendOnce, sendPage } from './answers.ts';
import { ApplicationDesk } from './application/desk.ts';
import { adFeed } from './feeds/feed.ts';
import { MAXIMUM_ENTRIES, robots, sitemap } from './feeds/sitemap.ts';
import { type Firm, Firms, loadPlaceNames, requestLanguage, toFrame } from './firm.ts';
import { detailPage } from './pages/detail.ts';
import type { Frame } from './pages/layout.ts';
import { listPage, PAGE_SIZE } from './pages/list.ts';
import { noticePage, thanksPage } from './pages/notice.ts';
import { type Ad, findAd, findAdId, listAds, readAdsVersion, readSitemap } from './queries.ts';
import { readSearch, toFilter } from './search.ts';
import { readPortalSettings } from './settings.ts';
import { STYLESHEET, STYLESHEET_ROUTE, STYLESHEET_VERSION } from './stylesheet.ts';
import type { NoticeName } from './texts.ts';
import { isVisit, openTraffic, type TrafficKind } from './traffic.ts';
import { Links, readCarried, toId } from './visit.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The job portal at /jobs: pages for people and search engines, without a token, a cookie or a script. */
export function registerPortal(app: FastifyInstance, services: Services, references: ReferenceKinds): void {
  const portal = new Portal(services, references);
  app.get('/robots.txt', (_request, reply) => portal.robots(reply));
  app.register(
    async (instance) => {
      instance.removeAllContentTypeParsers();
      // The form's reader takes the body as it arrives.
      instance.addContentTypeParser('multipart/form-data', (request, payload, done) => {
        const isTooLarge = Number(request.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES;
        done(isTooLarge ? new ApiError('bodyTooLarge') : null, payload);
      });
      instance.setErrorHandler((error, request, reply) => portal.failure(error, request, reply));
      instance.setNotFoundHandler((request, reply) => portal.notice(request, reply, 404, 'unknownPage'));
      instance.get('/', (request, reply) => portal.entrance(request, reply));
      instance.get(STYLESHEET_ROUTE, (request, reply) => portal.stylesheet(request, reply));
      instance.get('/:firm', (request, reply) => portal.list(request, reply));
      instance.get('/:firm/feed.xml', (request, reply) => portal.feed(request, reply));
      instance.get('/:firm/sitemap.xml', (request, reply) => portal.sitemap(request, reply));
      instance.get('/:firm/:jobAdId', (request, reply) => portal.ad(request, reply));
      instance.get('/:firm/:jobAdId/apply', (request, reply) => portal.form(request, reply));
      instance.post('/:firm/:jobAdId/apply', { bodyLimit: LARGEST_BODY_BYTES }, (request, reply) =>
        portal.apply(request, reply),
      );
      instance.get('/:firm/:jobAdId/thanks', (request, reply) => portal.thanks(request, reply));
      instance.addHook('onClose', () => portal.close());
    },
    { prefix: '/jobs' },
  );
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

  /** Leads to the only firm there is. Of several none is named: they are each other's secret. */
  async entrance(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await findOnlyTenant(this.#services.database.system);
    if (firm === undefined) return this.notice(request, reply, 404, 'noFirm');
    return redirect(reply, 302, new Links(firm.key, this.#carried(request)).list());
  }

  async list(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const search = readSearch(request.query as Record<string, unknown>);
    const range = { limit: PAGE_SIZE, offset: (search.page - 1) * PAGE_SIZE };
    const list = await listAds(this.#services.database.tenant(firm.id), firm.id, toFilter(search), range);
    const frame = this.#frame(request, firm, list.settings);
    return sendPage(request, reply, listPage(frame, list, search), frame.language);
  }

  async ad(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const { jobAdId } = request.params as { jobAdId: string };
    if (UUID.test(jobAdId)) {
      const id = await findAdId(this.#services.database.tenant(firm.id), firm.id, jobAdId);
      if (id !== undefined) return redirect(reply, 301, new Links(firm.key, this.#carried(request)).ad(id));
    }
    const found = await this.#findAd(request, reply, firm);
    if (!('ad' in found)) return found;
    this.#count('views', request, firm, found.ad.id, found.channelId);
    const namesOf = await loadPlaceNames(this.#services, found.frame.adLanguage);
    const html = detailPage(found.frame, found.ad, namesOf(found.ad));
    return sendPage(request, reply, html, found.frame.language);
  }

  async form(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const found = await this.#findAd(request, reply, firm);
    if (!('ad' in found)) return found;
    this.#count('applyClicks', request, firm, found.ad.id, found.channelId);
    const html = await this.#desk.emptyForm(found.frame, firm.id, found.ad);
    return sendOnce(reply, 200, html, found.frame.language);
  }

  async apply(request: Parameters<ApplicationDesk['receive']>[0], reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const waitSeconds = this.#desk.admit(request.ip);
    if (waitSeconds > 0) {
      reply.header('retry-after', String(waitSeconds));
      return this.notice(request, reply, 429, 'tooMany');
    }
    const found = await this.#findAd(request, reply, firm);
    if (!('ad' in found)) return found;
    // The channel that applications have anyway needs no naming, and is not refused where the firm has ended it.
    const channelId = found.channelId === HOMEPAGE_CHANNEL ? undefined : found.channelId;
    const refusal = await this.#desk.receive(request, found.frame, firm.id, found.ad, channelId);
    if (refusal !== undefined) return sendOnce(reply, 422, refusal, found.frame.language);
    return redirect(reply, 303, found.frame.links.thanks(found.ad.id));
  }

  async thanks(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const settings = await readPortalSettings(this.#services.database.tenant(firm.id), firm.id);
    const frame = this.#frame(request, firm, settings);
    return sendPage(request, reply, thanksPage(frame), frame.language);
  }

  async feed(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const db = this.#services.database.tenant(firm.id);
    const [settings, version, namesOf] = await Promise.all([
      readPortalSettings(db, firm.id),
      readAdsVersion(db, firm.id),
      loadPlaceNames(this.#services, 'de'),
    ]);
    const frame = this.#frame(request, firm, settings);
    const tag = contentTag(`${version} ${settings.version} ${firm.name} ${frame.links.list()}`);
    reply.headers({ etag: tag, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' });
    const current = request.headers['if-none-match'];
    if (typeof current === 'string' && matches(current, tag)) return reply.status(304).send();
    reply.type('application/xml; charset=utf-8');
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(adFeed(db, firm.id, frame, namesOf, this.#services.now())));
  }

  async sitemap(request: PageRequest, reply: PageReply): Promise<PageReply> {
    const firm = await this.#firm(request);
    if (firm === undefined) return this.notice(request, reply, 404, 'unknownPage');
    const db = this.#services.database.tenant(firm.id);
    const entries = await readSitemap(db, firm.id, MAXIMUM_ENTRIES);
    reply.headers({ 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' });
    return reply
      .type('application/xml; charset=utf-8')
      .send(sitemap(this.#services.settings.publicUrl, firm.key, entries));
  }

  async robots(reply: PageReply): Promise<PageReply> {
    const firm = await findOnlyTenant(this.#services.database.system);
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' })
      .type('text/plain; charset=utf-8')
      .send(robots(this.#services.settings.publicUrl, firm?.key));
  }

  stylesheet(request: PageRequest, reply: PageReply): PageReply {
    const isThisVersion = (request.query as Record<string, unknown>).v === STYLESHEET_VERSION;
    return reply
      .headers({
        'cache-control': isThisVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        'x-content-type-options': 'nosniff',
      })
      .type('text/css; charset=utf-8')
      .send(STYLESHEET);
  }

  notice(request: PageRequest, reply: PageReply, status: number, name: NoticeName, frame?: Frame): PageReply {
    const language = frame?.language ?? this.#carried(request).language ?? requestLanguage(request);
    return sendOnce(reply, status, noticePage(name, language, frame), language);
  }

  failure(
    error: unknown,
    request: PageRequest & { raw: { resume(): unknown } },
    reply: PageReply,
  ): PageReply {
    // Browsers send the whole form before they read the answer: what is left of it is read and thrown away.
    request.raw.resume();
    const { log } = this.#services;
    const { status, name } = classify(error);
    const entry = { requestId: request.id, status };
    if (status >= 500) log.error({ ...entry, cause: describeCause(error) }, 'portal request failed');
    else log.info(entry, 'portal request refused');
    if (status === 503) reply.header('retry-after', '2');
    return this.notice(request, reply, status, name);
  }

  #firm(request: PageRequest): Promise<Firm | undefined> {
    return this.#firms.find((request.params as { firm: string }).firm);
  }

  #carried(request: PageRequest) {
    return readCarried(request.query as Record<string, unknown>);
  }

  #frame(request: PageRequest, firm: Firm, settings: Parameters<typeof toFrame>[2]): Frame {
    return toFrame(request, firm, settings, this.#services.settings.publicUrl);
  }

  /** The active ad of the path, or the answer that there is none. */
  async #findAd(
    request: PageRequest,
    reply: PageReply,
    firm: Firm,
  ): Promise<{ frame: Frame; ad: Ad; channelId: number } | PageReply> {
    const channel = { wanted: this.#carried(request).channel, fallback: HOMEPAGE_CHANNEL };
    // No ad has the id 0: what is no id is as unknown.
    const jobAdId = toId((request.params as { jobAdId: string }).jobAdId) ?? 0;
    const db = this.#services.database.tenant(firm.id);
    const { settings, state, ad, channelId } = await findAd(db, firm.id, jobAdId, channel);
    const frame = this.#frame(request, firm, settings);
    if (ad !== null) return { frame, ad, channelId };
    if (state === 'gone') return this.notice(request, reply, 410, 'gone', frame);
    return this.notice(request, reply, 404, 'unknownAd', frame);
  }

  #count(kind: TrafficKind, request: PageRequest, firm: Firm, jobAdId: number, channelId: number): void {
    if (isVisit(request.method, request.headers)) this.#traffic.count(kind, firm.id, jobAdId, channelId);
  }
}

function classify(error: unknown): { status: number; name: NoticeName } {
  const code = (error as { code?: string } | null)?.code;
  if (code === 'bodyTooLarge' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 413, name: 'tooLarge' };
  if (code === 'malformedBody') return { status: 400, name: 'malformed' };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { status: 415, name: 'notAForm' };
  if (isTransient(error)) return { status: 503, name: 'unavailable' };
  const status = (error as { statusCode?: number } | null)?.statusCode ?? 500;
  return status >= 400 && status < 500 ? { status, name: 'malformed' } : { status: 500, name: 'internal' };
}
