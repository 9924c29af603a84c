import type { ReferenceKinds } from '../../core/http/index.ts';
import { findActiveBranches, findBranches } from './queries.ts';

export { branchEndpoints } from './endpoints.ts';

export const branchReferences: ReferenceKinds = {
  branch: {
    source: 'GET /branches',
    find: (_services, db, tenantId, ids) => findActiveBranches(db, tenantId, ids),
  },
  // What filters take: a branch that was closed is no choice for a record, but its records are still asked for.
  'open or closed branch': {
    source: 'GET /branches',
    find: (_services, db, tenantId, ids) => findBranches(db, tenantId, ids),
  },
};
