import type { Language } from '../../../core/http/index.ts';
import { type Period, periodBounds } from '../../../core/http/period.ts';
import { candidateJson } from '../profile/index.ts';

// SQL for COPY, which accepts no parameters. Insert only numbers and times that this code has computed.

interface Filter {
  tenantId: number;
  period: Period;
  officeId?: number;
}

function condition({ tenantId, period, officeId }: Filter): string {
  const { fromMs, toMs } = periodBounds(period);
  const from = fromMs === undefined ? "'-infinity'::timestamptz" : `to_timestamp(${fromMs / 1000})`;
  const to = toMs === undefined ? "'infinity'::timestamptz" : `to_timestamp(${toMs / 1000})`;
  const parts = [`c.tenant_id = ${Math.trunc(tenantId)}`];
  // Either time can be in the period, because an imported candidate has the creation time of its source system.
  if (fromMs !== undefined || toMs !== undefined) {
    parts.push(
      `((c.created_at >= ${from} AND c.created_at < ${to}) OR (c.modified_at >= ${from} AND c.modified_at < ${to}))`,
    );
  }
  if (officeId !== undefined) parts.push(`c.office_id = ${Math.trunc(officeId)}`);
  return parts.join(' AND ');
}

/** Each row is a comma and the JSON of a list item. */
export function candidateListSql(filter: Filter): string {
  return `SELECT ',' || json_build_object('id', c.id, 'rowGuid', c.row_guid, 'firstName', c.first_name, 'lastName', c.last_name,
      'email', c.email, 'city', c.city, 'statusId', c.status_id, 'officeId', c.office_id, 'isVisible', c.is_visible,
      'createdAtUtc', utc(c.created_at), 'modifiedAtUtc', utc(c.modified_at))::text
    FROM candidate AS c WHERE ${condition(filter)} ORDER BY c.id`;
}

/** Each row is a comma and the JSON of a complete candidate. */
export function candidateExportSql(filter: Filter, language: Language): string {
  return `SELECT ',' || ${candidateJson(language)} FROM candidate AS c WHERE ${condition(filter)} ORDER BY c.id`;
}
