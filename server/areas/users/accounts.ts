import { hashPassword } from '../../core/crypto/password.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { EVENTS, recordChange } from '../changes/index.ts';

export const ROLES = ['admin', 'recruiter', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Characters of a password. */
export const PASSWORD_LENGTH = { minimum: 12, maximum: 256 } as const;

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  password: string;
}

/** Creates a user who can sign in. Throws on an e-mail address that a user of the tenant has. */
export async function createUser(db: TenantDatabase, tenantId: number, user: NewUser): Promise<number> {
  const passwordHash = await hashPassword(user.password);
  return db.transaction().execute(async (transaction) => {
    const { id, row_guid: rowGuid } = await transaction
      .insertInto('user_account')
      .values({
        tenant_id: tenantId,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        email_match: user.email.toLowerCase(),
        role: user.role,
        password_hash: passwordHash,
      })
      .returning(['id', 'row_guid'])
      .executeTakeFirstOrThrow();
    await recordChange(transaction, tenantId, {
      entity: 'user',
      id,
      kind: 'new',
      rowGuid,
      event: EVENTS.userCreated,
    });
    return id;
  });
}

/** Sets the password of the user with this e-mail address. False: there is none. No change of the record as others see it. */
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
