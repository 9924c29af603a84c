import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isConflict, isTransient } from '../db/faults.ts';
import type { Services } from '../services.ts';
import { type Authenticators, createAdmission } from './admission.ts';
import { operationsOf, PREFIXES } from './audiences.ts';
import type { Caller } from './context.ts';
import type { AnyEndpoint, Audience } from './endpoint.ts';
import { ApiError, ERROR_CATALOGUE, type Fault } from './errors.ts';
import { createHandler } from './handler.ts';
import { BODY_LIMIT_BYTES } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { ReferenceKinds } from './references.ts';

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

interface Route {
  audience: Audience;
  endpoint: AnyEndpoint;
}

const AUDIENCES: readonly Audience[] = ['integration', 'platform'];

/** The HTTP server with all endpoints of the table; not yet listening. Further routes (token endpoint, pages) are added by the areas. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { services, endpoints, metrics } = options;
  const routes = AUDIENCES.flatMap((audience): Route[] =>
    operationsOf(audience, endpoints).map((endpoint) => ({ audience, endpoint })),
  );
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name the request themselves; a child logger for each one would go unused.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    // Anybody can send X-Forwarded-For: without a proxy known by its address the connection's own address counts.
    trustProxy: services.settings.trustedProxies.length > 0 && services.settings.trustedProxies,
    // A client that opens a connection and sends nothing, or drips headers, holds it this long and no longer.
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
  app.decorateRequest('caller', undefined);
  app.decorateRequest('endpoint', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  // A client that asks before it sends (Expect: 100-continue) hears every refusal that needs no body first.
  app.server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (!awaitingContinue.has(request.raw)) return;
    const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > limit) throw new ApiError('bodyTooLarge');
    awaitingContinue.delete(request.raw);
    reply.raw.writeContinue();
  });

  app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  // Hooks on the way of every request are plain functions: each promise more costs it a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.endpoint?.id ?? request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
    // The route's template and never the address itself: addresses carry names and e-mail addresses in queries.
    services.log.info(
      {
        requestId: request.id,
        method: request.method,
        operation,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        clientId: request.caller?.kind === 'client' ? request.caller.clientId : undefined,
        userId: request.caller?.kind === 'user' ? request.caller.userId : undefined,
        tenantId: request.caller?.tenantId,
      },
      'request',
    );
    done();
  });

  app.setErrorHandler((error, request, reply) => sendError(services, request, reply, error));
  const allowed = allowedMethods(routes);
  app.setNotFoundHandler((request, reply) => {
    const methods = allowed(request.url.split('?')[0]!);
    sendError(
      services,
      request,
      reply,
      methods.length === 0
        ? new ApiError('routeNotFound')
        : new ApiError('methodNotAllowed', { headers: { allow: methods.join(', ') } }),
    );
  });

  const createEndpointHandler = createHandler(options.references);
  const handlers = new Map(
    endpoints.map((endpoint) => [endpoint, createEndpointHandler(services, endpoint)]),
  );
  const admission = createAdmission(options.authenticators, services.settings.publicUrl);
  const register = (instance: FastifyInstance, { audience, endpoint }: Route) =>
    instance.route({
      method: endpoint.method,
      url: PREFIXES[audience] + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: admission(audience, endpoint),
      handler: handlers.get(endpoint)!,
      bodyLimit: endpoint.streams?.maximumBodyBytes ?? BODY_LIMIT_BYTES,
      ...(endpoint.success.mediaType === undefined ? {} : { compress: false as const }),
    });

  app.register(async (instance) => {
    for (const route of routes.filter(
      ({ endpoint }) => endpoint.body !== undefined && endpoint.streams === undefined,
    ))
      register(instance, route);
  });
  app.register(async (instance) => {
    // Clients send a Content-Type out of habit, also with what has no body: nothing of it is read, whatever it is.
    instance.addHook('onRequest', (request, _reply, done) => {
      delete request.raw.headers['content-type'];
      done();
    });
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    for (const route of routes.filter(({ endpoint }) => endpoint.body === undefined))
      register(instance, route);
  });
  app.register(async (instance) => {
    // The handler reads these bodies itself, as they arrive.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('application/json', (request, payload, done) => {
      const limit = request.endpoint!.streams!.maximumBodyBytes;
      if (Number(request.headers['content-length'] ?? 0) > limit) done(new ApiError('bodyTooLarge'));
      else done(null, payload);
    });
    for (const route of routes.filter(({ endpoint }) => endpoint.streams !== undefined))
      register(instance, route);
  });
  return app;
}

// URLSearchParams rather than a parser that makes objects of a[b]=c: names are compared as they were sent.
function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    query[name] =
      before === undefined
        ? value
        : Array.isArray(before)
          ? [...before.slice(0, 10), value]
          : [before, value];
  }
  return query;
}

function allowedMethods(served: readonly Route[]): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string>; isExact: boolean }>();
  for (const {
    audience,
    endpoint: { method, path },
  } of served) {
    const template = PREFIXES[audience] + path.replaceAll(/\{\w+\}/g, '{}');
    const route = routes.get(template) ?? {
      pattern: new RegExp(`^${template.replaceAll('{}', '[^/]+')}$`),
      methods: new Set<string>(),
      isExact: !template.includes('{}'),
    };
    route.methods.add(method);
    if (method === 'GET') route.methods.add('HEAD');
    routes.set(template, route);
  }
  const list = [...routes.values()].sort((a, b) => Number(b.isExact) - Number(a.isExact));
  return (path) => [...(list.find(({ pattern }) => pattern.test(path))?.methods ?? [])];
}

const FRAMEWORK_ERRORS: Record<string, keyof typeof ERROR_CATALOGUE> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'notJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedBody',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedBody',
  FST_ERR_BAD_URL: 'recordNotFound',
  FST_ERR_MAX_PARAM_LENGTH: 'recordNotFound',
  FST_ERR_NOT_FOUND: 'routeNotFound',
};

function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const code = (error as { code?: string } | null)?.code ?? '';
  // The caller went away in the middle of its body; the reset connection is not the database's.
  if (request.raw.destroyed && !request.raw.complete) return new ApiError('malformedBody');
  const known = FRAMEWORK_ERRORS[code];
  if (known !== undefined) return new ApiError(known);
  if (isTransient(error)) {
    return new ApiError(isConflict(error) ? 'writeConflict' : 'unavailable', {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
  return new ApiError('internal', { cause: error });
}

function sendError(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const error = toApiError(thrown, request);
  const messageGuid = randomUUID();
  const entry = {
    requestId: request.id,
    messageGuid,
    operation: request.endpoint?.id,
    status: error.status,
    code: error.code,
    // Codes and rules only: a property's path may hold a name that was sent.
    faults: error.faults.length === 0 ? undefined : error.faults.map((fault: Fault) => fault.code),
  };
  if (error.status >= 500)
    services.log.error({ ...entry, cause: describeCause(error.cause) }, 'request failed');
  else services.log.info(entry, 'request refused');
  if (reply.raw.headersSent) {
    // The answer has begun: cutting the connection is the only way left to say that it is not whole.
    reply.raw.destroy();
    return reply;
  }
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  // What is still being sent of a refused body is not read: the connection ends with the answer.
  if (error.code === 'bodyTooLarge' || awaitingContinue.has(request.raw)) reply.header('connection', 'close');
  // Set for the answer that failed: a stream can break after its encoding was chosen and before its first byte.
  for (const name of ['etag', 'cache-control', 'content-encoding', 'stream-position'])
    reply.removeHeader(name);
  return reply
    .status(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ messageGuid, message: error.message, validationErrors: error.faults });
}

// Requests whose body is not sent before the service says 100 Continue.
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Bytes that are no HTTP request, or headers beyond every limit: there is no request to answer in, only the socket. */
function refuseConnection(services: Services, error: ConnectionError, socket: Socket): void {
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headersTooLarge'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'requestTimeout'
        : 'malformedRequest';
  const { status, message } = ERROR_CATALOGUE[code];
  const requestId = randomUUID();
  const messageGuid = randomUUID();
  if (error.code !== 'ECONNRESET')
    services.log.info({ requestId, messageGuid, status, code }, 'request refused');
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const body = JSON.stringify({ messageGuid, message, validationErrors: [] });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

// From the first quotation mark or bracket to the last.
const QUOTED = /["'`{[].*["'`}\]]/s;

/**
 * What the log may know of an unexpected error. The text and detail of database errors quote values, and so do
 * those of JSON and URL errors: of a database error only its code and the schema objects are kept, of others the
 * text around what it quotes.
 */
export function describeCause(cause: unknown): Record<string, unknown> | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : { type: typeof cause };
  const { code, constraint, table, column, routine } = cause as unknown as Record<string, unknown>;
  const stack = cause.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  const isDatabaseError = routine !== undefined;
  return {
    type: cause.constructor.name,
    message: isDatabaseError || cause instanceof SyntaxError ? undefined : cause.message.replace(QUOTED, '…'),
    code,
    constraint,
    table,
    column,
    routine,
    stack,
  };
}
