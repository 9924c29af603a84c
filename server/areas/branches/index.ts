import type { ReferenceKinds } from '../../core/http/index.ts';
import { findActiveBranches } from './queries.ts';

export { branchEndpoints } from './endpoints.ts';

export const branchReferences: ReferenceKinds = {
  branch: {
    source: 'GET /branches',
    find: (_services, db, tenantId, ids) => findActiveBranches(db, tenantId, ids),
  },
};
