import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../core/http/index.ts';
import { periodFaults } from '../../core/http/period.ts';
import { enveloped, idOrUuid, Type } from '../../core/http/schema.ts';
import { findUser, listResponsibilities, listUsers } from './queries.ts';
import {
  PeriodOfUsers,
  ReadAllUsers2Response,
  ReadAllUsersResponse,
  UserDetail,
  UserResponsibilitiesResponse,
} from './schema.ts';

const COMMON = {
  method: 'GET',
  audience: 'integration',
  area: 'Users',
  permission: 'users:read',
  etag: 'content',
} as const;

const SELECTION =
  'The period selects users with any change in it, even if they changed again later. Creating one is a change. Of changes before the retention of the change log, only the first and the last one of a user count.';

export const userEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'user_listEnveloped',
    path: '/users',
    summary: 'List users in the generic envelope',
    description: `This is the older variant. Use GET /users/all in new integrations. ${SELECTION}`,
    query: PeriodOfUsers,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The users.', schema: ReadAllUsersResponse },
    handle: async ({ db, tenantId, query }) => enveloped(await listUsers(db, tenantId, query)),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'user_list',
    path: '/users/all',
    summary: 'List users',
    description: `${SELECTION} Without a period, all users are listed.`,
    query: PeriodOfUsers,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The users.', schema: ReadAllUsers2Response },
    handle: async ({ db, tenantId, query }) => ({ users: await listUsers(db, tenantId, query) }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'user_listResponsibilities',
    path: '/users/responsibilities',
    summary: 'List the users that records can be assigned to',
    description:
      'Lists the active users. Their ids are the permitted values of responsibility on candidates, companies, sites, and contacts.',
    success: { status: 200, description: 'The users.', schema: UserResponsibilitiesResponse },
    handle: async ({ db, tenantId }) => ({ users: await listResponsibilities(db, tenantId) }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'user_get',
    path: '/users/{userId}',
    operations: 2,
    summary: 'Read a user by id or rowGuid',
    params: Type.Object({ userId: idOrUuid('Id of the user. Its rowGuid (a UUID) is accepted too.') }),
    success: { status: 200, description: 'The user.', schema: UserDetail },
    notFound: 'User',
    async handle({ db, tenantId, params }) {
      const user = await findUser(db, tenantId, params.userId);
      if (user === undefined) throw notFound('User');
      return new RawJson(user);
    },
  }),
];
