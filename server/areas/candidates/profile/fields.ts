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
  rounded,
} from '../../../core/http/schema.ts';
import { type ColumnOf, columnsByPath, field, group } from '../fields.ts';

// The candidate's fields that requests can set, except the address, which a response shows between PERSON and WORK.

const BIRTH = {
  date: field(
    'birth_date',
    optional(date('Date of birth, for an age of 13 to 110 years.', { examples: ['1990-05-17'] })),
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
    optional(line('Email address.', { examples: ['ada.muster@example.org'] })),
    nullable(line('Email address.')),
  ),
  phone: field(
    'phone',
    optional(
      name('Phone number, stored as sent. Without a country code, it is read as a German number.', {
        examples: ['+49 30 901820'],
      }),
    ),
    nullable(line('Phone number.')),
  ),
  mobile: field(
    'mobile',
    optional(
      name('Mobile number, stored as sent. Without a country code, it is read as a German number.', {
        examples: ['0151 23456789'],
      }),
    ),
    nullable(line('Mobile number.')),
  ),
  website: field(
    'website',
    optional(line('URL of a website, http or https.')),
    nullable(line('URL of a website.')),
  ),
  hasWhatsApp: field(
    'has_whatsapp',
    optional(flag('Whether the candidate uses WhatsApp.')),
    nullable(flag('Whether the candidate uses WhatsApp.')),
  ),
  whatsAppConsentChecked: field(
    'whatsapp_consent_checked',
    optional(flag('Whether the candidate consented to contact through WhatsApp.')),
    nullable(flag('Whether the candidate consented to contact through WhatsApp.')),
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
    optional(reference('salutation', '1 Mr, 2 Ms, 3 not specified.', { examples: [2] })),
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
  birth: group('CandidateBirth', 'Date and place of birth.', BIRTH),
  contact: group('CandidateContact', 'Contact details.', CONTACT),
};

const AVAILABILITY = {
  availableFrom: field(
    'available_from',
    optional(date('First day the candidate can start.')),
    nullable(date('First day the candidate can start.')),
  ),
  noticePeriod: field(
    'notice_period',
    optional(line('Notice period, as free text.', { examples: ['4 Wochen zum Monatsende'] })),
    nullable(line('Notice period.')),
  ),
  weeklyHours: field(
    'weekly_hours',
    optional(rounded('Hours per week, 0 to 60.', { decimals: 2, minimum: 0, maximum: 60, examples: [38.5] })),
    nullable(decimal('Hours per week.')),
  ),
  salaryExpectation: field(
    'salary_expectation',
    optional(
      rounded('Expected salary per salaryPeriod.', {
        decimals: 2,
        minimum: 0,
        maximum: 9_999_999_999,
        examples: [3200],
      }),
    ),
    nullable(decimal('Expected salary per salaryPeriod.')),
  ),
  salaryPeriod: field(
    'salary_period',
    optional(oneOf(['hour', 'month', 'year'], 'Period that salaryExpectation refers to.')),
    nullable(line('hour, month, or year.')),
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
    optional(flag('Whether the candidate is willing to work shifts.')),
    nullable(flag('Whether the candidate is willing to work shifts.')),
  ),
  radiusKm: field(
    'radius_km',
    optional(
      int32('Largest distance from home to work in kilometers, at most 1000.', {
        maximum: 1000,
        examples: [30],
      }),
    ),
    nullable(int32('Largest distance from home to work in kilometers.')),
  ),
  hasCar: field(
    'has_car',
    optional(flag('Whether the candidate has a car.')),
    nullable(flag('Whether the candidate has a car.')),
  ),
};

const WORK_PERMIT = {
  required: field(
    'work_permit_required',
    optional(flag('Whether the candidate needs a work permit.')),
    nullable(flag('Whether the candidate needs a work permit.')),
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
    optional(reference('source of supply', 'Source of the candidate (GET /masterdata/sourcesofsupply).')),
    nullable(id('Source of supply.')),
  ),
  desiredPosition: field(
    'desired_position',
    optional(line('Position that the candidate is looking for.')),
    nullable(line('Position that the candidate is looking for.')),
  ),
  availability: group('CandidateAvailability', 'When and how the candidate can work.', AVAILABILITY),
  workPermit: group('CandidateWorkPermit', 'Work permit.', WORK_PERMIT),
  remarks: field('remarks', optional(longText('Remarks.')), nullable(longText('Remarks.'))),
};

export const ORIGIN = {
  importExternalId: field(
    'import_external_id',
    optional(
      name('Id in the source system, unique among the tenant’s candidates.', { examples: ['crm-10023'] }),
    ),
    nullable(line('Id in the source system.')),
  ),
};

export const COLUMNS = columnsByPath({ ...PERSON, ...WORK, ...ORIGIN });

export type Column = ColumnOf<typeof PERSON & typeof WORK & typeof ORIGIN>;
