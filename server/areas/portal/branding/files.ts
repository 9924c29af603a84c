import { Readable } from 'node:stream';
import { matches } from '../../../core/http/entity-tag.ts';
import { contentTag, type RouteRequest, type RouteResponse } from '../../../core/http/index.ts';
import { logoVersion } from './paths.ts';
import type { StoredLogo } from './queries.ts';
import { themeCss, themeVersion } from './theme.ts';

const COMMON = { 'x-content-type-options': 'nosniff' };
// An image that a browser opens as a page must not run anything.
const SANDBOX = "default-src 'none'; sandbox";

/** Cacheable forever under the URL with its version. Under another URL, the browser must ask again. */
function cacheControl({ query }: RouteRequest, version: string): string {
  return query.v === version ? 'public, max-age=31536000, immutable' : 'public, no-cache';
}

export function logoResponse(request: RouteRequest, { bytes, type, sha256 }: StoredLogo): RouteResponse {
  const etag = `"${sha256}"`;
  const headers = {
    ...COMMON,
    etag,
    'cache-control': cacheControl(request, logoVersion(sha256)),
    'content-security-policy': SANDBOX,
    // Mail programs and other sites show the logo of a shared link.
    'cross-origin-resource-policy': 'cross-origin',
  };
  if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
  return {
    type,
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: Readable.from([bytes]),
  };
}

export function themeResponse(request: RouteRequest, color: string): RouteResponse {
  const css = themeCss(color);
  const etag = contentTag(css);
  const headers = { ...COMMON, etag, 'cache-control': cacheControl(request, themeVersion(color)) };
  if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
  return { type: 'text/css; charset=utf-8', headers, body: css };
}
