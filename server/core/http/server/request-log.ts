import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { writeLine } from '../../log.ts';
import type { Services } from '../../services.ts';
import { traceIdOf } from '../../tracing/index.ts';
import type { Caller } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import type { SentError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

/** A request whose response has left, or whose connection has ended. */
export interface EndedRequest {
  requestId: string;
  method: string | undefined;
  /** The id of the endpoint or the route template, never the URL itself: queries contain names and email addresses. */
  operation: string;
  /** Undefined for routes that are not endpoints. */
  endpoint: AnyEndpoint | undefined;
  status: number;
  elapsedMs: number;
  /** The connection ended before the response did, whatever the status says. */
  isInterrupted: boolean;
  caller: Caller | undefined;
  traceparent?: string | undefined;
  sentError?: SentError | undefined;
}

/** The status of requests whose caller left before there was a response. Nobody gets it. Other servers log the same. */
const CALLER_LEFT = 499;

/** The status to observe when a response has been closed. */
export function closedStatus(request: IncomingMessage, response: ServerResponse): number {
  if (response.headersSent) return response.statusCode;
  // A caller who leaves before the end of the body has sent a malformed one.
  return request.complete ? CALLER_LEFT : 400;
}

/** Counts a request and writes its line of the log. */
export type RequestObserver = (request: EndedRequest) => void;

export function createRequestObserver({ log }: Services, metrics: Metrics): RequestObserver {
  const kindOf = rememberKinds(metrics);
  const head = `,"pid":${process.pid},"requestId":"`;
  return ({ requestId, method, operation, status, elapsedMs, isInterrupted, caller, traceparent }) => {
    const kind = kindOf(operation, status, method);
    kind.observe(elapsedMs / 1000);
    const durationMs = Math.round(elapsedMs * 10) / 10;
    const interrupted = isInterrupted ? '"isInterrupted":true,' : '';
    const trace = traceparent === undefined ? '' : `,"traceId":"${traceIdOf(traceparent)}"`;
    writeLine(
      log,
      `{"level":30,"time":${Date.now()}${head}${requestId}${kind.text}${interrupted}"durationMs":${durationMs}${callerText(caller)}${trace},"msg":"request"}\n`,
    );
  };
}

/** What requests have in common that have the same operation, status, and method. */
interface Kind {
  method: string | undefined;
  status: number;
  /** From the end of the request id on. */
  text: string;
  observe(seconds: number): void;
}

/** Returns the function that finds a kind. There are as few as there are series of metrics. */
function rememberKinds(
  metrics: Metrics,
): (operation: string, status: number, method: string | undefined) => Kind {
  const kinds = new Map<string, Kind[]>();
  return (operation, status, method) => {
    const known = kinds.get(operation) ?? [];
    for (const kind of known) if (kind.status === status && kind.method === method) return kind;
    const fields = JSON.stringify({ method, operation, status });
    const kind: Kind = {
      method,
      status,
      text: `",${fields.slice(1, -1)},`,
      observe: metrics.requestObserver(operation, status),
    };
    kinds.set(operation, [...known, kind]);
    return kind;
  };
}

const clientTexts = new WeakMap<Caller, string>();

/** The caller, after the duration. Clients are remembered, because they have the same caller as long as their token is cached. */
function callerText(caller: Caller | undefined): string {
  if (caller === undefined) return '';
  const known = clientTexts.get(caller);
  if (known !== undefined) return known;
  const { tenantId } = caller;
  const clientId = caller.kind === 'client' ? caller.clientId : undefined;
  const userId = caller.kind === 'user' ? caller.userId : undefined;
  const text = `,${JSON.stringify({ clientId, userId, tenantId }).slice(1, -1)}`;
  if (caller.kind === 'client') clientTexts.set(caller, text);
  return text;
}

/** Adds the headers that every response has, and counts and logs every request. */
export function observeRequests(app: FastifyInstance, observe: RequestObserver): void {
  // These hooks run for every request, so they are plain functions: a promise costs a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // A response with a caller's text in it could otherwise run in a browser as what it is not.
    reply.header('x-content-type-options', 'nosniff');
    // Not the hook onResponse: the framework does not call it when the connection ends before the response.
    reply.raw.once('close', () =>
      observe({
        requestId: request.id,
        method: request.method,
        endpoint: request.endpoint,
        operation: request.endpoint?.id ?? request.routeOptions.url ?? 'unknown',
        status: closedStatus(request.raw, reply.raw),
        elapsedMs: reply.elapsedTime,
        isInterrupted: !reply.raw.writableFinished,
        caller: request.caller,
        traceparent: request.trace?.traceparent,
        sentError: request.sentError,
      }),
    );
    done();
  });
}
