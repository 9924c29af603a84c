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
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { AddressRead } from '../../addresses/index.ts';
import { responseProperties } from '../fields.ts';
import { RESUME } from '../resume/fields.ts';
import { APPLICATION_STAGES } from '../status/rules.ts';
import { ORIGIN, PERSON, WORK } from './fields.ts';

const catalogName = nullable(line('Name in the language from Accept-Language.'));

/** An application in a candidate's details and in its list of applications. */
export const ApplicationRead = record('CandidateApplicationDto', {
  id: id('Id of the application.'),
  jobAdId: nullable(id('Job ad. Null for a speculative application.')),
  jobAd: nullable(line('Title of the job ad.')),
  channelId: id('Channel of the application.'),
  channel: catalogName,
  recruiterId: nullable(id('Recruiter.')),
  officeId: nullable(
    int32(
      'Branch of the application: the one that was sent with it, or that of its job ad at that time. It stays when the job ad goes to another branch. Null if there was none: reports then count the application for the present branch of its job ad, or else of its candidate.',
      { minimum: 1, examples: [1], 'x-since': '3.5.0' },
    ),
  ),
  appliedAtUtc: utc('When the candidate applied.'),
  message: nullable(longText('Message from the candidate.')),
  data: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Answers from the application form, in any structure.',
  }),
  submitted: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description:
      'The values of the application as the candidate sent them, under the names of POST /candidates/applies/external, without data, message, importExternalId, and the contents of documents. The profile of a known candidate does not change, so its new values are only here. Null for an application recorded through POST /candidates/{id}/apply.',
    examples: [{ firstName: 'Ada', lastName: 'Muster', zipCode: '10115', city: 'Berlin' }],
    'x-since': '3.5.0',
  }),
  stage: oneOf(
    [...APPLICATION_STAGES],
    'Stage of the application. Open: new, inReview, interview, offer. Closed: hired, rejected, withdrawn. Hired and rejected are set together with the status of the candidate.',
    { 'x-since': '3.5.0' },
  ),
  stageChangedAtUtc: utc(
    'When the application came to its stage. For one that was never moved, when the candidate applied.',
    { 'x-since': '3.5.0' },
  ),
  importExternalId: nullable(
    line('Id of the application in the source system. Null if none was sent.', { 'x-since': '3.5.0' }),
  ),
});

