import {
  body,
  date,
  decimal,
  fileName,
  filled,
  flag,
  id,
  line,
  list,
  longText,
  NAME_LENGTH,
  name,
  optional,
  record,
  reference,
  type Static,
  TEXT_LENGTH,
  Type,
  upload,
} from '../../../core/http/schema.ts';

import { importExternalId } from '../apply/schema.ts';

export const MAXIMUM_DOCUMENTS = 50;
export const MAXIMUM_KEYWORDS = 200;

const accepted = (what: string) =>
  Type.Unsafe<true>({ type: 'boolean', const: true, description: `${what} Must be true.`, examples: [true] });

const ExternalDocument = body('ExternalApplicationDocumentDto', {
  filename: optional(
    fileName(
      'lebenslauf.pdf',
      ' If null, the document is named after its category and its type, such as cv.pdf.',
    ),
  ),
  base64File: upload('The file as Base64, with or without a data URL prefix.'),
  documentCategory: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      description:
        'Key or id of a category (GET /masterdata/documentcategories), in any spelling that the upload of a document accepts. Defaults to application.',
      examples: ['cv'],
    }),
  ),
  shouldParseCV: optional(
    flag(
      'Whether to send the file to the CV parser. False by default. For a known candidate, what it reads is only proposed on the document.',
    ),
  ),
});

export const ExternalApplication = body('ExternalApplicationDto', {
  officeId: optional(reference('branch', 'Branch. Defaults to the branch of the job ad.')),
  channelId: optional(
    reference('channel', 'Channel through which the candidate applied. Defaults to 28 (homepage).', {
      examples: [28],
    }),
  ),
  jobAdId: optional(
    reference('job ad', 'Job ad (its integer id). Without one, the application is speculative.'),
  ),
  salutationId: reference('salutation', '1 Mr, 2 Ms, 3 not specified.', { examples: [2] }),
  firstName: filled('First name.', { maxLength: NAME_LENGTH, examples: ['Ada'] }),
  lastName: filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Muster'] }),
  city: filled('City.', { maxLength: NAME_LENGTH, examples: ['Berlin'] }),
  zipCode: filled('Postal code.', { maxLength: NAME_LENGTH, examples: ['10115'] }),
  email: filled('Email address, which identifies an existing candidate.', {
    examples: ['ada.muster@example.org'],
  }),
  phoneNumber: optional(
    line(
      'Phone number. Without a country code, it is read as a German number. If it cannot be read, the application keeps it as text, the candidate does not get it, and Ignored-Properties lists it.',
      { examples: ['0151 23456789'] },
    ),
  ),
  sourceOfSupplyId: reference(
    'source of supply',
    'How the candidate heard about the job (GET /masterdata/sourcesofsupply).',
    {
      examples: [1],
    },
  ),
  whatsAppConsentChecked: flag('Whether the candidate consented to contact through WhatsApp.', {
    examples: [false],
  }),
  hasWhatsApp: flag('Whether the candidate uses WhatsApp.', { examples: [true] }),
  privacyChecked: accepted('Whether the candidate agreed to the privacy terms.'),
  termsOfUseChecked: accepted('Whether the candidate agreed to the terms of use.'),
  keywords: Type.Unsafe<string[] | string>({
    type: ['array', 'string'],
    items: { type: 'string', maxLength: NAME_LENGTH },
    maxItems: MAXIMUM_KEYWORDS,
    maxLength: TEXT_LENGTH,
    description:
      'Keywords, as a list or as a comma-separated string: at most 200, each with at most 100 characters. Can be empty.',
    examples: [['Stapler', 'Lager']],
  }),
  documents: list(
    ExternalDocument,
    'Documents, at most 50. Can be empty. The whole body must not exceed 100 MB (104,857,600 bytes).',
    {
      maxItems: MAXIMUM_DOCUMENTS,
    },
  ),
  street: optional(line('Street.')),
  streetNumber: optional(name('House number.')),
  countryId: optional(reference('country', 'Country (GET /masterdata/countries).', { examples: [276] })),
  birthDate: optional(date('Date of birth, for an age of 13 to 110 years.', { examples: ['1990-05-17'] })),
  nationalityId: optional(reference('nationality', 'Nationality (GET /masterdata/nationalities).')),
  message: optional(longText('Message from the candidate.')),
  availableFrom: optional(date('First day the candidate can start.')),
  salaryExpectation: optional(decimal('Expected salary.', { minimum: 0, maximum: 9_999_999_999 })),
  recruiterId: optional(
    reference(
      'active or former user',
      'Recruiter who handles the application (GET /users/responsibilities). An application is not refused because its recruiter has left.',
    ),
  ),
  data: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      maxProperties: 500,
      description:
        'Answers from the application form, in any structure. Stored with the application. Numbers keep all digits that were sent.',
      examples: [{ shift: 'early' }],
    }),
  ),
  importExternalId,
});

export type ExternalApplicationBody = Static<typeof ExternalApplication>;

export const ExternalApplicationResponse = record('ExternalApplicationResponse', {
  id: id('Id of the candidate.'),
  applicationId: id('Id of the application.'),
  isNewCandidate: flag('Whether this application created the candidate.'),
});
