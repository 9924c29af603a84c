import type { ReferenceKinds } from '../../core/http/index.ts';
import { findActiveUsers } from './queries.ts';

export { createUser, PASSWORD_LENGTH, ROLES, type Role, setPassword } from './accounts.ts';
export { userEndpoints } from './endpoints.ts';

export const userReferences: ReferenceKinds = {
  user: {
    source: 'GET /users/responsibilities',
    find: (_services, db, tenantId, ids) => findActiveUsers(db, tenantId, ids),
  },
};
