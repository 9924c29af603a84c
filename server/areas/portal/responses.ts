import { matches } from '../../core/http/entity-tag.ts';
import { contentTag, type RouteRequest, type RouteResponse } from '../../core/http/index.ts';
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
export function uncachedPage(status: number, html: string, language: string): RouteResponse {
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-language': language },
    body: html,
  };
}

/** A page that explains an error. */
export function notice(
  request: RouteRequest,
  status: number,
  name: NoticeName,
  frame?: Frame,
): RouteResponse {
  const language = frame?.language ?? readVisit(request.query).language ?? requestLanguage(request);
  return uncachedPage(status, noticePage(name, language, frame), language);
}

export function redirect(status: 301 | 302 | 303, path: string): RouteResponse {
  return { status, headers: { location: path, 'cache-control': 'no-store' } };
}
