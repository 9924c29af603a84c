import type { AnyEndpoint, ReferenceKinds } from '../../core/http/index.ts';
import { userEditingEndpoints } from './editing/endpoints.ts';
import { userEndpoints as userReads } from './endpoints.ts';
import { findActiveUsers, findUsers } from './queries.ts';

export { createUser, PASSWORD_LENGTH, ROLES, type Role, setPassword } from './accounts.ts';

export const userEndpoints: readonly AnyEndpoint[] = [...userReads, ...userEditingEndpoints];

export const userReferences: ReferenceKinds = {
  user: {
    source: 'GET /users/responsibilities',
    find: (_services, db, tenantId, ids) => findActiveUsers(db, tenantId, ids),
  },
  // For what users did, and for filters: a former user cannot become responsible for a record, but has done what is recorded later, and still has records.
  'active or former user': {
    source: 'GET /users',
    find: (_services, db, tenantId, ids) => findUsers(db, tenantId, ids),
  },
};
