import {
  audienceOf,
  ClientCache,
  createSessionAuthenticator,
  createSessionProbe,
  getRequestRecorder,
  issuerOf,
  KeySet,
  passwordRoutes,
  tokenRoutes,
} from './areas/access/index.ts';
import { LiveHub, liveRoutes } from './areas/live/index.ts';
import { forgetSharedList } from './areas/masterdata/index.ts';
import { portalRoutes, STYLESHEET_PATH } from './areas/portal/index.ts';
import { createAuthenticator } from './core/auth/authenticate.ts';
import { listen, TENANT_MOVED } from './core/db/notifications.ts';
import { HealthChecks } from './core/health/checks.ts';
import { healthRoutes } from './core/http/health.ts';
import { createMetrics, type Metrics, metricsRoutes } from './core/http/metrics.ts';
import { buildServer, type HttpServer } from './core/http/server.ts';
import { sendsMail } from './core/mail/index.ts';
import type { Services } from './core/services.ts';
import { ENDPOINTS, REFERENCES } from './endpoints.ts';
import { consoleRoutes } from './pages/console.ts';
import { API_REFERENCE, pageRoutes } from './pages/index.ts';
import { unknownPage } from './pages/start-page.ts';

export interface Application {
  listen: HttpServer['listen'];
  warmUp: HttpServer['warmUp'];
  /** Stops accepting requests and waits for running ones. Does not close the services. */
  close(): Promise<void>;
}

/** What the process reports about itself, beyond this application. */
interface Observation {
  metrics: Metrics;
  /** Returns the text of /metrics. */
  collectMetrics(): Promise<string>;
  checks: HealthChecks;
  /** Whether load balancers should send requests elsewhere. */
  isStopping(): boolean;
}

/** Creates the HTTP application: endpoints, token endpoint, pages, health, and metrics. It does not listen yet. */
export async function createApplication(
  services: Services,
  observation: Observation = observe(services),
): Promise<Application> {
  const { database, masterKeys } = services;
  const keys = new KeySet(database.system, masterKeys, services.now);
  const clients = new ClientCache(database);
  const { metrics, collectMetrics, checks, isStopping } = observation;
  const authenticateSession = createSessionAuthenticator(services);
  const live = new LiveHub(services, { findSession: createSessionProbe(services) });
  const recorder = getRequestRecorder(services);
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
        acceptsKey: (keyId) => keys.accepts(keyId),
        findClient: (clientId) => clients.find(clientId),
        readClient: (clientId) => clients.read(clientId),
        now: services.now,
      }),
      platform: (cookies, expectedUser) => authenticateSession({ cookies, expectedUser }),
    },
    routes: [
      ...tokenRoutes(services, keys),
      healthRoutes(checks, isStopping),
      metricsRoutes(services, collectMetrics),
      pageRoutes(services),
      consoleRoutes(services),
      passwordRoutes(STYLESHEET_PATH, sendsMail(services.settings)),
      ...portalRoutes(services, REFERENCES),
      liveRoutes(services, live, (call) => authenticateSession({ ...call, isUse: false })),
    ],
    apiReference: API_REFERENCE,
    unknownPage,
    observe: (request) => recorder.add(request),
  });
  const channels = {
    api_client: (clientId: string) => clients.forget(clientId),
    signing_key: () => keys.reload(),
    master_key: () => masterKeys.refresh(),
    live: (payload: string) => live.notify(payload),
    [TENANT_MOVED](tenantId: string) {
      database.forgetTenant(Number(tenantId));
      live.follow(Number(tenantId));
    },
    catalog: (list: string) => forgetSharedList(database, list),
  };
  const notifications = await Promise.all(database.nodes.map((node) => listen(node, channels)));
  return {
    listen: server.listen,
    warmUp: server.warmUp,
    async close() {
      await live.close();
      await server.close();
      await recorder.close();
      await Promise.all(notifications.map((one) => one.close()));
    },
  };
}

function observe(services: Services): Observation {
  const metrics = createMetrics();
  return {
    metrics,
    collectMetrics: () => metrics.registry.metrics(),
    checks: new HealthChecks(services),
    isStopping: () => false,
  };
}
