import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { type Geocoder, isSamePlace, isSignificantMove, refineLocation } from '../../addresses/index.ts';
import { findAddress, lockCandidate, updateCandidate } from './queries.ts';
import { REFINE_COORDINATES, type RefinementPayload } from './refinement-job-sql.ts';

/**
 * The task that replaces the coordinates of a candidate's postal code with those of the house. Without a geocoder, it does
 * nothing, so that jobs queued before the geocoder was removed still complete.
 */
export function coordinatesTask(
  { database }: Pick<Services, 'database'>,
  geocoder: Geocoder | undefined,
): QueueTask {
  return {
    name: REFINE_COORDINATES,
    async run(payload) {
      if (geocoder === undefined) return;
      const { tenantId, candidateId } = payload as RefinementPayload;
      const db = database.tenant(tenantId);
      const address = await findAddress(db, tenantId, candidateId);
      if (address === undefined) return;
      const point = await refineLocation(database.system, geocoder, address);
      if (point === undefined) return;
      await db.transaction().execute(async (transaction) => {
        const stored = await lockCandidate(transaction, tenantId, candidateId);
        // If the address changed during the lookup, that change has queued another job.
        if (stored === undefined || !isSamePlace(stored, address) || !isSignificantMove(stored, point))
          return;
        await updateCandidate(transaction, tenantId, stored, {
          geo_lat: point.latitude,
          geo_lon: point.longitude,
        });
      });
    },
  };
}
