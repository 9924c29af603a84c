import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Yaml from 'yaml';
import { apiDocument, platformDocument } from '../api-document.ts';
import { onFirstUse } from '../core/first-use.ts';
import type { Route, RouteGroup, RouteResponse } from '../core/http/index.ts';
import type { ApiReference } from '../core/http/server.ts';
import { StaticText } from '../core/http/static-text.ts';
import type { Services } from '../core/services.ts';
import { withCurrentExamples } from './current-examples.ts';
import { findGuide, GUIDES, guidePage, missingGuidePage } from './guides.ts';
import { PAGE_HEADERS, startPageRoute } from './start-page.ts';

const yaml = onFirstUse<typeof Yaml>('yaml');
const CONSOLE = join(import.meta.dirname, '../../console');
// Long enough for a reader who opens several pages, short enough to show an upgrade soon.
const CACHE_CONTROL = 'public, max-age=300';
const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const HEADERS = { 'cache-control': CACHE_CONTROL, ...PAGE_HEADERS };

interface Page {
  path: string;
  type: string;
  /** Called on the first request. The result is kept. */
  content: () => string;
}

/** The reference page, which shows the OpenAPI documents. */
export const API_REFERENCE: ApiReference = {
  path: '/docs/reference',
  documents: [
    { title: 'Integration API', slug: 'v3', url: '/v3/openapi.json' },
    { title: 'Platform', slug: 'platform', url: '/platform/openapi.json' },
  ],
  title: 'Stellwerk API reference',
  faviconPath: '/favicon.svg',
  cacheControl: CACHE_CONTROL,
};

/** The pages that need no token: the OpenAPI documents, the guides, and the start page. */
export function pageRoutes(services: Services): RouteGroup {
  const { settings, now } = services;
  const { publicUrl } = settings;
  const read = (name: string) => readFileSync(join(CONSOLE, name), 'utf8');
  const pages: Page[] = [
    { path: '/favicon.svg', type: 'image/svg+xml', content: () => read('welcome/favicon.svg') },
    { path: '/welcome.css', type: CSS, content: () => read('shared/base.css') + read('welcome/welcome.css') },
    { path: '/docs.css', type: CSS, content: () => read('shared/base.css') + read('docs/docs.css') },
  ];
  const guides = [{ ...GUIDES[0]!, path: '/docs/' }, ...GUIDES];
  const daily: Page[] = [
    ...guides.map((guide) => ({
      path: guide.path,
      type: HTML,
      content: () => guidePage(guide, publicUrl, now()),
    })),
    {
      path: '/v3/openapi.json',
      type: 'application/json; charset=utf-8',
      content: () => JSON.stringify(withCurrentExamples(apiDocument(publicUrl), now())),
    },
    {
      path: '/v3/openapi.yaml',
      type: 'application/yaml; charset=utf-8',
      // Anchors would halve the text, but not every OpenAPI tool resolves them. Many parsers follow YAML 1.1, in which a date without
      // quotation marks is not a string.
      content: () =>
        yaml().stringify(withCurrentExamples(apiDocument(publicUrl), now()), {
          aliasDuplicateObjects: false,
          compat: 'yaml-1.1',
          lineWidth: 0,
        }),
    },
    {
      path: '/platform/openapi.json',
      type: 'application/json; charset=utf-8',
      content: () => JSON.stringify(withCurrentExamples(platformDocument(publicUrl), now())),
    },
  ];
  return {
    routes: [
      startPageRoute(services),
      ...pages.map((page) => toRoute(page, () => '')),
      ...daily.map((page) => toRoute(page, () => now().toISOString().slice(0, 10))),
      { method: 'GET', path: '/docs/guides/{name}', handle: ({ params }) => unknownGuide(params.name ?? '') },
    ],
  };
}

/** The text is built again when `edition` changes. */
function toRoute({ path, type, content }: Page, edition: () => string): Route {
  let built: { edition: string; text: StaticText } | undefined;
  return {
    method: 'GET',
    path,
    handle(request) {
      const current = edition();
      if (built?.edition !== current) built = { edition: current, text: new StaticText(type, content()) };
      return built.text.respond(request, HEADERS);
    },
  };
}

/** Links in the guides end in .md, so readers and search engines may have such addresses. */
function unknownGuide(name: string): RouteResponse {
  const guide = findGuide(name.replace(/\.md$/, ''));
  if (guide !== undefined) return { status: 301, headers: { location: guide.path } };
  return {
    status: 404,
    type: HTML,
    headers: { ...HEADERS, 'cache-control': 'no-store' },
    body: missingGuidePage(),
  };
}
