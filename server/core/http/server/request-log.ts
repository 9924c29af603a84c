import type { FastifyInstance } from 'fastify';
import { writeLine } from '../../log.ts';
import type { Services } from '../../services.ts';
import { traceIdOf } from '../../tracing/index.ts';
import type { Caller } from '../context.ts';
import type { Metrics } from '../metrics.ts';

/** A request whose response has left, or whose connection has ended. */
interface EndedRequest {
  requestId: string;
  method: string | undefined;
  /** The id of the endpoint or the route template, never the URL itself: queries contain names and email addresses. */
  operation: string;
  status: number;
  elapsedMs: number;
  /** The connection ended before the response did, whatever the status says. */
  isInterrupted: boolean;
  caller: Caller | undefined;
  traceparent?: string | undefined;
}

/** Counts a request and writes its line of the log. */
export type RequestObserver = (request: EndedRequest) => void;

export function createRequestObserver({ log }: Services, metrics: Metrics): RequestObserver {
  return ({ requestId, method, operation, status, elapsedMs, isInterrupted, caller, traceparent }) => {
    metrics.observeRequest(operation, status, elapsedMs / 1000);
    writeLine(
      log,
      {
        requestId,
        method,
        operation,
        status,
        isInterrupted: isInterrupted || undefined,
        durationMs: Math.round(elapsedMs * 10) / 10,
        clientId: caller?.kind === 'client' ? caller.clientId : undefined,
        userId: caller?.kind === 'user' ? caller.userId : undefined,
        tenantId: caller?.tenantId,
        traceId: traceparent === undefined ? undefined : traceIdOf(traceparent),
      },
      'request',
    );
  };
}

/** Adds the headers that every response has, and counts and logs every request. */
export function observeRequests(app: FastifyInstance, observe: RequestObserver): void {
  // These hooks run for every request, so they are plain functions: a promise costs a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // A response with a caller's text in it could otherwise run in a browser as what it is not.
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observe({
      requestId: request.id,
      method: request.method,
      operation: request.endpoint?.id ?? request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      elapsedMs: reply.elapsedTime,
      isInterrupted: !reply.raw.writableFinished,
      caller: request.caller,
      traceparent: request.trace?.traceparent,
    });
    done();
  });
}
