import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ColumnValue } from '../../../core/db/partial-change.ts';
import type { LocatedAddress } from '../../addresses/index.ts';
import { changeExpression } from '../../changes/index.ts';

export type BranchColumns = Partial<
  Record<'name' | 'number' | 'phone' | 'email' | 'is_active', ColumnValue> & LocatedAddress
>;

// Branches have no events. Integrators who keep a copy follow the change feed.
const change = (kind: 'new' | 'modified') =>
  ({ entity: 'branch', kind, id: sql.ref<number>('written.id'), event: null }) as const;

export async function insertBranch(
  db: TenantDatabase,
  tenantId: number,
  columns: BranchColumns,
): Promise<number> {
  const { id } = await db
    .with('written', (create) =>
      create
        .insertInto('branch')
        .values({ tenant_id: tenantId, ...columns } as never)
        .returning(['id', 'row_guid']),
    )
    .selectFrom('written')
    .select(({ ref }) => [
      'written.id',
      changeExpression(tenantId, {
        ...change('new'),
        rowGuid: ref('written.row_guid') as never,
        officeId: sql.ref('written.id'),
      }).as('changed_at'),
    ])
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
  columns: BranchColumns,
): Promise<void> {
  await db
    .with('written', (update) =>
      update
        .updateTable('branch')
        .set({ ...columns, modified_at: sql`clock_now()` } as never)
        .where('tenant_id', '=', tenantId)
        .where('id', '=', branchId)
        .returning(['id', 'row_guid']),
    )
    .selectFrom('written')
    .select(({ ref }) =>
      changeExpression(tenantId, {
        ...change('modified'),
        rowGuid: ref('written.row_guid') as never,
        officeId: sql.ref('written.id'),
      }).as('changed_at'),
    )
    .execute();
}
