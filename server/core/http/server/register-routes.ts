import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { ApiError } from '../errors.ts';
import { inTurn } from '../handler/turn.ts';
import type { RouteGroup, RouteQuery, RouteRequest, RouteResponse } from '../routes.ts';
import { respondToUnknownPaths } from './not-found.ts';
import { rejectOtherMethods } from './other-methods.ts';
import { toRouterPath } from './router-path.ts';
import { toApiError } from './send-error.ts';

export function registerRoutes(app: FastifyInstance, services: Services, group: RouteGroup): void {
  const { routes, prefix = '', body, isExempt = false, respondToError, respondToUnknownPath, close } = group;
  const checkLoad = (_request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      services.load.requests.check();
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  const register = async (instance: FastifyInstance) => {
    if (body !== undefined) acceptBodies(instance, body);
    if (respondToError !== undefined) {
      instance.setErrorHandler((error, request, reply) =>
        send(reply, respondToError(toApiError(error, request), toRouteRequest(request))),
      );
    }
    if (respondToUnknownPath !== undefined) {
      const handle = async (request: FastifyRequest, reply: FastifyReply) =>
        send(reply, await respondToUnknownPath(toRouteRequest(request)));
      respondToUnknownPaths(instance, isExempt ? handle : inTurn(services, handle));
    }
    if (close !== undefined) instance.addHook('onClose', () => close());
    for (const route of routes) {
      const handle = async (request: FastifyRequest, reply: FastifyReply) =>
        send(reply, await route.handle(toRouteRequest(request)));
      // The sender of a body that is read while it arrives decides how long that takes.
      const isLimited = !isExempt && !(route.method === 'POST' && body?.kind === 'stream');
      instance.route({
        ...(isExempt ? {} : { onRequest: checkLoad }),
        method: route.method,
        url: toRouterPath(route.path),
        ...(body === undefined ? {} : { bodyLimit: body.maximumBytes }),
        handler: isLimited ? inTurn(services, handle) : handle,
      });
    }
    rejectOtherMethods(
      instance,
      routes.map(({ method, path }) => ({ method, path: toRouterPath(path) })),
    );
  };
  app.register(register, { prefix });
}

function acceptBodies(instance: FastifyInstance, body: NonNullable<RouteGroup['body']>): void {
  instance.removeAllContentTypeParsers();
  if (body.kind === 'text') {
    instance.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    return;
  }
  instance.addContentTypeParser(body.mediaType, (request, payload, done) => {
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > body.maximumBytes;
    done(isTooLarge ? new ApiError('bodyTooLarge') : null, payload);
  });
}

export function toRouteRequest(request: FastifyRequest): RouteRequest {
  const { id, method, headers, params, query, ip, body, raw } = request;
  return {
    id,
    method,
    headers,
    params: params as Record<string, string>,
    query: query as RouteQuery,
    clientAddress: ip,
    text: typeof body === 'string' ? body : undefined,
    message: raw,
  };
}

export function send(
  reply: FastifyReply,
  { status = 200, type, headers, body }: RouteResponse,
): FastifyReply {
  reply.status(status);
  if (headers !== undefined) reply.headers(headers);
  if (type !== undefined) reply.type(type);
  return reply.send(body);
}
