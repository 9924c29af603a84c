import { sql } from 'kysely';
import type { Database, SystemDatabase, TenantDatabase } from '../../../core/db/connection.ts';
import { findOnServers } from '../../../core/db/look-up.ts';
import type { Role } from '../../users/index.ts';
import type { TenantName } from './rules.ts';

export interface StoredSession {
  tenantId: number;
  userId: number;
  role: Role;
  /** Whether the session was last marked as seen more than a minute ago. Limits writes to one per minute. */
  isLastSeenStale: boolean;
}

/** Finds the session of a token unless it has ended or its user cannot sign in. Costs two lookups by primary key. */
async function findSession(
  db: SystemDatabase,
  tokenSha256: Buffer,
  idleMinutes: number,
): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`
    SELECT session.tenant_id AS "tenantId", session.user_id AS "userId", sign_in.role,
           session.last_seen_at < clock_now() - interval '1 minute' AS "isLastSeenStale"
      FROM user_session AS session
      JOIN user_sign_in AS sign_in ON sign_in.tenant_id = session.tenant_id AND sign_in.user_id = session.user_id
     WHERE session.token_sha256 = ${tokenSha256} AND sign_in.may_sign_in AND session.expires_at > clock_now()
       AND session.last_seen_at > clock_now() - make_interval(mins => ${idleMinutes})`.execute(db);
  return rows[0];
}

/** Finds the session of a token on whichever server it is. */
export function findSessionAnywhere(
  database: Database,
  tokenSha256: Buffer,
  idleMinutes: number,
): Promise<StoredSession | undefined> {
  return findOnServers(database, `session ${tokenSha256.toString('base64')}`, (db) =>
    findSession(db, tokenSha256, idleMinutes),
  );
}

export async function markSeen(db: SystemDatabase, tokenSha256: Buffer): Promise<void> {
  await sql`UPDATE user_session SET last_seen_at = clock_now() WHERE token_sha256 = ${tokenSha256}`.execute(
    db,
  );
}

export interface SignIn {
  tenantId: number;
  userId: number;
}

export interface KnownSignIn extends SignIn {
  tenant: TenantName;
}

/** Finds the users who can sign in with this email address, in all tenants. */
export async function findSignIns(db: SystemDatabase, email: string): Promise<KnownSignIn[]> {
  const { rows } = await sql<KnownSignIn>`
    SELECT sign_in.tenant_id AS "tenantId", sign_in.user_id AS "userId",
           json_build_object('key', tenant.key, 'name', tenant.name) AS tenant
      FROM user_sign_in AS sign_in JOIN tenant ON tenant.id = sign_in.tenant_id
     WHERE sign_in.email_sha256 = sha256(convert_to(${email.toLowerCase()}, 'UTF8')) AND sign_in.may_sign_in
     ORDER BY sign_in.tenant_id`.execute(db);
  return rows;
}

export async function findPasswordHash(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? undefined;
}

/**
 * Starts a session for a user whose password was verified. Returns false if the user has been given another password or been
 * deactivated since. The lock on the user's row closes the race: a concurrent change either commits first and is visible
 * here, or waits and then ends this session too.
 */
export async function insertSession(
  db: TenantDatabase,
  session: {
    tenantId: number;
    userId: number;
    passwordHash: string;
    tokenSha256: Buffer;
    hours: number;
  },
): Promise<boolean> {
  const result = await sql`
    WITH moment AS MATERIALIZED (SELECT clock_now() AS at)
    INSERT INTO user_session (token_sha256, tenant_id, user_id, created_at, last_seen_at, expires_at)
    SELECT ${session.tokenSha256}, tenant_id, id, at, at, at + make_interval(hours => ${session.hours})
      FROM user_account, moment
     WHERE tenant_id = ${session.tenantId} AND id = ${session.userId} AND is_active
       AND password_hash = ${session.passwordHash}
       FOR SHARE OF user_account`.execute(db);
  return result.numAffectedRows === 1n;
}

/** Keeps the day, in UTC, of a sign-in. A statement of its own: with the lock above, two sign-ins of a user would wait for each other. */
export async function keepSignInDay(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  day: string,
): Promise<void> {
  await sql`
    UPDATE user_account SET last_sign_in_date = ${day}::date
     WHERE tenant_id = ${tenantId} AND id = ${userId} AND last_sign_in_date IS DISTINCT FROM ${day}::date`.execute(
    db,
  );
}

export async function deleteSession(db: SystemDatabase, tokenSha256: Buffer): Promise<void> {
  await db.deleteFrom('user_session').where('token_sha256', '=', tokenSha256).execute();
}

export async function deleteSessionsOf(db: SystemDatabase, tenantId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('user_session')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes sessions that have expired or been idle for too long, and returns how many. */
export async function sweepSessions(db: SystemDatabase, idleMinutes: number): Promise<number> {
  const result = await sql`
    DELETE FROM user_session
     WHERE expires_at <= clock_now() OR last_seen_at <= clock_now() - make_interval(mins => ${idleMinutes})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Replaces the verified password, which ends all sessions of the user. Returns false if it was changed concurrently. */
export async function replacePassword(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const result = await db
    .updateTable('user_account')
    .set({ password_hash: to })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the session with its user and tenant for a response, or undefined if it has just ended. */
export async function readSession(db: TenantDatabase, tenantId: number, tokenSha256: Buffer) {
  const row = await db
    .selectFrom('user_session as session')
    .innerJoin('user_account as user', (join) =>
      join.on('user.tenant_id', '=', tenantId).onRef('user.id', '=', 'session.user_id'),
    )
    .innerJoin('tenant', 'tenant.id', 'session.tenant_id')
    .select([
      'user.id',
      'user.row_guid',
      'user.email',
      'user.first_name',
      'user.last_name',
      'user.role',
      'tenant.key',
      'tenant.name',
      'session.created_at',
      'session.expires_at',
    ])
    .where('session.tenant_id', '=', tenantId)
    .where('session.token_sha256', '=', tokenSha256)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    user: {
      id: row.id,
      rowGuid: row.row_guid,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
    },
    role: row.role as Role,
    tenant: { key: row.key, name: row.name },
    beganAtUtc: row.created_at,
    endsAtUtc: row.expires_at,
  };
}
