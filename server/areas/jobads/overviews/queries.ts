import { columnsSql, type JsonColumn } from '../../../core/db/json-columns.ts';
import type { JsonShape } from '../../../core/db/json-rows.ts';
import { type Period, periodBounds } from '../../../core/http/period.ts';
import { changedInPeriodSql } from '../../changes/index.ts';

const LIST_ITEM: readonly JsonColumn[] = [
  { name: 'id', kind: 'uuid', sql: 'j.row_guid' },
  { name: 'jobAdId', kind: 'integer', sql: 'j.id' },
  { name: 'title', kind: 'text', sql: 'j.title' },
  { name: 'status', kind: 'text', sql: 'j.process_status' },
  { name: 'createdAtUtc', kind: 'time', sql: 'j.created_at' },
  { name: 'modifiedAtUtc', kind: 'time', sql: 'j.modified_at' },
];

export const JOB_AD_LIST: JsonShape = { lists: [], columns: LIST_ITEM };

/**
 * SQL whose rows have the columns of a list item. COPY accepts no parameters, so this function interpolates its values, which are
 * only numbers and instants that the service computed.
 */
export function jobAdListSql({ tenantId, period }: { tenantId: number; period: Period }): string {
  const tenant = String(Math.trunc(tenantId));
  const { fromMs, toMs } = periodBounds(period);
  const from = fromMs === undefined ? "'-infinity'::timestamptz" : `to_timestamp(${fromMs / 1000})`;
  const to = toMs === undefined ? "'infinity'::timestamptz" : `to_timestamp(${toMs / 1000})`;
  const condition =
    fromMs === undefined && toMs === undefined
      ? ''
      : `AND j.id IN (${changedInPeriodSql('jobad', 'job_ad', { tenantId: tenant, from, to })})`;
  return `SELECT ${columnsSql(LIST_ITEM)}
    FROM job_ad AS j
   WHERE j.tenant_id = ${tenant} AND j.deleted_at IS NULL ${condition}
   ORDER BY j.id`;
}
