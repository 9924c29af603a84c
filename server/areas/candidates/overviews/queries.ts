import type { Language } from '../../../core/http/index.ts';
import { type Period, periodBounds } from '../../../core/http/period.ts';
import { candidateJson } from '../profile/index.ts';

// Texts for COPY, which takes no parameters: only numbers and instants of our own making are written into them.

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
  // Either time may lie in the period: an import carries the creation time of its source.
  if (fromMs !== undefined || toMs !== undefined) {
    parts.push(
      `((c.created_at >= ${from} AND c.created_at < ${to}) OR (c.modified_at >= ${from} AND c.modified_at < ${to}))`,
    );
  }
  if (officeId !== undefined) parts.push(`c.office_id = ${Math.trunc(officeId)}`);
  return parts.join(' AND ');
}

/** Rows of a comma and the JSON of a list item. */
export function candidateListSql(filter: Filter): string {
  return `SELECT ',' || json_build_object('id', c.id, 'rowGuid', c.row_guid, 'firstName', c.first_name, 'lastName', c.last_name,
      'email', c.email, 'city', c.city, 'statusId', c.status_id, 'officeId', c.office_id, 'isVisible', c.is_visible,
      'createdAtUtc', utc(c.created_at), 'modifiedAtUtc', utc(c.modified_at))::text
    FROM candidate AS c WHERE ${condition(filter)} ORDER BY c.id`;
}

/** Rows of a comma and the JSON of a complete candidate. */
export function candidateExportSql(filter: Filter, language: Language): string {
  return `SELECT ',' || ${candidateJson(language)} FROM candidate AS c WHERE ${condition(filter)} ORDER BY c.id`;
}
