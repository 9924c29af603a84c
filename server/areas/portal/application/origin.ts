import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of another site sent the form, which would let that site use the addresses of its visitors. If a browser sends
 * Sec-Fetch-Site, it decides alone: browsers send it to every trustworthy origin. Otherwise Origin must be this service, by its
 * public URL or by the host that the browser called. "null" hides the site, so it is another one. A form without both headers
 * is accepted: old browsers send neither, and nothing depends on the headers of programs, because there are no cookies.
 */
export function isFromForeignPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  return !URL.canParse(origin) || host === undefined || new URL(origin).host !== host;
}
