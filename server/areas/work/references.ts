import type { ReferenceKinds } from '../../core/http/index.ts';
import { findApplicationIds, findVisibleCandidates } from './record-queries.ts';

export const workReferences: ReferenceKinds = {
  // The platform does not show candidates who have not applied.
  candidate: {
    source: 'GET /candidates',
    find: (_services, db, tenantId, ids) => findVisibleCandidates(db, tenantId, ids),
  },
  application: {
    source: 'GET /candidates/{candidateId}/applies',
    find: (_services, db, tenantId, ids) => findApplicationIds(db, tenantId, ids),
  },
};
