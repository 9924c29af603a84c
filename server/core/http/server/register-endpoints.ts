import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { type Authenticators, createAdmission } from '../admission.ts';
import { operationsOf, PREFIXES } from '../audiences.ts';
import type { AnyEndpoint, Audience } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { createHandler } from '../handler/handle.ts';
import { createReadyResponder } from '../handler/respond.ts';
import { inTurn, inUpload } from '../handler/turn.ts';
import { BODY_LIMIT_BYTES, SHORT_BODY_BYTES } from '../limits.ts';
import type { ReferenceKinds } from '../references.ts';
import { type Route, routesInTemplates } from './allowed-methods.ts';
import { limitLongBodies } from './long-bodies.ts';
import { rejectOtherMethods } from './other-methods.ts';
import { toRouterPath } from './router-path.ts';

/** An endpoint and one of the audiences that it serves. */
export interface ServedEndpoint {
  audience: Audience;
  endpoint: AnyEndpoint;
}

const AUDIENCES: readonly Audience[] = ['integration', 'platform'];

export function servedEndpoints(endpoints: readonly AnyEndpoint[]): ServedEndpoint[] {
  return AUDIENCES.flatMap((audience) =>
    operationsOf(audience, endpoints).map((endpoint) => ({ audience, endpoint })),
  );
}

interface EndpointOptions {
  services: Services;
  references: ReferenceKinds;
  authenticators: Authenticators;
}

/** Registers the endpoints in three groups, depending on how their bodies are read. */
export function registerEndpoints(
  app: FastifyInstance,
  served: readonly ServedEndpoint[],
  { services, references, authenticators }: EndpointOptions,
): void {
  const endpoints = [...new Set(served.map(({ endpoint }) => endpoint))];
  const createEndpointHandler = createHandler(services, references, endpoints);
  const handlers = new Map(
    endpoints.map((endpoint) => {
      const handle = createEndpointHandler(endpoint);
      if (endpoint.streams !== undefined) return [endpoint, inUpload(services, handle)];
      return [endpoint, inTurn(services, handle, createReadyResponder(services, endpoint))];
    }),
  );
  const admission = createAdmission(services, authenticators);

  const register = (instance: FastifyInstance, belongs: (endpoint: AnyEndpoint) => boolean) => {
    for (const { audience, endpoint } of served.filter((route) => belongs(route.endpoint))) {
      instance.route({
        method: endpoint.method,
        url: PREFIXES[audience] + toRouterPath(endpoint.path),
        onRequest: admission(audience, endpoint),
        handler: handlers.get(endpoint)!,
        bodyLimit: bodyLimitOf(endpoint),
        ...(endpoint.success.mediaType === undefined ? {} : { compress: false as const }),
      });
    }
  };
  app.register(async (instance) => {
    limitLongBodies(instance, services);
    register(instance, ({ body, streams }) => body !== undefined && streams === undefined);
  });
  app.register(async (instance) => {
    ignoreBodies(instance);
    register(instance, ({ body }) => body === undefined);
  });
  app.register(async (instance) => {
    leaveBodiesUnread(instance);
    register(instance, ({ streams }) => streams !== undefined);
  });
  rejectOtherMethods(
    app,
    routesInTemplates(routesOf(served)).map(({ method, path }) => ({ method, path: toRouterPath(path) })),
  );
}

/** The methods and the whole paths of the endpoints. */
export function routesOf(served: readonly ServedEndpoint[]): Route[] {
  return served.map(({ audience, endpoint: { method, path } }) => ({
    method,
    path: PREFIXES[audience] + path,
  }));
}

/** Many clients send a Content-Type with every request, even without a body. Both are ignored. */
function ignoreBodies(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    delete request.raw.headers['content-type'];
    done();
  });
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
}

/** The request handler reads these bodies itself while they arrive. */
function leaveBodiesUnread(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', (request, payload, done) => {
    const limit = request.endpoint!.streams!.maximumBodyBytes;
    if (Number(request.headers['content-length'] ?? 0) > limit) done(new ApiError('bodyTooLarge'));
    else done(null, payload);
  });
}

/** Callers without credentials can send only short bodies, which take no place that others need. */
function bodyLimitOf({ streams, isOpen }: AnyEndpoint): number {
  return streams?.maximumBodyBytes ?? (isOpen === true ? SHORT_BODY_BYTES : BODY_LIMIT_BYTES);
}
