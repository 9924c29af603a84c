import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { apiDocument, platformDocument } from './api-document.ts';
import { contentTag, matches } from './core/http/entity-tag.ts';
import type { Route, RouteGroup } from './core/http/index.ts';
import type { ApiReference } from './core/http/server.ts';
import type { Services } from './core/services.ts';

const WELCOME = join(import.meta.dirname, '../console/welcome');
// Long enough for a reader who opens several pages, short enough to show an upgrade soon.
const CACHE_CONTROL = 'public, max-age=300';

interface Page {
  path: string;
  type: string;
  /** Called on the first request. The result is kept. */
  content: () => string;
}

/** The reference page at /docs, which shows the OpenAPI documents. */
export const API_REFERENCE: ApiReference = {
  path: '/docs',
  documents: [
    { title: 'Integration API', slug: 'v3', url: '/v3/openapi.json' },
    { title: 'Platform', slug: 'platform', url: '/platform/openapi.json' },
  ],
  title: 'Stellwerk API reference',
  faviconPath: '/favicon.svg',
  cacheControl: CACHE_CONTROL,
};

/** The pages that need no token: the OpenAPI documents and the welcome page. */
export function pageRoutes(services: Services): RouteGroup {
  const { publicUrl } = services.settings;
  const read = (name: string) =>
    readFileSync(join(WELCOME, name), 'utf8').replaceAll('{publicUrl}', publicUrl);
  const pages: Page[] = [
    {
      path: '/v3/openapi.json',
      type: 'application/json; charset=utf-8',
      content: () => JSON.stringify(apiDocument(publicUrl)),
    },
    {
      path: '/v3/openapi.yaml',
      type: 'application/yaml; charset=utf-8',
      // Anchors would halve the text, but not every OpenAPI tool resolves them.
      content: () => stringify(apiDocument(publicUrl), { aliasDuplicateObjects: false, lineWidth: 0 }),
    },
    {
      path: '/platform/openapi.json',
      type: 'application/json; charset=utf-8',
      content: () => JSON.stringify(platformDocument(publicUrl)),
    },
    { path: '/', type: 'text/html; charset=utf-8', content: () => read('index.html') },
    { path: '/favicon.svg', type: 'image/svg+xml', content: () => read('favicon.svg') },
    { path: '/welcome.css', type: 'text/css; charset=utf-8', content: () => read('welcome.css') },
  ];
  return { routes: pages.map(toRoute) };
}

function toRoute({ path, type, content }: Page): Route {
  let built: { text: string; entityTag: string } | undefined;
  return {
    method: 'GET',
    path,
    handle(request) {
      if (built === undefined) {
        const text = content();
        built = { text, entityTag: contentTag(text) };
      }
      const { text, entityTag } = built;
      const headers = {
        'cache-control': CACHE_CONTROL,
        etag: entityTag,
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      };
      if (matches(request.headers['if-none-match'], entityTag)) return { status: 304, headers };
      return { type, headers, body: text };
    },
  };
}
