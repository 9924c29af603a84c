import { hashPassword } from '../../../core/crypto/password.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { violatedConstraint } from '../../../core/db/faults.ts';
import {
  type AnyEndpoint,
  type Caller,
  defineEndpoint,
  type Fault,
  getUser,
  invalid,
  type LockInput,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { insertUser } from '../queries.ts';
import {
  changeLicences,
  findAccount,
  isEmailTaken,
  isLastAdmin,
  listAccounts,
  lockAccount,
  lockAdmins,
  readLicences,
  readOffices,
  replaceOffices,
  setPasswordHash,
  updateAccount,
} from './queries.ts';
import {
  areSameOffices,
  changedColumns,
  compareLicences,
  DUPLICATE_EMAIL,
  lastAdminFaults,
  licenceFaults,
  officeFaults,
  removesAdminRights,
  userFaults,
} from './rules.ts';
import {
  LicencesChange,
  OfficesChange,
  PasswordChange,
  UserAccountResponse,
  UserAccountsResponse,
  UserChange,
  UserCreate,
  UserPath,
} from './schema.ts';

const COMMON = { audience: 'platform', area: 'Users' } as const;
const READ = { ...COMMON, method: 'GET', permission: 'users:read', etag: 'content' } as const;
const MATCH = {
  read: 'platformUser_get',
  // A change that removes the rights of an admin locks all admins first.
  async lock({ db, tenantId, params }: LockInput<{ userId: number }>) {
    await lockAdmins(db, tenantId);
    return lockAccount(db, tenantId, params.userId);
  },
};
const CHANGE = {
  ...COMMON,
  method: 'PUT',
  permission: 'users:write',
  params: UserPath,
  ifMatch: MATCH,
  success: { status: 204, description: 'The user has the values that were sent.' },
  notFound: 'User',
  event: EVENTS.userChanged,
} as const;

/** When others have signed in concerns only those who manage the users. */
const readerOf = ({ kind, permissions }: Caller) => ({
  showsSignIns: kind === 'operator' || permissions.has('users:write'),
});

async function emailFaults(
  db: TenantDatabase,
  tenantId: number,
  { email }: { email?: string },
  exceptId?: number,
): Promise<Fault[]> {
  return email !== undefined && (await isEmailTaken(db, tenantId, email, exceptId)) ? [DUPLICATE_EMAIL] : [];
}

/** Only the unique index detects a duplicate email address reliably. */
async function rejectDuplicateEmail<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw violatedConstraint(error)?.name.includes('email_match') ? invalid(DUPLICATE_EMAIL) : error;
  });
}