/** A candidate with all its sub-records, in its details and in the export. */
export const CandidateRecord = record('CandidateDto', {
  id: id('Id of the candidate.'),
  rowGuid: uuid('GUID of the candidate.'),
  ...responseProperties(PERSON),
  location: AddressRead,
  ...responseProperties(WORK),
  statusId: nullable(
    id('Status: 23 archived, 2003 hired, 2004 rejected, 2005 qualified. Null if no status has been set.'),
  ),
  status: catalogName,
  statusChangedAtUtc: nullable(utc('When the status was set.')),
  isVisible: flag('Whether recruiters see the candidate. True after the first application.'),
  workContract: record(
    'CandidateWorkContractRead',
    {
      isWorkContractSigned: nullable(flag('Whether the contract is signed.')),
      workContractSignedAtUtc: nullable(utc('When the contract was signed.')),
      didNotShowUpForWork: nullable(flag('Whether the candidate failed to start the job.')),
    },
    { description: 'Work contract.' },
  ),
  endOfOperationAtUtc: nullable(utc('End of operation.')),
  ...responseProperties(ORIGIN),
  importedAtUtc: nullable(utc('When importExternalId was first set; null if not imported.')),
  createdAtUtc: utc('Creation time. For an import, the creation time in the source system.'),
  modifiedAtUtc: utc('Time of the last change.'),
  hasPicture: flag('Whether the candidate has a picture.'),
  contactChannels: list(
    record('ContactChannelDto', {
      id: id('Id of the channel.'),
      kind: oneOf(['email', 'sms', 'whatsapp'], 'Kind of channel.'),
      address: line('Email address or phone number.'),
      isPrimary: flag('Whether this is the primary channel of its kind, also shown in contact.'),
      consentChecked: nullable(flag('Whether the candidate consented to contact.')),
    }),
    'Additional email addresses and phone numbers.',
  ),
  languages: list(
    record('CandidateLanguageReadDto', {
      id: id('Id of the assignment. Paths use languageId instead.'),
      languageId: id('Language (GET /masterdata/languages).'),
      name: catalogName,
      languageLevelId: nullable(id('Level (GET /masterdata/languagelevels).')),
      level: catalogName,
    }),
    'Languages.',
  ),
  professionObjects: list(
    record('CandidateProfessionReadDto', {
      id: id('Id of the assignment. Paths use professionId instead.'),
      professionId: id('Key in the occupation catalog.'),
      name: catalogName,
      isPrimary: flag('Whether this is the main profession.'),
      yearsOfExperience: nullable(decimal('Years of experience.')),
    }),
    'Professions.',
  ),
  qualifications: list(
    record('CandidateQualificationReadDto', {
      id: id('Id of the assignment. Paths use qualificationId instead.'),
      qualificationId: id('Qualification (GET /masterdata/qualifications).'),
      name: catalogName,
      score: nullable(int32('Score, 1 to 5.')),
    }),
    'Qualifications.',
  ),
  driversLicences: list(
    record('CandidateDriversLicenseReadDto', {
      id: id('Id of the assignment. Paths use driversLicenseId instead.'),
      driversLicenseId: id("Driver's license (GET /masterdata/driverslicenses)."),
      name: catalogName,
      issuedAt: nullable(date('Day of issue.')),
      validUntil: nullable(date('Last day of validity.')),
    }),
    "Driver's licenses.",
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
          ...responseProperties(RESUME.resume_job),
        }),
        'Jobs.',
      ),
      educations: list(
        record('ResumeEducationDto', {
          id: id('Id of the entry.'),
          ...responseProperties(RESUME.resume_education),
        }),
        'Further training.',
      ),
      professionEducations: list(
        record('ResumeProfessionEducationDto', {
          id: id('Id of the entry.'),
          ...responseProperties(RESUME.resume_profession_education),
        }),
        'Vocational training and studies.',
      ),
      schoolEducations: list(
        record('ResumeSchoolEducationDto', {
          id: id('Id of the entry.'),
          ...responseProperties(RESUME.resume_school_education),
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
      subject: nullable(line('Subject.')),
      text: nullable(longText('Text.')),
      direction: nullable(line('in (from the candidate) or out (to the candidate).')),
      userId: nullable(id('User who communicated with the candidate.')),
      occurredAtUtc: utc('When it took place.'),
      attachments: list(
        record('CommunicationAttachmentDto', {
          id: id('Id of the attachment.'),
          originalFileName: nullable(line('File name.')),
          mimeType: line('Media type, detected from the contents.'),
          sizeBytes: Type.Integer({ description: 'Size in bytes.' }),
          sha256: line('SHA-256 of the contents, hexadecimal.'),
          createdAtUtc: utc('When the attachment was added.'),
        }),
        'Attached files, without their contents.',
      ),
    }),
    'Communications.',
  ),
  documents: list(
    record('CandidateDocumentSummaryDto', {
      id: id('Id of the document.'),
      originalFileName: nullable(line('File name.')),
      documentCategory: record(
        'DocumentCategoryDto',
        {
          id: id('Id of the category.'),
          key: nullable(line('Key for use in code.')),
          name: catalogName,
        },
        { description: 'Category of the document.' },
      ),
      mimeType: line('Media type, detected from the contents.'),
      sizeBytes: Type.Integer({ description: 'Size in bytes.' }),
      sha256: line('SHA-256 of the contents, hexadecimal.'),
      createdAtUtc: utc('When the document was added.'),
      modifiedAtUtc: utc('When the document was last changed.'),
    }),
    'Documents, without their contents.',
  ),
  applies: list(ApplicationRead, 'Applications.'),
});
