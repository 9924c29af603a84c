import type { AnyEndpoint, ReferenceKinds } from '../../core/http/index.ts';
import { userEditingEndpoints } from './editing/endpoints.ts';
import { userEndpoints as userReads } from './endpoints.ts';
import { findActiveUsers } from './queries.ts';

export { createUser, PASSWORD_LENGTH, ROLES, type Role, setPassword } from './accounts.ts';

export const userEndpoints: readonly AnyEndpoint[] = [...userReads, ...userEditingEndpoints];

export const userReferences: ReferenceKinds = {
  user: {
    source: 'GET /users/responsibilities',
    find: (_services, db, tenantId, ids) => findActiveUsers(db, tenantId, ids),
  },
};
