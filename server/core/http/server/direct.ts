import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Authenticators } from '../admission.ts';
import { PREFIXES } from '../audiences.ts';
import { compressText } from '../compress-text.ts';
import type { ClientCaller } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { contentTag, matches } from '../entity-tag.ts';
import { groupOfTenant } from '../handler/turn.ts';
import { preferredLanguage } from '../language.ts';
import { INT32_MAXIMUM } from '../schema.ts';
import { chooseEncoding, type Encoding } from '../static-text.ts';
import { hasProductUserAgent } from '../user-agent.ts';
import { rememberFailure } from './direct-failures.ts';
import { wasRefused } from './refuse-repeats.ts';
import type { RequestObserver } from './request-log.ts';

// A read of a record or a value list does so little that the framework with its hooks would be half of its cost. So usual
// requests for them are served here, and only if they succeed: whatever is unusual or wrong goes to the framework, which has all the
// rules and makes all the errors. docs/adr/0030-barest.md has the numbers.

const JSON_TYPE = 'application/json; charset=utf-8';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

interface DirectOptions {
  services: Services;
  endpoints: readonly AnyEndpoint[];
  authenticate: Authenticators['integration'];
  observe: RequestObserver;
}

/** A request that is served here. */
interface Served {
  endpoint: AnyEndpoint;
  caller: ClientCaller;
  id: number;
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

/** Sends a response, and calls `leave` when it no longer counts among the requests in progress. */
type Work = (leave: () => void) => Promise<void> | void;

interface Body {
  entityTag: string;
  bytes: string | Buffer;
  encoding: Encoding | undefined;
}

/** Serves usual requests for endpoints with `ready` or `readText` of applications, and passes the others on. */
export function serveDirectly(app: FastifyInstance, options: DirectOptions): void {
  const { services, observe } = options;
  const { server } = app;
  const find = createRouter(options.endpoints);
  const [passOn] = server.listeners('request') as RequestListener[];
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });

  const serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = isUsual(request) ? find(request.url!) : undefined;
    if (found === undefined || isClosing) return false;
    const caller = admit(options, request, found.endpoint);
    if (caller === undefined) return false;
    const group = groupOfTenant(caller.tenantId);
    if (services.load.requests.wouldRefuse(group)) return false;
    const served: Served = { ...found, caller, request, response, requestId: randomUUID() };
    const work = toWork(services, served);
    if (work === undefined) return false;
    const stopObserving = observeEnd(served, observe);
    const giveUp = (error: Error) => {
      // Without a connection, nobody waits for the error.
      if (response.closed) return;
      stopObserving();
      rememberFailure(request, { caller, error });
      passOn!(request, response);
    };
    try {
      const entered = services.load.requests.enter(group);
      const working = entered instanceof Promise ? entered.then(work) : work(entered);
      working?.catch(giveUp);
    } catch (error) {
      giveUp(error as Error);
    }
    return true;
  };

  // Without a tracer, only a caller's traceparent makes a trace. With one, every request has a span.
  if (services.tracer !== undefined) return;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!serve(request, response)) passOn!(request, response);
  });
}

/** Finds the endpoint of a path that is written exactly as the interface has it. */
function createRouter(
  endpoints: readonly AnyEndpoint[],
): (url: string) => { endpoint: AnyEndpoint; id: number } | undefined {
  const lists = new Map<string, { endpoint: AnyEndpoint; id: number }>();
  const records = new Map<string, AnyEndpoint>();
  for (const endpoint of endpoints) {
    const path = PREFIXES.integration + endpoint.path;
    if (endpoint.audience !== 'integration') continue;
    if (endpoint.ready !== undefined) lists.set(path, { endpoint, id: 0 });
    if (endpoint.readText !== undefined) records.set(path.replace(/\{\w+\}$/, ''), endpoint);
  }
  return (url) => {
    const list = lists.get(url);
    if (list !== undefined) return list;
    const start = url.lastIndexOf('/') + 1;
    const endpoint = records.get(url.slice(0, start));
    const text = url.slice(start);
    if (endpoint === undefined || !/^\d{1,10}$/.test(text)) return undefined;
    const id = Number(text);
    return id <= INT32_MAXIMUM ? { endpoint, id } : undefined;
  };
}

