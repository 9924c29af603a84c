import { hashPassword } from '../../core/crypto/password.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { changeExpression, EVENTS } from '../changes/index.ts';

export const ROLES = ['admin', 'recruiter', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Limits of a password, in characters. */
export const PASSWORD_LENGTH = { minimum: 12, maximum: 256 } as const;

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  password: string;
}

/** Creates a user with a password. Throws if another user of the tenant has the email address. */
export async function createUser(db: TenantDatabase, tenantId: number, user: NewUser): Promise<number> {
  return insertUser(db, tenantId, { ...user, passwordHash: await hashPassword(user.password) });
}

/** Inserts a user, the change, and the event in one statement. Throws if another user of the tenant has the email address. */
export async function insertUser(
  db: TenantDatabase,
  tenantId: number,
  user: Omit<NewUser, 'password'> & {
    /** null if the user cannot sign in. */
    passwordHash: string | null;
    partnerId?: string | null;
    /** Default: today. */
    userSince?: string | null;
  },
): Promise<number> {
  const { id } = await db
    .with('created', (create) =>
      create
        .insertInto('user_account')
        .values({
          tenant_id: tenantId,
          first_name: user.firstName,
          last_name: user.lastName,
          email: user.email,
          email_match: user.email.toLowerCase(),
          role: user.role,
          partner_id: user.partnerId ?? null,
          password_hash: user.passwordHash,
          ...(user.userSince == null ? {} : { user_since: user.userSince }),
        })
        .returning(['id', 'row_guid']),
    )
    .selectFrom('created')
    .select(({ ref }) => [
      'created.id',
      changeExpression(tenantId, {
        entity: 'user',
        kind: 'new',
        id: ref('created.id') as never,
        rowGuid: ref('created.row_guid') as never,
        event: EVENTS.userCreated,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the password of the user with this email address. Returns false if there is no such user. Not recorded as a change. */
export async function setPassword(
  db: TenantDatabase,
  tenantId: number,
  email: string,
  password: string,
): Promise<boolean> {
  const result = await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password) })
    .where('tenant_id', '=', tenantId)
    .where('email_match', '=', email.toLowerCase())
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
