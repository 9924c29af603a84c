import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { ApiError } from '../errors.ts';
import { acquire } from '../handler/turn.ts';
import { SHORT_BODY_BYTES } from '../limits.ts';
import { continueBody } from './expect-continue.ts';

/**
 * Reserves a place for uploads for every request of this instance with a long body, until it has its response. The body is in
 * memory before it is the turn of the request, and the sender decides how long that takes. Without a limit of their number, slow
 * senders could fill the memory.
 */
export function limitLongBodies(instance: FastifyInstance, services: Services): void {
  instance.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding !== undefined) {
      const body = Readable.from(readLong(services, request, reply, payload as Readable), {
        objectMode: false,
      });
      // After a body that is too large, Fastify no longer listens. A connection that then breaks would end the process.
      body.on('error', () => {});
      done(null, body);
    } else if (!hasLongBody(request)) done(null, payload);
    // Such a body is never read. A sender who waits and repeats would only learn that later.
    else if (Number(length) > request.routeOptions.bodyLimit!) done(new ApiError('bodyTooLarge'));
    else
      reserve(services, request, reply).then(() => {
        continueBody(request.raw, reply.raw);
        done(null, payload);
      }, done);
  });
}

/** Whether the request needs a place for uploads before its body is read. */
export function waitsForPlace(request: FastifyRequest): boolean {
  const { endpoint } = request;
  return endpoint?.streams !== undefined || (endpoint?.body !== undefined && hasLongBody(request));
}

/** Without a length, it can still turn out to be long. */
function hasLongBody({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) > SHORT_BODY_BYTES
  );
}

/** Reads a body of unknown length, which is long as soon as it has more bytes than a short one. */
async function* readLong(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  // If reading stops early, the connection must stay open for the response.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    const isReserved = bytes > SHORT_BODY_BYTES;
    bytes += chunk.length;
    if (!isReserved && bytes > SHORT_BODY_BYTES) await reserve(services, request, reply);
    yield chunk;
  }
}

async function reserve({ load }: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const giveBack = await acquire(load.uploads, request.caller!, reply.raw);
  if (reply.raw.closed) giveBack();
  else reply.raw.once('close', giveBack);
}
