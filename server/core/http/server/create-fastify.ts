import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Services } from '../../services.ts';
import { BROTLI_PARAMS } from '../compress-text.ts';
import type { Caller } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import type { SentError } from '../errors.ts';
import { KEEP_ALIVE_MS, OTHER_BODY_LIMIT_BYTES } from '../limits.ts';
import { COMPRESSED_FROM_BYTES } from '../static-text.ts';
import { parseQuery } from './query-string.ts';
import { refuseConnection } from './refuse-connection.ts';
import { refuseRepeats } from './refuse-repeats.ts';
import { sendError } from './send-error.ts';
import { respondToUnknownMethod, routeAllMethods } from './unknown-methods.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    endpoint: AnyEndpoint | undefined;
    /** Why the response is an error record. */
    sentError: SentError | undefined;
    /** Ends the work on the request that other requests wait for. Idempotent. */
    leaveTurn: (() => void) | undefined;
  }
}

/** Creates an instance with the limits, the body parser, the compression and the error handler that all routes share. */
export function createFastify(services: Services): FastifyInstance {
  const { trustedProxies } = services.settings;
  const app: FastifyInstance = Fastify({
    http: {
      // A request without a body then has no stream to open and close. Older versions of Node ignore it.
      optimizeEmptyRequests: true,
      // handleUnusualRequests refuses a request without Host, with an error record.
      requireHostHeader: false,
    } as ServerOptions,
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines contain the request id themselves, so a child logger per request would go unused.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: OTHER_BODY_LIMIT_BYTES,
    // Anyone can send X-Forwarded-For. Without a trusted proxy, only the address of the connection counts.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    // Limits how long a client can hold a connection by sending nothing or sending slowly.
    connectionTimeout: 120_000,
    requestTimeout: 300_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) =>
      sendError(services, request as FastifyRequest, reply as FastifyReply, error),
    clientErrorHandler(error, socket) {
      if (!respondToUnknownMethod(app.server, error, socket)) refuseConnection(services, error, socket);
    },
  });
  routeAllMethods(app);
  refuseRepeats(app, services);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('endpoint', undefined);
  app.decorateRequest('sentError', undefined);
  app.decorateRequest('leaveTurn', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: BROTLI_PARAMS },
  });
  app.setErrorHandler((error, request, reply) => sendError(services, request, reply, error));
  return app;
}
