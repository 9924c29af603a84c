import {
  body,
  date,
  decimal,
  filled,
  flag,
  id,
  int32,
  line,
  list,
  longText,
  NAME_LENGTH,
  name,
  nullable,
  oneOf,
  optional,
  partial,
  record,
  reference,
  type Static,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { AddressRead, addressLines, addressProperties } from '../../addresses/index.ts';

const birth = {
  date: optional(date('Date of birth: in the past, age 13 to 110.', { examples: ['1990-05-17'] })),
  place: optional(name('Place of birth.')),
  name: optional(name('Name at birth.')),
  countryId: optional(
    reference('country', 'Country of birth (GET /masterdata/countries).', { examples: [276] }),
  ),
};

const contact = {
  email: optional(line('E-mail address.', { examples: ['ada.muster@example.org'] })),
  phone: optional(name('Telephone number; kept as given.', { examples: ['+49 30 901820'] })),
  mobile: optional(name('Mobile number; kept as given.', { examples: ['0151 23456789'] })),
  website: optional(line('Address of a website, http or https.')),
  hasWhatsApp: optional(flag('Uses the messenger.')),
  whatsAppConsentChecked: optional(flag('Consented to contact by messenger.')),
};

const availability = {
  availableFrom: optional(date('First day the candidate can start.')),
  noticePeriod: optional(line('Notice period in words.', { examples: ['4 Wochen zum Monatsende'] })),
  weeklyHours: optional(decimal('Hours a week, 0 to 60.', { minimum: 0, maximum: 60, examples: [38.5] })),
  salaryExpectation: optional(
    decimal('Expected salary.', { minimum: 0, maximum: 9_999_999_999, examples: [3200] }),
  ),
  salaryPeriod: optional(oneOf(['hour', 'month', 'year'], 'What the salary is for.')),
  currency: optional(
    line('ISO 4217 code of the currency.', {
      pattern: '^[A-Z]{3}$',
      patternMessage: 'must be a currency code such as EUR',
      maxLength: 3,
      examples: ['EUR'],
    }),
  ),
  shiftWork: optional(flag('Ready for shift work.')),
  radiusKm: optional(int32('Radius around the home in kilometres.', { maximum: 1000, examples: [30] })),
  hasCar: optional(flag('Has a car.')),
};

const workPermit = {
  required: optional(flag('Needs a work permit.')),
  validUntil: optional(date('Last day of the work permit.')),
};

const masterData = {
  firstName: filled('First name.', { maxLength: NAME_LENGTH, examples: ['Ada'] }),
  lastName: filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Muster'] }),
  salutationId: optional(reference('salutation', '1 Mr, 2 Ms, 3 no statement.', { examples: [2] })),
  title: optional(name('Academic title.')),
  genderId: optional(reference('gender', 'Gender (GET /masterdata/genders).')),
  nationalityId: optional(
    reference('nationality', 'Nationality (GET /masterdata/nationalities).', { examples: [276] }),
  ),
  levelId: optional(reference('level', 'Requirement level (GET /masterdata/levels).')),
  officeId: optional(reference('branch', 'Branch (GET /branches).')),
  responsibility: optional(reference('user', 'Responsible user (GET /users/responsibilities).')),
  birth: optional(body('CandidateBirth', birth, { description: 'Birth.' })),
  contact: optional(body('CandidateContact', contact, { description: 'Ways to reach the candidate.' })),
  location: optional(
    body('AddressCreateDto', { ...addressProperties, ...addressLines }, { description: 'Home address.' }),
  ),
  sourceOfSupplyId: optional(
    reference('source of supply', 'Where the candidate came from (GET /masterdata/sourcesofsupply).'),
  ),
  desiredPosition: optional(line('Position the candidate looks for.')),
  availability: optional(
    body('CandidateAvailability', availability, { description: 'When and how the candidate can work.' }),
  ),
  workPermit: optional(body('CandidateWorkPermit', workPermit, { description: 'Work permit.' })),
  remarks: optional(longText('Remarks.')),
  importExternalId: optional(
    name('Id in the source system; unique among the tenant’s candidates.', { examples: ['crm-10023'] }),
  ),
  createdAtUtc: optional(utc('Creation time in the source system, for imports; not in the future.')),
};

export const CandidateCreate = body('CandidateCreateDto', masterData);
export const CandidateChange = partial('CandidateChangeDto', masterData);

export type CandidateCreateBody = Static<typeof CandidateCreate>;
export type CandidateChangeBody = Static<typeof CandidateChange>;

export const CandidatePath = Type.Object({ candidateId: id('Id of the candidate.') });

const read = (schema: Parameters<typeof nullable>[0]) => nullable(schema);
const catalogName = nullable(line('Name in the language of Accept-Language.'));

/** An application as a candidate's details and its list of applications show it. */
export const ApplicationRead = record('CandidateApplicationDto', {
  id: id('Id of the application.'),
  jobAdId: read(id('Job ad.')),
  jobAd: read(line('Title of the job ad.')),
  channelId: id('Channel.'),
  channel: catalogName,
  recruiterId: read(id('Recruiter.')),
  appliedAtUtc: utc('When the candidate applied.'),
  message: read(longText('Message of the candidate.')),
  data: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Free answers of the application form.',
  }),
});

