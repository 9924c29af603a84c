import {
  audienceOf,
  ClientCache,
  createSessionAuthenticator,
  issuerOf,
  KeySet,
  tokenRoutes,
} from './areas/access/index.ts';
import { forgetSharedList } from './areas/masterdata/index.ts';
import { portalRoutes } from './areas/portal/index.ts';
import { createAuthenticator } from './core/auth/authenticate.ts';
import { listen } from './core/db/notifications.ts';
import { healthRoutes } from './core/http/health.ts';
import { createMetrics, type Metrics, metricsRoutes } from './core/http/metrics.ts';
import { buildServer, type HttpServer } from './core/http/server.ts';
import type { Services } from './core/services.ts';
import { ENDPOINTS, REFERENCES } from './endpoints.ts';
import { API_REFERENCE, pageRoutes } from './pages.ts';

export interface Application {
  listen: HttpServer['listen'];
  warmUp: HttpServer['warmUp'];
  /** The metrics of this process. */
  metrics: Metrics['registry'];
  /** Stops accepting requests and waits for running ones. Does not close the services. */
  close(): Promise<void>;
}

/** Creates the HTTP application: endpoints, token endpoint, pages, health, and metrics. It does not listen yet. */
export async function createApplication(
  services: Services,
  collectMetrics?: () => Promise<string>,
): Promise<Application> {
  const { database, masterKey } = services;
  const keys = new KeySet(database.system, masterKey, services.now);
  const clients = new ClientCache(database);
  const metrics = createMetrics();
  const server = await buildServer({
    services,
    endpoints: ENDPOINTS,
    references: REFERENCES,
    metrics,
    authenticators: {
      integration: createAuthenticator({
        issuer: issuerOf(services),
        audience: audienceOf(services),
        findKey: (keyId) => keys.findVerificationKey(keyId),
        findClient: (clientId) => clients.find(clientId),
        now: services.now,
      }),
      platform: createSessionAuthenticator(services),
    },
    routes: [
      ...tokenRoutes(services, keys),
      healthRoutes(services),
      metricsRoutes(services, collectMetrics ?? (() => metrics.registry.metrics())),
      pageRoutes(services),
      ...portalRoutes(services, REFERENCES),
    ],
    apiReference: API_REFERENCE,
  });
  const notifications = await listen(services, {
    api_client: (clientId) => clients.forget(clientId),
    signing_key: () => keys.reload(),
    catalog: (list) => forgetSharedList(database, list),
  });
  return {
    listen: server.listen,
    warmUp: server.warmUp,
    metrics: metrics.registry,
    async close() {
      await server.close();
      await notifications.close();
    },
  };
}
