import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { type Geocoder, isSamePlace, isSignificantMove, refineLocation } from '../../addresses/index.ts';
import { findAddress, lockCandidate, updateCandidate } from './queries.ts';
import { REFINE_COORDINATES, type RefinementPayload } from './refinement-job.ts';

/**
 * The task that replaces the coordinates of a candidate's postal code by those of the house. Without a geocoder it
 * does nothing: jobs of a time when there was one end unanswered.
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
      const asked = await findAddress(db, tenantId, candidateId);
      if (asked === undefined) return;
      const point = await refineLocation(database.system, geocoder, asked);
      if (point === undefined) return;
      await db.transaction().execute(async (transaction) => {
        const stored = await lockCandidate(transaction, tenantId, candidateId);
        // Changed while the geocoder thought: that change has a job of its own.
        if (stored === undefined || !isSamePlace(stored, asked) || !isSignificantMove(stored, point)) return;
        await updateCandidate(transaction, tenantId, stored, {
          geo_lat: point.latitude,
          geo_lon: point.longitude,
        });
      });
    },
  };
}
