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
    maximumAssignmentUntil: afterStart('18 months - 1 day'),
    equalPayFrom: afterStart('9 months'),
  },
};

// PostgreSQL adds the months before the days. If the month is too short, it returns the month's last day, and the descriptions of
// the properties say so. The latest date in the API is 9999-12-31.
function afterStart(interval: string): string {
  return `least((r.start_date + interval '${interval}')::date, date '9999-12-31')`;
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
