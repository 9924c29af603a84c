import type { TenantDatabase } from '../../core/db/connection.ts';
import { findHeldCandidates } from '../privacy/index.ts';
import { mergingEndpoints } from './endpoints.ts';
import { forgetMerges } from './merge-queries.ts';

export { mergingEndpoints };

/** Forgets what is kept of merges that can no longer be undone. Returns how many. */
export function sweepMerges(db: TenantDatabase, tenantId: number): Promise<number> {
  return forgetMerges(db, tenantId, (ids) => findHeldCandidates(db, tenantId, ids));
}
