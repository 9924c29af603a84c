import { sweepAttempts, sweepRequestLog, sweepSessions } from './areas/access/index.ts';
import { Geocoder, sweepGeocoderAnswers } from './areas/addresses/index.ts';
import { completeNameSounds, coordinatesTask } from './areas/candidates/index.ts';
import { sweepChangeLog } from './areas/changes/index.ts';
import { companyCoordinatesTask } from './areas/companies/index.ts';
import { sweepMerges } from './areas/merging/index.ts';
import { sweepHeldUploads, sweepPortalUse } from './areas/portal/index.ts';
import { listTenants } from './areas/tenants/index.ts';
import { type Deliverer, lateEventsTask, sweepDeliveryLog, wakeOverdue } from './areas/webhooks/index.ts';
import { sweepOrphans, sweepUnfinished } from './core/blobs/pending.ts';
import type { SystemDatabase } from './core/db/connection.ts';
import { sweepStoredResponses } from './core/http/idempotency.ts';
import type { QueueTask } from './core/queue/index.ts';
import { releaseStalledJobs } from './core/queue/jobs.ts';
import type { Services } from './core/services.ts';
import { openBlobStore } from './open-services.ts';
import packageFile from './package.json' with { type: 'json' };

const DAY_MS = 86_400_000;
/** Looking up an address takes seconds. */
const LONGEST_LOOKUP_SECONDS = 300;

/**
 * The background tasks, which remove outdated data, geocode addresses, and deliver webhooks. Running a task again is safe. `queue` is
 * the database of their jobs.
 */
export function maintenanceTasks(
  services: Services,
  deliverer: Deliverer,
  queue: SystemDatabase = services.database.system,
): QueueTask[] {
  const { database, settings } = services;
  const geocoder = openGeocoder(settings);
  const lookups = [coordinatesTask(services, geocoder), companyCoordinatesTask(services, geocoder)];
  const sweepEachTenant = (name: string, schedule: string, sweep: (tenantId: number) => Promise<number>) =>
    sweepTask(services, name, schedule, sweep);
  return [
    ...lookups,
    {
      // The addresses of all tenants share a lane.
      name: 'release-stalled-lookups',
      schedule: '*/5 * * * *',
      concernsItsQueue: true,
      run: () =>
        releaseStalledJobs(
          queue,
          lookups.map(({ name }) => name),
          LONGEST_LOOKUP_SECONDS,
        ),
    },
    deliverer.task(),
    lateEventsTask(services),
    {
      name: 'wake-overdue-webhooks',
      schedule: '* * * * *',
      async run() {
        await forEachTenant(services, (id) => wakeOverdue(database.tenant(id), id));
      },
    },
    sweepEachTenant('sweep-webhook-protocol', '57 3 * * *', (id) =>
      sweepDeliveryLog(database.tenant(id), id, settings.webhookProtocolDays),
    ),
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
    { name: 'sweep-sign-in-attempts', schedule: '*/15 * * * *', run: () => sweepAttempts(database.system) },
    { name: 'sweep-portal-use', schedule: '*/15 * * * *', run: () => sweepPortalUse(database.system) },
    sweepEachTenant('sweep-idempotent-answers', '7 * * * *', (id) =>
      sweepStoredResponses(database.tenant(id), id),
    ),
    sweepEachTenant('sweep-held-uploads', '*/10 * * * *', (id) => sweepHeldUploads(services, id)),
    sweepEachTenant('sweep-orphaned-blobs', '17 * * * *', (id) => sweepOrphans(services, id)),
    {
      name: 'sweep-unfinished-blobs',
      schedule: '27 3 * * *',
      async run() {
        await sweepUnfinished(services, openBlobStore(settings), new Date(services.now().getTime() - DAY_MS));
      },
    },
    {
      // Candidates whose codes a migration has cleared (0069, 0098). The duplicate check does not find their names until then.
      name: 'complete-name-sounds',
      schedule: '*/10 * * * *',
      async run() {
        await forEachTenant(services, (id) => completeNameSounds(database, id));
      },
    },
    sweepEachTenant('sweep-request-log', '23 * * * *', (id) => sweepRequestLog(database.tenant(id), id)),
    sweepEachTenant('sweep-merges', '33 * * * *', (id) => sweepMerges(database.tenant(id), id)),
    sweepEachTenant('sweep-change-log', '37 3 * * *', (id) =>
      sweepChangeLog(database.tenant(id), id, settings.changeLogDays),
    ),
  ];
}

/** A task that sweeps one tenant after the other. `sweep` returns how much it removed. */
function sweepTask(
  services: Services,
  name: string,
  schedule: string,
  sweep: (tenantId: number) => Promise<number>,
): QueueTask {
  return {
    name,
    schedule,
    async run() {
      await forEachTenant(services, async (id) => {
        const removed = await sweep(id);
        if (removed > 0) services.log.info({ task: name, tenantId: id, removed }, 'swept');
      });
    },
  };
}

/** Works on one tenant after the other. One that fails keeps none of the others waiting. The first error is thrown at the end. */
async function forEachTenant(
  { database }: Services,
  work: (tenantId: number) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const { id } of await listTenants(database.system)) {
    try {
      await work(id);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

function openGeocoder({ geocoderUrl, publicUrl }: Services['settings']): Geocoder | undefined {
  if (geocoderUrl === undefined) return undefined;
  return new Geocoder({ url: geocoderUrl, userAgent: `Stellwerk/${packageFile.version} (${publicUrl})` });
}
