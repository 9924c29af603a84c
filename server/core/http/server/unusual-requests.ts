import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

const unmetExpectations = new WeakSet<IncomingMessage>();

/**
 * Handles what Node would refuse without an error record, and what the framework would wait for in vain:
 * - A request of HTTP/1.1 without Host (with `requireHostHeader`, Node has an empty 400 for it).
 * - One with an Expect header that nobody knows (an empty 417).
 * - One with a Content-Type and no body, as `curl -X POST` sends it. With `optimizeEmptyRequests`, Node announces no end of a body
 *   that does not exist, so the framework would wait until the connection times out.
 */
export function handleUnusualRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    unmetExpectations.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (lacksHost(raw)) return done(new ApiError('hostMissing'));
    if (unmetExpectations.has(raw)) return done(new ApiError('expectationUnknown'));
    if (raw.readableEnded && raw.headers['content-type'] !== undefined) delete raw.headers['content-type'];
    done();
  });
}

function lacksHost({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor === 1;
}
