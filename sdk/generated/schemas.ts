// Generated from openapi/v3.json by npm run gen. Change the document, not this file.

import type { ByteSource } from '../core/request-body.ts';

export interface ActiveUpdateDto {
  /** false takes it out of use without deleting it, true puts it back. Example: false. */
  isActive: boolean;
}

/** Home address. */
export interface AddressCreateDto {
  /** Street; may carry the house number when streetNumber is not sent. Example: "Hauptstraße". */
  street?: string | null;
  /** House number. Example: "12a". */
  streetNumber?: string | null;
  /** Postal code: five digits in Germany, four in Austria and Switzerland. Example: "10115". */
  zipCode?: string | null;
  /** City. Example: "Berlin". */
  city?: string | null;
  /** Country (GET /masterdata/countries). Example: 276. */
  countryId?: number | null;
  /** Federal state (GET /masterdata/federalstates). Example: 27602. */
  federalStateId?: number | null;
  /** First further address line. */
  addressLine1?: string | null;
  /** Second further address line. */
  addressLine2?: string | null;
}

/** Address. */
export interface AddressReadDto {
  /** Street. */
  street: string | null;
  /** House number. */
  streetNumber: string | null;
  /** Postal code. */
  zipCode: string | null;
  /** City. */
  city: string | null;
  /** Country. Example: 4711. */
  countryId: number | null;
  /** Name of the country. */
  countryName: string | null;
  /** Federal state. Example: 4711. */
  federalStateId: number | null;
  /** Name of the federal state. */
  federalStateName: string | null;
  /** First further address line. */
  addressLine1: string | null;
  /** Second further address line. */
  addressLine2: string | null;
  /** Latitude in degrees (WGS 84); computed, not writable. */
  geoLat: number | null;
  /** Longitude in degrees (WGS 84); computed, not writable. */
  geoLon: number | null;
}

export interface ApplyImportDto {
  /** Recruiter who takes care (GET /users/responsibilities). */
  recruiterId: number;
  /** Job ad (its integer id); without one the application is speculative. */
  jobAdId?: number | null;
  /** Origin of the application; 51 (Import) by default. Example: 51. */
  channelId?: number | null;
  /** When the candidate applied; not in the future. The time of the call by default. Example: "2026-03-02T08:15:30.000Z". */
  appliedAtUtc?: string | null;
  /** Message of the candidate. */
  message?: string | null;
}

export interface AttachmentCreateDto {
  /** File name; directories and control characters are removed. Example: "brief.pdf". */
  filename?: string | null;
  /** The file as data:<mimetype>;base64,<base64_string>, at most 25 MB (26,214,400 bytes). The media type stored is the one found in the contents. */
  file: string | ByteSource;
}

export interface BaseCreateResponse {
  /** Id of the created record. Example: 4711. */
  id: number;
}

export interface BaseSuccessResponse {
  /** Always true. A failure has a different status. Example: true. */
  success: boolean;
}

export interface BranchDto {
  /** Id of the branch: the officeId of filters, candidates, job ads and requests. Example: 4711. */
  id: number;
  /** Second, global id of the branch. */
  rowGuid: string;
  /** Name. Example: "Berlin". */
  name: string;
  /** Number in the tenant’s own numbering. */
  number: string | null;
  /** Address. */
  location: AddressReadDto;
  /** Telephone number. */
  phone: string | null;
  /** E-mail address. */
  email: string | null;
  /** Whether records can be assigned to it. */
  isActive: boolean;
}

export interface BranchesResponse {
  /** All branches, by id. */
  branches: BranchDto[];
}

export interface CandidateApplicationDto {
  /** Id of the application. Example: 4711. */
  id: number;
  /** Job ad. Example: 4711. */
  jobAdId: number | null;
  /** Title of the job ad. */
  jobAd: string | null;
  /** Channel. Example: 4711. */
  channelId: number;
  /** Name in the language of Accept-Language. */
  channel: string | null;
  /** Recruiter. Example: 4711. */
  recruiterId: number | null;
  /** When the candidate applied. Example: "2026-03-02T08:15:30.000Z". */
  appliedAtUtc: string;
  /** Message of the candidate. */
  message: string | null;
  /** Free answers of the application form. */
  data: Record<string, unknown> | null;
}

export interface CandidateApplicationsResponse {
  /** Applications of the candidate, by id. */
  applies: CandidateApplicationDto[];
}

/** When and how the candidate can work. */
export interface CandidateAvailability {
  /** First day the candidate can start. Example: "2026-03-02". */
  availableFrom?: string | null;
  /** Notice period in words. Example: "4 Wochen zum Monatsende". */
  noticePeriod?: string | null;
  /** Hours a week, 0 to 60. Example: 38.5. */
  weeklyHours?: number | null;
  /** Expected salary. Example: 3200. */
  salaryExpectation?: number | null;
  /** What the salary is for. */
  salaryPeriod?: "hour" | "month" | "year" | null;
  /** ISO 4217 code of the currency. Example: "EUR". */
  currency?: string | null;
  /** Ready for shift work. */
  shiftWork?: boolean | null;
  /** Radius around the home in kilometres. Example: 30. */
  radiusKm?: number | null;
  /** Has a car. */
  hasCar?: boolean | null;
}

/** When and how the candidate can work. */
export interface CandidateAvailabilityRead {
  /** First day the candidate can start. Example: "2026-03-02". */
  availableFrom: string | null;
  /** Notice period. */
  noticePeriod: string | null;
  /** Hours a week. */
  weeklyHours: number | null;
  /** Expected salary. */
  salaryExpectation: number | null;
  /** hour, month or year. */
  salaryPeriod: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** Ready for shift work. */
  shiftWork: boolean | null;
  /** Radius in kilometres. */
  radiusKm: number | null;
  /** Has a car. */
  hasCar: boolean | null;
}

/** Birth. */
export interface CandidateBirth {
  /** Date of birth: in the past, age 13 to 110. Example: "1990-05-17". */
  date?: string | null;
  /** Place of birth. */
  place?: string | null;
  /** Name at birth. */
  name?: string | null;
  /** Country of birth (GET /masterdata/countries). Example: 276. */
  countryId?: number | null;
}

/** Birth. */
export interface CandidateBirthRead {
  /** Date of birth. Example: "2026-03-02". */
  date: string | null;
  /** Place of birth. */
  place: string | null;
  /** Name at birth. */
  name: string | null;
  /** Country of birth. Example: 4711. */
  countryId: number | null;
}

