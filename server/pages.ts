import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import apiReference from '@scalar/fastify-api-reference';
import { stringify } from 'yaml';
import { apiDocument, platformDocument } from './api-document.ts';
import { contentTag, matches } from './core/http/entity-tag.ts';
import type { FastifyInstance } from './core/http/index.ts';
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

/** Registers the pages that need no token: the OpenAPI documents, the reference page, and the welcome page. */
export function registerPages(app: FastifyInstance, services: Services): void {
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
  for (const page of pages) registerPage(app, page);
  app.register(registerReference);
}

function registerPage(app: FastifyInstance, { path, type, content }: Page): void {
  let built: { text: string; entityTag: string } | undefined;
  app.get(path, async (request, reply) => {
    if (built === undefined) {
      const text = content();
      built = { text, entityTag: contentTag(text) };
    }
    reply.headers({
      'cache-control': CACHE_CONTROL,
      etag: built.entityTag,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
    if (matches(request.headers['if-none-match'], built.entityTag)) return reply.status(304).send();
    return reply.type(type).send(built.text);
  });
}

/**
 * Serves the reference page from the installed package. Every option that would call its vendor is off, and the policy below
 * blocks the rest, so the page connects only to this service.
 */
async function registerReference(instance: FastifyInstance): Promise<void> {
  instance.addHook('onSend', async (request, reply, payload) => {
    const isScript = request.url.endsWith('.js');
    reply.headers({
      'cache-control': isScript ? 'public, max-age=86400' : CACHE_CONTROL,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The page needs an inline script and inline styles. It shows no content of other origins.
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
    return payload;
  });
  await instance.register(apiReference, {
    routePrefix: '/docs',
    configuration: {
      url: '/v3/openapi.json',
      pageTitle: 'Stellwerk API reference',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      persistAuth: false,
      favicon: '/favicon.svg',
      orderSchemaPropertiesBy: 'preserve',
      orderRequiredPropertiesFirst: false,
      authentication: { preferredSecurityScheme: 'ClientCredentials' },
      defaultOpenFirstTag: false,
    },
  });
}
