import type { AnyEndpoint } from '../../core/http/index.ts';
import { erasureEndpoints } from './endpoints.ts';
import { holdEndpoints } from './holds/endpoints.ts';
import { retentionEndpoints } from './retention/endpoints.ts';
import { subjectExportEndpoints } from './subject-export/endpoints.ts';

export const privacyEndpoints: readonly AnyEndpoint[] = [
  ...erasureEndpoints,
  ...retentionEndpoints,
  ...holdEndpoints,
  ...subjectExportEndpoints,
];
export { eraseCandidate } from './erasure.ts';
export { findHeldCandidates, refuseMergeOnHold, refuseUndoOnHold } from './holds/merging-queries.ts';
export { countHolds } from './holds/queries.ts';
