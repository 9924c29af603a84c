import {
  date,
  decimal,
  filled,
  flag,
  id,
  int32,
  line,
  longText,
  NAME_LENGTH,
  name,
  nullable,
  oneOf,
  optional,
  reference,
} from '../../../core/http/schema.ts';
import { type ColumnOf, columnsByPath, field, group } from '../fields.ts';

// The fields of a candidate that requests set. The address lies between PERSON and WORK and has rules of its own.

const BIRTH = {
  date: field(
    'birth_date',
    optional(date('Date of birth: in the past, age 13 to 110.', { examples: ['1990-05-17'] })),
    nullable(date('Date of birth.')),
  ),
  place: field('birth_place', optional(name('Place of birth.')), nullable(line('Place of birth.'))),
  name: field('birth_name', optional(name('Name at birth.')), nullable(line('Name at birth.'))),
  countryId: field(
    'birth_country_id',
    optional(reference('country', 'Country of birth (GET /masterdata/countries).', { examples: [276] })),
    nullable(id('Country of birth.')),
  ),
};

const CONTACT = {
  email: field(
    'email',
    optional(line('E-mail address.', { examples: ['ada.muster@example.org'] })),
    nullable(line('E-mail address.')),
  ),
  phone: field(
    'phone',
    optional(name('Telephone number; kept as given.', { examples: ['+49 30 901820'] })),
    nullable(line('Telephone number.')),
  ),
  mobile: field(
    'mobile',
    optional(name('Mobile number; kept as given.', { examples: ['0151 23456789'] })),
    nullable(line('Mobile number.')),
  ),
  website: field(
    'website',
    optional(line('Address of a website, http or https.')),
    nullable(line('Website.')),
  ),
  hasWhatsApp: field(
    'has_whatsapp',
    optional(flag('Uses the messenger.')),
    nullable(flag('Uses the messenger.')),
  ),
  whatsAppConsentChecked: field(
    'whatsapp_consent_checked',
    optional(flag('Consented to contact by messenger.')),
    nullable(flag('Consented to contact by messenger.')),
  ),
};

export const PERSON = {
  firstName: field(
    'first_name',
    filled('First name.', { maxLength: NAME_LENGTH, examples: ['Ada'] }),
    line('First name.'),
  ),
  lastName: field(
    'last_name',
    filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Muster'] }),
    line('Last name.'),
  ),
  salutationId: field(
    'salutation_id',
    optional(reference('salutation', '1 Mr, 2 Ms, 3 no statement.', { examples: [2] })),
    nullable(id('Salutation.')),
  ),
  title: field('title', optional(name('Academic title.')), nullable(line('Academic title.'))),
  genderId: field(
    'gender_id',
    optional(reference('gender', 'Gender (GET /masterdata/genders).')),
    nullable(id('Gender.')),
  ),
  nationalityId: field(
    'nationality_id',
    optional(reference('nationality', 'Nationality (GET /masterdata/nationalities).', { examples: [276] })),
    nullable(id('Nationality.')),
  ),
  levelId: field(
    'level_id',
    optional(reference('level', 'Requirement level (GET /masterdata/levels).')),
    nullable(id('Requirement level.')),
  ),
  officeId: field(
    'office_id',
    optional(reference('branch', 'Branch (GET /branches).')),
    nullable(id('Branch.')),
  ),
  responsibility: field(
    'responsibility',
    optional(reference('user', 'Responsible user (GET /users/responsibilities).')),
    nullable(id('Responsible user.')),
  ),
  birth: group('CandidateBirth', 'Birth.', BIRTH),
  contact: group('CandidateContact', 'Ways to reach the candidate.', CONTACT),
};

const AVAILABILITY = {
  availableFrom: field(
    'available_from',
    optional(date('First day the candidate can start.')),
    nullable(date('First day the candidate can start.')),
  ),
  noticePeriod: field(
    'notice_period',
    optional(line('Notice period in words.', { examples: ['4 Wochen zum Monatsende'] })),
    nullable(line('Notice period.')),
  ),
  weeklyHours: field(
    'weekly_hours',
    optional(decimal('Hours a week, 0 to 60.', { minimum: 0, maximum: 60, examples: [38.5] })),
    nullable(decimal('Hours a week.')),
  ),
  salaryExpectation: field(
    'salary_expectation',
    optional(decimal('Expected salary.', { minimum: 0, maximum: 9_999_999_999, examples: [3200] })),
    nullable(decimal('Expected salary.')),
  ),
  salaryPeriod: field(
    'salary_period',
    optional(oneOf(['hour', 'month', 'year'], 'What the salary is for.')),
    nullable(line('hour, month or year.')),
  ),
  currency: field(
    'currency',
    optional(
      line('ISO 4217 code of the currency.', {
        pattern: '^[A-Z]{3}$',
        patternMessage: 'must be a currency code such as EUR',
        maxLength: 3,
        examples: ['EUR'],
      }),
    ),
    nullable(line('ISO 4217 code.')),
  ),
  shiftWork: field(
    'shift_work',
    optional(flag('Ready for shift work.')),
    nullable(flag('Ready for shift work.')),
  ),
  radiusKm: field(
    'radius_km',
    optional(int32('Radius around the home in kilometres.', { maximum: 1000, examples: [30] })),
    nullable(int32('Radius in kilometres.')),
  ),
  hasCar: field('has_car', optional(flag('Has a car.')), nullable(flag('Has a car.'))),
};

const WORK_PERMIT = {
  required: field(
    'work_permit_required',
    optional(flag('Needs a work permit.')),
    nullable(flag('Needs a work permit.')),
  ),
  validUntil: field(
    'work_permit_valid_until',
    optional(date('Last day of the work permit.')),
    nullable(date('Last day of the work permit.')),
  ),
};

export const WORK = {
  sourceOfSupplyId: field(
    'source_of_supply_id',
    optional(
      reference('source of supply', 'Where the candidate came from (GET /masterdata/sourcesofsupply).'),
    ),
    nullable(id('Source of supply.')),
  ),
  desiredPosition: field(
    'desired_position',
    optional(line('Position the candidate looks for.')),
    nullable(line('Position the candidate looks for.')),
  ),
  availability: group('CandidateAvailability', 'When and how the candidate can work.', AVAILABILITY),
  workPermit: group('CandidateWorkPermit', 'Work permit.', WORK_PERMIT),
  remarks: field('remarks', optional(longText('Remarks.')), nullable(longText('Remarks.'))),
};

export const ORIGIN = {
  importExternalId: field(
    'import_external_id',
    optional(
      name('Id in the source system; unique among the tenant’s candidates.', { examples: ['crm-10023'] }),
    ),
    nullable(line('Id in the source system.')),
  ),
};

/** The column of each property. */
export const COLUMNS = columnsByPath({ ...PERSON, ...WORK, ...ORIGIN });

export type Column = ColumnOf<typeof PERSON & typeof WORK & typeof ORIGIN>;
