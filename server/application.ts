import {
  audienceOf,
  ClientCache,
  createSessionAuthenticator,
  issuerOf,
  KeySet,
  registerTokenEndpoint,
} from './areas/access/index.ts';
import { forgetSharedList } from './areas/masterdata/index.ts';
import { registerPortal } from './areas/portal/index.ts';
import { createAuthenticator } from './core/auth/authenticate.ts';
import { listen } from './core/db/notifications.ts';
import { registerHealth } from './core/http/health.ts';
import type { FastifyInstance } from './core/http/index.ts';
import { createMetrics, type Metrics, registerMetrics } from './core/http/metrics.ts';
import { buildServer } from './core/http/server.ts';
import type { Services } from './core/services.ts';
import { ENDPOINTS, REFERENCES } from './endpoints.ts';
import { registerPages } from './pages.ts';

export interface Application {
  app: FastifyInstance;
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
  const app = buildServer({
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
  });
  registerTokenEndpoint(app, services, keys);
  registerHealth(app, services);
  registerMetrics(app, services, collectMetrics ?? (() => metrics.registry.metrics()));
  registerPages(app, services);
  registerPortal(app, services, REFERENCES);
  const notifications = await listen(services, {
    api_client: (clientId) => clients.forget(clientId),
    signing_key: () => keys.reload(),
    catalog: (list) => forgetSharedList(database, list),
  });
  await app.ready();
  return {
    app,
    metrics: metrics.registry,
    async close() {
      await app.close();
      await notifications.close();
    },
  };
}
