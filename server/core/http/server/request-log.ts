import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { traceIdOf } from '../../tracing/index.ts';
import type { Metrics } from '../metrics.ts';

/** Adds the headers that every response has, and counts and logs every request. */
export function observeRequests(app: FastifyInstance, services: Services, metrics: Metrics): void {
  // These hooks run for every request, so they are plain functions: a promise costs a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // A response with a caller's text in it could otherwise run in a browser as what it is not.
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { caller } = request;
    // The route template, never the URL itself: queries contain names and email addresses.
    const operation = request.endpoint?.id ?? request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
    services.log.info(
      {
        requestId: request.id,
        method: request.method,
        operation,
        status: reply.statusCode,
        // The connection ended before the response did, whatever the status said.
        isInterrupted: reply.raw.writableFinished ? undefined : true,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        clientId: caller?.kind === 'client' ? caller.clientId : undefined,
        userId: caller?.kind === 'user' ? caller.userId : undefined,
        tenantId: caller?.tenantId,
        traceId: request.trace === undefined ? undefined : traceIdOf(request.trace.traceparent),
      },
      'request',
    );
    done();
  });
}
