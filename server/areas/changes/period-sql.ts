import type { LoggedEntity } from './entities.ts';

/**
 * SQL for the ids of the records of a table with any change in a period, not only their last one. The change log has every change,
 * but nothing older than its retention. Of that, the creation and the last change of a record are still known, from its own columns.
 * Nobody can send these times of the two tables. It is a UNION, because PostgreSQL would compare each record with the changes one
 * by one if they were the other side of an OR and did not fit into its memory. The tenant and the times are SQL; `to` is exclusive.
 */
export function changedInPeriodSql(
  entity: LoggedEntity,
  table: 'job_ad' | 'user_account',
  { tenantId, from, to }: { tenantId: string; from: string; to: string },
): string {
  const within = (column: string) => `${column} >= ${from} AND ${column} < ${to}`;
  return `SELECT record_id FROM change_log WHERE tenant_id = ${tenantId} AND entity = '${entity}' AND ${within('changed_at')}
    UNION ALL SELECT id FROM ${table} WHERE tenant_id = ${tenantId} AND (${within('created_at')} OR ${within('modified_at')})`;
}

/** SQL for the time of the latest change that retention has deleted, or NULL. The tenant is SQL. */
export function sweptUntilSql(tenantId: string): string {
  return `(SELECT max(changed_until) FROM change_horizon WHERE tenant_id = ${tenantId})`;
}
