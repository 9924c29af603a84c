import type { Language } from '../../../core/http/index.ts';
import { propertiesOf, type RequestKind, type RequestProperty } from './schema.ts';

/** The column of each property. */
export const COLUMNS = {
  officeId: 'office_id',
  siteId: 'site_id',
  locationId: 'location_id',
  contactId: 'contact_id',
  title: 'title',
  professionId: 'profession_id',
  headcount: 'headcount',
  startDate: 'start_date',
  endDate: 'end_date',
  description: 'description',
  requirements: 'requirements',
  responsibility: 'responsibility',
  importExternalId: 'import_external_id',
  weeklyHours: 'weekly_hours',
  shiftModel: 'shift_model',
  payGroup: 'pay_group',
  hourlyWage: 'hourly_wage',
  billingRate: 'billing_rate',
  salaryFrom: 'salary_from',
  salaryTo: 'salary_to',
  feePercent: 'fee_percent',
  scope: 'scope',
  fixedPrice: 'fixed_price',
  acceptanceDate: 'acceptance_date',
} as const satisfies Record<RequestProperty, string>;

/** Properties that are computed from others. */
const DERIVED: Partial<Record<RequestKind, Record<string, string>>> = {
  temporarystaffing: {
    maximumAssignmentUntil: latest(`${dayAfterMonths(18)} - 1`),
    equalPayFrom: latest(dayAfterMonths(9)),
  },
};

/**
 * SQL of the first day after a period of months that begins with the start. It is the day of the month of the start. If the month
 * has no such day, the period ends with the last day of the month (sections 187 (2) and 188 (2) and (3) BGB), which is what
 * PostgreSQL returns for the sum.
 */
function dayAfterMonths(months: number): string {
  const sum = `(r.start_date + interval '${months} months')`;
  return `(${sum}::date + (extract(day FROM ${sum}) < extract(day FROM r.start_date))::int)`;
}

/** SQL of a day, or of the latest date in the API. */
function latest(day: string): string {
  return `least(${day}, date '9999-12-31')`;
}

/** SQL of the JSON of the request `r` of this kind and its company `c`. `tenantId` is SQL of the id of the tenant. */
export function requestJson(kind: RequestKind, language: Language, tenantId: string): string {
  const properties: Record<string, string> = {
    id: 'r.id',
    rowGuid: 'r.row_guid',
    kind: 'r.kind',
    customerId: 'r.company_id',
    customerName: 'c.name',
    ...Object.fromEntries(propertiesOf(kind).map((property) => [property, `r.${COLUMNS[property]}`])),
    ...DERIVED[kind],
    statusId: 'r.status_id',
    status: statusName('r.status_id', language),
    statusHistory: `(
      SELECT coalesce(json_agg(json_build_object('id', h.id, 'statusId', h.status_id, 'status', ${statusName('h.status_id', language)},
                                                 'comment', h.comment, 'setAtUtc', utc(h.set_at)) ORDER BY h.id DESC), '[]')
        FROM customer_request_status_entry AS h WHERE h.tenant_id = ${tenantId} AND h.request_id = r.id)`,
    importedAtUtc: 'utc(r.imported_at)',
    createdAtUtc: 'utc(r.created_at)',
    modifiedAtUtc: 'utc(r.modified_at)',
  };
  const pairs = Object.entries(properties).map(([property, value]) => `'${property}', ${value}`);
  return `json_build_object(${pairs.join(', ')})::text`;
}

function statusName(id: string, language: Language): string {
  return `(SELECT e.name_${language} FROM catalog_entry AS e WHERE e.list = 'requeststatus' AND e.id = ${id})`;
}
