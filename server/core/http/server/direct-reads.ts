import type { Services } from '../../services.ts';
import { compressText } from '../compress-text.ts';
import type { ShortRead } from '../endpoint.ts';
import { contentTag, matches } from '../entity-tag.ts';
import type { Encoding } from '../static-text.ts';
import { FailedOperation, NotUsual } from './direct-failures.ts';
import type { DirectHeaders } from './direct-headers.ts';
import type { Served, Work } from './direct-routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Body {
  entityTag: string;
  bytes: string | Buffer;
  /** Of `bytes`: `latin1` if it is a text with one character for each byte, otherwise UTF-8. */
  charset?: 'latin1' | undefined;
  encoding: Encoding | undefined;
}

/** Of a response that is the same in all languages, and of the others. */
const VARY_ENCODING = 'accept-encoding';
const VARY = `accept-language, ${VARY_ENCODING}`;

/** What sends the response when it is the turn of the request. Undefined if there is nothing to send. */
export function toRead(services: Services, served: Served, headers: DirectHeaders): Work | undefined {
  const { readShort, endpoint } = served;
  if (readShort !== undefined) return (leave) => sendList(services, served, readShort, headers, leave);
  if (endpoint.readText !== undefined) return (leave) => sendRecord(services, served, headers, leave);
  const body = findReady(services, served, headers);
  if (body === undefined) return undefined;
  return (leave) => {
    try {
      send(served, headers, body);
    } finally {
      leave();
    }
  };
}

/** The response that lies ready in the encoding that the caller prefers. */
function findReady(
  services: Services,
  { endpoint }: Served,
  { language, encoding }: DirectHeaders,
): Body | undefined {
  const text = endpoint.ready!(services, language);
  const encoded = text?.encodeAs(encoding);
  if (encoded instanceof Promise) {
    // It is being compressed. The framework compresses it for this call.
    encoded.catch(() => {});
    return undefined;
  }
  if (encoded === undefined) return undefined;
  const { latin1, body } = encoded;
  return {
    entityTag: text!.entityTag,
    bytes: latin1 ?? body,
    charset: latin1 === undefined ? undefined : 'latin1',
    encoding: encoded.encoding,
  };
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
    const headers = toHeaders(served, VARY_ENCODING, entityTag);
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
  const headers = toHeaders(served, VARY, entityTag);
  if (matches(ifNoneMatch, entityTag)) sendNothing(served, headers);
  else sendBody(served, headers, body);
}

/** The headers that the framework would send, in its order. */
function toHeaders({ endpoint, requestId }: Served, vary: string, entityTag: string): string[] {
  return [
    'x-request-id',
    requestId,
    'x-content-type-options',
    'nosniff',
    'vary',
    vary,
    'cache-control',
    endpoint.cacheControl ?? 'no-store',
    'etag',
    entityTag,
  ];
}

function sendNothing({ response }: Served, headers: string[]): void {
  response.writeHead(304, headers);
  response.end();
}

function sendBody(
  { response }: Served,
  headers: string[],
  { bytes, charset, encoding }: Omit<Body, 'entityTag'>,
): void {
  headers.push('content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(bytes, charset)));
  if (encoding !== undefined) headers.push('content-encoding', encoding);
  response.writeHead(200, headers);
  response.end(bytes, charset ?? 'utf8');
}
