import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Services } from '../services.ts';
import type { Authenticators } from './admission.ts';
import { PREFIXES } from './audiences.ts';
import type { Caller } from './context.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { BODY_LIMIT_BYTES } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { ReferenceKinds } from './references.ts';
import { createMethodFinder, type Route } from './server/allowed-methods.ts';
import { handleExpectContinue } from './server/expect-continue.ts';
import { parseQuery } from './server/query-string.ts';
import { refuseConnection } from './server/refuse-connection.ts';
import { registerEndpoints, servedEndpoints } from './server/register-endpoints.ts';
import { observeRequests } from './server/request-log.ts';
import { sendError } from './server/send-error.ts';

export interface ServerOptions {
  services: Services;
  endpoints: readonly AnyEndpoint[];
  references: ReferenceKinds;
  authenticators: Authenticators;
  metrics: Metrics;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    endpoint: AnyEndpoint | undefined;
  }
}

/** The HTTP server with all endpoints of the table; not yet listening. Further routes (token endpoint, pages) are added by the areas. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { services, endpoints, metrics } = options;
  const served = servedEndpoints(endpoints);
  const app = createFastify(services);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('endpoint', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  handleExpectContinue(app);
  app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  observeRequests(app, services, metrics);
  app.setErrorHandler((error, request, reply) => sendError(services, request, reply, error));
  refuseUnknownPaths(
    app,
    services,
    served.map(({ audience, endpoint: { method, path } }) => ({ method, path: PREFIXES[audience] + path })),
  );
  registerEndpoints(app, served, options);
  return app;
}

function createFastify(services: Services): FastifyInstance {
  const { trustedProxies } = services.settings;
  return Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name the request themselves. A child logger for each request would go unused.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    // Anybody can send X-Forwarded-For: without a trusted proxy only the address of the connection counts.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    // A client that opens a connection and sends nothing, or sends headers slowly, holds it this long at most.
    connectionTimeout: 120_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) =>
      sendError(services, request as FastifyRequest, reply as FastifyReply, error),
    clientErrorHandler: (error, socket) => refuseConnection(services, error, socket),
  });
}

/** Refuses a path without a route, and a method that the path does not take. */
function refuseUnknownPaths(app: FastifyInstance, services: Services, routes: readonly Route[]): void {
  const methodsOf = createMethodFinder(routes);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url.split('?')[0]!);
    sendError(
      services,
      request,
      reply,
      methods.length === 0
        ? new ApiError('routeNotFound')
        : new ApiError('methodNotAllowed', { headers: { allow: methods.join(', ') } }),
    );
  });
}
