import { ACTIVE, type AnyEndpoint, type ReferenceKinds } from '../../core/http/index.ts';
import { branchEditingEndpoints } from './editing/endpoints.ts';
import { branchEndpoints as branchReads } from './endpoints.ts';
import { findActiveBranches, findBranches } from './queries.ts';

export const branchEndpoints: readonly AnyEndpoint[] = [...branchReads, ...branchEditingEndpoints];

export const branchReferences: ReferenceKinds = {
  branch: {
    source: 'GET /branches',
    condition: ACTIVE,
    find: (_services, db, tenantId, ids) => findActiveBranches(db, tenantId, ids),
  },
  // For filters: new records cannot refer to a closed branch, but its existing records can still be requested.
  'open or closed branch': {
    source: 'GET /branches',
    find: (_services, db, tenantId, ids) => findBranches(db, tenantId, ids),
  },
};
