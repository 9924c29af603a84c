import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Services } from '../../services.ts';
import { PREFIXES } from '../audiences.ts';
import { ApiError } from '../errors.ts';
import type { RouteRequest, RouteResponse } from '../routes.ts';
import { createMethodFinder } from './allowed-methods.ts';
import { respondToUnknownPaths } from './not-found.ts';
import { routesOf, type ServedEndpoint } from './register-endpoints.ts';
import { send, toRouteRequest } from './register-routes.ts';
import { sendError } from './send-error.ts';

export type UnknownPage = (request: RouteRequest) => RouteResponse;

/** Below these paths there are only programs, whatever they accept. */
const FOR_PROGRAMS = [...Object.values(PREFIXES), '/oauth', '/.well-known', '/health', '/metrics'];

/** Whether a person looks at the response: a browser prefers HTML, a program accepts anything or JSON. */
function isForBrowser({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (FOR_PROGRAMS.some((prefix) => url === prefix || url.startsWith(`${prefix}/`))) return false;
  const types = new Negotiator({ headers: { accept: headers.accept } });
  return headers.accept !== undefined && types.mediaType(['application/json', 'text/html']) === 'text/html';
}

/** Rejects requests for an unknown path with 404, and for an unsupported method of a known path with 405. */
export function rejectUnknownPaths(
  app: FastifyInstance,
  services: Services,
  served: readonly ServedEndpoint[],
  unknownPage?: UnknownPage,
): void {
  const methodsOf = createMethodFinder(routesOf(served));
  respondToUnknownPaths(app, (request, reply) => {
    // The router ends the path at both characters too, although a number sign is not allowed in a request.
    const methods = methodsOf(request.url.split(/[?#]/, 1)[0]!);
    if (unknownPage !== undefined && methods.length === 0 && isForBrowser(request))
      return send(reply, unknownPage(toRouteRequest(request)));
    return sendError(
      services,
      request,
      reply,
      methods.length === 0
        ? new ApiError('routeNotFound')
        : new ApiError('methodNotAllowed', { headers: { allow: methods.join(', ') } }),
    );
  });
}
