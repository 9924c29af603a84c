import type { TenantDatabase } from '../../../core/db/connection.ts';
import { STANDARD_FORMAT } from '../delivery/index.ts';

/** Returns the call format of a tenant. The default is the standard format. */
export async function findDataType(db: TenantDatabase, tenantId: number): Promise<number> {
  const row = await db
    .selectFrom('webhook_setting')
    .select('data_type_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.data_type_id ?? STANDARD_FORMAT;
}

/**
 * Locks the settings of a tenant until the transaction ends. Only for a transaction that sets them: a tenant that has the
 * defaults has no row, so this inserts one.
 */
export async function lockSettings(db: TenantDatabase, tenantId: number): Promise<{ tenant_id: number }> {
  await db
    .insertInto('webhook_setting')
    .values({ tenant_id: tenantId, data_type_id: STANDARD_FORMAT })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  return db
    .selectFrom('webhook_setting')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setDataType(db: TenantDatabase, tenantId: number, dataTypeId: number): Promise<void> {
  await db
    .insertInto('webhook_setting')
    .values({ tenant_id: tenantId, data_type_id: dataTypeId })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ data_type_id: dataTypeId }))
    .execute();
}
