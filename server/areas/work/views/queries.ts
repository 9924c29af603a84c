import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { UserCaller } from '../../../core/http/index.ts';
import { userName } from '../visibility-sql.ts';
import { administersViews, screensOf } from './rules.ts';
import { DEFAULT_LIMIT, type ViewChangeBody, type ViewQueryValues } from './schema.ts';

/** SQL for the JSON of view `v`. */
function viewJson(tenantId: number) {
  return sql`json_build_object(
    'id', v.id, 'name', v.name, 'screen', v.screen, 'filter', v.filter, 'branchId', v.branch_id,
    'ownerId', v.user_id, 'ownerName', ${userName(tenantId, 'v.user_id')},
    'createdAtUtc', utc(v.created_at), 'modifiedAtUtc', utc(v.modified_at))`;
}

/** SQL condition: the caller may use view `v`: it is the caller's, or shared with one of the caller's branches. */
function isVisible(tenantId: number, caller: UserCaller): RawBuilder<boolean> {
  const shared = administersViews(caller)
    ? sql`v.branch_id IS NOT NULL`
    : sql`v.branch_id IN (SELECT b.branch_id FROM user_branch AS b
                           WHERE b.tenant_id = ${tenantId} AND b.user_id = ${caller.userId})`;
  return sql`v.tenant_id = ${tenantId} AND v.screen = ANY (${screensOf(caller.permissions)})
             AND (v.user_id = ${caller.userId} OR ${shared})`;
}

/** A page of the views that the caller may use, as the JSON text of the response. */
export async function listViews(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  { screen, after, limit = DEFAULT_LIMIT }: ViewQueryValues,
): Promise<string> {
  const conditions = [
    isVisible(tenantId, caller),
    ...(screen === undefined ? [] : [sql`v.screen = ${screen}`]),
    ...(after === undefined ? [] : [sql`v.id > ${after}`]),
  ];
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('views', coalesce(json_agg(${viewJson(tenantId)} ORDER BY v.id), '[]'))::text AS json
      FROM (SELECT v.* FROM saved_view AS v WHERE ${sql.join(conditions, sql` AND `)}
             ORDER BY v.id LIMIT ${limit}) AS v`.execute(db);
  return rows[0]!.json;
}

/** The view as JSON text; undefined if it does not exist or the caller may not use it. */
export async function findView(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  viewId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT ${viewJson(tenantId)}::text AS json FROM saved_view AS v
     WHERE ${isVisible(tenantId, caller)} AND v.id = ${viewId}`.execute(db);
  return rows[0]?.json;
}

/** Locks the view until the transaction ends and returns its owner; undefined if the caller may not use it. */
export async function lockView(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  viewId: number,
): Promise<{ ownerId: number; branchId: number | null } | undefined> {
  const { rows } = await sql<{ ownerId: number; branchId: number | null }>`
    SELECT v.user_id AS "ownerId", v.branch_id AS "branchId" FROM saved_view AS v
     WHERE ${isVisible(tenantId, caller)} AND v.id = ${viewId} FOR UPDATE`.execute(db);
  return rows[0];
}

export async function belongsToBranch(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  branchId: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM user_branch
     WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND branch_id = ${branchId}`.execute(db);
  return rows.length > 0;
}

interface NewView {
  name: string;
  screen: string;
  filter: Record<string, unknown>;
  branchId?: number | null;
}

export async function insertView(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  { name, screen, filter, branchId = null }: NewView,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO saved_view (tenant_id, user_id, branch_id, name, screen, filter)
    VALUES (${tenantId}, ${userId}, ${branchId}, ${name}, ${screen}, ${JSON.stringify(filter)}::json)
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

export async function updateView(
  db: TenantDatabase,
  tenantId: number,
  viewId: number,
  { name, screen, filter, branchId }: ViewChangeBody,
  at: Date,
): Promise<void> {
  const changes = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(screen === undefined ? [] : [sql`screen = ${screen}`]),
    ...(filter === undefined ? [] : [sql`filter = ${JSON.stringify(filter)}::json`]),
    ...(branchId === undefined ? [] : [sql`branch_id = ${branchId}`]),
  ];
  if (changes.length === 0) return;
  await sql`
    UPDATE saved_view SET ${sql.join([...changes, sql`modified_at = ${at.toISOString()}`])}
     WHERE tenant_id = ${tenantId} AND id = ${viewId}`.execute(db);
}

export async function deleteView(db: TenantDatabase, tenantId: number, viewId: number): Promise<void> {
  await sql`DELETE FROM saved_view WHERE tenant_id = ${tenantId} AND id = ${viewId}`.execute(db);
}
