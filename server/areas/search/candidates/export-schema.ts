import {
  date,
  decimal,
  flag,
  id,
  int32,
  line,
  list,
  longText,
  nullable,
  oneOf,
  record,
  utc,
} from '../../../core/http/schema.ts';
import { APPLICATION_STAGES } from '../../candidates/index.ts';
import { foundOf } from '../page-schema.ts';
import { PAGED } from './schema.ts';

const named = (what: string) =>
  nullable(line(`${what}, in the language from Accept-Language. The id if several have this name.`));
const user = (what: string) =>
  nullable(line(`${what}: the full name, or the email address if several have it.`));

const ExportRow = record(
  'CandidateExportRowDto',
  {
    id: id('Id of the candidate.'),
    importExternalId: nullable(line('Id in the source system.')),
    salutation: named('Salutation'),
    title: nullable(line('Academic title.')),
    firstName: line('First name.'),
    lastName: line('Last name.'),
    gender: named('Gender'),
    nationality: named('Nationality'),
    level: named('Requirement level'),
    office: nullable(line('Name of the branch. The id if several have this name.')),
    responsibleUser: user('Responsible user'),
    birthDate: nullable(date('Date of birth.')),
    birthPlace: nullable(line('Place of birth.')),
    birthName: nullable(line('Name at birth.')),
    birthCountry: named('Country of birth'),
    email: nullable(line('Email address.')),
    phone: nullable(line('Phone number.')),
    mobile: nullable(line('Mobile number.')),
    website: nullable(line('URL of a website.')),
    hasWhatsApp: nullable(flag('Whether the candidate uses WhatsApp.')),
    whatsAppConsentChecked: nullable(flag('Whether the candidate consented to contact through WhatsApp.')),
    street: nullable(line('Street.')),
    streetNumber: nullable(line('House number.')),
    zipCode: nullable(line('Postal code.')),
    city: nullable(line('City.')),
    country: named('Country'),
    federalState: named('Federal state'),
    addressLine1: nullable(line('Further line of the address.')),
    addressLine2: nullable(line('Further line of the address.')),
    distanceKm: nullable(decimal('Distance from the place in kilometers. Null without a place.')),
    sourceOfSupply: named('Source'),
    desiredPosition: nullable(line('Position that the candidate wants.')),
    availableFrom: nullable(date('First day the candidate can start.')),
    noticePeriod: nullable(line('Notice period.')),
    weeklyHours: nullable(decimal('Hours per week.')),
    salaryExpectation: nullable(decimal('Expected salary per salaryPeriod.')),
    salaryPeriod: nullable(line('hour, month, or year.')),
    currency: nullable(line('ISO 4217 code.')),
    shiftWork: nullable(flag('Whether the candidate is willing to work shifts.')),
    radiusKm: nullable(int32('Largest distance from home to work in kilometers.')),
    hasCar: nullable(flag('Whether the candidate has a car.')),
    workPermitRequired: nullable(flag('Whether the candidate needs a work permit.')),
    workPermitValidUntil: nullable(date('Last day of the work permit.')),
    remarks: nullable(longText('Remarks.')),
    languages: list(
      record('CandidateExportLanguageDto', { name: line('Name of the language.'), level: named('Level') }),
      'Languages.',
    ),
    driversLicences: list(line('Name of the licence.'), "Driver's licenses."),
    keywords: list(line('Keyword.'), 'Keywords.'),
    qualifications: list(line('Name of the qualification.'), 'Qualifications.'),
    professions: list(
      line('Name of the profession. The id if several have this name.'),
      'Professions, in the order in which they were added.',
    ),
    status: named('Status'),
    appliedAtUtc: nullable(utc('When the candidate applied for the last time.')),
    stage: nullable(oneOf([...APPLICATION_STAGES], 'Stage of that application.', { examples: ['new'] })),
    jobAdId: nullable(id('Integer id of the job ad of that application. Null for a speculative one.')),
    jobAd: nullable(line('Title of the job ad.')),
    channel: named('Channel of that application'),
    recruiter: user('Recruiter of that application'),
    createdAtUtc: utc('When the candidate was created.'),
    modifiedAtUtc: utc('When the candidate was last changed.'),
  },
  {
    description:
      'A candidate with names instead of ids, in the form that an import takes. An expired entry has its name too.',
  },
);

export const CandidateExportResponse = record('CandidateExportResponse', {
  rows: list(ExportRow, 'The candidates of the page.'),
  ...foundOf(PAGED),
});
