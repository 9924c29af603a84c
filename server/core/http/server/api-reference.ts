import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StaticText } from '../static-text.ts';
import { readReferenceFiles, SCRIPT } from './api-reference-files.ts';
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
    const files = renderOnce(reference);
    const routes = ['', '/', `/${SCRIPT}`].map((path) => ({ method: 'GET', path: reference.path + path }));
    // The script has 4 MB. The compression of the service would compress it for every reader.
    instance.addHook('onRequest', async (request) => {
      if (isScript(request)) request.headers['x-no-compression'] = '1';
    });
    instance.addHook('onSend', async (request, reply) => {
      reply.headers({
        'cache-control': isScript(request) ? 'public, max-age=86400' : reference.cacheControl,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // An inline script starts the page, and the page adds its styles at run time. It shows no third-party content.
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      });
    });
    instance.get(reference.path, (_request, reply) => reply.redirect(`${reference.path}/`, 301));
    instance.get(`${reference.path}/`, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send((await files()).page),
    );
    instance.get(`${reference.path}/${SCRIPT}`, async (request, reply) => {
      const { script } = await files();
      const { encoding, body } = await script.encode(request.headers);
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply.type(script.type).header('vary', 'accept-encoding').send(body);
    });
    rejectOtherMethods(instance, routes);
  });
}

/** Renders the files for the first reader, and again if that failed. */
function renderOnce(reference: ApiReference): () => Promise<{ page: string; script: StaticText }> {
  let rendered: ReturnType<typeof render> | undefined;
  return () => {
    rendered ??= render(reference).catch((error) => {
      rendered = undefined;
      throw error;
    });
    return rendered;
  };
}

async function render(reference: ApiReference): Promise<{ page: string; script: StaticText }> {
  const { page, script } = await readReferenceFiles({
    routePrefix: reference.path,
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
  return { page, script: new StaticText('application/javascript; charset=utf-8', script) };
}

function isScript({ url }: FastifyRequest): boolean {
  return new URL(url, 'http://localhost').pathname.endsWith('.js');
}
