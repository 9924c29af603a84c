import { type Period, periodBounds } from '../../../core/http/period.ts';

/**
 * SQL whose rows are a comma followed by the JSON of a list item. COPY accepts no parameters, so this function interpolates
 * its values, which are only numbers and instants that the service computed.
 */
export function jobAdListSql({ tenantId, period }: { tenantId: number; period: Period }): string {
  const { fromMs, toMs } = periodBounds(period);
  const from = fromMs === undefined ? "'-infinity'::timestamptz" : `to_timestamp(${fromMs / 1000})`;
  const to = toMs === undefined ? "'infinity'::timestamptz" : `to_timestamp(${toMs / 1000})`;
  const condition =
    fromMs === undefined && toMs === undefined
      ? ''
      : `AND ((j.created_at >= ${from} AND j.created_at < ${to}) OR (j.modified_at >= ${from} AND j.modified_at < ${to}))`;
  return `SELECT ',' || json_build_object('id', j.row_guid, 'jobAdId', j.id, 'title', j.title, 'status', j.process_status,
      'createdAtUtc', utc(j.created_at), 'modifiedAtUtc', utc(j.modified_at))::text
    FROM job_ad AS j
   WHERE j.tenant_id = ${Math.trunc(tenantId)} AND j.deleted_at IS NULL ${condition}
   ORDER BY j.id`;
}