/** A GET without a body, a trace, or a wish that only the framework can fulfil, on a connection that was not refused. */
function isUsual({ method, headers, socket }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.traceparent === undefined &&
    headers.expect === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] === undefined || headers['content-length'] === '0') &&
    headers['x-no-compression'] === undefined &&
    !wasRefused(socket)
  );
}

/** The caller, if it is known already and has the permission. */
function admit(
  { authenticate }: DirectOptions,
  { headers }: IncomingMessage,
  { permission }: AnyEndpoint,
): ClientCaller | undefined {
  if (headers.authorization === undefined || !hasProductUserAgent(headers['user-agent'])) return undefined;
  const caller = authenticate(headers.authorization);
  if (caller instanceof Promise) {
    caller.catch(() => {});
    return undefined;
  }
  return permission === null || caller.permissions.has(permission) ? caller : undefined;
}

/** Counts and logs the request when its response has left or its connection has ended. Returns the function that prevents it. */
function observeEnd({ endpoint, caller, response, requestId }: Served, observe: RequestObserver): () => void {
  const startedMs = performance.now();
  const end = () =>
    observe({
      requestId,
      method: 'GET',
      operation: endpoint.id,
      status: response.statusCode,
      elapsedMs: performance.now() - startedMs,
      isInterrupted: !response.writableFinished,
      caller,
    });
  response.on('close', end);
  return () => response.off('close', end);
}

/** What sends the response when it is the turn of the request. Undefined if there is nothing to send. */
function toWork(services: Services, served: Served): Work | undefined {
  if (served.endpoint.readText !== undefined) return (leave) => sendRecord(services, served, leave);
  const body = findReady(services, served);
  if (body === undefined) return undefined;
  return (leave) => {
    try {
      send(served, body);
    } finally {
      leave();
    }
  };
}

/** The response that lies ready in the encoding that the caller prefers. */
function findReady(services: Services, { endpoint, request: { headers } }: Served): Body | undefined {
  const text = endpoint.ready!(services, preferredLanguage(headers['accept-language']));
  const encoded = text?.encode(headers);
  if (encoded instanceof Promise) {
    // It is being compressed. The framework compresses it for this call.
    encoded.catch(() => {});
    return undefined;
  }
  return encoded && { entityTag: text!.entityTag, bytes: encoded.body, encoding: encoded.encoding };
}

async function sendRecord(services: Services, served: Served, leave: () => void): Promise<void> {
  const { endpoint, caller, id, request } = served;
  const { tenantId } = caller;
  try {
    const language = preferredLanguage(request.headers['accept-language']);
    const db = services.database.tenant(tenantId);
    const text = await endpoint.readText!({ services, db, tenantId, id, language });
    const compressing = compressFor(request.headers, text);
    const compressed = compressing === undefined ? undefined : await compressing;
    send(served, {
      entityTag: contentTag(text),
      bytes: compressed?.bytes ?? text,
      encoding: compressed?.encoding,
    });
  } finally {
    leave();
  }
}

function compressFor(
  headers: IncomingHttpHeaders,
  text: string,
): Promise<{ bytes: Buffer; encoding: Encoding }> | undefined {
  if (headers['accept-encoding'] === undefined) return undefined;
  const encoding = chooseEncoding(headers);
  return encoding === undefined ? undefined : compressText(text, encoding);
}

/** Sends the headers that the framework would send, in its order. */
function send(
  { endpoint, request, response, requestId }: Served,
  { entityTag, bytes, encoding }: Body,
): void {
  const headers = [
    'x-request-id',
    requestId,
    'x-content-type-options',
    'nosniff',
    'vary',
    'accept-language, accept-encoding',
    'cache-control',
    endpoint.cacheControl ?? 'no-store',
    'etag',
    entityTag,
  ];
  if (matches(request.headers['if-none-match'], entityTag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  headers.push('content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(bytes)));
  if (encoding !== undefined) headers.push('content-encoding', encoding);
  response.writeHead(200, headers);
  response.end(bytes);
}
