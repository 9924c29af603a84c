import {
  body,
  date,
  decimal,
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

export const MAXIMUM_DOCUMENTS = 50;

const accepted = (what: string) =>
  Type.Unsafe<true>({ type: 'boolean', const: true, description: `${what} Must be true.`, examples: [true] });

const ExternalDocument = body('ExternalApplicationDocumentDto', {
  filename: filled('File name; directories and control characters are removed.', {
    examples: ['lebenslauf.pdf'],
  }),
  base64File: upload('The file as Base64; a data URL prefix is accepted. Taken in as it arrives.'),
  documentCategory: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      description: 'Key or id of a category (GET /masterdata/documentcategories); application by default.',
      examples: ['cv'],
    }),
  ),
  shouldParseCV: optional(flag('Whether the CV parser is to read the file; false by default.')),
});

export const ExternalApplication = body('ExternalApplicationDto', {
  officeId: optional(reference('branch', 'Branch; that of the job ad by default.')),
  channelId: optional(
    reference('channel', 'Origin of the application; 28 (homepage) by default.', { examples: [28] }),
  ),
  jobAdId: optional(
    reference('job ad', 'Job ad (its integer id); without one the application is speculative.'),
  ),
  salutationId: reference('salutation', '1 Mr, 2 Ms, 3 no statement.', { examples: [2] }),
  firstName: filled('First name.', { maxLength: NAME_LENGTH, examples: ['Ada'] }),
  lastName: filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Muster'] }),
  city: filled('City.', { maxLength: NAME_LENGTH, examples: ['Berlin'] }),
  zipCode: filled('Postal code.', { maxLength: NAME_LENGTH, examples: ['10115'] }),
  email: filled('E-mail address: decides whether the candidate is known.', {
    examples: ['ada.muster@example.org'],
  }),
  phoneNumber: optional(name('Telephone number.', { examples: ['0151 23456789'] })),
  sourceOfSupplyId: reference(
    'source of supply',
    'Where the candidate heard of it (GET /masterdata/sourcesofsupply).',
    {
      examples: [1],
    },
  ),
  whatsAppConsentChecked: flag('Consented to contact by messenger.', { examples: [false] }),
  hasWhatsApp: flag('Uses the messenger.', { examples: [true] }),
  privacyChecked: accepted('Agreed to the privacy terms.'),
  termsOfUseChecked: accepted('Agreed to the terms of use.'),
  keywords: Type.Unsafe<string[] | string>({
    type: ['array', 'string'],
    items: { type: 'string', maxLength: NAME_LENGTH },
    maxItems: 200,
    maxLength: TEXT_LENGTH,
    description: 'Keywords, as a list or as one comma-separated text; may be empty.',
    examples: [['Stapler', 'Lager']],
  }),
  documents: list(
    ExternalDocument,
    'Documents; may be empty. The whole body must not exceed 100 MB (104,857,600 bytes).',
    {
      maxItems: MAXIMUM_DOCUMENTS,
    },
  ),
  street: optional(line('Street.')),
  streetNumber: optional(name('House number.')),
  countryId: optional(reference('country', 'Country (GET /masterdata/countries).', { examples: [276] })),
  birthDate: optional(date('Date of birth: in the past, age 13 to 110.', { examples: ['1990-05-17'] })),
  nationalityId: optional(reference('nationality', 'Nationality (GET /masterdata/nationalities).')),
  message: optional(longText('Message of the candidate.')),
  availableFrom: optional(date('First day the candidate can start.')),
  salaryExpectation: optional(decimal('Expected salary.', { minimum: 0, maximum: 9_999_999_999 })),
  recruiterId: optional(reference('user', 'Recruiter who is to take care (GET /users/responsibilities).')),
  data: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      maxProperties: 500,
      description: 'Free answers of the application form; kept on the application.',
      examples: [{ shift: 'early' }],
    }),
  ),
});

export type ExternalApplicationBody = Static<typeof ExternalApplication>;

export const ExternalApplicationResponse = record('ExternalApplicationResponse', {
  id: id('Id of the candidate.'),
  applicationId: id('Id of the application.'),
  isNewCandidate: flag('Whether the candidate was created by this application.'),
});