/** A candidate with everything that belongs to it: detail, full export. */
export const CandidateRecord = record('CandidateDto', {
  id: id('Id of the candidate.'),
  rowGuid: uuid('Second, global id of the candidate.'),
  firstName: line('First name.'),
  lastName: line('Last name.'),
  salutationId: read(id('Salutation.')),
  title: read(line('Academic title.')),
  genderId: read(id('Gender.')),
  nationalityId: read(id('Nationality.')),
  levelId: read(id('Requirement level.')),
  officeId: read(id('Branch.')),
  responsibility: read(id('Responsible user.')),
  birth: record(
    'CandidateBirthRead',
    {
      date: read(date('Date of birth.')),
      place: read(line('Place of birth.')),
      name: read(line('Name at birth.')),
      countryId: read(id('Country of birth.')),
    },
    { description: 'Birth.' },
  ),
  contact: record(
    'CandidateContactRead',
    {
      email: read(line('E-mail address.')),
      phone: read(line('Telephone number.')),
      mobile: read(line('Mobile number.')),
      website: read(line('Website.')),
      hasWhatsApp: read(flag('Uses the messenger.')),
      whatsAppConsentChecked: read(flag('Consented to contact by messenger.')),
    },
    { description: 'Ways to reach the candidate.' },
  ),
  location: AddressRead,
  sourceOfSupplyId: read(id('Source of supply.')),
  desiredPosition: read(line('Position the candidate looks for.')),
  availability: record(
    'CandidateAvailabilityRead',
    {
      availableFrom: read(date('First day the candidate can start.')),
      noticePeriod: read(line('Notice period.')),
      weeklyHours: read(decimal('Hours a week.')),
      salaryExpectation: read(decimal('Expected salary.')),
      salaryPeriod: read(line('hour, month or year.')),
      currency: read(line('ISO 4217 code.')),
      shiftWork: read(flag('Ready for shift work.')),
      radiusKm: read(int32('Radius in kilometres.')),
      hasCar: read(flag('Has a car.')),
    },
    { description: 'When and how the candidate can work.' },
  ),
  workPermit: record(
    'CandidateWorkPermitRead',
    {
      required: read(flag('Needs a work permit.')),
      validUntil: read(date('Last day of the work permit.')),
    },
    { description: 'Work permit.' },
  ),
  remarks: read(longText('Remarks.')),
  statusId: read(id('Status: 23 archived, 2003 hire, 2004 rejected, 2005 qualified; null before the first.')),
  status: catalogName,
  statusChangedAtUtc: read(utc('When the status was set.')),
  isVisible: flag('Whether recruiters see the candidate: from the first application on.'),
  workContract: record(
    'CandidateWorkContractRead',
    {
      isWorkContractSigned: read(flag('Contract signed.')),
      workContractSignedAtUtc: read(utc('Time of signing.')),
      didNotShowUpForWork: read(flag('Did not start the job.')),
    },
    { description: 'Work contract.' },
  ),
  endOfOperationAtUtc: read(utc('End of operation.')),
  importExternalId: read(line('Id in the source system.')),
  importedAtUtc: read(utc('When the record was imported.')),
  createdAtUtc: utc('Creation time; for imports that of the source system.'),
  modifiedAtUtc: utc('Time of the last change.'),
  hasPicture: flag('Whether there is a picture.'),
  contactChannels: list(
    record('ContactChannelDto', {
      id: id('Id of the channel.'),
      kind: oneOf(['email', 'sms', 'whatsapp'], 'Kind of channel.'),
      address: line('E-mail address or telephone number.'),
      isPrimary: flag('Also shown in contact.'),
      consentChecked: read(flag('Consented to contact.')),
    }),
    'Further addresses at which the candidate can be reached.',
  ),
  languages: list(
    record('CandidateLanguageReadDto', {
      id: id('Id of the assignment; paths take languageId.'),
      languageId: id('Language (GET /masterdata/languages).'),
      name: catalogName,
      languageLevelId: read(id('Level (GET /masterdata/languagelevels).')),
      level: catalogName,
    }),
    'Languages.',
  ),
  professionObjects: list(
    record('CandidateProfessionReadDto', {
      id: id('Id of the assignment; paths take professionId.'),
      professionId: id('Key of the occupation catalog.'),
      name: catalogName,
      isPrimary: flag('Main profession.'),
      yearsOfExperience: read(decimal('Years of experience.')),
    }),
    'Professions.',
  ),
  qualifications: list(
    record('CandidateQualificationReadDto', {
      id: id('Id of the assignment; paths take qualificationId.'),
      qualificationId: id('Qualification (GET /masterdata/qualifications).'),
      name: catalogName,
      score: read(int32('1 to 5.')),
    }),
    'Qualifications.',
  ),
  driversLicences: list(
    record('CandidateDriversLicenseReadDto', {
      id: id('Id of the assignment; paths take driversLicenseId.'),
      driversLicenseId: id("Driver's licence (GET /masterdata/driverslicenses)."),
      name: catalogName,
      issuedAt: read(date('Day of issue.')),
      validUntil: read(date('Last day of validity.')),
    }),
    "Driver's licences.",
  ),
  keywords: list(
    record('CandidateKeywordDto', { id: id('Id of the keyword.'), keyword: line('The keyword.') }),
    'Keywords.',
  ),
  resume: record(
    'CandidateResumeDto',
    {
      jobs: list(
        record('ResumeJobDto', {
          id: id('Id of the entry.'),
          employer: line('Employer.'),
          position: line('Position.'),
          fromDate: read(date('First day.')),
          untilDate: read(date('Last day.')),
          isCurrent: read(flag('Still there.')),
          description: read(longText('What was done.')),
          city: read(line('City.')),
          countryId: read(id('Country.')),
          professionId: read(id('Profession.')),
          industryId: read(id('Industry.')),
        }),
        'Jobs.',
      ),
      educations: list(
        record('ResumeEducationDto', {
          id: id('Id of the entry.'),
          title: line('Title of the training.'),
          provider: read(line('Provider.')),
          fromDate: read(date('First day.')),
          untilDate: read(date('Last day.')),
          hours: read(decimal('Hours.')),
          certificate: read(line('Certificate.')),
        }),
        'Further training.',
      ),
      professionEducations: list(
        record('ResumeProfessionEducationDto', {
          id: id('Id of the entry.'),
          institution: line('Institution.'),
          profession: line('Profession learnt or subject studied.'),
          degree: read(line('Degree.')),
          fromDate: read(date('First day.')),
          untilDate: read(date('Last day.')),
          isCompleted: read(flag('Completed.')),
          description: read(longText('Description.')),
        }),
        'Vocational training and studies.',
      ),
      schoolEducations: list(
        record('ResumeSchoolEducationDto', {
          id: id('Id of the entry.'),
          school: line('School.'),
          graduation: read(line('Graduation.')),
          fromDate: read(date('First day.')),
          untilDate: read(date('Last day.')),
          grade: read(line('Grade.')),
          city: read(line('City.')),
        }),
        'Schools.',
      ),
    },
    { description: 'Resume.' },
  ),
  communications: list(
    record('CandidateCommunicationDto', {
      id: id('Id of the communication.'),
      communicationTypeId: id('Kind (GET /masterdata/communicationtypes).'),
      communicationType: catalogName,
      subject: read(line('Subject.')),
      text: read(longText('Text.')),
      direction: read(line('in or out.')),
      userId: read(id('User who communicated.')),
      occurredAtUtc: utc('When it took place.'),
      attachments: list(
        record('CommunicationAttachmentDto', {
          id: id('Id of the attachment.'),
          originalFileName: read(line('File name.')),
          mimeType: line('Media type, found in the contents.'),
          sizeBytes: Type.Integer({ description: 'Size in bytes.' }),
          sha256: line('SHA-256 of the contents, hexadecimal.'),
          createdAtUtc: utc('When the attachment was added.'),
        }),
        'Files that belong to it, without contents.',
      ),
    }),
    'Communications.',
  ),
  documents: list(
    record('CandidateDocumentSummaryDto', {
      id: id('Id of the document.'),
      originalFileName: read(line('File name.')),
      documentCategory: record(
        'DocumentCategoryDto',
        {
          id: id('Id of the category.'),
          key: read(line('Name for programs.')),
          name: catalogName,
        },
        { description: 'Category of the document.' },
      ),
      mimeType: line('Media type, found in the contents.'),
      sizeBytes: Type.Integer({ description: 'Size in bytes.' }),
      sha256: line('SHA-256 of the contents, hexadecimal.'),
      createdAtUtc: utc('When the document was added.'),
      modifiedAtUtc: utc('When it was last changed.'),
    }),
    'Documents, without contents.',
  ),
  applies: list(ApplicationRead, 'Applications.'),
});

export const CandidateListItem = record('CandidateListItemDto', {
  id: id('Id of the candidate.'),
  rowGuid: uuid('Second, global id of the candidate.'),
  firstName: line('First name.'),
  lastName: line('Last name.'),
  email: read(line('E-mail address.')),
  city: read(line('City.')),
  statusId: read(id('Status.')),
  officeId: read(id('Branch.')),
  isVisible: flag('Whether recruiters see the candidate.'),
  createdAtUtc: utc('Creation time.'),
  modifiedAtUtc: utc('Time of the last change.'),
});
