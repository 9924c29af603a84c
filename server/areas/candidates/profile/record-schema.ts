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
import { read } from '../fields.ts';
import { RESUME } from '../resume/fields.ts';
import { ORIGIN, PERSON, WORK } from './fields.ts';

const catalogName = nullable(line('Name in the language of Accept-Language.'));

/** An application as a candidate's details and its list of applications show it. */
export const ApplicationRead = record('CandidateApplicationDto', {
  id: id('Id of the application.'),
  jobAdId: nullable(id('Job ad.')),
  jobAd: nullable(line('Title of the job ad.')),
  channelId: id('Channel.'),
  channel: catalogName,
  recruiterId: nullable(id('Recruiter.')),
  appliedAtUtc: utc('When the candidate applied.'),
  message: nullable(longText('Message of the candidate.')),
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
  ...read(PERSON),
  location: AddressRead,
  ...read(WORK),
  statusId: nullable(
    id('Status: 23 archived, 2003 hire, 2004 rejected, 2005 qualified; null before the first.'),
  ),
  status: catalogName,
  statusChangedAtUtc: nullable(utc('When the status was set.')),
  isVisible: flag('Whether recruiters see the candidate: from the first application on.'),
  workContract: record(
    'CandidateWorkContractRead',
    {
      isWorkContractSigned: nullable(flag('Contract signed.')),
      workContractSignedAtUtc: nullable(utc('Time of signing.')),
      didNotShowUpForWork: nullable(flag('Did not start the job.')),
    },
    { description: 'Work contract.' },
  ),
  endOfOperationAtUtc: nullable(utc('End of operation.')),
  ...read(ORIGIN),
  importedAtUtc: nullable(utc('When the record was imported.')),
  createdAtUtc: utc('Creation time; for imports that of the source system.'),
  modifiedAtUtc: utc('Time of the last change.'),
  hasPicture: flag('Whether there is a picture.'),
  contactChannels: list(
    record('ContactChannelDto', {
      id: id('Id of the channel.'),
      kind: oneOf(['email', 'sms', 'whatsapp'], 'Kind of channel.'),
      address: line('E-mail address or telephone number.'),
      isPrimary: flag('Also shown in contact.'),
      consentChecked: nullable(flag('Consented to contact.')),
    }),
    'Further addresses at which the candidate can be reached.',
  ),
  languages: list(
    record('CandidateLanguageReadDto', {
      id: id('Id of the assignment; paths take languageId.'),
      languageId: id('Language (GET /masterdata/languages).'),
      name: catalogName,
      languageLevelId: nullable(id('Level (GET /masterdata/languagelevels).')),
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
      yearsOfExperience: nullable(decimal('Years of experience.')),
    }),
    'Professions.',
  ),
  qualifications: list(
    record('CandidateQualificationReadDto', {
      id: id('Id of the assignment; paths take qualificationId.'),
      qualificationId: id('Qualification (GET /masterdata/qualifications).'),
      name: catalogName,
      score: nullable(int32('1 to 5.')),
    }),
    'Qualifications.',
  ),
  driversLicences: list(
    record('CandidateDriversLicenseReadDto', {
      id: id('Id of the assignment; paths take driversLicenseId.'),
      driversLicenseId: id("Driver's licence (GET /masterdata/driverslicenses)."),
      name: catalogName,
      issuedAt: nullable(date('Day of issue.')),
      validUntil: nullable(date('Last day of validity.')),
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
          ...read(RESUME.resume_job),
        }),
        'Jobs.',
      ),
      educations: list(
        record('ResumeEducationDto', {
          id: id('Id of the entry.'),
          ...read(RESUME.resume_education),
        }),
        'Further training.',
      ),
      professionEducations: list(
        record('ResumeProfessionEducationDto', {
          id: id('Id of the entry.'),
          ...read(RESUME.resume_profession_education),
        }),
        'Vocational training and studies.',
      ),
      schoolEducations: list(
        record('ResumeSchoolEducationDto', {
          id: id('Id of the entry.'),
          ...read(RESUME.resume_school_education),
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
      direction: nullable(line('in or out.')),
      userId: nullable(id('User who communicated.')),
      occurredAtUtc: utc('When it took place.'),
      attachments: list(
        record('CommunicationAttachmentDto', {
          id: id('Id of the attachment.'),
          originalFileName: nullable(line('File name.')),
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
      originalFileName: nullable(line('File name.')),
      documentCategory: record(
        'DocumentCategoryDto',
        {
          id: id('Id of the category.'),
          key: nullable(line('Name for programs.')),
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
