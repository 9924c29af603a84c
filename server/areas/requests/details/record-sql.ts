import type { Language } from '../../../core/http/index.ts';
import { propertiesOf, type RequestKind, type RequestProperty } from './schema.ts';

/** Where each property of a request is stored. */
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

/** Properties that follow from others. */
const DERIVED: Partial<Record<RequestKind, Record<string, string>>> = {
  temporarystaffing: {
    maximumAssignmentUntil: monthsAfterStart(18),
    equalPayFrom: monthsAfterStart(9),
  },
};

// An interval of months ends on the last day of a month that is too short, as German law (BGB § 188) has it. The API
// knows no day after the year 9999.
function monthsAfterStart(months: number): string {
  return `least((r.start_date + interval '${months} months')::date, date '9999-12-31')`;
}

/** SQL of the JSON of the request `r`, which is of this kind, and its company `c`. */
export function requestJson(kind: RequestKind, language: Language): string {
  const properties: Record<string, string> = {
    id: 'r.id',
    rowGuid: 'r.row_guid',
    kind: 'r.kind',
    customerId: 'r.company_id',
    customerName: 'c.name',
    ...Object.fromEntries(propertiesOf(kind).map((property) => [property, `r.${COLUMNS[property]}`])),
    ...DERIVED[kind],
    statusId: 'r.status_id',
    status: `(SELECT e.name_${language} FROM catalog_entry AS e WHERE e.list = 'requeststatus' AND e.id = r.status_id)`,
    importedAtUtc: 'utc(r.imported_at)',
    createdAtUtc: 'utc(r.created_at)',
    modifiedAtUtc: 'utc(r.modified_at)',
  };
  const pairs = Object.entries(properties).map(([property, value]) => `'${property}', ${value}`);
  return `json_build_object(${pairs.join(', ')})::text`;
}
