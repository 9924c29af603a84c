import { CompiledQuery, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { type Period, periodBounds } from '../../core/http/period.ts';
import { changedInPeriodSql, EVENTS, rowChangeExpression } from '../changes/index.ts';

interface ListedUser {
  id: number;
  row_guid: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  is_active: boolean;
  created_at: string;
  modified_at: string;
}

const LISTED_USERS = `
  SELECT id, row_guid, first_name, last_name, email, is_active, created_at, modified_at
    FROM user_account WHERE tenant_id = $1`;
const CHANGED = changedInPeriodSql('user', 'user_account', {
  tenantId: '$1',
  from: '$2::timestamptz',
  to: '$3::timestamptz',
});

/** The users with any change in the period, as list items sorted by id. */
export async function listUsers(db: TenantDatabase, tenantId: number, period: Period) {
  const { fromMs, toMs } = periodBounds(period);
  const times = [
    fromMs === undefined ? '-infinity' : new Date(fromMs).toISOString(),
    toMs === undefined ? 'infinity' : new Date(toMs).toISOString(),
  ];
  const { rows } = await db.executeQuery<ListedUser>(
    fromMs === undefined && toMs === undefined
      ? CompiledQuery.raw(`${LISTED_USERS} ORDER BY id`, [tenantId])
      : CompiledQuery.raw(`${LISTED_USERS} AND id IN (${CHANGED}) ORDER BY id`, [tenantId, ...times]),
  );
  return rows.map((row) => ({
    id: row.id,
    rowGuid: row.row_guid,
    userFullName: fullName(row),
    email: row.email,
    isActive: row.is_active,
    createdAtUtc: row.created_at,
    modifiedAtUtc: row.modified_at,
  }));
}

/** The active users with their branches. Only these users are permitted values of responsibility. */
export async function listResponsibilities(db: TenantDatabase, tenantId: number) {
  const { rows } = await sql<{ users: unknown[] }>`
    SELECT coalesce(json_agg(json_build_object(
             'id', u.id, 'rowGuid', u.row_guid, 'userFullName', nullif(concat_ws(' ', u.first_name, u.last_name), ''),
             'assignedOffices', ${assignedOffices(tenantId)}) ORDER BY u.id), '[]') AS users
      FROM user_account AS u
     WHERE u.tenant_id = ${tenantId} AND u.is_active`.execute(db);
  return rows[0]!.users;
}

/** JSON array of the branches of user `u`. */
const assignedOffices = (tenantId: number) => sql`(
  SELECT coalesce(json_agg(json_build_object('officeId', b.id, 'name', b.name, 'isPrimary', ub.is_primary) ORDER BY b.id), '[]')
    FROM user_branch AS ub JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = ub.branch_id
   WHERE ub.tenant_id = ${tenantId} AND ub.user_id = u.id)`;

/** The user with this id or rowGuid, as the JSON text of the response. */
export async function findUser(
  db: TenantDatabase,
  tenantId: number,
  key: number | string,
): Promise<string | undefined> {
  const condition = typeof key === 'number' ? sql`u.id = ${key}` : sql`u.row_guid = ${key}::uuid`;
  const { rows } = await sql<{ user: string }>`
    SELECT json_build_object(
             'id', u.id, 'rowGuid', u.row_guid, 'firstName', u.first_name, 'lastName', u.last_name,
             'userFullName', nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'userPartnerId', u.partner_id,
             'userSince', u.user_since, 'email', u.email, 'isActive', u.is_active,
             'createdAtUtc', utc(u.created_at), 'modifiedAtUtc', utc(u.modified_at),
             'licences', (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'validUntil', l.valid_until) ORDER BY l.id), '[]')
                            FROM user_licence AS l WHERE l.tenant_id = ${tenantId} AND l.user_id = u.id),
             'assignedOffices', ${assignedOffices(tenantId)})::text AS user
      FROM user_account AS u
     WHERE u.tenant_id = ${tenantId} AND ${condition}`.execute(db);
  return rows[0]?.user;
}

export async function findUsers(db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => row.id);
}

export async function findActiveUsers(
  db: TenantDatabase,
  tenantId: number,
  ids: number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return rows.map((row) => row.id);
}

interface NewUserRow {
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  /** null: cannot sign in. */
  passwordHash: string | null;
  partnerId?: string | null;
  /** Today by default. */
  userSince?: string | null;
}

/** Inserts a user with its change and event in one statement. Throws on an e-mail address that a user of the tenant has. */
export async function insertUser(db: TenantDatabase, tenantId: number, user: NewUserRow): Promise<number> {
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
    .select([
      'created.id',
      rowChangeExpression(tenantId, 'created', {
        entity: 'user',
        kind: 'new',
        officeId: null,
        event: EVENTS.userCreated,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  return id;
}

/** Undefined if no user of the tenant has this email address. */
export async function updatePasswordHash(
  db: TenantDatabase,
  tenantId: number,
  email: string,
  passwordHash: string,
): Promise<{ isActive: boolean } | undefined> {
  const row = await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', tenantId)
    .where('email_match', '=', email.toLowerCase())
    .returning('is_active')
    .executeTakeFirst();
  return row && { isActive: row.is_active };
}

function fullName(row: { first_name: string | null; last_name: string | null }): string | null {
  return [row.first_name, row.last_name].filter((part) => part !== null && part !== '').join(' ') || null;
}
