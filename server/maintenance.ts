import { sweepFailures, sweepSessions } from './areas/access/index.ts';
import { Geocoder, sweepGeocoderAnswers } from './areas/addresses/index.ts';
import { coordinatesTask } from './areas/candidates/index.ts';
import { sweepChangeLog } from './areas/changes/index.ts';
import { companyCoordinatesTask } from './areas/companies/index.ts';
import { listTenants } from './areas/tenants/index.ts';
import { type Deliverer, sweepProtocol, wakeOverdue } from './areas/webhooks/index.ts';
import { sweepOrphans } from './core/blobs/pending.ts';
import { sweepStoredResponses } from './core/http/idempotency.ts';
import type { QueueTask } from './core/queue/index.ts';
import type { Services } from './core/services.ts';
import { openBlobStore } from './open-services.ts';
import packageFile from './package.json' with { type: 'json' };

const DAY_MS = 86_400_000;

/** What an installation does for itself: removes what has outlived its use, looks addresses up. All of it may run at any time, also twice. */
export function maintenanceTasks(services: Services, deliverer: Deliverer): QueueTask[] {
  const { database, settings, log } = services;
  const eachTenant = async (name: string, sweep: (tenantId: number) => Promise<number>) => {
    for (const { id } of await listTenants(database.system)) {
      const removed = await sweep(id);
      if (removed > 0) log.info({ task: name, tenantId: id, removed }, 'swept');
    }
  };
  const geocoder =
    settings.geocoderUrl === undefined
      ? undefined
      : new Geocoder({
          url: settings.geocoderUrl,
          userAgent: `Stellwerk/${packageFile.version} (${settings.publicUrl})`,
        });
  return [
    coordinatesTask(services, geocoder),
    companyCoordinatesTask(services, geocoder),
    deliverer.task(),
    {
      name: 'wake-overdue-webhooks',
      schedule: '* * * * *',
      async run() {
        for (const { id } of await listTenants(database.system)) await wakeOverdue(database.tenant(id), id);
      },
    },
    {
      name: 'sweep-webhook-protocol',
      schedule: '57 3 * * *',
      run: () =>
        eachTenant('sweep-webhook-protocol', (id) =>
          sweepProtocol(database.tenant(id), id, settings.webhookProtocolDays),
        ),
    },
    {
      name: 'sweep-geocoder-answers',
      schedule: '47 3 * * *',
      run: () => sweepGeocoderAnswers(database.system),
    },
    {
      name: 'sweep-sessions',
      schedule: '13 * * * *',
      async run() {
        await sweepSessions(database.system, settings.sessionIdleMinutes);
      },
    },
    { name: 'sweep-token-failures', schedule: '*/15 * * * *', run: () => sweepFailures(database.system) },
    {
      name: 'sweep-idempotent-answers',
      schedule: '7 * * * *',
      run: () =>
        eachTenant('sweep-idempotent-answers', (id) => sweepStoredResponses(database.tenant(id), id)),
    },
    {
      name: 'sweep-orphaned-blobs',
      schedule: '17 * * * *',
      run: () => eachTenant('sweep-orphaned-blobs', (id) => sweepOrphans(services, id)),
    },
    {
      name: 'sweep-unfinished-blobs',
      schedule: '27 3 * * *',
      async run() {
        await openBlobStore(settings).removeUnfinished(new Date(services.now().getTime() - DAY_MS));
      },
    },
    {
      name: 'sweep-change-log',
      schedule: '37 3 * * *',
      run: () =>
        eachTenant('sweep-change-log', (id) =>
          sweepChangeLog(database.tenant(id), id, settings.changeLogDays),
        ),
    },
  ];
}
