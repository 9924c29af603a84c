import type { Services } from '../../services.ts';
import { compressText } from '../compress-text.ts';
import type { AnyEndpoint, ShortRead } from '../endpoint.ts';
import { contentTag, matches } from '../entity-tag.ts';
import type { Encoded, Encoding } from '../static-text.ts';
import { VARY } from '../vary.ts';
import { FailedOperation, NotUsual } from './direct-failures.ts';
import { type Headers, READY_BYTES, ReadyResponse, writeHead } from './direct-head.ts';
import type { DirectHeaders } from './direct-headers.ts';
import type { Served, Work } from './direct-routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Body {
  entityTag: string;
  bytes: string | Buffer;
  encoding: Encoding | undefined;
}

/** Of a response that is the same in all languages, and of the others. */
const VARY_WITHOUT_LANGUAGE = VARY.client;
const VARY_WITH_LANGUAGE = `accept-language, ${VARY.client}`;

/** What sends the response when it is the turn of the request. Undefined if there is nothing to send. */
export function toRead(services: Services, served: Served, headers: DirectHeaders): Work | undefined {
  const { readShort, endpoint } = served;
  if (readShort !== undefined) return (leave) => sendList(services, served, readShort, headers, leave);
  if (endpoint.readText !== undefined) return (leave) => sendRecord(services, served, headers, leave);
  const text = endpoint.ready!(services, headers.language);
  const encoded = text?.encodeAs(headers.encoding);
  if (encoded instanceof Promise) {
    // It is being compressed. The framework compresses it for this call.
    encoded.catch(() => {});
    return undefined;
  }
  if (encoded === undefined) return undefined;
  return (leave) => {
    try {
      sendReady(served, headers, text!.entityTag, encoded);
    } finally {
      leave();
    }
  };
}

const readyResponses = new WeakMap<Encoded, ReadyResponse>();

function sendReady(served: Served, headers: DirectHeaders, entityTag: string, encoded: Encoded): void {
  const { response, requestId } = served;
  const { body: bytes, encoding } = encoded;
  const isInOnePiece = headers.ifNoneMatch === undefined && bytes.length <= READY_BYTES;
  if (isInOnePiece && readyResponse(served, entityTag, encoded).send(response, requestId)) return;
  send(served, headers, { entityTag, bytes, encoding });
}

/** A text belongs to one endpoint, so all its responses in an encoding have the same headers. */
function readyResponse({ endpoint }: Served, entityTag: string, encoded: Encoded): ReadyResponse {
  let ready = readyResponses.get(encoded);
  if (ready === undefined) {
    const { body, encoding } = encoded;
    ready = new ReadyResponse(
      withBody(toHeaders(endpoint, VARY_WITH_LANGUAGE, entityTag), body, encoding),
      body,
    );
    readyResponses.set(encoded, ready);
  }
  return ready;
}

async function sendRecord(
  services: Services,
  served: Served,
  headers: DirectHeaders,
  leave: () => void,
): Promise<void> {
  const { endpoint, caller, id } = served;
  const { tenantId } = caller;
  const { language, encoding } = headers;
  try {
    const db = services.database.tenant(tenantId);
    const { text, entityTag = contentTag(text) } = await endpoint.readText!({
      services,
      db,
      tenantId,
      id,
      language,
      leaveTurn: leave,
    });
    const compressing = encoding === undefined ? undefined : compressText(text, encoding);
    const compressed = compressing === undefined ? undefined : await compressing;
    send(served, headers, {
      entityTag,
      bytes: compressed?.bytes ?? text,
      encoding: compressed?.encoding,
    });
  } catch (error) {
    throw new FailedOperation(error as Error, { vary: 'accept-language' });
  } finally {
    leave();
  }
}

async function sendList(
  services: Services,
  served: Served,
  readShort: ShortRead,
  { encoding, ifNoneMatch }: DirectHeaders,
  leave: () => void,
): Promise<void> {
  const { tenantId } = served.caller;
  const isCurrent = ifNoneMatch === undefined ? undefined : (tag: string) => matches(ifNoneMatch, tag);
  try {
    const list = await readShort({ services, tenantId, isCurrent });
    if (list === undefined) throw new NotUsual();
    const { entityTag, text } = list;
    const headers = toHeaders(served.endpoint, VARY_WITHOUT_LANGUAGE, entityTag);
    if (text === undefined) {
      sendNothing(served, headers);
      return;
    }
    // The framework streams a list, and compresses it however short it is.
    const compressed = encoding === undefined ? undefined : await compressText(text, encoding, 0);
    sendBody(served, headers, { bytes: compressed?.bytes ?? text, encoding: compressed?.encoding });
  } catch (error) {
    throw error instanceof NotUsual ? error : new FailedOperation(error as Error, {});
  } finally {
    leave();
  }
}

function send(served: Served, { ifNoneMatch }: DirectHeaders, body: Body): void {
  const { entityTag } = body;
  const headers = toHeaders(served.endpoint, VARY_WITH_LANGUAGE, entityTag);
  if (matches(ifNoneMatch, entityTag)) sendNothing(served, headers);
  else sendBody(served, headers, body);
}

/** The headers that the framework would send after the id of the request, in its order. */
function toHeaders({ cacheControl = 'no-store' }: AnyEndpoint, vary: string, entityTag: string): Headers {
  return [
    'x-content-type-options',
    'nosniff',
    'vary',
    vary,
    'cache-control',
    cacheControl,
    'etag',
    entityTag,
  ];
}

function withBody(headers: Headers, bytes: string | Buffer, encoding: Encoding | undefined): Headers {
  const length = String(Buffer.byteLength(bytes));
  const all = [...headers, 'content-type', JSON_TYPE, 'content-length', length];
  return encoding === undefined ? all : [...all, 'content-encoding', encoding];
}

function sendNothing({ response, requestId }: Served, headers: Headers): void {
  writeHead(response, 304, requestId, headers);
  response.end();
}

function sendBody(
  { response, requestId }: Served,
  headers: Headers,
  { bytes, encoding }: Omit<Body, 'entityTag'>,
): void {
  writeHead(response, 200, requestId, withBody(headers, bytes, encoding));
  response.end(bytes);
}
