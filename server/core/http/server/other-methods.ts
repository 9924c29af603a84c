import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Rejects the methods that these routes do not support with a 405. They are routes too, so that the error handler of their
 * instance responds. The rejection precedes the body, which can have any media type. Paths are in the notation of the router.
 */
export function rejectOtherMethods(
  app: FastifyInstance,
  routes: readonly { method: string; path: string }[],
): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const supported = routes.filter((route) => route.path === path).map(({ method }) => method);
    const allowed = supported.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url: path,
      onRequest: (_request, _reply, done) =>
        done(new ApiError('methodNotAllowed', { headers: { allow: allowed.join(', ') } })),
      handler: (_request, reply) => reply,
    });
  }
}
