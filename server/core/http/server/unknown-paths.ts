import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { PREFIXES } from '../audiences.ts';
import { ApiError } from '../errors.ts';
import { createMethodFinder } from './allowed-methods.ts';
import type { ServedEndpoint } from './register-endpoints.ts';
import { sendError } from './send-error.ts';

/** Rejects requests for an unknown path with 404, and for an unsupported method of a known path with 405. */
export function rejectUnknownPaths(
  app: FastifyInstance,
  services: Services,
  served: readonly ServedEndpoint[],
): void {
  const methodsOf = createMethodFinder(
    served.map(({ audience, endpoint: { method, path } }) => ({ method, path: PREFIXES[audience] + path })),
  );
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url.split('?')[0]!);
    sendError(
      services,
      request,
      reply,
      methods.length === 0
        ? new ApiError('routeNotFound')
        : new ApiError('methodNotAllowed', { headers: { allow: methods.join(', ') } }),
    );
  });
}
