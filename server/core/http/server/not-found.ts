import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Responds to the requests for unknown paths of this instance before their body is read. Anybody can send them, and the memory
 * that their bodies would take has no other limit.
 */
export function respondToUnknownPaths(
  instance: FastifyInstance,
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  instance.setNotFoundHandler(handle);
  instance.addHook('onRequest', (request, reply, done) => {
    // An instance with a prefix inherits this hook, and has its own response.
    if (!request.is404 || request.server !== instance) return done();
    Promise.try(handle, request, reply).catch((error) => {
      if (!reply.sent) done(error);
    });
  });
}
