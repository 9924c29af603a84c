import { sql, type Updateable } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { DB } from '../../../core/db/generated/database.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import type { LicencesBody, OfficesBody } from './schema.ts';

interface Reader {
  /** Whether the reader learns when others have signed in. */
  showsSignIns: boolean;
}

/** SQL for the platform's JSON of user `u`. */
const accountJson = (tenantId: number, { showsSignIns }: Reader) => sql`json_build_object(
  'id', u.id, 'rowGuid', u.row_guid, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
  'userFullName', nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'role', u.role, 'isActive', u.is_active,
  'hasPassword', u.password_hash IS NOT NULL,
  'invitedUntilUtc', utc((
    SELECT max(i.expires_at) FROM password_link AS i
     WHERE i.tenant_id = ${tenantId} AND i.user_id = u.id AND i.purpose = 'invitation' AND i.expires_at > clock_now())),
  'invitationFailedAtUtc', utc((
    SELECT CASE WHEN bool_and(i.mail_failed_at IS NOT NULL) THEN max(i.mail_failed_at) END FROM password_link AS i
     WHERE i.tenant_id = ${tenantId} AND i.user_id = u.id AND i.purpose = 'invitation' AND i.expires_at > clock_now())),
  'lastSignInDate', CASE WHEN ${showsSignIns}::boolean THEN u.last_sign_in_date END,
  'userPartnerId', u.partner_id, 'userSince', u.user_since,
  'createdAtUtc', utc(u.created_at), 'modifiedAtUtc', utc(u.modified_at),
  'assignedOffices', (
    SELECT coalesce(json_agg(json_build_object('officeId', b.id, 'name', b.name, 'isPrimary', ub.is_primary) ORDER BY b.id), '[]')
      FROM user_branch AS ub JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = ub.branch_id
     WHERE ub.tenant_id = ${tenantId} AND ub.user_id = u.id),
  'licences', (
    SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'validUntil', l.valid_until) ORDER BY l.id), '[]')
      FROM user_licence AS l WHERE l.tenant_id = ${tenantId} AND l.user_id = u.id))`;

/** All users, as the JSON text of the response. */
export async function listAccounts(db: TenantDatabase, tenantId: number, reader: Reader): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('users', coalesce(json_agg(${accountJson(tenantId, reader)} ORDER BY u.id), '[]'))::text AS json
      FROM user_account AS u WHERE u.tenant_id = ${tenantId}`.execute(db);
  return rows[0]!.json;
}

export async function findAccount(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  reader: Reader,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT ${accountJson(tenantId, reader)}::text AS json FROM user_account AS u
     WHERE u.tenant_id = ${tenantId} AND u.id = ${userId}`.execute(db);
  return rows[0]?.json;
}

/** The stored user, locked until the transaction ends. */
export function lockAccount(db: TenantDatabase, tenantId: number, userId: number) {
  return db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

function selectAdmins(db: TenantDatabase, tenantId: number) {
  return db
    .selectFrom('user_account')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null);
}

/**
 * The ids of the admins who can sign in. Locks them until the transaction ends, so that two admins cannot deactivate each
 * other at the same time.
 */
export async function lockAdmins(db: TenantDatabase, tenantId: number): Promise<number[]> {
  const rows = await selectAdmins(db, tenantId).orderBy('id').forUpdate().execute();
  return rows.map((row) => row.id);
}

/** Whether this user is the only one who can sign in as an admin. */
export async function isLastAdmin(db: TenantDatabase, tenantId: number, userId: number): Promise<boolean> {
  const admins = await selectAdmins(db, tenantId).limit(2).execute();
  return admins.length === 1 && admins[0]!.id === userId;
}

/** Whether another user has this email address. */
export async function isEmailTaken(
  db: TenantDatabase,
  tenantId: number,
  email: string,
  exceptId = 0,
): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('email_match', '=', email.toLowerCase())
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The main branch of the user, for the change log. */
const mainBranch = (tenantId: number) => sql<number | null>`(SELECT branch_id FROM user_branch
  WHERE tenant_id = ${tenantId} AND user_id = changed.id AND is_primary)`;

/**
 * Updates columns of a user and records the change and the event. `columns` is empty if only branches or licences changed. A new
 * role makes the open streams of the tenant look up their users again.
 */
export async function updateAccount(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  columns: Updateable<DB['user_account']>,
  previousOfficeId: number | null = null,
): Promise<void> {
  await db
    .with('changed', (change) =>
      change
        .updateTable('user_account')
        .set({ ...columns, modified_at: sql`clock_now()` })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .returning(['id', 'row_guid']),
    )
    .selectFrom('changed')
    .$if(columns.role !== undefined, (select) =>
      select.select(sql`notify_live(${tenantId}::int, 'session')`.as('notified')),
    )
    .select(
      rowChangeExpression(tenantId, 'changed', {
        entity: 'user',
        kind: 'modified',
        officeId: mainBranch(tenantId),
        previousOfficeId,
        event: EVENTS.userChanged,
      }).as('changed_at'),
    )
    .execute();
}

export async function setPasswordHash(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  const result = await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The branches of the user, and which one is the main branch. */
export async function readOffices(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
): Promise<{ officeId: number; isPrimary: boolean }[]> {
  const rows = await db
    .selectFrom('user_branch')
    .select(['branch_id', 'is_primary'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('branch_id')
    .execute();
  return rows.map((row) => ({ officeId: row.branch_id, isPrimary: row.is_primary }));
}

export async function replaceOffices(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  offices: OfficesBody['assignedOffices'],
): Promise<void> {
  await db
    .deleteFrom('user_branch')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  if (offices.length === 0) return;
  await db
    .insertInto('user_branch')
    .values(
      offices.map(({ officeId, isPrimary }) => ({
        tenant_id: tenantId,
        user_id: userId,
        branch_id: officeId,
        is_primary: isPrimary ?? false,
      })),
    )
    .execute();
}

interface StoredLicence {
  id: number;
  name: string;
  valid_until: string | null;
}

export function readLicences(db: TenantDatabase, tenantId: number, userId: number): Promise<StoredLicence[]> {
  return db
    .selectFrom('user_licence')
    .select(['id', 'name', 'valid_until'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function changeLicences(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  { removedIds, added }: { removedIds: number[]; added: LicencesBody['licences'] },
): Promise<void> {
  if (removedIds.length > 0) {
    await db
      .deleteFrom('user_licence')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('id', 'in', removedIds)
      .execute();
  }
  if (added.length > 0) {
    await db
      .insertInto('user_licence')
      .values(
        added.map(({ name, validUntil }) => ({
          tenant_id: tenantId,
          user_id: userId,
          name,
          valid_until: validUntil ?? null,
        })),
      )
      .execute();
  }
}
