import { markup } from '../../../core/html/markup.ts';
import type { SitemapEntry } from '../queries.ts';

/** A sitemap can have at most 50,000 URLs (sitemaps.org). One of them is the URL of the list. */
export const MAXIMUM_ENTRIES = 49_999;

export function sitemap(origin: string, tenantKey: string, entries: readonly SitemapEntry[]): string {
  const list = `${origin}/jobs/${tenantKey}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${list}</loc></url>
${entries.map(({ id, modifiedAt }) => markup`<url><loc>${list}/${id}</loc><lastmod>${modifiedAt}</lastmod></url>\n`)}</urlset>
`.text
  }`;
}

/** Rules for crawlers. With several tenants it names no sitemap, so that tenants do not learn of each other. */
export function robots(origin: string, onlyTenantKey: string | undefined): string {
  return [
    'User-agent: *',
    ...['/v3/', '/oauth/', '/platform/', '/docs', '/metrics', '/health/', '/jobs/*/apply'].map(
      (path) => `Disallow: ${path}`,
    ),
    ...(onlyTenantKey === undefined ? [] : ['', `Sitemap: ${origin}/jobs/${onlyTenantKey}/sitemap.xml`]),
    '',
  ].join('\n');
}
