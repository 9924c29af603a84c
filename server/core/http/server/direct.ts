import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Authenticators } from '../admission.ts';
import type { ClientCaller } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { createHandler } from '../handler/handle.ts';
import { groupOfTenant } from '../handler/turn.ts';
import type { ReferenceKinds } from '../references.ts';
import { readBody, toCreation } from './direct-creations.ts';
import { FailedOperation, type Failure, NotUsual, rememberFailure } from './direct-failures.ts';
import { readCreationHeaders, readHeaders } from './direct-headers.ts';
import { toRead } from './direct-reads.ts';
import { createRouter, type Served, type Work } from './direct-routes.ts';
import { wasRefused } from './refuse-repeats.ts';
import { closedStatus, type RequestObserver } from './request-log.ts';
import { logFailure } from './send-error.ts';

// A read of a record or a value list does so little that the framework with its hooks would be half of its cost. A creation is a
// tenth cheaper without it. So usual reads and creations are served here, and only if they succeed: whatever is unusual or wrong
// goes to the framework, which has all the rules and makes all the errors. docs/adr/0030-barest.md has the numbers.

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

interface DirectOptions {
  services: Services;
  endpoints: readonly AnyEndpoint[];
  references: ReferenceKinds;
  authenticate: Authenticators['integration'];
  observe: RequestObserver;
}

/**
 * Serves usual calls of applications of endpoints with `ready`, `readText`, `readShort`, or `isDirect`, and passes the other
 * requests on.
 */
export function serveDirectly(app: FastifyInstance, options: DirectOptions): void {
  const { services, observe } = options;
  const { requests } = services.load;
  const { server } = app;
  const find = createRouter(options.endpoints);
  const handlerOf = createHandler(services, options.references, options.endpoints);
  const [passOn] = server.listeners('request') as RequestListener[];
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });

  const serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = find(request.method!, request.url!);
    if (found === undefined || isClosing || wasRefused(request.socket)) return false;
    const { endpoint } = found;
    const headers = request.method === 'POST' ? undefined : readHeaders(request);
    const { isUsual, authorization } = headers ?? readCreationHeaders(request);
    const caller = isUsual ? admit(options, authorization, endpoint) : undefined;
    if (caller === undefined) return false;
    const group = groupOfTenant(caller.tenantId);
    if (requests.wouldRefuse(group)) return false;
    const requestId = randomUUID();
    const served: Served = { ...found, caller, request, response, requestId };
    const read = headers && toRead(services, served, headers);
    if (headers !== undefined && read === undefined) return false;
    const stopObserving = observeEnd(served, observe);
    const giveUp = (thrown: unknown) => {
      const failure = thrown instanceof NotUsual ? undefined : toFailure(caller, thrown);
      // Without a connection, nobody waits for the error, but the log needs its cause.
      if (response.closed) {
        if (failure !== undefined) logUnsent(services, served, failure.error);
        return;
      }
      stopObserving();
      if (failure !== undefined) rememberFailure(request, failure);
      passOn!(request, response);
    };
    const start = (work: Work) => {
      try {
        const isAtOnce = endpoint.ready !== undefined && requests.canPass(group);
        const entered = isAtOnce ? doNothing : requests.enter(group);
        const working = entered instanceof Promise ? entered.then(work) : work(entered);
        working?.catch(giveUp);
      } catch (error) {
        giveUp(error);
      }
    };
    if (read !== undefined) start(read);
    else readBody(request, (body) => start(toCreation(handlerOf(endpoint), served, body)));
    return true;
  };

  // Without a tracer, only a caller's traceparent makes a trace. With one, every request has a span.
  if (services.tracer !== undefined) return;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!serve(request, response)) passOn!(request, response);
  });
}

/** For a request that has its response before another one can begin, so it takes no place. */
const doNothing = () => {};

/** The caller, if it is known already and has the permission. */
function admit(
  { authenticate }: DirectOptions,
  authorization: string | undefined,
  { permission }: AnyEndpoint,
): ClientCaller | undefined {
  if (authorization === undefined) return undefined;
  const caller = authenticate(authorization);
  if (caller instanceof Promise) {
    caller.catch(() => {});
    return undefined;
  }
  return permission === null || caller.permissions.has(permission) ? caller : undefined;
}

/** Counts and logs the request when its response has left or its connection has ended. Returns the function that prevents it. */
function observeEnd(
  { endpoint, caller, request, response, requestId }: Served,
  observe: RequestObserver,
): () => void {
  const startedMs = performance.now();
  const end = () =>
    observe({
      requestId,
      method: request.method,
      operation: endpoint.id,
      endpoint,
      status: closedStatus(request, response),
      elapsedMs: performance.now() - startedMs,
      isInterrupted: !response.writableFinished,
      caller,
    });
  response.on('close', end);
  return () => response.off('close', end);
}

function logUnsent(services: Services, { endpoint, request, requestId }: Served, error: Error): void {
  const { headers } = request;
  logFailure(services, { id: requestId, raw: request, headers, endpoint, routeOptions: {} }, error);
}

function toFailure(caller: ClientCaller, thrown: unknown): Failure {
  return thrown instanceof FailedOperation
    ? { caller, error: thrown.error, headers: thrown.headers }
    : { caller, error: thrown as Error, headers: {} };
}
