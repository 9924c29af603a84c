import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { acquire } from '../handler/turn.ts';
import { SHORT_BODY_BYTES } from '../limits.ts';

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
    } else if (Number(length ?? 0) <= SHORT_BODY_BYTES) done(null, payload);
    else reserve(services, request, reply).then(() => done(null, payload), done);
  });
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
