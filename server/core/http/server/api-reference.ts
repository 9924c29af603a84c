import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from './other-methods.ts';

export interface ApiReference {
  /** The path of the page, such as /docs. */
  path: string;
  /** The OpenAPI documents that the page offers, the first one at the start. `slug` is part of the page's address. */
  documents: { title: string; slug: string; url: string }[];
  title: string;
  faviconPath: string;
  cacheControl: string;
}

/**
 * Serves the reference page from the installed package only. Every feature that calls the vendor is off, and the policy below
 * blocks all other connections: the page connects only to this service.
 */
export function registerApiReference(app: FastifyInstance, reference: ApiReference): void {
  app.register(async (instance) => {
    instance.addHook('onSend', async (request, reply, payload) => {
      const isScript = request.url.endsWith('.js');
      reply.headers({
        'cache-control': isScript ? 'public, max-age=86400' : reference.cacheControl,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // An inline script starts the page, and the page adds its styles at run time. It shows no third-party content.
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      });
      return payload;
    });
    const routes: { method: string; path: string }[] = [];
    instance.addHook('onRoute', ({ method, url }) => {
      if (method === 'GET') routes.push({ method, path: url });
    });
    await instance.register(apiReference, {
      routePrefix: reference.path as `/${string}`,
      configuration: {
        sources: reference.documents.map((document, index) => ({ ...document, default: index === 0 })),
        pageTitle: reference.title,
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
        persistAuth: false,
        favicon: reference.faviconPath,
        orderSchemaPropertiesBy: 'preserve',
        orderRequiredPropertiesFirst: false,
        authentication: { preferredSecurityScheme: 'ClientCredentials' },
        defaultOpenFirstTag: false,
      },
    });
    rejectOtherMethods(instance, [...routes]);
  });
}
