import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { OTHER_BODY_LIMIT_BYTES } from '../limits.ts';

// Requests whose client sends the body only after the service has responded with 100 Continue.
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Whether the client is still waiting for 100 Continue. It has then sent nothing of its body. */
export function awaitsContinue(message: IncomingMessage): boolean {
  return awaitingContinue.has(message);
}

/** Sends 100 Continue if the client is waiting for it. */
export function continueBody(message: IncomingMessage, response: ServerResponse): void {
  if (awaitingContinue.delete(message)) response.writeContinue();
}

/**
 * Lets a client that sends `Expect: 100-continue` receive errors before it sends its body. If `waitsForPlace`, the request first
 * needs a place for its body, which can be refused. Who reserves it calls `continueBody` then.
 */
export function handleExpectContinue(
  app: FastifyInstance,
  waitsForPlace: (request: FastifyRequest) => boolean,
): void {
  app.server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!awaitingContinue.has(request.raw)) return done(null, payload);
    const limit = request.routeOptions.bodyLimit ?? OTHER_BODY_LIMIT_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > limit) return done(new ApiError('bodyTooLarge'));
    if (!waitsForPlace(request)) continueBody(request.raw, reply.raw);
    done(null, payload);
  });
}
