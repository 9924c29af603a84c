import type { FastifyInstance } from 'fastify';

/**
 * Lets a request without a body go to its handler at once, also with a Content-Type, as `curl -X POST -H 'Content-Type: …'` sends it.
 * The framework would wait for the end of its body until the connection times out: with `optimizeEmptyRequests`, Node emits none.
 */
export function passAbsentBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.readableEnded && raw.headers['content-type'] !== undefined) delete raw.headers['content-type'];
    done();
  });
}
