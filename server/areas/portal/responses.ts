import { describeCause } from '../../core/http/describe-cause.ts';
import { matches } from '../../core/http/entity-tag.ts';
import { type ApiError, contentTag, type RouteRequest, type RouteResponse } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { FORM_SCRIPT_HASH } from './form-script.ts';
import type { Frame } from './pages/layout.ts';
import { noticePage } from './pages/notice.ts';
import { requestLanguage } from './tenant.ts';
import type { NoticeName } from './texts.ts';
import { readVisit } from './visit.ts';

// Blocks all scripts, including any in an ad. Data blocks are not scripts and need no permission.
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** A page that a browser can cache but must revalidate, so that every view is counted. */
export function page(request: RouteRequest, html: string, language: string): RouteResponse {
  const etag = contentTag(html);
  const headers = {
    ...PAGE_HEADERS,
    etag,
    'cache-control': 'private, no-cache',
    'content-language': language,
    vary: 'accept-language',
  };
  if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
  return { type: 'text/html; charset=utf-8', headers, body: html };
}

/** A page for a single request, such as a form with its token. Browsers must not cache it. */
function uncachedPage(status: number, html: string, language: string): RouteResponse {
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-language': language },
    body: html,
  };
}

/** The form with its script, the only one that the browser runs. */
export function formResponse(status: number, html: string, language: string): RouteResponse {
  const { headers, ...response } = uncachedPage(status, html, language);
  const policy = `${PAGE_HEADERS['content-security-policy']}; script-src '${FORM_SCRIPT_HASH}'; connect-src 'self'`;
  return { ...response, headers: { ...headers, 'content-security-policy': policy } };
}

/** A page that explains an error. */
export function notice(
  request: RouteRequest,
  status: number,
  name: NoticeName,
  frame?: Frame,
): RouteResponse {
  const language = frame?.language ?? readVisit(request.query).language ?? requestLanguage(request);
  return uncachedPage(status, noticePage(name, language, request.message.url ?? '/', frame), language);
}

/** A page that asks to come back later. */
export function waitNotice(request: RouteRequest, status: 429 | 503, seconds: number): RouteResponse {
  const { headers, ...response } = notice(request, status, status === 429 ? 'tooMany' : 'unavailable');
  return { ...response, headers: { ...headers, 'retry-after': String(seconds) } };
}

export function redirect(status: 301 | 302 | 303, path: string): RouteResponse {
  return { status, headers: { location: path, 'cache-control': 'no-store' } };
}

const NOTICES: Partial<Record<ApiError['code'], NoticeName>> = {
  bodyTooLarge: 'tooLarge',
  methodNotAllowed: 'unknownPage',
  malformedBody: 'malformed',
  hostMissing: 'notUnderstood',
  expectationUnknown: 'notUnderstood',
  notJson: 'notAForm',
  recordNotFound: 'unknownPage',
  tooManyRequests: 'busy',
  insufficientStorage: 'noSpace',
  documentQuotaExceeded: 'noSpace',
};

/** The page for an error that a handler threw. */
export function respondToError(services: Services, error: ApiError, request: RouteRequest): RouteResponse {
  const name = error.status === 503 ? 'unavailable' : (NOTICES[error.code] ?? 'internal');
  const status = name === 'internal' ? 500 : error.status;
  const entry = { requestId: request.id, status };
  const { log } = services;
  // A refusal is no failure. It must cost little, and the line of the request has its status.
  if (error.code === 'overloaded') log.debug(entry, 'portal request refused');
  else if (status >= 500)
    log.error({ ...entry, cause: describeCause(error.cause ?? error) }, 'portal request failed');
  else log.info(entry, 'portal request rejected');
  const { headers, ...response } = notice(request, status, name);
  return { ...response, headers: { ...headers, ...error.headers } };
}