export const userEditingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...READ,
    id: 'platformUser_list',
    path: '/users',
    summary: 'List users with roles, branches, and licences',
    success: { status: 200, description: 'The users.', schema: UserAccountsResponse },
    handle: async ({ db, tenantId, caller }) =>
      new RawJson(await listAccounts(db, tenantId, readerOf(caller))),
  }),
  defineEndpoint({
    ...READ,
    id: 'platformUser_get',
    path: '/users/{userId}',
    summary: 'Read a user with role, branches, and licences',
    params: UserPath,
    success: { status: 200, description: 'The user.', schema: UserAccountResponse },
    notFound: 'User',
    async handle({ db, tenantId, params, caller }) {
      const user = await findAccount(db, tenantId, params.userId, readerOf(caller));
      if (user === undefined) throw notFound('User');
      return new RawJson(user);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'platformUser_create',
    method: 'POST',
    path: '/users',
    permission: 'users:write',
    summary: 'Create a user',
    body: UserCreate,
    check: ({ body }) => userFaults(body),
    findWriteFaults: ({ db, tenantId, body }) => emailFaults(db, tenantId, body),
    success: { status: 200, description: 'The id of the user.', schema: BaseCreateResponse },
    creates: true,
    event: EVENTS.userCreated,
    async handle({ tenantId, body, writeStatement }) {
      const passwordHash = body.password == null ? null : await hashPassword(body.password);
      const partnerId = body.userPartnerId ?? null;
      return rejectDuplicateEmail(
        writeStatement(async (db) => ({
          id: await insertUser(db, tenantId, { ...body, partnerId, passwordHash }),
        })),
      );
    },
  }),
  defineEndpoint({
    ...CHANGE,
    id: 'platformUser_change',
    path: '/users/{userId}',
    summary: 'Change a user',
    description:
      'Only the properties that you send change. A new role applies from the next call of the user. Deactivating a user ends all sessions immediately. The last active admin with a password cannot be deactivated and cannot lose the role.',
    body: UserChange,
    check: ({ body }) => userFaults(body),
    findWriteFaults: async ({ db, tenantId, params: { userId }, body }) => [
      ...(await emailFaults(db, tenantId, body, userId)),
      ...(removesAdminRights({ role: body.role, is_active: body.isActive }) &&
      (await isLastAdmin(db, tenantId, userId))
        ? lastAdminFaults(body)
        : []),
    ],
    examples: [{ summary: 'Deactivate a user', body: { isActive: false } }],
    async handle({ tenantId, params: { userId }, body, write }) {
      const change = write(async (db) => {
        const admins = removesAdminRights({ role: body.role, is_active: body.isActive })
          ? await lockAdmins(db, tenantId)
          : [];
        const stored = await lockAccount(db, tenantId, userId);
        if (stored === undefined) throw notFound('User');
        const columns = changedColumns(stored, body);
        if (Object.keys(columns).length === 0) return;
        if (removesAdminRights(columns) && admins.length === 1 && admins[0] === userId)
          throw invalid(...lastAdminFaults({ role: columns.role, isActive: columns.is_active }));
        const match = columns.email === undefined ? {} : { email_match: columns.email.toLowerCase() };
        await updateAccount(db, tenantId, userId, { ...columns, ...match });
      });
      await rejectDuplicateEmail(change);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'platformUser_putPassword',
    method: 'PUT',
    path: '/users/{userId}/password',
    permission: 'users:write',
    summary: 'Change the password of a user',
    description:
      'Ends all sessions of the user. To change your own password, use PUT /session/password, which requires the current password.',
    params: UserPath,
    ifMatch: MATCH,
    body: PasswordChange,
    success: { status: 204, description: 'The user has a new password.' },
    notFound: 'User',
    async handle({ tenantId, params: { userId }, body, caller, write }) {
      if (getUser(caller).userId === userId) {
        const message = 'newPassword cannot be set for your own account here. Use PUT /session/password.';
        throw invalid({ property: 'newPassword', code: 'notAllowed', message });
      }
      const passwordHash = await hashPassword(body.newPassword);
      const isSet = await write((db) => setPasswordHash(db, tenantId, userId, passwordHash));
      if (!isSet) throw notFound('User');
    },
  }),
  defineEndpoint({
    ...CHANGE,
    id: 'platformUser_putOffices',
    path: '/users/{userId}/assignedoffices',
    summary: 'Assign a user to branches',
    description: 'A closed branch that the user already has can be sent again. A new one is rejected.',
    body: OfficesChange,
    stored: async ({ db, tenantId, params }) => ({
      assignedOffices: await readOffices(db, tenantId, params.userId),
    }),
    check: ({ body }) => officeFaults(body),
    examples: [
      { summary: 'Assign one main branch', body: { assignedOffices: [{ officeId: 1, isPrimary: true }] } },
    ],
    async handle({ tenantId, params: { userId }, body: { assignedOffices }, write }) {
      await write(async (db) => {
        if ((await lockAccount(db, tenantId, userId)) === undefined) throw notFound('User');
        const stored = await readOffices(db, tenantId, userId);
        if (areSameOffices(stored, assignedOffices)) return;
        await replaceOffices(db, tenantId, userId, assignedOffices);
        const main = stored.find(({ isPrimary }) => isPrimary)?.officeId;
        const next = assignedOffices.find(({ isPrimary }) => isPrimary)?.officeId;
        await updateAccount(db, tenantId, userId, {}, main === next ? null : (main ?? null));
      });
    },
  }),
  defineEndpoint({
    ...CHANGE,
    id: 'platformUser_putLicences',
    path: '/users/{userId}/licences',
    summary: 'Set the licences of a user',
    body: LicencesChange,
    check: ({ body }) => licenceFaults(body),
    async handle({ tenantId, params: { userId }, body, write }) {
      await write(async (db) => {
        if ((await lockAccount(db, tenantId, userId)) === undefined) throw notFound('User');
        const difference = compareLicences(await readLicences(db, tenantId, userId), body.licences);
        if (difference.removedIds.length + difference.added.length === 0) return;
        await changeLicences(db, tenantId, userId, difference);
        await updateAccount(db, tenantId, userId, {});
      });
    },
  }),
];
