import type { AddressInfo } from 'node:net';
import type { Services } from '../services.ts';
import type { Authenticators } from './admission.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { compileOperations } from './handler/operation.ts';
import type { Metrics } from './metrics.ts';
import type { ReferenceKinds } from './references.ts';
import type { RouteGroup } from './routes.ts';
import { type ApiReference, registerApiReference } from './server/api-reference.ts';
import { closeServer } from './server/close.ts';
import { createFastify } from './server/create-fastify.ts';
import { serveDirectly } from './server/direct.ts';
import { handleExpectContinue } from './server/expect-continue.ts';
import { waitsForPlace } from './server/long-bodies.ts';
import { watchReaders } from './server/reader-watch.ts';
import { registerEndpoints, servedEndpoints } from './server/register-endpoints.ts';
import { registerRoutes } from './server/register-routes.ts';
import {
  createRequestObserver,
  type EndedRequest,
  observeRequests,
  type RequestObserver,
} from './server/request-log.ts';
import { traceRequests } from './server/request-trace.ts';
import { rejectUnknownPaths, type UnknownPage } from './server/unknown-paths.ts';
import { handleUnreadBodies } from './server/unread-bodies.ts';
import { handleUnusualRequests } from './server/unusual-requests.ts';

interface ServerOptions {
  services: Services;
  endpoints: readonly AnyEndpoint[];
  references: ReferenceKinds;
  authenticators: Authenticators;
  metrics: Metrics;
  /** Routes that are not endpoints, such as pages and feeds. */
  routes: readonly RouteGroup[];
  apiReference: ApiReference;
  /** Called for each request after the log and the metrics. Must not throw. */
  observe?: RequestObserver;
  /** The page for browsers at an address that nothing is at. Programs get an error record. */
  unknownPage?: UnknownPage;
}

export type { ApiReference };

/** The server, independent of the framework. */
export interface HttpServer {
  /** Starts to listen and returns the port. Port 0 lets the system choose one. */
  listen(address: { host: string; port: number }): Promise<number>;
  /** Prepares all endpoints in small steps. Without it, the first request of each endpoint takes a few milliseconds longer. */
  warmUp(): Promise<void>;
  /** Accepts no more requests and waits for the running ones. */
  close(): Promise<void>;
}

/** Builds the server with all endpoints and routes. Call `listen` to start it. */
export async function buildServer(options: ServerOptions): Promise<HttpServer> {
  const { services, endpoints, references, authenticators, metrics, routes, apiReference } = options;
  const served = servedEndpoints(endpoints);
  const app = createFastify(services);
  // The hooks of a request end at the first that refuses it, so those that observe are before those that refuse.
  traceRequests(app, services);
  const log = createRequestObserver(services, metrics);
  const observe = (request: EndedRequest) => {
    log(request);
    options.observe?.(request);
  };
  observeRequests(app, observe);
  handleUnusualRequests(app);
  handleExpectContinue(app, waitsForPlace);
  handleUnreadBodies(app);
  watchReaders(app, services, metrics);
  rejectUnknownPaths(app, services, served, options.unknownPage);
  registerEndpoints(app, served, options);
  for (const group of routes) registerRoutes(app, services, group);
  registerApiReference(app, apiReference);
  serveDirectly(app, { services, endpoints, references, authenticate: authenticators.integration, observe });
  await app.ready();
  return {
    async listen({ host, port }) {
      await app.listen({ host, port });
      return (app.server.address() as AddressInfo).port;
    },
    warmUp: () => compileOperations(endpoints),
    async close() {
      await closeServer(app);
      services.load.refusals.flush();
    },
  };
}
