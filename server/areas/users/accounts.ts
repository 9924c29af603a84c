import { hashPassword } from '../../core/crypto/password.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { insertUser, updatePasswordHash } from './queries.ts';

export const ROLES = [
  'admin',
  'branchManager',
  'recruiter',
  'viewer',
  'integrator',
  'dataProtection',
] as const;
export type Role = (typeof ROLES)[number];

/** Limits of a password, in characters. */
export const PASSWORD_LENGTH = { minimum: 12, maximum: 256 } as const;

interface NewUser {
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

/** Sets the password of the user with this email address. Undefined if there is no such user. Not recorded as a change. */
export async function setPassword(
  db: TenantDatabase,
  tenantId: number,
  email: string,
  password: string,
): Promise<{ isActive: boolean } | undefined> {
  return updatePasswordHash(db, tenantId, email, await hashPassword(password));
}
