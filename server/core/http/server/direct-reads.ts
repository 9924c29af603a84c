import type { Services } from '../../services.ts';
import { compressText } from '../compress-text.ts';
import { contentTag, matches } from '../entity-tag.ts';
import type { Encoding } from '../static-text.ts';
import { FailedOperation } from './direct-failures.ts';
import type { DirectHeaders } from './direct-headers.ts';
import type { Served, Work } from './direct-routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Body {
  entityTag: string;
  bytes: string | Buffer;
  encoding: Encoding | undefined;
}

/** What sends the response when it is the turn of the request. Undefined if there is nothing to send. */
export function toRead(services: Services, served: Served, headers: DirectHeaders): Work | undefined {
  if (served.endpoint.readText !== undefined) return (leave) => sendRecord(services, served, headers, leave);
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
  return encoded && { entityTag: text!.entityTag, bytes: encoded.body, encoding: encoded.encoding };
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
    const text = await endpoint.readText!({ services, db, tenantId, id, language });
    const compressing = encoding === undefined ? undefined : compressText(text, encoding);
    const compressed = compressing === undefined ? undefined : await compressing;
    send(served, headers, {
      entityTag: contentTag(text),
      bytes: compressed?.bytes ?? text,
      encoding: compressed?.encoding,
    });
  } catch (error) {
    throw new FailedOperation(error as Error, { vary: 'accept-language' });
  } finally {
    leave();
  }
}

/** Sends the headers that the framework would send, in its order. */
function send(
  { endpoint, response, requestId }: Served,
  { ifNoneMatch }: DirectHeaders,
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
  if (matches(ifNoneMatch, entityTag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  headers.push('content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(bytes)));
  if (encoding !== undefined) headers.push('content-encoding', encoding);
  response.writeHead(200, headers);
  response.end(bytes);
}
