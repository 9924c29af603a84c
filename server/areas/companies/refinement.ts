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
import { lockPart, updatePart } from './part-queries.ts';
import { type Located, REFINE_COORDINATES, type RefinementPayload } from './refinement-job.ts';
import { findAddress } from './refinement-queries.ts';

const NOBODY = { userId: null, apiClientId: null };

/**
 * The task that replaces the coordinates of the postal code of a company, a site or a work location by those of the
 * house. Without a geocoder it does nothing: jobs of a time when there was one end unanswered.
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
      const asked = await findAddress(db, tenantId, entity, id);
      if (asked === undefined) return;
      const point = await refineLocation(database.system, geocoder, asked);
      if (point === undefined) return;
      await db.transaction().execute(async (transaction) => {
        const record = await lock(transaction, tenantId, entity, { companyId: asked.company_id, id });
        // Changed while the geocoder thought: that change has a job of its own.
        if (
          record === undefined ||
          !isSamePlace(record.stored, asked) ||
          !isSignificantMove(record.stored, point)
        )
          return;
        await record.update({ geo_lat: point.latitude, geo_lon: point.longitude });
      });
    },
  };
}

/** The locked record and how its columns are written: a change of its own, which the company's history passes over. */
async function lock(
  db: TenantDatabase,
  tenantId: number,
  entity: Located,
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
    updatePart(db, tenantId, entity, stored!, columns, { author: NOBODY, activity: null });
  return stored && { stored: stored as StoredAddress & typeof stored, update };
}
