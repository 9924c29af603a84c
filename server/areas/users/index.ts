import type { AnyEndpoint, ReferenceKinds } from '../../core/http/index.ts';
import { userEditingEndpoints } from './editing/endpoints.ts';
import { userEndpoints as userReads } from './endpoints.ts';
import { findActiveUsers, findUsers } from './queries.ts';

export { createUser, PASSWORD_LENGTH, ROLES, type Role, setPassword } from './accounts.ts';

export const userEndpoints: readonly AnyEndpoint[] = [...userReads, ...userEditingEndpoints];

export const userReferences: ReferenceKinds = {
  user: {
    source: 'GET /users/responsibilities',
    condition: { adjective: 'active' },
    find: (_services, db, tenantId, ids) => findActiveUsers(db, tenantId, ids),
  },
  // A former user cannot become responsible for a record, but can be the author of an imported one, and lists can be filtered by one.
  'active or former user': {
    source: 'GET /users',
    find: (_services, db, tenantId, ids) => findUsers(db, tenantId, ids),
  },
};
