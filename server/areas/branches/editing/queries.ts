import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { rowChangeExpression } from '../../changes/index.ts';
import type { BranchColumns } from './rules.ts';

// Branches have no events. Integrators who keep a copy follow the change feed.
const change = (tenantId: number, kind: 'new' | 'modified') =>
  rowChangeExpression(tenantId, 'written', {
    entity: 'branch',
    kind,
    officeId: sql.ref<number>('written.id'),
    event: null,
  }).as('changed_at');

export async function insertBranch(
  db: TenantDatabase,
  tenantId: number,
  columns: BranchColumns,
): Promise<number> {
  const { id } = await db
    .with('written', (create) =>
      create
        .insertInto('branch')
        .values({ tenant_id: tenantId, ...columns })
        .returning(['id', 'row_guid']),
    )
    .selectFrom('written')
    .select(['written.id', change(tenantId, 'new')])
    .executeTakeFirstOrThrow();
  return id;
}

/** The stored branch, locked until the transaction ends. */
export function lockBranch(db: TenantDatabase, tenantId: number, branchId: number) {
  return db
    .selectFrom('branch')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', branchId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateBranch(
  db: TenantDatabase,
  tenantId: number,
  branchId: number,
  columns: Partial<BranchColumns>,
): Promise<void> {
  await db
    .with('written', (update) =>
      update
        .updateTable('branch')
        .set({ ...columns, modified_at: sql`clock_now()` })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', branchId)
        .returning(['id', 'row_guid']),
    )
    .selectFrom('written')
    .select(change(tenantId, 'modified'))
    .execute();
}
