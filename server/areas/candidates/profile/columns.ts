import { columnsOf } from '../../../core/db/partial-change.ts';
import { toCanonicalEmail, toE164, toEmailMatch, toSound } from './rules.ts';
import type { CandidateChangeBody } from './schema.ts';

/** Where each property of a body is stored; the address has rules of its own. */
const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  salutationId: 'salutation_id',
  title: 'title',
  genderId: 'gender_id',
  nationalityId: 'nationality_id',
  levelId: 'level_id',
  officeId: 'office_id',
  responsibility: 'responsibility',
  'birth.date': 'birth_date',
  'birth.place': 'birth_place',
  'birth.name': 'birth_name',
  'birth.countryId': 'birth_country_id',
  'contact.email': 'email',
  'contact.phone': 'phone',
  'contact.mobile': 'mobile',
  'contact.website': 'website',
  'contact.hasWhatsApp': 'has_whatsapp',
  'contact.whatsAppConsentChecked': 'whatsapp_consent_checked',
  sourceOfSupplyId: 'source_of_supply_id',
  desiredPosition: 'desired_position',
  'availability.availableFrom': 'available_from',
  'availability.noticePeriod': 'notice_period',
  'availability.weeklyHours': 'weekly_hours',
  'availability.salaryExpectation': 'salary_expectation',
  'availability.salaryPeriod': 'salary_period',
  'availability.currency': 'currency',
  'availability.shiftWork': 'shift_work',
  'availability.radiusKm': 'radius_km',
  'availability.hasCar': 'has_car',
  'workPermit.required': 'work_permit_required',
  'workPermit.validUntil': 'work_permit_valid_until',
  remarks: 'remarks',
  importExternalId: 'import_external_id',
} as const;

type Column = (typeof COLUMNS)[keyof typeof COLUMNS];
export type CandidateColumns = Partial<Record<Column, string | number | boolean | null>>;

/** Columns of the properties a body sends: a property it leaves out is left out, a sub-object set to null clears its fields. */
export const toColumns: (body: CandidateChangeBody) => CandidateColumns = columnsOf(COLUMNS);

/** The forms for matching that go with these values, for the values that are there. */
export function matchingColumns(columns: {
  email?: unknown;
  phone?: unknown;
  mobile?: unknown;
  first_name?: unknown;
  last_name?: unknown;
}): Record<string, string | null> {
  const forms: Record<string, string | null> = {};
  const form = (value: unknown, column: string, to: (text: string) => string | null) => {
    if (value !== undefined) forms[column] = typeof value === 'string' ? to(value) : null;
  };
  form(columns.email, 'email_match', toEmailMatch);
  form(columns.email, 'email_canonical', toCanonicalEmail);
  form(columns.phone, 'phone_e164', toE164);
  form(columns.mobile, 'mobile_e164', toE164);
  form(columns.first_name, 'first_name_sound', toSound);
  form(columns.last_name, 'last_name_sound', toSound);
  return forms;
}
