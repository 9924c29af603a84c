import type { TenantDatabase } from '../../core/db/connection.ts';
import type { QueueTask } from '../../core/queue/index.ts';
import type { Services } from '../../core/services.ts';
import {
  type Geocoder,
  isSamePlace,
  isSignificantMove,
  refineLocation,
  type StoredAddress,
} from '../addresses/index.ts';
import { EVENTS } from '../changes/index.ts';
import type { Columns } from './columns.ts';
import { lockCompany, updateCompany } from './company/queries.ts';
import type { Author } from './history.ts';
import { lockPart, updatePart } from './part-queries.ts';
import { type LocatedEntity, REFINE_COORDINATES, type RefinementPayload } from './refinement-job-sql.ts';
import { findAddress } from './refinement-queries.ts';

const SERVICE: Author = { userId: null, apiClientId: null };

/**
 * The task that replaces the coordinates of the postal code with those of the house, for companies, sites, and work
 * locations. Without a geocoder it does nothing, so that jobs left over from an earlier configuration end.
 */
export function coordinatesTask(
  { database }: Pick<Services, 'database'>,
  geocoder: Geocoder | undefined,
): QueueTask {
  return {
    name: REFINE_COORDINATES,
    async run(payload) {
      if (geocoder === undefined) return;
      const { tenantId, entity, id } = payload as RefinementPayload;
      const db = database.tenant(tenantId);
      const address = await findAddress(db, tenantId, entity, id);
      if (address === undefined) return;
      const point = await refineLocation(database.system, geocoder, address);
      if (point === undefined) return;
      await db.transaction().execute(async (transaction) => {
        const record = await lock(transaction, tenantId, entity, { companyId: address.company_id, id });
        // If the address changed during the geocoder call, that change has its own job.
        if (
          record === undefined ||
          !isSamePlace(record.stored, address) ||
          !isSignificantMove(record.stored, point)
        )
          return;
        await record.update({ geo_lat: point.latitude, geo_lon: point.longitude });
      });
    },
  };
}

/** Locks the record. Returns it with a function that writes its columns as a separate change, without an activity. */
async function lock(
  db: TenantDatabase,
  tenantId: number,
  entity: LocatedEntity,
  ids: { companyId: number; id: number },
) {
  if (entity === 'company') {
    const stored = await lockCompany(db, tenantId, ids.companyId);
    const update = (columns: Columns) =>
      updateCompany(db, tenantId, stored!, columns, { event: EVENTS.companyChanged });
    return stored && { stored, update };
  }
  const stored = await lockPart(db, tenantId, { part: entity, ...ids });
  const update = (columns: Columns) =>
    updatePart(db, tenantId, entity, stored!, columns, { author: SERVICE, activity: null });
  return stored && { stored: stored as StoredAddress & typeof stored, update };
}
