import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { openTrace, parseTraceparent, runInTrace, type Trace } from '../../tracing/index.ts';
import { closedStatus } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if the request is in no trace. */
    trace: Trace | undefined;
  }
}

/** The server error statuses mark a span as failed. The others are the caller's business. */
const FIRST_SERVER_ERROR = 500;

/** Continues the trace of the caller, or starts one if traces are exported. The span of the request ends with its response. */
export function traceRequests(app: FastifyInstance, { tracer }: Services): void {
  app.decorateRequest('trace', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    if (tracer === undefined && traceparent === undefined) return done();
    // Probes and scrapes arrive every few seconds and would bury the requests.
    if (isProbe(request)) return done();
    request.trace = openTrace(tracer, parseTraceparent(traceparent), () => describe(request));
    if (tracer !== undefined) reply.raw.once('close', () => endSpan(request, reply));
    runInTrace(request.trace, done);
  });
  // A body arrives in events of its connection, which are outside of the request's trace.
  app.addHook('preValidation', (request, _reply, done) => runInTrace(request.trace, done));
}

function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/metrics' || url?.startsWith('/health/') === true;
}

function describe({ method, routeOptions }: FastifyRequest) {
  // The template, never the URL itself: queries contain names and email addresses.
  const route = routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}');
  return {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server' as const,
    attributes: { 'http.request.method': method, 'http.route': route },
  };
}

function endSpan({ trace, endpoint, caller, id, raw: message }: FastifyRequest, { raw }: FastifyReply): void {
  const span = trace?.span;
  if (!span?.isRecording) return;
  const status = closedStatus(message, raw);
  span.set({
    'http.response.status_code': status,
    'stellwerk.request.id': id,
    'stellwerk.operation': endpoint?.id,
    'stellwerk.tenant.id': caller === undefined || caller.tenantId === 0 ? undefined : caller.tenantId,
    'stellwerk.client.id': caller?.kind === 'client' ? caller.clientId : undefined,
    'stellwerk.interrupted': raw.writableFinished ? undefined : true,
  });
  span.end(status >= FIRST_SERVER_ERROR ? String(status) : undefined);
}
