import { Readable } from 'node:stream';
import type { Services } from '../../services.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { ByteStream, JsonStream, NOT_MODIFIED, RawJson } from '../endpoint.ts';
import { contentTag, matches } from '../entity-tag.ts';
import type { StoredResponse } from '../idempotency.ts';
import { preferredLanguage } from '../language.ts';
import { COMPRESSED_FROM_BYTES, chooseEncoding } from '../static-text.ts';
import { VARY } from '../vary.ts';
import type { HandledReply, RequestCall } from './operation.ts';
import type { ReadyResponder } from './turn.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends the result of the endpoint's handler. */
export function sendResult(call: RequestCall, result: unknown): HandledReply {
  const { operation, reply } = call;
  const { endpoint, serialize } = operation;
  if (result instanceof ByteStream) return reply.status(result.status).send(result.source);
  setCachingHeaders({ endpoint, request: call.request, reply });
  if (result === NOT_MODIFIED) return reply.status(304).send();
  if (endpoint.success.status === 204) return reply.status(204).send();
  if (result instanceof JsonStream) return reply.type(JSON_TYPE).send(result.source);
  if (result instanceof RawJson) return sendJson(call, result.text, result.entityTag);
  // Some operations return 200 without a body.
  if (serialize === undefined) return reply.send();
  return sendJson(call, serialize(result));
}

/**
 * Sends the response of an operation while it lies ready, with the same headers as its handler. Undefined if the operation has
 * none. A call with a query goes to the handler, which checks it. So does a call that accepts an encoding for which the
 * response is being compressed.
 */
export function createReadyResponder(services: Services, endpoint: AnyEndpoint): ReadyResponder | undefined {
  const { ready } = endpoint;
  if (ready === undefined) return undefined;
  return (request, reply) => {
    const { headers } = request;
    if (Object.keys(request.query as object).length > 0) return false;
    // The framework does not compress then.
    if (headers['x-no-compression'] !== undefined) return false;
    const text = ready(services, preferredLanguage(headers['accept-language']));
    if (text === undefined) return false;
    const encoded = text.encode(headers);
    if (encoded instanceof Promise) {
      encoded.catch(() => {});
      return false;
    }
    reply.header('vary', 'accept-language').header('etag', text.entityTag);
    setCachingHeaders({ endpoint, request, reply });
    if (matches(headers['if-none-match'], text.entityTag)) reply.status(304).send();
    else {
      if (encoded.encoding !== undefined) reply.header('content-encoding', encoded.encoding);
      sendText(reply, encoded.body);
    }
    return true;
  };
}

/** Sends the stored response to an earlier request with the same Idempotency-Key. */
export function sendStored(reply: HandledReply, { status, headers, body }: StoredResponse): HandledReply {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  reply.header('idempotency-replayed', 'true').header('cache-control', 'no-store').status(status);
  if (body === '') return reply.send();
  return sendText(reply, body);
}

function setCachingHeaders({
  endpoint,
  request,
  reply,
}: Pick<RequestCall, 'request' | 'reply'> & { endpoint: AnyEndpoint }): void {
  const { cacheControl } = endpoint;
  const { kind } = request.caller!;
  // Users must see their own changes of a value list at once, so browsers revalidate every time and usually receive 304.
  if (cacheControl !== undefined)
    reply.header('cache-control', kind === 'client' ? cacheControl : 'private, no-cache');
  // Nearly every response has personal data, which must not stay on the disk of a browser or in a proxy. An application that
  // keeps records itself still sends their ETag.
  else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? VARY[kind] : `${vary}, ${VARY[kind]}`);
}

function sendJson(
  { operation, request, reply }: RequestCall,
  text: string | Buffer,
  entityTag?: string,
): HandledReply {
  if (operation.endpoint.etag === 'content') {
    const tag = entityTag ?? contentTag(text);
    reply.header('etag', tag);
    if (matches(request.headers['if-none-match'], tag)) return reply.status(304).send();
  }
  // The response to GET would be compressed, and so have another length. Compressing it only to learn that length is not worth it.
  if (request.method === 'HEAD' && isCompressible(text) && chooseEncoding(request.headers) !== undefined)
    return reply.type(JSON_TYPE).send(Readable.from([]));
  return sendText(reply, text);
}

const isCompressible = (text: string | Buffer) => Buffer.byteLength(text) >= COMPRESSED_FROM_BYTES;

function sendText(reply: HandledReply, text: string | Buffer): HandledReply {
  return reply.type(JSON_TYPE).serializer(asIs).send(text);
}

const asIs = (payload: unknown) => payload as string;