export interface CandidateChangeDto {
  /** First name. Example: "Ada". */
  firstName?: string;
  /** Last name. Example: "Muster". */
  lastName?: string;
  /** 1 Mr, 2 Ms, 3 no statement. Example: 2. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Gender (GET /masterdata/genders). */
  genderId?: number | null;
  /** Nationality (GET /masterdata/nationalities). Example: 276. */
  nationalityId?: number | null;
  /** Requirement level (GET /masterdata/levels). */
  levelId?: number | null;
  /** Branch (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Birth. */
  birth?: CandidateBirth | null;
  /** Ways to reach the candidate. */
  contact?: CandidateContact | null;
  /** Home address. */
  location?: AddressCreateDto | null;
  /** Where the candidate came from (GET /masterdata/sourcesofsupply). */
  sourceOfSupplyId?: number | null;
  /** Position the candidate looks for. */
  desiredPosition?: string | null;
  /** When and how the candidate can work. */
  availability?: CandidateAvailability | null;
  /** Work permit. */
  workPermit?: CandidateWorkPermit | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system; unique among the tenant’s candidates. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CandidateChangesDetailsDto {
  /** Id of the record. Example: 4711. */
  id: number;
  /** Second, global id of the record. */
  rowGuid: string;
  /** Branch of the record after the change. */
  officeId: number | null;
  /** Time of the record’s last change in the period. */
  changedAtUtc: string;
}

export interface CandidateCommunicationDto {
  /** Id of the communication. Example: 4711. */
  id: number;
  /** Kind (GET /masterdata/communicationtypes). Example: 4711. */
  communicationTypeId: number;
  /** Name in the language of Accept-Language. */
  communicationType: string | null;
  /** Subject. */
  subject: string | null;
  /** Text. */
  text: string | null;
  /** in or out. */
  direction: string | null;
  /** User who communicated. Example: 4711. */
  userId: number | null;
  /** When it took place. Example: "2026-03-02T08:15:30.000Z". */
  occurredAtUtc: string;
  /** Files that belong to it, without contents. */
  attachments: CommunicationAttachmentDto[];
}

/** Ways to reach the candidate. */
export interface CandidateContact {
  /** E-mail address. Example: "ada.muster@example.org". */
  email?: string | null;
  /** Telephone number; kept as given. Example: "+49 30 901820". */
  phone?: string | null;
  /** Mobile number; kept as given. Example: "0151 23456789". */
  mobile?: string | null;
  /** Address of a website, http or https. */
  website?: string | null;
  /** Uses the messenger. */
  hasWhatsApp?: boolean | null;
  /** Consented to contact by messenger. */
  whatsAppConsentChecked?: boolean | null;
}

/** Ways to reach the candidate. */
export interface CandidateContactRead {
  /** E-mail address. */
  email: string | null;
  /** Telephone number. */
  phone: string | null;
  /** Mobile number. */
  mobile: string | null;
  /** Website. */
  website: string | null;
  /** Uses the messenger. */
  hasWhatsApp: boolean | null;
  /** Consented to contact by messenger. */
  whatsAppConsentChecked: boolean | null;
}

export interface CandidateCreateDto {
  /** First name. Example: "Ada". */
  firstName: string;
  /** Last name. Example: "Muster". */
  lastName: string;
  /** 1 Mr, 2 Ms, 3 no statement. Example: 2. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Gender (GET /masterdata/genders). */
  genderId?: number | null;
  /** Nationality (GET /masterdata/nationalities). Example: 276. */
  nationalityId?: number | null;
  /** Requirement level (GET /masterdata/levels). */
  levelId?: number | null;
  /** Branch (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Birth. */
  birth?: CandidateBirth | null;
  /** Ways to reach the candidate. */
  contact?: CandidateContact | null;
  /** Home address. */
  location?: AddressCreateDto | null;
  /** Where the candidate came from (GET /masterdata/sourcesofsupply). */
  sourceOfSupplyId?: number | null;
  /** Position the candidate looks for. */
  desiredPosition?: string | null;
  /** When and how the candidate can work. */
  availability?: CandidateAvailability | null;
  /** Work permit. */
  workPermit?: CandidateWorkPermit | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system; unique among the tenant’s candidates. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CandidateDocumentListDetailsDto {
  /** Id of the document. Example: 4711. */
  id: number;
  /** File name. Example: "lebenslauf.pdf". */
  originalFileName: string | null;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Media type, found in the contents. Example: "application/pdf". */
  mimeType: string;
  /** Size in bytes. Example: 146515. */
  sizeBytes: number;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
  /** How far the CV parser is; null where it was not asked for. */
  cvParsingState: "requested" | "done" | "failed" | null;
  /** Why the CV parser failed. */
  cvParsingMessage: string | null;
  /** When the document was added. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** When it was last changed. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
  /** Id of the candidate. Example: 4711. */
  candidateId: number;
}

export interface CandidateDocumentSummaryDto {
  /** Id of the document. Example: 4711. */
  id: number;
  /** File name. */
  originalFileName: string | null;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Media type, found in the contents. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
  /** When the document was added. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** When it was last changed. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface CandidateDocumentsResponse {
  /** The documents without their contents, by id. */
  candidateDocuments: CandidateDocumentListDetailsDto[];
}

export interface CandidateDriversLicenseReadDto {
  /** Id of the assignment; paths take driversLicenseId. Example: 4711. */
  id: number;
  /** Driver's licence (GET /masterdata/driverslicenses). Example: 4711. */
  driversLicenseId: number;
  /** Name in the language of Accept-Language. */
  name: string | null;
  /** Day of issue. Example: "2026-03-02". */
  issuedAt: string | null;
  /** Last day of validity. Example: "2026-03-02". */
  validUntil: string | null;
}

export interface CandidateDto {
  /** Id of the candidate. Example: 4711. */
  id: number;
  /** Second, global id of the candidate. */
  rowGuid: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Salutation. Example: 4711. */
  salutationId: number | null;
  /** Academic title. */
  title: string | null;
  /** Gender. Example: 4711. */
  genderId: number | null;
  /** Nationality. Example: 4711. */
  nationalityId: number | null;
  /** Requirement level. Example: 4711. */
  levelId: number | null;
  /** Branch. Example: 4711. */
  officeId: number | null;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** Birth. */
  birth: CandidateBirthRead;
  /** Ways to reach the candidate. */
  contact: CandidateContactRead;
  /** Address. */
  location: AddressReadDto;
  /** Source of supply. Example: 4711. */
  sourceOfSupplyId: number | null;
  /** Position the candidate looks for. */
  desiredPosition: string | null;
  /** When and how the candidate can work. */
  availability: CandidateAvailabilityRead;
  /** Work permit. */
  workPermit: CandidateWorkPermitRead;
  /** Remarks. */
  remarks: string | null;
  /** Status: 23 archived, 2003 hire, 2004 rejected, 2005 qualified; null before the first. Example: 4711. */
  statusId: number | null;
  /** Name in the language of Accept-Language. */
  status: string | null;
  /** When the status was set. Example: "2026-03-02T08:15:30.000Z". */
  statusChangedAtUtc: string | null;
  /** Whether recruiters see the candidate: from the first application on. */
  isVisible: boolean;
  /** Work contract. */
  workContract: CandidateWorkContractRead;
  /** End of operation. Example: "2026-03-02T08:15:30.000Z". */
  endOfOperationAtUtc: string | null;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the record was imported. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
  /** Whether there is a picture. */
  hasPicture: boolean;
  /** Further addresses at which the candidate can be reached. */
  contactChannels: ContactChannelDto[];
  /** Languages. */
  languages: CandidateLanguageReadDto[];
  /** Professions. */
  professionObjects: CandidateProfessionReadDto[];
  /** Qualifications. */
  qualifications: CandidateQualificationReadDto[];
  /** Driver's licences. */
  driversLicences: CandidateDriversLicenseReadDto[];
  /** Keywords. */
  keywords: CandidateKeywordDto[];
  /** Resume. */
  resume: CandidateResumeDto;
  /** Communications. */
  communications: CandidateCommunicationDto[];
  /** Documents, without contents. */
  documents: CandidateDocumentSummaryDto[];
  /** Applications. */
  applies: CandidateApplicationDto[];
}

export interface CandidateDuplicateDto {
  /** Id of the candidate. Example: 4711. */
  id: number;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** E-mail address. */
  email: string | null;
  /** City. */
  city: string | null;
  /** How likely it is the same person, 0 to 1. Example: 0.95. */
  score: number;
  /** What matches; the score follows from it. */
  matchedOn: ("email" | "emailCanonical" | "phone" | "name" | "birthDate")[];
}

export interface CandidateDuplicatesResponse {
  /** Candidates that may be the same person, the likeliest first. */
  duplicates: CandidateDuplicateDto[];
}

export interface CandidateEducationDto {
  /** School. Example: "Gesamtschule Mitte". */
  school: string;
  /** Graduation. Example: "Mittlere Reife". */
  graduation?: string | null;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day; not before the first. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Grade. */
  grade?: string | null;
  /** City. */
  city?: string | null;
}

export interface CandidateExportResponse {
  /** The candidates with everything that belongs to them, by id. */
  candidates: CandidateDto[];
}

export interface CandidateFurtherTrainingDto {
  /** Title of the training. Example: "Ladungssicherung". */
  title: string;
  /** Provider. */
  provider?: string | null;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day; not before the first. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Hours it took; kept with two decimals. Example: 16. */
  hours?: number | null;
  /** Certificate. */
  certificate?: string | null;
}

export interface CandidateKeywordDto {
  /** Id of the keyword. Example: 4711. */
  id: number;
  /** The keyword. */
  keyword: string;
}

export interface CandidateLanguageDto {
  /** Language (GET /masterdata/languages). Example: 25. */
  languageId: number;
  /** 629 A1, 630 A2, 631 B1, 632 B2, 633 C1, 634 C2, 635 native speaker. Example: 632. */
  languageLevelId?: number | null;
  /** Another name of languageLevelId. Example: 632. */
  levelId?: number | null;
}

export interface CandidateLanguageLevelDto {
  /** 629 A1, 630 A2, 631 B1, 632 B2, 633 C1, 634 C2, 635 native speaker. Example: 633. */
  levelId: number;
}

export interface CandidateLanguageReadDto {
  /** Id of the assignment; paths take languageId. Example: 4711. */
  id: number;
  /** Language (GET /masterdata/languages). Example: 4711. */
  languageId: number;
  /** Name in the language of Accept-Language. */
  name: string | null;
  /** Level (GET /masterdata/languagelevels). Example: 4711. */
  languageLevelId: number | null;
  /** Name in the language of Accept-Language. */
  level: string | null;
}

export interface CandidateListItemDto {
  /** Id of the candidate. Example: 4711. */
  id: number;
  /** Second, global id of the candidate. */
  rowGuid: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** E-mail address. */
  email: string | null;
  /** City. */
  city: string | null;
  /** Status. Example: 4711. */
  statusId: number | null;
  /** Branch. Example: 4711. */
  officeId: number | null;
  /** Whether recruiters see the candidate. */
  isVisible: boolean;
  /** Creation time. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface CandidatePictureCreateDto {
  /** The image as Base64, with or without a data URL prefix: JPEG, PNG or WebP, at most 10 MB (10,485,760 bytes). */
  picture: string | ByteSource;
  /** File name; directories and control characters are removed. Example: "ada.jpg". */
  filename?: string | null;
}

export interface CandidateProfessionReadDto {
  /** Id of the assignment; paths take professionId. Example: 4711. */
  id: number;
  /** Key of the occupation catalog. Example: 4711. */
  professionId: number;
  /** Name in the language of Accept-Language. */
  name: string | null;
  /** Main profession. */
  isPrimary: boolean;
  /** Years of experience. */
  yearsOfExperience: number | null;
}

export interface CandidateProfessionalTrainingDto {
  /** Institution. Example: "Berufsschule Berlin". */
  institution: string;
  /** Profession learnt or subject studied. Example: "Fachkraft für Lagerlogistik". */
  profession: string;
  /** Degree. */
  degree?: string | null;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day; not before the first. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Completed. */
  isCompleted?: boolean | null;
  /** Description. */
  description?: string | null;
}

export interface CandidateQualificationReadDto {
  /** Id of the assignment; paths take qualificationId. Example: 4711. */
  id: number;
  /** Qualification (GET /masterdata/qualifications). Example: 4711. */
  qualificationId: number;
  /** Name in the language of Accept-Language. */
  name: string | null;
  /** 1 to 5. */
  score: number | null;
}

/** Resume. */
export interface CandidateResumeDto {
  /** Jobs. */
  jobs: ResumeJobDto[];
  /** Further training. */
  educations: ResumeEducationDto[];
  /** Vocational training and studies. */
  professionEducations: ResumeProfessionEducationDto[];
  /** Schools. */
  schoolEducations: ResumeSchoolEducationDto[];
}

/** Work contract. */
export interface CandidateWorkContractRead {
  /** Contract signed. */
  isWorkContractSigned: boolean | null;
  /** Time of signing. Example: "2026-03-02T08:15:30.000Z". */
  workContractSignedAtUtc: string | null;
  /** Did not start the job. */
  didNotShowUpForWork: boolean | null;
}

/** Work permit. */
export interface CandidateWorkPermit {
  /** Needs a work permit. */
  required?: boolean | null;
  /** Last day of the work permit. Example: "2026-03-02". */
  validUntil?: string | null;
}

/** Work permit. */
export interface CandidateWorkPermitRead {
  /** Needs a work permit. */
  required: boolean | null;
  /** Last day of the work permit. Example: "2026-03-02". */
  validUntil: string | null;
}

export interface CandidatesResponse {
  /** The candidates, by id. */
  candidates: CandidateListItemDto[];
}

export interface ChangeDto {
  /** Place of this change in the feed. */
  cursor: string;
  /** Record type. */
  entity: "candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch";
  /** What happened. */
  change: "new" | "modified" | "deleted";
  /** Id of the record. Example: 4711. */
  id: number;
  /** Path below the base address at which the record is read; null once it is deleted. */
  endpoint: string | null;
  /** Candidate of a document, whose record and list of documents show it too: a mirror need not fetch the contents to know. Null for all else. Example: 4711. */
  candidateId: number | null;
  /** Time of the change. Example: "2026-03-02T08:15:30.000Z". */
  changedAtUtc: string;
}

export interface ChangesResponse {
  /** Changes in an order that never changes. */
  changes: ChangeDto[];
  /** Where the next page begins: store it together with what was read. */
  nextCursor: string;
  /** Whether another page can be read at once. */
  hasMore: boolean;
}

export interface ChannelPerformanceDto {
  /** Channel (GET /masterdata/channels). Example: 4711. */
  channelId: number;
  /** Name in the language of Accept-Language. */
  channel: string | null;
  /** How often job ads were looked at on the job portal. */
  views: number;
  /** How often the application form was opened from there. */
  applyClicks: number;
  /** Applications received, by the time the candidate applied. */
  applications: number;
  /** Applications whose candidate was set to hire (2003). */
  hires: number;
  /** Applications whose candidate was set to rejected (2004). */
  rejections: number;
  /** applications divided by views, four decimals; null without views. Above 1 where applications came by ways that are not counted as views, such as imports. Example: 0.0417. */
  conversionRate: number | null;
  /** Days (UTC) of the period, up to today, on which a job ad was published; a day counts whole. Of several job ads the sum. */
  publishedDays: number;
}

export interface ChannelsPerformanceResponse {
  /** Whether the call failed. Always false with status 200. Example: false. */
  isFaulty: boolean;
  /** One entry for each channel with a figure in the period, by channelId. */
  data: ChannelPerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. Example: 200. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface CommunicationAttachmentDto {
  /** Id of the attachment. Example: 4711. */
  id: number;
  /** File name. */
  originalFileName: string | null;
  /** Media type, found in the contents. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
  /** When the attachment was added. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
}

export interface CommunicationCreateDto {
  /** Kind (GET /masterdata/communicationtypes). Example: 1. */
  communicationTypeId: number;
  /** Subject. Example: "Interview on Monday". */
  subject?: string | null;
  /** Text. */
  text?: string | null;
  /** When it took place; not in the future. The time of the call by default. Example: "2026-03-02T08:15:30.000Z". */
  occurredAtUtc?: string | null;
  /** From the candidate (in) or to the candidate (out). */
  direction?: "in" | "out" | null;
  /** User who communicated. */
  userId?: number | null;
}

export interface CompanyActivitiesResponse {
  /** The company’s history, newest first. */
  activities: CompanyActivityDto[];
}

export interface CompanyActivityCreateDto {
  /** What happened. Example: "Visited the new hall.". */
  text: string;
  /** When it happened; not in the future. Without it the time of the call. Example: "2026-03-02T08:15:30.000Z". */
  occurredAtUtc?: string | null;
}

export interface CompanyActivityDto {
  /** Id of the activity. Example: 4711. */
  id: number;
  /** note: written by a person or an application. statusChanged, contractStatusChanged: of the company. created, changed, deleted, activated, deactivated: of the site, work location or contact that entity and entityId name. */
  kind: "note" | "created" | "changed" | "deleted" | "activated" | "deactivated" | "statusChanged" | "contractStatusChanged";
  /** What happened; English where the service wrote it. */
  text: string;
  /** Kind of the record that the activity is about. */
  entity: "company" | "site" | "location" | "contact";
  /** Id of that record. Example: 4711. */
  entityId: number;
  /** Name of the user, or of the application, that did it; null when the service did. */
  userName: string | null;
  /** When it happened. Example: "2026-03-02T08:15:30.000Z". */
  atUtc: string;
}

export interface CompanyChangeDto {
  /** Name. Example: "Nordkai Logistik GmbH". */
  name?: string;
  /** Second line of the name. */
  name2?: string | null;
  /** Number in the tenant’s own numbering; unique. Example: "K-10023". */
  customerNumber?: string | null;
  /** Industry (GET /masterdata/industries). Example: 8. */
  industryId?: number | null;
  /** Branch that looks after the company (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Ways to reach it. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** VAT identification number; kept as given. Example: "DE123456789". */
  vatId?: string | null;
  /** Number of employees. Example: 240. */
  employees?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CompanyChangesDetailsDto {
  /** Id of the record. Example: 4711. */
  id: number;
  /** Second, global id of the record. */
  rowGuid: string;
  /** Branch of the record after the change. */
  officeId: number | null;
  /** Time of the record’s last change in the period. */
  changedAtUtc: string;
}

export interface CompanyContactChangeDto {
  /** First name. Example: "Sabine". */
  firstName?: string | null;
  /** Last name. Example: "Vogt". */
  lastName?: string;
  /** 1 Mr, 2 Ms, 3 no statement. Example: 2. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Position. Example: "Personalleitung". */
  position?: string | null;
  /** Department. */
  department?: string | null;
  /** E-mail address. Example: "s.vogt@example.org". */
  email?: string | null;
  /** Telephone number; kept as given. Example: "040 66969101". */
  phone?: string | null;
  /** Mobile number; kept as given. */
  mobile?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CompanyContactCreateDto {
  /** First name. Example: "Sabine". */
  firstName?: string | null;
  /** Last name. Example: "Vogt". */
  lastName: string;
  /** 1 Mr, 2 Ms, 3 no statement. Example: 2. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Position. Example: "Personalleitung". */
  position?: string | null;
  /** Department. */
  department?: string | null;
  /** E-mail address. Example: "s.vogt@example.org". */
  email?: string | null;
  /** Telephone number; kept as given. Example: "040 66969101". */
  phone?: string | null;
  /** Mobile number; kept as given. */
  mobile?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

/** Ways to reach it. */
export interface CompanyContactData {
  /** E-mail address. Example: "info@example.org". */
  email?: string | null;
  /** Telephone number; kept as given. Example: "030 23125100". */
  phone?: string | null;
  /** Fax number; kept as given. */
  fax?: string | null;
  /** Address of a website, http or https. */
  website?: string | null;
}

/** Ways to reach it. */
export interface CompanyContactDataRead {
  /** E-mail address. */
  email: string | null;
  /** Telephone number. */
  phone: string | null;
  /** Fax number. */
  fax: string | null;
  /** Website. */
  website: string | null;
}

export interface CompanyContactDto {
  /** Id of the contact. Example: 4711. */
  id: number;
  /** Second, global id of the contact. */
  rowGuid: string;
  /** Company. Example: 4711. */
  customerId: number;
  /** Name of the company. */
  customerName: string | null;
  /** Site. Example: 4711. */
  officeId: number;
  /** Designation of the site. */
  officeDescription: string | null;
  /** First name. */
  firstName: string | null;
  /** Last name. */
  lastName: string;
  /** Salutation. Example: 4711. */
  salutationId: number | null;
  /** Name in the language of Accept-Language. */
  salutation: string | null;
  /** Academic title. */
  title: string | null;
  /** Position. */
  position: string | null;
  /** Department. */
  department: string | null;
  /** E-mail address. */
  email: string | null;
  /** Telephone number. */
  phone: string | null;
  /** Mobile number. */
  mobile: string | null;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** Remarks. */
  remarks: string | null;
  /** Whether the contact is in use. */
  isActive: boolean;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the id in the source system was first given. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface CompanyCreateDto {
  /** Name. Example: "Nordkai Logistik GmbH". */
  name: string;
  /** Second line of the name. */
  name2?: string | null;
  /** Number in the tenant’s own numbering; unique. Example: "K-10023". */
  customerNumber?: string | null;
  /** Industry (GET /masterdata/industries). Example: 8. */
  industryId?: number | null;
  /** Branch that looks after the company (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Ways to reach it. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** VAT identification number; kept as given. Example: "DE123456789". */
  vatId?: string | null;
  /** Number of employees. Example: 240. */
  employees?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CompanyDto {
  /** Id of the company. Example: 4711. */
  id: number;
  /** Second, global id of the company. */
  rowGuid: string;
  /** Name. */
  name: string;
  /** Second line of the name. */
  name2: string | null;
  /** Number in the tenant’s own numbering. */
  customerNumber: string | null;
  /** Industry. Example: 4711. */
  industryId: number | null;
  /** Name in the language of Accept-Language. */
  industry: string | null;
  /** Branch. Example: 4711. */
  officeId: number | null;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** Ways to reach it. */
  contact: CompanyContactDataRead;
  /** Address. */
  location: AddressReadDto;
  /** VAT identification number. */
  vatId: string | null;
  /** Number of employees. */
  employees: number | null;
  /** Remarks. */
  remarks: string | null;
  /** Status; 1 (lead) at first. Example: 4711. */
  statusId: number;
  /** Name in the language of Accept-Language. */
  status: string | null;
  /** Contract status; 1 (no contract) at first. Example: 4711. */
  contractStatusId: number;
  /** Name in the language of Accept-Language. */
  contractStatus: string | null;
  /** First day on which the contract status holds. Example: "2026-03-02". */
  contractValidFrom: string | null;
  /** Sites of the company, those out of use too, by id. */
  offices: CompanyOfficeDto[];
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the id in the source system was first given. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface CompanyOfficeDto {
  /** Id of the site: GET /customers/offices/{officeId} shows it. Example: 4711. */
  id: number;
  /** Designation. */
  description: string;
  /** City. */
  city: string | null;
  /** Whether it is in use. */
  isActive: boolean;
}

export interface CompanyStatusUpdateDto {
  /** Status (GET /masterdata/customerstatus). Example: 3. */
  statusId: number;
  /** Why the status was set; kept in the activities. */
  comment?: string | null;
}

export interface ContactChannelDto {
  /** Id of the channel. Example: 4711. */
  id: number;
  /** Kind of channel. */
  kind: "email" | "sms" | "whatsapp";
  /** E-mail address or telephone number. */
  address: string;
  /** Also shown in contact. */
  isPrimary: boolean;
  /** Consented to contact. */
  consentChecked: boolean | null;
}

export interface ContractStatusUpdateDto {
  /** Status (GET /masterdata/contractstatus). Example: 3. */
  contractStatusId: number;
  /** First day on which the status holds. Example: "2026-03-02". */
  validFrom?: string | null;
  /** Why the status was set; kept in the activities. */
  comment?: string | null;
}

export interface CustomerRequestEvaluationDto {
  /** Branch that serves the requests now. Example: 4711. */
  officeId: number;
  /** Name of the branch. Example: "Berlin". */
  office: string;
  /** Kind of the requests. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Requests created in the period. Example: 12. */
  opened: number;
  /** Requests that were set to filled in the period, each counted once. Example: 7. */
  filled: number;
  /** Requests that were cancelled in the period. Example: 1. */
  cancelled: number;
  /** Requests open or in progress at the end of the period, or now if it has not ended. Example: 9. */
  open: number;
  /** People asked for by the requests in opened. Example: 31. */
  headcountRequested: number;
  /** People asked for by the requests in filled. Example: 18. */
  headcountFilled: number;
  /** Days from creation until first filled, on average over the requests in filled, with one decimal; null without any. Example: 11.4. */
  averageDaysToFill: number | null;
}

export interface CustomerRequestEvaluationResponse {
  /** Whether the call failed. Always false with status 200. Example: false. */
  isFaulty: boolean;
  /** A row for each branch and kind that has something to tell, by branch id and kind. */
  data: CustomerRequestEvaluationDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. Example: 200. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface DirectPlacementRequestChangeDto {
  /** The tenant’s branch that serves the request (GET /branches). Example: 1. */
  officeId?: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** What is asked for, in one line. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title?: string;
  /** Key of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId?: number | null;
  /** How many people are needed, 1 to 1000. Example: 3. */
  headcount?: number;
  /** First day of work. Example: "2026-05-01". */
  startDate?: string;
  /** Last day of work; not before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** What there is to do. */
  description?: string | null;
  /** What people must bring with them. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Lowest salary of a year, in euros; kept with two decimals. Example: 42000. */
  salaryFrom?: number | null;
  /** Highest salary of a year, not below salaryFrom, in euros; kept with two decimals. Example: 48000. */
  salaryTo?: number | null;
  /** Fee in per cent of the first year’s salary, 0 to 100; kept with two decimals. Example: 24.5. */
  feePercent?: number | null;
}

export interface DirectPlacementRequestCreateDto {
  /** The tenant’s branch that serves the request (GET /branches). Example: 1. */
  officeId: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** What is asked for, in one line. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title: string;
  /** Key of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId?: number | null;
  /** How many people are needed, 1 to 1000. Example: 3. */
  headcount: number;
  /** First day of work. Example: "2026-05-01". */
  startDate: string;
  /** Last day of work; not before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** What there is to do. */
  description?: string | null;
  /** What people must bring with them. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Lowest salary of a year, in euros; kept with two decimals. Example: 42000. */
  salaryFrom?: number | null;
  /** Highest salary of a year, not below salaryFrom, in euros; kept with two decimals. Example: 48000. */
  salaryTo?: number | null;
  /** Fee in per cent of the first year’s salary, 0 to 100; kept with two decimals. Example: 24.5. */
  feePercent?: number | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface DirectPlacementRequestDto {
  /** Id of the customer request. Example: 4711. */
  id: number;
  /** Second, global id of the request. */
  rowGuid: string;
  /** Kind of the request, as in its path. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Company. Example: 4711. */
  customerId: number;
  /** Name of the company. */
  customerName: string;
  /** The tenant’s branch that serves the request. Example: 4711. */
  officeId: number;
  /** Site of the company. Example: 4711. */
  siteId: number | null;
  /** Work location; one that was deleted since stays here and answers 404 by itself. Example: 4711. */
  locationId: number | null;
  /** Contact of the company. Example: 4711. */
  contactId: number | null;
  /** What is asked for. */
  title: string;
  /** Key of the occupation catalog. Example: 4711. */
  professionId: number | null;
  /** How many people are needed. */
  headcount: number;
  /** First day of work. Example: "2026-03-02". */
  startDate: string;
  /** Last day of work. Example: "2026-03-02". */
  endDate: string | null;
  /** What there is to do. */
  description: string | null;
  /** What people must bring with them. */
  requirements: string | null;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** 1 open, 2 in progress, 3 filled, 4 cancelled, 5 closed. Example: 4711. */
  statusId: number;
  /** Name of the status in the language of Accept-Language. */
  status: string | null;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the record was imported. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change, that of the status included. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
  /** Lowest salary of a year, in euros. */
  salaryFrom: number | null;
  /** Highest salary of a year, in euros. */
  salaryTo: number | null;
  /** Fee in per cent of the first year’s salary. */
  feePercent: number | null;
}

/** Category of the document. */
export interface DocumentCategoryDto {
  /** Id of the category. Example: 4711. */
  id: number;
  /** Name for programs. */
  key: string | null;
  /** Name in the language of Accept-Language. */
  name: string | null;
}

export interface DocumentChangesDetailsDto {
  /** Id of the record. Example: 4711. */
  id: number;
  /** Id of the candidate whose document it is. Example: 4711. */
  candidateId: number;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Time of the record’s last change in the period. */
  changedAtUtc: string;
}

export interface DocumentDto {
  /** Id of the document. Example: 4711. */
  id: number;
  /** File name. Example: "lebenslauf.pdf". */
  originalFileName: string | null;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Media type, found in the contents. Example: "application/pdf". */
  mimeType: string;
  /** Size in bytes. Example: 146515. */
  sizeBytes: number;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
  /** How far the CV parser is; null where it was not asked for. */
  cvParsingState: "requested" | "done" | "failed" | null;
  /** Why the CV parser failed. */
  cvParsingMessage: string | null;
  /** When the document was added. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** When it was last changed. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
  /** Id of the candidate. Example: 4711. */
  candidateId: number;
  /** The contents as Base64. Example: "JVBERi0xLjcK". */
  documentBlob: string | null;
}

export interface DocumentUploadDto {
  /** File name; directories and control characters are removed. Example: "lebenslauf.pdf". */
  filename?: string | null;
  /** The file as Base64, at most 25 MiB (26,214,400 bytes) decoded and not empty; a data URL prefix is accepted. Taken in as it arrives. Its media type is found in its contents. */
  base64File: string | ByteSource;
  /** Whether the CV parser is to read the file; false by default. Send false when the resume is sent through the other operations, otherwise it is created twice. Example: false. */
  shouldParseCV?: boolean | null;
}

export interface DriversLicenseCreateDto {
  /** Licence, 313 to 343 (GET /masterdata/driverslicenses); required. Example: 339. */
  driversLicenseId?: number | null;
  /** Another name of driversLicenseId. Example: 339. */
  driverLicenceId?: number | null;
  /** Day of issue. Example: "2026-03-02". */
  issuedAt?: string | null;
  /** Last day of validity; not before the day of issue. Example: "2026-03-02". */
  validUntil?: string | null;
}

export interface EmailImportDto {
  /** E-mail address. Example: "ada.privat@example.org". */
  email: string;
  /** Also becomes contact.email. False by default. */
  isPrimary?: boolean | null;
}

export interface EmployerCreateDto {
  /** Employer. Example: "Muster Logistik GmbH". */
  employer: string;
  /** Position. Example: "Kommissioniererin". */
  position: string;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day; not before the first. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Still there. Stored as sent, also beside a last day that has passed: a CV says what it says. */
  isCurrent?: boolean | null;
  /** What was done. */
  description?: string | null;
  /** City. */
  city?: string | null;
  /** Country (GET /masterdata/countries). Example: 276. */
  countryId?: number | null;
  /** Profession (GET /masterdata/professions). */
  professionId?: number | null;
  /** Industry (GET /masterdata/industries). */
  industryId?: number | null;
}

export interface EndOfOperationDto {
  /** End of operation, kept in milliseconds; null clears it. Example: "2026-03-02T08:15:30.000Z". */
  endOfOperationAtUtc: string | null;
}

export interface ErrorResponse {
  /** Identifies this response in the log of the service. */
  messageGuid: string | null;
  /** What went wrong and what to do. */
  message: string | null;
  /** Every fault of the request. Empty for other errors. */
  validationErrors: ValidationError[];
}

export interface ExternalApplicationDocumentDto {
  /** File name; directories and control characters are removed. Example: "lebenslauf.pdf". */
  filename: string;
  /** The file as Base64; a data URL prefix is accepted. Taken in as it arrives. */
  base64File: string | ByteSource;
  /** Key or id of a category (GET /masterdata/documentcategories); application by default. Example: "cv". */
  documentCategory?: string | number | null;
  /** Whether the CV parser is to read the file; false by default. */
  shouldParseCV?: boolean | null;
}

export interface ExternalApplicationDto {
  /** Branch; that of the job ad by default. */
  officeId?: number | null;
  /** Origin of the application; 28 (homepage) by default. Example: 28. */
  channelId?: number | null;
  /** Job ad (its integer id); without one the application is speculative. */
  jobAdId?: number | null;
  /** 1 Mr, 2 Ms, 3 no statement. Example: 2. */
  salutationId: number;
  /** First name. Example: "Ada". */
  firstName: string;
  /** Last name. Example: "Muster". */
  lastName: string;
  /** City. Example: "Berlin". */
  city: string;
  /** Postal code. Example: "10115". */
  zipCode: string;
  /** E-mail address: decides whether the candidate is known. Example: "ada.muster@example.org". */
  email: string;
  /** Telephone number. Example: "0151 23456789". */
  phoneNumber?: string | null;
  /** Where the candidate heard of it (GET /masterdata/sourcesofsupply). Example: 1. */
  sourceOfSupplyId: number;
  /** Consented to contact by messenger. Example: false. */
  whatsAppConsentChecked: boolean;
  /** Uses the messenger. Example: true. */
  hasWhatsApp: boolean;
  /** Agreed to the privacy terms. Must be true. Example: true. */
  privacyChecked: true;
  /** Agreed to the terms of use. Must be true. Example: true. */
  termsOfUseChecked: true;
  /** Keywords, as a list or as one comma-separated text; may be empty. */
  keywords: string[] | string;
  /** Documents; may be empty. The whole body must not exceed 100 MB (104,857,600 bytes). */
  documents: ExternalApplicationDocumentDto[];
  /** Street. */
  street?: string | null;
  /** House number. */
  streetNumber?: string | null;
  /** Country (GET /masterdata/countries). Example: 276. */
  countryId?: number | null;
  /** Date of birth: in the past, age 13 to 110. Example: "1990-05-17". */
  birthDate?: string | null;
  /** Nationality (GET /masterdata/nationalities). */
  nationalityId?: number | null;
  /** Message of the candidate. */
  message?: string | null;
  /** First day the candidate can start. Example: "2026-03-02". */
  availableFrom?: string | null;
  /** Expected salary. */
  salaryExpectation?: number | null;
  /** Recruiter who is to take care (GET /users/responsibilities). */
  recruiterId?: number | null;
  /** Free answers of the application form; kept on the application. */
  data?: Record<string, unknown> | null;
}

export interface ExternalApplicationResponse {
  /** Id of the candidate. Example: 4711. */
  id: number;
  /** Id of the application. Example: 4711. */
  applicationId: number;
  /** Whether the candidate was created by this application. */
  isNewCandidate: boolean;
}

export interface InventoryRecordDto {
  /** Record type. */
  entity: "candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch";
  /** Id of the record. Example: 4711. */
  id: number;
  /** Path below the base address at which the record is read. */
  endpoint: string;
}

export interface InventoryResponse {
  /** Every record there is, in no order to rely on. */
  records: InventoryRecordDto[];
}

export interface JobAdChangesDetailsDto {
  /** Global id of the job ad. */
  id: string;
  /** Integer id of the job ad. Example: 4711. */
  jobAdId: number;
  /** Branch of the record after the change. */
  officeId: number | null;
  /** Status after the last change of the period; of a deleted job ad the one it had. */
  ProcessStatus: "Editing" | "Active" | "Completed";
  /** Time of the record’s last change in the period. */
  changedAtUtc: string;
}

export interface JobAdDto {
  /** Global id of the job ad. */
  id: string;
  /** Integer id of the job ad: the jobAdId of applications. Example: 4711. */
  jobAdId: number;
  /** Title. */
  title: string;
  /** Editing: a draft. Active: published. Completed: taken off the job portal. */
  status: "Editing" | "Active" | "Completed";
  /** Branch. Example: 4711. */
  officeId: number;
  /** Name of the branch. */
  office: string;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** Customer request that the job ad is to fill. Example: 4711. */
  customerRequestId: number | null;
  /** Profession (GET /masterdata/professions). Example: 4711. */
  professionId: number | null;
  /** Kind of employment. Example: "Vollzeit". */
  employmentType: string | null;
  /** Hours a week. */
  weeklyHours: number | null;
  /** Salary; every part is null where nothing is said. */
  salary: JobAdSalary;
  /** First day of the employment; null: at once or by agreement. Example: "2026-03-02". */
  startDate: string | null;
  /** Address. */
  location: AddressReadDto;
  /** Introduction. HTML of p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a; safe to be shown as it is. */
  introduction: string | null;
  /** What is to be done. HTML of p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a; safe to be shown as it is. */
  tasks: string | null;
  /** What the applicant brings. HTML of p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a; safe to be shown as it is. */
  profile: string | null;
  /** What the employer offers. HTML of p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a; safe to be shown as it is. */
  benefits: string | null;
  /** Whom to ask. HTML of p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a; safe to be shown as it is. */
  contactText: string | null;
  /** Address of the job ad on the job portal; null unless it is Active. */
  portalUrl: string | null;
  /** Address of the application form; null unless the job ad is Active. */
  applyUrl: string | null;
  /** When it was last published; null before the first time. Example: "2026-03-02T08:15:30.000Z". */
  publishedAtUtc: string | null;
  /** When it was completed; null unless it is Completed. Example: "2026-03-02T08:15:30.000Z". */
  completedAtUtc: string | null;
  /** Creation time. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface JobAdListItemDto {
  /** Global id of the job ad. */
  id: string;
  /** Integer id of the job ad: the jobAdId of applications. Example: 4711. */
  jobAdId: number;
  /** Title. */
  title: string;
  /** Editing: a draft. Active: published. Completed: taken off the job portal. */
  status: "Editing" | "Active" | "Completed" | null;
  /** Creation time. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface JobAdPerformanceDto {
  /** Integer id of the job ad. Example: 4711. */
  jobAdId: number;
  /** Global id of the job ad. */
  id: string;
  /** Title. */
  title: string;
  /** Branch that the job ad belongs to now. Example: 4711. */
  officeId: number;
  /** How often job ads were looked at on the job portal. */
  views: number;
  /** How often the application form was opened from there. */
  applyClicks: number;
  /** Applications received, by the time the candidate applied. */
  applications: number;
  /** Applications whose candidate was set to hire (2003). */
  hires: number;
  /** Applications whose candidate was set to rejected (2004). */
  rejections: number;
  /** applications divided by views, four decimals; null without views. Above 1 where applications came by ways that are not counted as views, such as imports. Example: 0.0417. */
  conversionRate: number | null;
  /** Days (UTC) of the period, up to today, on which a job ad was published; a day counts whole. Of several job ads the sum. */
  publishedDays: number;
}

export interface JobAdPerformanceResponse {
  /** Whether the call failed. Always false with status 200. Example: false. */
  isFaulty: boolean;
  /** One entry: the job ad. */
  data: JobAdPerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. Example: 200. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

/** Salary; every part is null where nothing is said. */
export interface JobAdSalary {
  /** Lowest salary. */
  from: number | null;
  /** Highest salary. */
  to: number | null;
  /** ISO 4217 code. Example: "EUR". */
  currency: string | null;
  /** What the salary is for. */
  period: "hour" | "month" | "year" | null;
}

export interface KeywordCreateDto {
  /** The keyword; space around it is removed. Example: "Schichtleiter". */
  keyword: string;
}

export interface MasterDataCandidatestatus {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataCandidatestatusResponse {
  /** All entries, by id. */
  candidatestatus: MasterDataCandidatestatus[];
}

export interface MasterDataChannels {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataChannelsResponse {
  /** All entries, by id. */
  channels: MasterDataChannels[];
}

export interface MasterDataCommunicationtypes {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable name for programs. Example: "cv". */
  key?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataCommunicationtypesResponse {
  /** All entries, by id. */
  communicationtypes: MasterDataCommunicationtypes[];
}

export interface MasterDataContractstatus {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable name for programs. Example: "cv". */
  key?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataContractstatusResponse {
  /** All entries, by id. */
  contractstatus: MasterDataContractstatus[];
}

export interface MasterDataCountries {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** ISO 3166-1 alpha-2 code. Example: "DE". */
  alpha2?: string | null;
  /** ISO 3166-1 alpha-3 code. Example: "DEU". */
  alpha3?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataCountriesResponse {
  /** All entries, by id. */
  countries: MasterDataCountries[];
}

export interface MasterDataCustomerstatus {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable name for programs. Example: "cv". */
  key?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataCustomerstatusResponse {
  /** All entries, by id. */
  customerstatus: MasterDataCustomerstatus[];
}

export interface MasterDataDocumentcategories {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable name for programs. Example: "cv". */
  key?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataDocumentcategoriesResponse {
  /** All entries, by id. */
  documentcategories: MasterDataDocumentcategories[];
}

export interface MasterDataDriverslicenses {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataDriverslicensesResponse {
  /** All entries, by id. */
  driverslicenses: MasterDataDriverslicenses[];
}

export interface MasterDataFederalstates {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Code of the classification the list is taken from. Example: "DE-BY". */
  code?: string | null;
  /** Country the entry belongs to. Example: 4711. */
  countryId?: number | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataFederalstatesResponse {
  /** All entries, by id. */
  federalstates: MasterDataFederalstates[];
}

export interface MasterDataGenders {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataGendersResponse {
  /** All entries, by id. */
  genders: MasterDataGenders[];
}

export interface MasterDataIndustries {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Code of the classification the list is taken from. Example: "DE-BY". */
  code?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataIndustriesResponse {
  /** All entries, by id. */
  industries: MasterDataIndustries[];
}

export interface MasterDataLanguagelevels {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Level of the Common European Framework of Reference. Example: "B2". */
  cefr?: string | null;
  /** Order of the levels, 1 the lowest. */
  rank?: number | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataLanguagelevelsResponse {
  /** All entries, by id. */
  languagelevels: MasterDataLanguagelevels[];
}

export interface MasterDataLanguages {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** ISO 639 code of the language. Example: "de". */
  isoCode?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataLanguagesResponse {
  /** All entries, by id. */
  languages: MasterDataLanguages[];
}

export interface MasterDataLevels {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataLevelsResponse {
  /** All entries, by id. */
  levels: MasterDataLevels[];
}

export interface MasterDataNationalities {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataNationalitiesResponse {
  /** All entries, by id. */
  nationalities: MasterDataNationalities[];
}

export interface MasterDataProfessions {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Code of the classification the list is taken from. Example: "DE-BY". */
  code?: string | null;
  /** Requirement level of the occupation (list levels). */
  levelId?: number | null;
  /** Kind of the entry in its classification. */
  kind?: string | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataProfessionsResponse {
  /** All entries, by id. */
  professions: MasterDataProfessions[];
}

export interface MasterDataQualifications {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataQualificationsResponse {
  /** All entries, by id. */
  qualifications: MasterDataQualifications[];
}

export interface MasterDataRequeststatus {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable name for programs. Example: "cv". */
  key?: string | null;
  /** No other status can follow. */
  isFinal?: boolean | null;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataRequeststatusResponse {
  /** All entries, by id. */
  requeststatus: MasterDataRequeststatus[];
}

export interface MasterDataSalutations {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataSalutationsResponse {
  /** All entries, by id. */
  salutations: MasterDataSalutations[];
}

export interface MasterDataSourcesofsupply {
  /** Id that other records refer to; its meaning never changes. Example: 4711. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** No longer offered for new records; existing ones keep it. Example: false. */
  isExpired: boolean;
}

export interface MasterDataSourcesofsupplyResponse {
  /** All entries, by id. */
  sourcesofsupply: MasterDataSourcesofsupply[];
}

export interface OfficePerformanceDto {
  /** Branch; null: applications that are recorded for none. Example: 4711. */
  officeId: number | null;
  /** Name of the branch. */
  office: string | null;
  /** How often job ads were looked at on the job portal. */
  views: number;
  /** How often the application form was opened from there. */
  applyClicks: number;
  /** Applications received, by the time the candidate applied. */
  applications: number;
  /** Applications whose candidate was set to hire (2003). */
  hires: number;
  /** Applications whose candidate was set to rejected (2004). */
  rejections: number;
  /** applications divided by views, four decimals; null without views. Above 1 where applications came by ways that are not counted as views, such as imports. Example: 0.0417. */
  conversionRate: number | null;
  /** Days (UTC) of the period, up to today, on which a job ad was published; a day counts whole. Of several job ads the sum. */
  publishedDays: number;
}

export interface OfficesPerformanceResponse {
  /** Whether the call failed. Always false with status 200. Example: false. */
  isFaulty: boolean;
  /** One entry for each branch with a figure in the period, by officeId; applications without a branch last. */
  data: OfficePerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. Example: 200. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface ProfessionCreateDto {
  /** Key (DKZID) of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId: number;
  /** Main profession: takes the place of the one so far. False by default. */
  isPrimary?: boolean | null;
  /** Years of experience, 0 to 100; kept with one decimal. Example: 3.5. */
  yearsOfExperience?: number | null;
}

export interface QualificationCreateDto {
  /** Qualification (GET /masterdata/qualifications); or send name. */
  qualificationId?: number | null;
  /** Name of the qualification in either language, instead of its id; case does not matter. Example: "Staplerschein". */
  name?: string | null;
  /** How good the candidate is, 1 to 5. Example: 4. */
  score?: number | null;
}

export interface ReadAllUsers2Dto {
  /** Id of the user. Example: 4711. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First and last name. */
  userFullName: string | null;
  /** E-mail address the user signs in with. */
  email: string | null;
  /** Whether the user can sign in and take responsibility. */
  isActive: boolean;
  /** When the user was created. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** When the user was last changed. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface ReadAllUsers2Response {
  /** The users. */
  users: ReadAllUsers2Dto[];
}

export interface ReadAllUsersEnvelope {
  /** Whether the call failed. Always false with status 200. Example: false. */
  isFaulty: boolean;
  /** The users. */
  data: ReadAllUsersResponse[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. Example: 200. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface ReadAllUsersResponse {
  /** Id of the user. Example: 4711. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First and last name. */
  userFullName: string | null;
  /** E-mail address the user signs in with. */
  email: string | null;
  /** Whether the user can sign in and take responsibility. */
  isActive: boolean;
  /** When the user was created. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** When the user was last changed. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface ReadUserByIdAssignedOfficeDto {
  /** Id of the branch. Example: 4711. */
  officeId: number;
  /** Name of the branch. */
  name: string;
  /** Whether it is the main branch of the user. */
  isPrimary: boolean;
}

export interface ReadUserByIdLicenceDto {
  /** Id of the licence. Example: 4711. */
  id: number;
  /** Name of the licence. */
  name: string;
  /** Last day of its validity. Example: "2026-03-02". */
  validUntil: string | null;
}

export interface ReadUserByIdResponse {
  /** Id of the user. Example: 4711. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First name. */
  firstName: string | null;
  /** Last name. */
  lastName: string | null;
  /** First and last name. */
  userFullName: string | null;
  /** Id of the user in a partner system. */
  userPartnerId: string | null;
  /** Day from which the user has been with the tenant. Example: "2026-03-02". */
  userSince: string | null;
  /** Licences of the user. */
  licences: ReadUserByIdLicenceDto[];
  /** Branches the user works for. */
  assignedOffices: ReadUserByIdAssignedOfficeDto[];
}

export interface RecruiterPerformanceDto {
  /** User; null: job ads and applications that nobody is responsible for. Example: 4711. */
  recruiterId: number | null;
  /** First and last name. */
  recruiter: string | null;
  /** How often job ads were looked at on the job portal. */
  views: number;
  /** How often the application form was opened from there. */
  applyClicks: number;
  /** Applications received, by the time the candidate applied. */
  applications: number;
  /** Applications whose candidate was set to hire (2003). */
  hires: number;
  /** Applications whose candidate was set to rejected (2004). */
  rejections: number;
  /** applications divided by views, four decimals; null without views. Above 1 where applications came by ways that are not counted as views, such as imports. Example: 0.0417. */
  conversionRate: number | null;
  /** Days (UTC) of the period, up to today, on which a job ad was published; a day counts whole. Of several job ads the sum. */
  publishedDays: number;
}

export interface RecruitersPerformanceResponse {
  /** Whether the call failed. Always false with status 200. Example: false. */
  isFaulty: boolean;
  /** One entry for each recruiter with a figure in the period, by recruiterId; what nobody is responsible for last. */
  data: RecruiterPerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. Example: 200. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface RequestStatusUpdateDto {
  /** 1 open, 2 in progress, 3 filled, 4 cancelled, 5 closed (GET /masterdata/requeststatus). Example: 3. */
  statusId: number;
  /** Why the status was set. */
  comment?: string | null;
}

export interface ResumeEducationDto {
  /** Id of the entry. Example: 4711. */
  id: number;
  /** Title of the training. */
  title: string;
  /** Provider. */
  provider: string | null;
  /** First day. Example: "2026-03-02". */
  fromDate: string | null;
  /** Last day. Example: "2026-03-02". */
  untilDate: string | null;
  /** Hours. */
  hours: number | null;
  /** Certificate. */
  certificate: string | null;
}

export interface ResumeJobDto {
  /** Id of the entry. Example: 4711. */
  id: number;
  /** Employer. */
  employer: string;
  /** Position. */
  position: string;
  /** First day. Example: "2026-03-02". */
  fromDate: string | null;
  /** Last day. Example: "2026-03-02". */
  untilDate: string | null;
  /** Still there. */
  isCurrent: boolean | null;
  /** What was done. */
  description: string | null;
  /** City. */
  city: string | null;
  /** Country. Example: 4711. */
  countryId: number | null;
  /** Profession. Example: 4711. */
  professionId: number | null;
  /** Industry. Example: 4711. */
  industryId: number | null;
}

export interface ResumeProfessionEducationDto {
  /** Id of the entry. Example: 4711. */
  id: number;
  /** Institution. */
  institution: string;
  /** Profession learnt or subject studied. */
  profession: string;
  /** Degree. */
  degree: string | null;
  /** First day. Example: "2026-03-02". */
  fromDate: string | null;
  /** Last day. Example: "2026-03-02". */
  untilDate: string | null;
  /** Completed. */
  isCompleted: boolean | null;
  /** Description. */
  description: string | null;
}

export interface ResumeSchoolEducationDto {
  /** Id of the entry. Example: 4711. */
  id: number;
  /** School. */
  school: string;
  /** Graduation. */
  graduation: string | null;
  /** First day. Example: "2026-03-02". */
  fromDate: string | null;
  /** Last day. Example: "2026-03-02". */
  untilDate: string | null;
  /** Grade. */
  grade: string | null;
  /** City. */
  city: string | null;
}

export interface ServiceAlertDto {
  /** Notice from the operator. */
  message: string | null;
}

export interface ServiceContractRequestChangeDto {
  /** The tenant’s branch that serves the request (GET /branches). Example: 1. */
  officeId?: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** What is asked for, in one line. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title?: string;
  /** Key of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId?: number | null;
  /** How many people are needed, 1 to 1000. Example: 3. */
  headcount?: number;
  /** First day of work. Example: "2026-05-01". */
  startDate?: string;
  /** Last day of work; not before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** What there is to do. */
  description?: string | null;
  /** What people must bring with them. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** What is to be achieved. Example: "Inventur im Lager Nord, rund 12.000 Stellplätze". */
  scope?: string;
  /** Price of the whole work, in euros; kept with two decimals. Example: 18500. */
  fixedPrice?: number | null;
  /** Day the work is to be accepted. Example: "2026-06-30". */
  acceptanceDate?: string | null;
}

export interface ServiceContractRequestCreateDto {
  /** The tenant’s branch that serves the request (GET /branches). Example: 1. */
  officeId: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** What is asked for, in one line. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title: string;
  /** Key of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId?: number | null;
  /** How many people are needed, 1 to 1000. Example: 3. */
  headcount: number;
  /** First day of work. Example: "2026-05-01". */
  startDate: string;
  /** Last day of work; not before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** What there is to do. */
  description?: string | null;
  /** What people must bring with them. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** What is to be achieved. Example: "Inventur im Lager Nord, rund 12.000 Stellplätze". */
  scope: string;
  /** Price of the whole work, in euros; kept with two decimals. Example: 18500. */
  fixedPrice?: number | null;
  /** Day the work is to be accepted. Example: "2026-06-30". */
  acceptanceDate?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface ServiceContractRequestDto {
  /** Id of the customer request. Example: 4711. */
  id: number;
  /** Second, global id of the request. */
  rowGuid: string;
  /** Kind of the request, as in its path. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Company. Example: 4711. */
  customerId: number;
  /** Name of the company. */
  customerName: string;
  /** The tenant’s branch that serves the request. Example: 4711. */
  officeId: number;
  /** Site of the company. Example: 4711. */
  siteId: number | null;
  /** Work location; one that was deleted since stays here and answers 404 by itself. Example: 4711. */
  locationId: number | null;
  /** Contact of the company. Example: 4711. */
  contactId: number | null;
  /** What is asked for. */
  title: string;
  /** Key of the occupation catalog. Example: 4711. */
  professionId: number | null;
  /** How many people are needed. */
  headcount: number;
  /** First day of work. Example: "2026-03-02". */
  startDate: string;
  /** Last day of work. Example: "2026-03-02". */
  endDate: string | null;
  /** What there is to do. */
  description: string | null;
  /** What people must bring with them. */
  requirements: string | null;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** 1 open, 2 in progress, 3 filled, 4 cancelled, 5 closed. Example: 4711. */
  statusId: number;
  /** Name of the status in the language of Accept-Language. */
  status: string | null;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the record was imported. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change, that of the status included. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
  /** What is to be achieved. */
  scope: string;
  /** Price of the whole work, in euros. */
  fixedPrice: number | null;
  /** Day the work is to be accepted. Example: "2026-03-02". */
  acceptanceDate: string | null;
}

export interface SiteChangeDto {
  /** Designation. Example: "Lager Hamburg-Altenwerder". */
  description?: string;
  /** Ways to reach it. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface SiteCreateDto {
  /** Designation. Example: "Lager Hamburg-Altenwerder". */
  description: string;
  /** Ways to reach it. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface SiteDto {
  /** Id of the site. Example: 4711. */
  id: number;
  /** Second, global id of the site. */
  rowGuid: string;
  /** Company. Example: 4711. */
  customerId: number;
  /** Name of the company. */
  customerName: string | null;
  /** Designation. */
  description: string;
  /** Ways to reach it. */
  contact: CompanyContactDataRead;
  /** Address. */
  location: AddressReadDto;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** 3 (customer) while the site is in use, 4 (inactive) otherwise. Example: 4711. */
  statusId: number;
  /** Name in the language of Accept-Language. */
  status: string | null;
  /** Whether it is in use. */
  isActive: boolean;
  /** Work locations of the site, by id; deleted ones are not among them. */
  locations: WorkLocationDto[];
  /** Contacts at the site, those out of use too, by id. */
  contacts: CompanyContactDto[];
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the id in the source system was first given. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface SmsImportDto {
  /** Telephone number; kept as given. Without a country code it is a German one. Example: "0151 23456789". */
  phoneNumber: string;
  /** Consented to contact by SMS. */
  consentChecked?: boolean | null;
  /** Also becomes contact.mobile. False by default. */
  isPrimary?: boolean | null;
}

export interface StatusUpdateDto {
  /** 23 archived, 2003 hire, 2004 rejected, 2005 qualified. Example: 2005. */
  statusId: number;
  /** Why the status was set. */
  comment?: string | null;
}

export interface TemporaryStaffingRequestChangeDto {
  /** The tenant’s branch that serves the request (GET /branches). Example: 1. */
  officeId?: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** What is asked for, in one line. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title?: string;
  /** Key of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId?: number | null;
  /** How many people are needed, 1 to 1000. Example: 3. */
  headcount?: number;
  /** First day of work. Example: "2026-05-01". */
  startDate?: string;
  /** Last day of work; not before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** What there is to do. */
  description?: string | null;
  /** What people must bring with them. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Hours a week and person, 0 to 60; kept with two decimals. Example: 37.5. */
  weeklyHours?: number | null;
  /** Shift model in words. Example: "Früh- und Spätschicht im Wechsel". */
  shiftModel?: string | null;
  /** Pay group of the collective agreement. Example: "EG 2b". */
  payGroup?: string | null;
  /** Wage for an hour, in euros; kept with two decimals. Example: 15.6. */
  hourlyWage?: number | null;
  /** What the company pays for an hour, in euros; kept with two decimals. Example: 29.9. */
  billingRate?: number | null;
}

export interface TemporaryStaffingRequestCreateDto {
  /** The tenant’s branch that serves the request (GET /branches). Example: 1. */
  officeId: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** What is asked for, in one line. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title: string;
  /** Key of the occupation catalog (GET /masterdata/professions). Example: 27449. */
  professionId?: number | null;
  /** How many people are needed, 1 to 1000. Example: 3. */
  headcount: number;
  /** First day of work. Example: "2026-05-01". */
  startDate: string;
  /** Last day of work; not before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** What there is to do. */
  description?: string | null;
  /** What people must bring with them. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system; unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Hours a week and person, 0 to 60; kept with two decimals. Example: 37.5. */
  weeklyHours?: number | null;
  /** Shift model in words. Example: "Früh- und Spätschicht im Wechsel". */
  shiftModel?: string | null;
  /** Pay group of the collective agreement. Example: "EG 2b". */
  payGroup?: string | null;
  /** Wage for an hour, in euros; kept with two decimals. Example: 15.6. */
  hourlyWage?: number | null;
  /** What the company pays for an hour, in euros; kept with two decimals. Example: 29.9. */
  billingRate?: number | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface TemporaryStaffingRequestDto {
  /** Id of the customer request. Example: 4711. */
  id: number;
  /** Second, global id of the request. */
  rowGuid: string;
  /** Kind of the request, as in its path. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Company. Example: 4711. */
  customerId: number;
  /** Name of the company. */
  customerName: string;
  /** The tenant’s branch that serves the request. Example: 4711. */
  officeId: number;
  /** Site of the company. Example: 4711. */
  siteId: number | null;
  /** Work location; one that was deleted since stays here and answers 404 by itself. Example: 4711. */
  locationId: number | null;
  /** Contact of the company. Example: 4711. */
  contactId: number | null;
  /** What is asked for. */
  title: string;
  /** Key of the occupation catalog. Example: 4711. */
  professionId: number | null;
  /** How many people are needed. */
  headcount: number;
  /** First day of work. Example: "2026-03-02". */
  startDate: string;
  /** Last day of work. Example: "2026-03-02". */
  endDate: string | null;
  /** What there is to do. */
  description: string | null;
  /** What people must bring with them. */
  requirements: string | null;
  /** Responsible user. Example: 4711. */
  responsibility: number | null;
  /** 1 open, 2 in progress, 3 filled, 4 cancelled, 5 closed. Example: 4711. */
  statusId: number;
  /** Name of the status in the language of Accept-Language. */
  status: string | null;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the record was imported. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change, that of the status included. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
  /** Hours a week and person. */
  weeklyHours: number | null;
  /** Shift model in words. */
  shiftModel: string | null;
  /** Pay group of the collective agreement. */
  payGroup: string | null;
  /** Wage for an hour, in euros. */
  hourlyWage: number | null;
  /** What the company pays for an hour, in euros. */
  billingRate: number | null;
  /** startDate plus 18 calendar months, the longest that German law lets one person work for one company without a break; a collective agreement may say otherwise. In a month without that day its last day, and never beyond 9999-12-31. Example: "2027-11-01". */
  maximumAssignmentUntil: string;
  /** startDate plus 9 calendar months, from when German law asks for equal pay; a collective agreement may say otherwise. In a month without that day its last day, and never beyond 9999-12-31. Example: "2027-02-01". */
  equalPayFrom: string;
}

export interface TokenUsageClientDto {
  /** Client id. */
  clientId: string;
  /** Name of the client. */
  name: string;
  /** Tokens issued to it. */
  issued: number;
  /** When the last one was issued. Example: "2026-03-02T08:15:30.000Z". */
  lastIssuedAtUtc: string;
}

export interface TokenUsageResponse {
  /** Calendar month (UTC). Example: "2026-03". */
  month: string;
  /** Tokens issued in the month. */
  issued: number;
  /** Tokens that cost nothing. Example: 100. */
  free: number;
  /** Tokens beyond the free ones. */
  billable: number;
  /** Cost of the billable tokens in EUR; 0.10 each. */
  costEur: number;
  /** The clients that requested tokens, the most eager first. */
  clients: TokenUsageClientDto[];
}

export interface UserResponsibilitiesResponse {
  /** Users that records can be assigned to. */
  users: UserResponsibilityDto[];
}

export interface UserResponsibilityDto {
  /** Id of the user: a permitted value of responsibility. Example: 4711. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First and last name. */
  userFullName: string | null;
  /** Branches the user works for. */
  assignedOffices: ReadUserByIdAssignedOfficeDto[];
}

export interface ValidationError {
  /** Dotted path of the faulty property, or name of the faulty parameter. Example: "location.zipCode". */
  property: string;
  /** The rule that was broken. Example: "format". */
  code: "required" | "type" | "format" | "range" | "length" | "enum" | "unknownReference" | "duplicate" | "notAllowed" | "unknownProperty";
  /** What is wrong and how to fix it. Example: "A German postal code has five digits, not beginning with 00.". */
  message: string;
}

export interface WebhookEventProtocolDto {
  /** Names this entry, and is the webhook-id of its calls. */
  id: string;
  /** Id of the event. Example: 4711. */
  eventId: number;
  /** Name of the event. Example: "candidate.created". */
  event: string;
  /** Id of the record that the endpoint takes. Example: 4711. */
  entityId: number;
  /** Path below the base address from which the record is fetched. Example: "/candidates/4711". */
  endpoint: string;
  /** HTTP method of the endpoint. Example: "GET". */
  endpointMethod: string;
  /** When the event was triggered. Example: "2026-03-02T08:15:30.000Z". */
  eventDateUtc: string;
  /** 130 transferred, 131 failed, 132 skipped; null while the first call is still to come. Example: 130. */
  sendStatusId: number | null;
  /** The status in words. Example: "Transfered". */
  sendStatus: string | null;
  /** Answer of the call when it was not 200, or why there was none. */
  sendStatusReason: string | null;
  /** The address called. */
  webhookUrl: string;
  /** Further ids; they differ by event. */
  additionalData: Record<string, unknown> | null;
  /** Calls made so far. Example: 1. */
  attempts: number;
  /** Milliseconds until the last answer. Example: 84. */
  latencyMs: number | null;
  /** Beginning of the last answer’s body. */
  answerExcerpt: string | null;
  /** When the last call ended. Example: "2026-03-02T08:15:30.000Z". */
  lastAttemptAtUtc: string | null;
  /** When the next call is due. Example: "2026-03-02T08:15:30.000Z". */
  nextAttemptAtUtc: string | null;
}

export interface WebhookEventTypesResponse {
  /** All events, by id. */
  eventTypes: WebhookReadEventTypeDto[];
}

export interface WebhookProtocolRequest {
  /** Only events triggered at or after this time. Example: "2026-03-02T08:15:30.000Z". */
  eventDateFromUtc: string;
  /** Only events triggered at or before this time. Example: "2026-03-03T08:15:30.000Z". */
  eventDateToUtc: string;
  /** Only events with this entityId. Example: 4711. */
  entityId?: number | null;
  /** Only these events; empty or absent: all. */
  eventTypes?: number[] | null;
}

export interface WebhookProtocolResponse {
  /** Entries by the time of their event, oldest first. */
  events: WebhookEventProtocolDto[];
}

export interface WebhookReadEventTypeDto {
  /** Id, for registrations and for the filter of the protocol. Example: 4711. */
  id: number;
  /** Name. Example: "candidate.created". */
  name: string;
  /** When it is triggered. */
  description: string;
  /** What it is about. Example: "candidate". */
  entity: string;
}

/** The settings. */
export interface WebhookReadSettingsDto {
  /** Format of the calls: 1482 standard, 1483 cloud event. Example: 1482. */
  eventDataTypeId: number;
  /** The format in words. Example: "Standard format". */
  eventDataType: string;
  /** Failed calls in a row after which a registration is paused. Example: 10. */
  failureThreshold: number;
  /** Time within which the receiver must answer with 200. Example: 15. */
  timeoutSeconds: number;
  /** Pauses after the first, second, … failed call of a delivery; after the last it is not called again. */
  retryScheduleSeconds: number[];
  /** How calls are signed. Example: "Standard Webhooks v1: webhook-id, webhook-timestamp, webhook-signature". */
  signing: string;
}

export interface WebhookReadSubscriptionsDto {
  /** Id of the registration. Example: 4711. */
  id: number;
  /** Id of the event. Example: 4711. */
  event: number;
  /** Name of the event. Example: "candidate.created". */
  eventName: string;
  /** The address called. */
  url: string;
  /** Whether calls have stopped after too many failures in a row; register again to go on. */
  isPaused: boolean;
  /** Failed calls since the last success. */
  errorCount: number;
  /** When it was paused. Example: "2026-03-02T08:15:30.000Z". */
  pausedAtUtc: string | null;
  /** When it was registered. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** When a call succeeded last. Example: "2026-03-02T08:15:30.000Z". */
  lastSuccessAtUtc: string | null;
}

export interface WebhookSettingsResponse {
  /** The settings. */
  settings: WebhookReadSettingsDto;
}

export interface WebhookSubscribe {
  /** Id of the event, of GET /webhooks/event/types. Example: 1401. */
  event: number;
  /** Address that takes the calls by POST: absolute, http or https, without credentials. Example: "https://hooks.example.com/stellwerk". */
  url: string;
  /** Only of a paused registration: also make the calls that failed or were skipped, oldest first. */
  resendMissed?: boolean | null;
}

export interface WebhookSubscriptionsResponse {
  /** All registrations, by id. */
  subscriptions: WebhookReadSubscriptionsDto[];
}

export interface WebhookUnsubscribe {
  /** Id of the event, of GET /webhooks/event/types. Example: 1401. */
  event: number;
  /** Address that takes the calls by POST: absolute, http or https, without credentials. Example: "https://hooks.example.com/stellwerk". */
  url: string;
}

export interface WhatsAppImportDto {
  /** Telephone number; kept as given. Without a country code it is a German one. Example: "0151 23456789". */
  phoneNumber: string;
  /** Consented to contact by messenger. Example: true. */
  consentChecked: boolean;
  /** Sets contact.hasWhatsApp, and contact.whatsAppConsentChecked as sent; becomes contact.mobile where there is none. False by default. */
  isPrimary?: boolean | null;
}

export interface WorkContractDto {
  /** Contract signed. Example: true. */
  isWorkContractSigned?: boolean | null;
  /** Time of signing; the time of the call when a contract becomes signed without one. Example: "2026-03-02T08:15:30.000Z". */
  workContractSignedAtUtc?: string | null;
  /** Did not start the job. Example: false. */
  didNotShowUpForWork?: boolean | null;
}

/** Address; a work location has no address lines. */
export interface WorkLocationAddressDto {
  /** Street; may carry the house number when streetNumber is not sent. Example: "Hauptstraße". */
  street?: string | null;
  /** House number. Example: "12a". */
  streetNumber?: string | null;
  /** Postal code: five digits in Germany, four in Austria and Switzerland. Example: "10115". */
  zipCode?: string | null;
  /** City. Example: "Berlin". */
  city?: string | null;
  /** Country (GET /masterdata/countries). Example: 276. */
  countryId?: number | null;
  /** Federal state (GET /masterdata/federalstates). Example: 27602. */
  federalStateId?: number | null;
}

export interface WorkLocationChangeDto {
  /** Designation. Example: "Halle 3". */
  description?: string | null;
  /** Directions for arrival. Example: "Pforte West, dann rechts". */
  directions?: string | null;
  /** Contact person: a contact of the same company, at any site. */
  contactId?: number | null;
  /** Address; a work location has no address lines. */
  location?: WorkLocationAddressDto | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface WorkLocationCreateDto {
  /** Designation. Example: "Halle 3". */
  description?: string | null;
  /** Directions for arrival. Example: "Pforte West, dann rechts". */
  directions?: string | null;
  /** Contact person: a contact of the same company, at any site. */
  contactId?: number | null;
  /** Address; a work location has no address lines. */
  location?: WorkLocationAddressDto | null;
  /** Id in the source system; unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports; not in the future. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface WorkLocationDto {
  /** Company. Example: 4711. */
  customerId: number;
  /** Name of the company. */
  customerName: string | null;
  /** Site. Example: 4711. */
  officeId: number;
  /** Designation of the site. */
  officeDescription: string | null;
  /** Id of the work location. Example: 4711. */
  id: number;
  /** Second, global id of the work location. */
  rowGuid: string;
  /** Designation. */
  description: string | null;
  /** Contact person. Example: 4711. */
  contactId: number | null;
  /** Address. */
  address: AddressReadDto;
  /** Directions for arrival. */
  directions: string | null;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When the id in the source system was first given. Example: "2026-03-02T08:15:30.000Z". */
  importedAtUtc: string | null;
  /** Creation time; for imports that of the source system. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc: string;
  /** Time of the last change. Example: "2026-03-02T08:15:30.000Z". */
  modifiedAtUtc: string;
}

export interface CandidateChanges {
  /** Those of the candidates that were created in the period. */
  new: CandidateChangesDetailsDto[];
  /** Those of the candidates that were changed in the period and existed before. */
  modified: CandidateChangesDetailsDto[];
  /** Those of the candidates that were deleted in the period. */
  deleted: CandidateChangesDetailsDto[];
}

export interface CompanyChanges {
  /** Those of the companies that were created in the period. */
  new: CompanyChangesDetailsDto[];
  /** Those of the companies that were changed in the period and existed before. */
  modified: CompanyChangesDetailsDto[];
  /** Those of the companies that were deleted in the period. */
  deleted: CompanyChangesDetailsDto[];
}

export interface DocumentChanges {
  /** Those of the documents that were created in the period. */
  new: DocumentChangesDetailsDto[];
  /** Those of the documents that were changed in the period and existed before. */
  modified: DocumentChangesDetailsDto[];
  /** Those of the documents that were deleted in the period. */
  deleted: DocumentChangesDetailsDto[];
}

export interface JobAdChanges {
  /** Those of the job ads that were created in the period. */
  new: JobAdChangesDetailsDto[];
  /** Those of the job ads that were changed in the period and existed before. */
  modified: JobAdChangesDetailsDto[];
  /** Those of the job ads that were deleted in the period. */
  deleted: JobAdChangesDetailsDto[];
}
