// Generated from openapi/v3.json by npm run gen. Change the document, not this file.

import type { ByteSource } from '../core/request-body.ts';

export interface ActiveUpdateDto {
  /** false deactivates the record without deleting it, true activates it. */
  isActive: boolean;
}

/** Postal address to store. */
export interface AddressCreateDto {
  /** Street. It can contain the house number if streetNumber is not sent, which is then split off. A street that equals the stored one is kept whole. Example: "Hauptstraße". */
  street?: string | null;
  /** House number. Example: "12a". */
  streetNumber?: string | null;
  /** Postal code: five digits in Germany, four in Austria and Switzerland. Example: "10115". */
  zipCode?: string | null;
  /** City. Example: "Berlin". */
  city?: string | null;
  /** Country (GET /masterdata/countries). */
  countryId?: number | null;
  /** Federal state (GET /masterdata/federalstates). */
  federalStateId?: number | null;
  /** First additional address line. */
  addressLine1?: string | null;
  /** Second additional address line. */
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
  /** Country. */
  countryId: number | null;
  /** Name of the country. */
  countryName: string | null;
  /** Federal state. */
  federalStateId: number | null;
  /** Name of the federal state. */
  federalStateName: string | null;
  /** First additional address line. */
  addressLine1: string | null;
  /** Second additional address line. */
  addressLine2: string | null;
  /** Latitude in degrees (WGS 84). Computed, read-only. */
  geoLat: number | null;
  /** Longitude in degrees (WGS 84). Computed, read-only. */
  geoLon: number | null;
}

export interface ApplyImportDto {
  /** Recruiter who handles the application (GET /users/responsibilities), or who handled it and has left since (GET /users). */
  recruiterId: number;
  /** Job ad (its integer id). Without one, the application is speculative. */
  jobAdId?: number | null;
  /** Channel through which the candidate applied. Defaults to 51 (Import). */
  channelId?: number | null;
  /** When the candidate applied. Defaults to the time of the call. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  appliedAtUtc?: string | null;
  /** Message from the candidate. */
  message?: string | null;
  /** Id of the application in the source system, unique among the tenant’s applications. A second application with it is a 400 with duplicate, at any time, and existingId is the first one. Example: "crm-application-55". */
  importExternalId?: string | null;
}

export interface AttachmentCreateDto {
  /** File name. Directories and control characters are removed. Example: "brief.pdf". */
  filename?: string | null;
  /** The file as a data URL of the form data:<mimetype>;base64,<base64_string>. At most 25 MB (26,214,400 bytes). The stored media type is detected from the contents. */
  file: string | ByteSource;
}

export interface BaseCreateResponse {
  /** Id of the created record. */
  id: number;
}

export interface BaseSuccessResponse {
  /** Always true. A failure has a different status. */
  success: boolean;
}

export interface BranchDto {
  /** Id of the branch. It is the officeId of filters, candidates, job ads, and requests. */
  id: number;
  /** Second, global id of the branch. */
  rowGuid: string;
  /** Name. */
  name: string;
  /** Number that the tenant has assigned. */
  number: string | null;
  /** Address. */
  location: AddressReadDto;
  /** Telephone number. */
  phone: string | null;
  /** Email address. */
  email: string | null;
  /** Whether new records can refer to it. */
  isActive: boolean;
}

export interface BranchesResponse {
  /** All branches, sorted by id. */
  branches: BranchDto[];
}

export interface CandidateApplicationDto {
  /** Id of the application. */
  id: number;
  /** Job ad. Null for a speculative application. */
  jobAdId: number | null;
  /** Title of the job ad. */
  jobAd: string | null;
  /** Channel of the application. */
  channelId: number;
  /** Name in the language from Accept-Language. */
  channel: string | null;
  /** Recruiter. */
  recruiterId: number | null;
  /** Branch of the application: the one that was sent with it, or that of its job ad at that time. It stays when the job ad goes to another branch. Null if there was none: reports then count the application for the present branch of its job ad, or else of its candidate. */
  officeId: number | null;
  /** When the candidate applied. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  appliedAtUtc: string;
  /** Message from the candidate. */
  message: string | null;
  /** Answers from the application form, in any structure. */
  data: Record<string, unknown> | null;
  /** The values of the application as the candidate sent them, under the names of POST /candidates/applies/external, without data, message, importExternalId, and the contents of documents. The profile of a known candidate does not change, so its new values are only here. Null for an application recorded through POST /candidates/{id}/apply. */
  submitted: Record<string, unknown> | null;
  /** Stage of the application. Open: new, inReview, interview, offer. Closed: hired, rejected, withdrawn. Hired and rejected are set together with the status of the candidate. */
  stage: "new" | "inReview" | "interview" | "offer" | "hired" | "rejected" | "withdrawn";
  /** When the application came to its stage. For one that was never moved, when the candidate applied. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  stageChangedAtUtc: string;
  /** Id of the application in the source system. Null if none was sent. */
  importExternalId: string | null;
}

export interface CandidateApplicationsResponse {
  /** Applications of the candidate, sorted by id. */
  applies: CandidateApplicationDto[];
}

/** When and how the candidate can work. */
export interface CandidateAvailability {
  /** First day the candidate can start. Example: "2026-03-02". */
  availableFrom?: string | null;
  /** Notice period, as free text. Example: "4 Wochen zum Monatsende". */
  noticePeriod?: string | null;
  /** Hours per week, 0 to 60. Rounded to 2 decimal places. */
  weeklyHours?: number | null;
  /** Expected salary per salaryPeriod. Rounded to 2 decimal places. */
  salaryExpectation?: number | null;
  /** Period that salaryExpectation refers to. */
  salaryPeriod?: "hour" | "month" | "year" | null;
  /** ISO 4217 code of the currency. Example: "EUR". */
  currency?: string | null;
  /** Whether the candidate is willing to work shifts. */
  shiftWork?: boolean | null;
  /** Largest distance from home to work in kilometers, at most 1000. */
  radiusKm?: number | null;
  /** Whether the candidate has a car. */
  hasCar?: boolean | null;
}

/** When and how the candidate can work. */
export interface CandidateAvailabilityRead {
  /** First day the candidate can start. */
  availableFrom: string | null;
  /** Notice period. */
  noticePeriod: string | null;
  /** Hours per week. */
  weeklyHours: number | null;
  /** Expected salary per salaryPeriod. */
  salaryExpectation: number | null;
  /** hour, month, or year. */
  salaryPeriod: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** Whether the candidate is willing to work shifts. */
  shiftWork: boolean | null;
  /** Largest distance from home to work in kilometers. */
  radiusKm: number | null;
  /** Whether the candidate has a car. */
  hasCar: boolean | null;
}

/** Date and place of birth. */
export interface CandidateBirth {
  /** Date of birth, for an age of 13 to 110 years. Example: "1990-05-17". */
  date?: string | null;
  /** Place of birth. */
  place?: string | null;
  /** Name at birth. */
  name?: string | null;
  /** Country of birth (GET /masterdata/countries). */
  countryId?: number | null;
}

/** Date and place of birth. */
export interface CandidateBirthRead {
  /** Date of birth. */
  date: string | null;
  /** Place of birth. */
  place: string | null;
  /** Name at birth. */
  name: string | null;
  /** Country of birth. */
  countryId: number | null;
}

export interface CandidateChangeDto {
  /** First name. Example: "Ada". */
  firstName?: string;
  /** Last name. Example: "Muster". */
  lastName?: string;
  /** 1 Mr, 2 Ms, 3 not specified. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Gender (GET /masterdata/genders). */
  genderId?: number | null;
  /** Nationality (GET /masterdata/nationalities). */
  nationalityId?: number | null;
  /** Requirement level (GET /masterdata/levels). */
  levelId?: number | null;
  /** Branch (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Date and place of birth. */
  birth?: CandidateBirth | null;
  /** Contact details. */
  contact?: CandidateContact | null;
  /** Home address. */
  location?: AddressCreateDto | null;
  /** Source of the candidate (GET /masterdata/sourcesofsupply). */
  sourceOfSupplyId?: number | null;
  /** Position that the candidate is looking for. */
  desiredPosition?: string | null;
  /** When and how the candidate can work. */
  availability?: CandidateAvailability | null;
  /** Work permit. */
  workPermit?: CandidateWorkPermit | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system, unique among the tenant’s candidates. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CandidateChanges {
  /** The candidates created in the period. */
  new: CandidateChangesDetailsDto[];
  /** The candidates that existed before the period and were changed in it. */
  modified: CandidateChangesDetailsDto[];
  /** The candidates deleted in the period. */
  deleted: CandidateDeletionDto[];
}

export interface CandidateChangesDetailsDto {
  /** Id of the record. */
  id: number;
  /** Global id of the record, in addition to id. */
  rowGuid: string;
  /** Branch of the record after the change. Null if it has none. */
  officeId: number | null;
  /** Time of the record’s last change in the period. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  changedAtUtc: string;
}

export interface CandidateCommunicationDto {
  /** Id of the communication. */
  id: number;
  /** Kind (GET /masterdata/communicationtypes). */
  communicationTypeId: number;
  /** Name in the language from Accept-Language. */
  communicationType: string | null;
  /** Subject. */
  subject: string | null;
  /** Text. */
  text: string | null;
  /** in (from the candidate) or out (to the candidate). */
  direction: string | null;
  /** User who communicated with the candidate. */
  userId: number | null;
  /** When it took place. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  occurredAtUtc: string;
  /** Attached files, without their contents. */
  attachments: CommunicationAttachmentDto[];
}

/** Contact details. */
export interface CandidateContact {
  /** Email address. Example: "ada.muster@example.org". */
  email?: string | null;
  /** Phone number, stored as sent. Without a country code, it is read as a German number. Example: "+49 30 901820". */
  phone?: string | null;
  /** Mobile number, stored as sent. Without a country code, it is read as a German number. Example: "0151 23456789". */
  mobile?: string | null;
  /** URL of a website, http or https. */
  website?: string | null;
  /** Whether the candidate uses WhatsApp. */
  hasWhatsApp?: boolean | null;
  /** Whether the candidate consented to contact through WhatsApp. */
  whatsAppConsentChecked?: boolean | null;
}

/** Contact details. */
export interface CandidateContactRead {
  /** Email address. */
  email: string | null;
  /** Phone number. */
  phone: string | null;
  /** Mobile number. */
  mobile: string | null;
  /** URL of a website. */
  website: string | null;
  /** Whether the candidate uses WhatsApp. */
  hasWhatsApp: boolean | null;
  /** Whether the candidate consented to contact through WhatsApp. */
  whatsAppConsentChecked: boolean | null;
}

export interface CandidateCreateDto {
  /** First name. Example: "Ada". */
  firstName: string;
  /** Last name. Example: "Muster". */
  lastName: string;
  /** 1 Mr, 2 Ms, 3 not specified. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Gender (GET /masterdata/genders). */
  genderId?: number | null;
  /** Nationality (GET /masterdata/nationalities). */
  nationalityId?: number | null;
  /** Requirement level (GET /masterdata/levels). */
  levelId?: number | null;
  /** Branch (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Date and place of birth. */
  birth?: CandidateBirth | null;
  /** Contact details. */
  contact?: CandidateContact | null;
  /** Home address. */
  location?: AddressCreateDto | null;
  /** Source of the candidate (GET /masterdata/sourcesofsupply). */
  sourceOfSupplyId?: number | null;
  /** Position that the candidate is looking for. */
  desiredPosition?: string | null;
  /** When and how the candidate can work. */
  availability?: CandidateAvailability | null;
  /** Work permit. */
  workPermit?: CandidateWorkPermit | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system, unique among the tenant’s candidates. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CandidateDeletionDto {
  /** Id of the record. */
  id: number;
  /** Global id of the record, in addition to id. */
  rowGuid: string;
  /** Branch of the record after the change. Null if it has none. */
  officeId: number | null;
  /** Time of the record’s last change in the period. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  changedAtUtc: string;
  /** Candidate that this one was merged into, and that has its data. It can have been merged or deleted since, as the same or a later period then says. Null if the candidate was erased, or merged by a version before this property. */
  mergedIntoId: number | null;
}

export interface CandidateDocumentListDetailsDto {
  /** Id of the document. */
  id: number;
  /** File name. */
  originalFileName: string | null;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Media type, detected from the contents. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 hash of the contents, in hexadecimal. */
  sha256: string;
  /** State of CV parsing. Null if parsing was not requested. */
  cvParsingState: "requested" | "done" | "failed" | null;
  /** Why CV parsing failed. */
  cvParsingMessage: string | null;
  /** Code of cvParsingMessage, for texts of your own. `retried` means that the service reads the file again. Null if parsing did not fail, or if an earlier version wrote the message in other words. */
  cvParsingReason: "unknownFormat" | "oldWord" | "image" | "otherImage" | "scan" | "unrecognized" | "tooManyPixels" | "encrypted" | "damaged" | "noText" | "tooLarge" | "tooManyEntries" | "suspiciousCompression" | "timeout" | "memory" | "crashed" | "unreadable" | "internal" | "retried" | null;
  /** Number of values that were read from the document as a CV and wait for a decision. GET …/proposals lists them. */
  openProposals: number;
  /** When the document was added. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** When the document was last modified. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Id of the candidate. */
  candidateId: number;
}

export interface CandidateDocumentSummaryDto {
  /** Id of the document. */
  id: number;
  /** File name. */
  originalFileName: string | null;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Media type, detected from the contents. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
  /** When the document was added. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** When the document was last changed. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface CandidateDocumentsResponse {
  /** The documents without their contents, sorted by id. */
  candidateDocuments: CandidateDocumentListDetailsDto[];
}

export interface CandidateDriversLicenseReadDto {
  /** Id of the assignment. Paths use driversLicenseId instead. */
  id: number;
  /** Driver's license (GET /masterdata/driverslicenses). */
  driversLicenseId: number;
  /** Name in the language from Accept-Language. */
  name: string | null;
  /** Day of issue. */
  issuedAt: string | null;
  /** Last day of validity. */
  validUntil: string | null;
}

export interface CandidateDto {
  /** Id of the candidate. */
  id: number;
  /** GUID of the candidate. */
  rowGuid: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Salutation. */
  salutationId: number | null;
  /** Academic title. */
  title: string | null;
  /** Gender. */
  genderId: number | null;
  /** Nationality. */
  nationalityId: number | null;
  /** Requirement level. */
  levelId: number | null;
  /** Branch. */
  officeId: number | null;
  /** Responsible user. */
  responsibility: number | null;
  /** Date and place of birth. */
  birth: CandidateBirthRead;
  /** Contact details. */
  contact: CandidateContactRead;
  /** Address. */
  location: AddressReadDto;
  /** Source of supply. */
  sourceOfSupplyId: number | null;
  /** Position that the candidate is looking for. */
  desiredPosition: string | null;
  /** When and how the candidate can work. */
  availability: CandidateAvailabilityRead;
  /** Work permit. */
  workPermit: CandidateWorkPermitRead;
  /** Remarks. */
  remarks: string | null;
  /** Status: 23 archived, 2003 hired, 2004 rejected, 2005 qualified. Null if no status has been set. */
  statusId: number | null;
  /** Name in the language from Accept-Language. */
  status: string | null;
  /** When the status was set. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  statusChangedAtUtc: string | null;
  /** Whether recruiters see the candidate. True after the first application. */
  isVisible: boolean;
  /** Work contract. */
  workContract: CandidateWorkContractRead;
  /** End of operation. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  endOfOperationAtUtc: string | null;
  /** Id in the source system. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Whether the candidate has a picture. */
  hasPicture: boolean;
  /** Additional email addresses and phone numbers. */
  contactChannels: ContactChannelDto[];
  /** Languages. */
  languages: CandidateLanguageReadDto[];
  /** Professions. */
  professionObjects: CandidateProfessionReadDto[];
  /** Qualifications. */
  qualifications: CandidateQualificationReadDto[];
  /** Driver's licenses. */
  driversLicences: CandidateDriversLicenseReadDto[];
  /** Keywords. */
  keywords: CandidateKeywordDto[];
  /** Resume. */
  resume: CandidateResumeDto;
  /** Communications. */
  communications: CandidateCommunicationDto[];
  /** Documents, without their contents. */
  documents: CandidateDocumentSummaryDto[];
  /** Applications. */
  applies: CandidateApplicationDto[];
}

export interface CandidateDuplicateDto {
  /** Id of the candidate. */
  id: number;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Email address. */
  email: string | null;
  /** City. */
  city: string | null;
  /** How likely the candidate is the same person, 0 to 1. At most 0.99, because no match proves it. */
  score: number;
  /** The kinds of match. The more, the higher the score. email and emailCanonical count as one. */
  matchedOn: ("email" | "emailCanonical" | "phone" | "name" | "birthDate")[];
}

export interface CandidateDuplicatesResponse {
  /** Candidates that may be the same person, highest score first. */
  duplicates: CandidateDuplicateDto[];
}

export interface CandidateEducationDto {
  /** School. Example: "Gesamtschule Mitte". */
  school: string;
  /** School-leaving qualification. Example: "Mittlere Reife". */
  graduation?: string | null;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day. Must not be before fromDate. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Grade. */
  grade?: string | null;
  /** City. */
  city?: string | null;
}

export interface CandidateExportResponse {
  /** The candidates with all their details, sorted by id. */
  candidates: CandidateDto[];
}

export interface CandidateFurtherTrainingDto {
  /** Title of the training. Example: "Ladungssicherung". */
  title: string;
  /** Provider. */
  provider?: string | null;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day. Must not be before fromDate. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Duration in hours. Rounded to 2 decimal places. */
  hours?: number | null;
  /** Certificate. */
  certificate?: string | null;
}

export interface CandidateKeywordDto {
  /** Id of the keyword. */
  id: number;
  /** The keyword. */
  keyword: string;
}

export interface CandidateLanguageDto {
  /** Language (GET /masterdata/languages). */
  languageId: number;
  /** Level: 629 A1, 630 A2, 631 B1, 632 B2, 633 C1, 634 C2, 635 native speaker. */
  languageLevelId?: number | null;
  /** Alias of languageLevelId. */
  levelId?: number | null;
}

export interface CandidateLanguageLevelDto {
  /** Level: 629 A1, 630 A2, 631 B1, 632 B2, 633 C1, 634 C2, 635 native speaker. */
  levelId: number;
}

export interface CandidateLanguageReadDto {
  /** Id of the assignment. Paths use languageId instead. */
  id: number;
  /** Language (GET /masterdata/languages). */
  languageId: number;
  /** Name in the language from Accept-Language. */
  name: string | null;
  /** Level (GET /masterdata/languagelevels). */
  languageLevelId: number | null;
  /** Name in the language from Accept-Language. */
  level: string | null;
}

export interface CandidateListItemDto {
  /** Id of the candidate. */
  id: number;
  /** GUID of the candidate. */
  rowGuid: string;
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Email address. */
  email: string | null;
  /** City. */
  city: string | null;
  /** Status. */
  statusId: number | null;
  /** Branch. */
  officeId: number | null;
  /** Whether recruiters see the candidate. */
  isVisible: boolean;
  /** Creation time. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface CandidatePictureCreateDto {
  /** JPEG, PNG, or WebP image as Base64, with or without a data URL prefix. At most 10 MB (10,485,760 bytes). */
  picture: string | ByteSource;
  /** File name. Directories and control characters are removed. Example: "ada.jpg". */
  filename?: string | null;
}

export interface CandidateProfessionReadDto {
  /** Id of the assignment. Paths use professionId instead. */
  id: number;
  /** Key in the occupation catalog. */
  professionId: number;
  /** Name in the language from Accept-Language. */
  name: string | null;
  /** Whether this is the main profession. */
  isPrimary: boolean;
  /** Years of experience. */
  yearsOfExperience: number | null;
}

export interface CandidateProfessionalTrainingDto {
  /** Institution. Example: "Berufsschule Berlin". */
  institution: string;
  /** Occupation learned or subject studied. Example: "Fachkraft für Lagerlogistik". */
  profession: string;
  /** Degree. */
  degree?: string | null;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day. Must not be before fromDate. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Whether the candidate completed it. */
  isCompleted?: boolean | null;
  /** Description. */
  description?: string | null;
}

export interface CandidateQualificationReadDto {
  /** Id of the assignment. Paths use qualificationId instead. */
  id: number;
  /** Qualification (GET /masterdata/qualifications). */
  qualificationId: number;
  /** Name in the language from Accept-Language. */
  name: string | null;
  /** Score, 1 to 5. */
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

export interface CandidateStatusList {
  /** All entries, sorted by id. */
  candidatestatus: CandidateStatusValue[];
}

export interface CandidateStatusValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

/** Work contract. */
export interface CandidateWorkContractRead {
  /** Whether the contract is signed. */
  isWorkContractSigned: boolean | null;
  /** When the contract was signed. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  workContractSignedAtUtc: string | null;
  /** Whether the candidate failed to start the job. */
  didNotShowUpForWork: boolean | null;
}

/** Work permit. */
export interface CandidateWorkPermit {
  /** Whether the candidate needs a work permit. */
  required?: boolean | null;
  /** Last day of the work permit. Example: "2026-03-02". */
  validUntil?: string | null;
}

/** Work permit. */
export interface CandidateWorkPermitRead {
  /** Whether the candidate needs a work permit. */
  required: boolean | null;
  /** Last day of the work permit. */
  validUntil: string | null;
}

export interface CandidatesResponse {
  /** The candidates, sorted by id. */
  candidates: CandidateListItemDto[];
}

export interface ChangeDto {
  /** Position of this change in the feed. */
  cursor: string;
  /** Record type. */
  entity: "candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch";
  /** Kind of the change. */
  change: "new" | "modified" | "deleted";
  /** Id of the record, as endpoint has it. For a job ad, it is the jobAdId of the record, not its id, which is a UUID. */
  id: number;
  /** Path of the record under the base URL. Null if it was deleted. */
  endpoint: string | null;
  /** Candidate that a document belongs to, so a mirror can find the candidate without fetching the document. Null for other record types. */
  candidateId: number | null;
  /** Candidate that a deleted candidate was merged into, and that has its data. It can have been merged or deleted since, as a later change then says. Null if the candidate was erased, or merged by a version before this property, and for all other changes. */
  mergedIntoId: number | null;
  /** Time of the change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  changedAtUtc: string;
}

export interface ChangesResponse {
  /** Changes in a stable order. */
  changes: ChangeDto[];
  /** Cursor of the next page. Store it together with the changes that were read. */
  nextCursor: string;
  /** Whether another page is available now. */
  hasMore: boolean;
}

export interface ChannelList {
  /** All entries, sorted by id. */
  channels: ChannelValue[];
}

export interface ChannelPerformanceDto {
  /** Id of the channel (GET /masterdata/channels). */
  channelId: number;
  /** Name in the language that Accept-Language selects; null if the channel has no entry. */
  channel: string | null;
  /** Number of views on the job portal. */
  views: number;
  /** Number of times the application form was opened on the job portal. */
  applyClicks: number;
  /** Number of applications received in the period. */
  applications: number;
  /** Number of applications that came to the stage hired in the period and are still in it. */
  hires: number;
  /** Number of applications that came to the stage rejected in the period and are still in it. */
  rejections: number;
  /** applications divided by views, with four decimals; null without views. Can exceed 1, because imports and other external applications have no views. */
  conversionRate: number | null;
  /** Number of days (UTC) in the period, until today, on which the job ad was published. A partial day counts as one. The days of several job ads are added up. */
  publishedDays: number;
}

export interface ChannelValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface ChannelsPerformanceResponse {
  /** Whether the call failed. Always false with status 200. */
  isFaulty: boolean;
  /** One entry per channel with a figure in the period, sorted by channelId. */
  data: ChannelPerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface CommunicationAttachmentDto {
  /** Id of the attachment. */
  id: number;
  /** File name. */
  originalFileName: string | null;
  /** Media type, detected from the contents. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
  /** When the attachment was added. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
}

export interface CommunicationCreateDto {
  /** Kind of communication (GET /masterdata/communicationtypes). */
  communicationTypeId: number;
  /** Subject. Example: "Interview on Monday". */
  subject?: string | null;
  /** Text. */
  text?: string | null;
  /** When the communication took place. Defaults to the time of the call. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  occurredAtUtc?: string | null;
  /** From the candidate (in) or to the candidate (out). */
  direction?: "in" | "out" | null;
  /** User who communicated with the candidate (GET /users). */
  userId?: number | null;
}

export interface CommunicationTypeList {
  /** All entries, sorted by id. */
  communicationtypes: CommunicationTypeValue[];
}

export interface CommunicationTypeValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable key for programs. */
  key?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface CompanyActivitiesResponse {
  /** The activities of the company, newest first. */
  activities: CompanyActivityDto[];
}

export interface CompanyActivityCreateDto {
  /** What happened. Example: "Visited the new hall.". */
  text: string;
  /** When it happened. Defaults to the time of the call. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  occurredAtUtc?: string | null;
}

export interface CompanyActivityDto {
  /** Id of the activity. */
  id: number;
  /** note was written by a user or an API client. statusChanged and contractStatusChanged concern the company. created, changed, deleted, activated, and deactivated concern the site, work location, or contact that entity and entityId name. */
  kind: "note" | "created" | "changed" | "deleted" | "activated" | "deactivated" | "statusChanged" | "contractStatusChanged";
  /** What happened. Texts that the service writes are in the language of Accept-Language, or in English if they are from before it had German ones. Comments and notes are shown as they were written. */
  text: string;
  /** Type of the record that the activity is about. */
  entity: "company" | "site" | "location" | "contact";
  /** Id of that record. */
  entityId: number;
  /** Name of the user or API client; null if the service made the change. */
  userName: string | null;
  /** When it happened. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  atUtc: string;
}

export interface CompanyChangeDto {
  /** Name. Example: "Nordkai Logistik GmbH". */
  name?: string;
  /** Second line of the name. */
  name2?: string | null;
  /** Customer number, unique within the tenant. Example: "K-10023". */
  customerNumber?: string | null;
  /** Industry (GET /masterdata/industries). */
  industryId?: number | null;
  /** Branch in charge of the company (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Contact data. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** VAT identification number, stored as sent. Example: "DE123456789". */
  vatId?: string | null;
  /** Number of employees. */
  employees?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CompanyChanges {
  /** The companies created in the period. */
  new: CompanyChangesDetailsDto[];
  /** The companies that existed before the period and were changed in it. */
  modified: CompanyChangesDetailsDto[];
  /** The companies deleted in the period. */
  deleted: CompanyChangesDetailsDto[];
}

export interface CompanyChangesDetailsDto {
  /** Id of the record. */
  id: number;
  /** Global id of the record, in addition to id. */
  rowGuid: string;
  /** Branch of the record after the change. Null if it has none. */
  officeId: number | null;
  /** Time of the record’s last change in the period. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  changedAtUtc: string;
}

export interface CompanyContactChangeDto {
  /** First name. Example: "Sabine". */
  firstName?: string | null;
  /** Last name. Example: "Vogt". */
  lastName?: string;
  /** 1 is Mr, 2 is Ms, 3 is not specified. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Job title. Example: "Personalleitung". */
  position?: string | null;
  /** Department. */
  department?: string | null;
  /** Email address. Example: "s.vogt@example.org". */
  email?: string | null;
  /** Phone number, stored as sent. Example: "040 66969101". */
  phone?: string | null;
  /** Mobile number, stored as sent. */
  mobile?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CompanyContactCreateDto {
  /** First name. Example: "Sabine". */
  firstName?: string | null;
  /** Last name. Example: "Vogt". */
  lastName: string;
  /** 1 is Mr, 2 is Ms, 3 is not specified. */
  salutationId?: number | null;
  /** Academic title. */
  title?: string | null;
  /** Job title. Example: "Personalleitung". */
  position?: string | null;
  /** Department. */
  department?: string | null;
  /** Email address. Example: "s.vogt@example.org". */
  email?: string | null;
  /** Phone number, stored as sent. Example: "040 66969101". */
  phone?: string | null;
  /** Mobile number, stored as sent. */
  mobile?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

/** How to reach the company or the site itself. The people who work there are contacts (CompanyContactDto). */
export interface CompanyContactData {
  /** Email address. Example: "info@example.org". */
  email?: string | null;
  /** Phone number, stored as sent. Example: "030 23125100". */
  phone?: string | null;
  /** Fax number, stored as sent. */
  fax?: string | null;
  /** URL of the website, http or https. */
  website?: string | null;
}

/** How to reach the company or the site itself. The people who work there are contacts (CompanyContactDto). */
export interface CompanyContactDataRead {
  /** Email address; null if unknown. */
  email: string | null;
  /** Phone number; null if unknown. */
  phone: string | null;
  /** Fax number; null if unknown. */
  fax: string | null;
  /** URL of the website; null if unknown. */
  website: string | null;
}

/** A contact: a person who works at a site of a company. */
export interface CompanyContactDto {
  /** Id of the contact. */
  id: number;
  /** Global id of the contact. */
  rowGuid: string;
  /** Id of the company. */
  customerId: number;
  /** Name of the company. */
  customerName: string | null;
  /** Id of the site. */
  officeId: number;
  /** Name of the site. */
  officeDescription: string | null;
  /** First name; null if unknown. */
  firstName: string | null;
  /** Last name. */
  lastName: string;
  /** Id of the salutation; null if not set. */
  salutationId: number | null;
  /** Name in the language that Accept-Language selects; null if not set. */
  salutation: string | null;
  /** Academic title; null if not set. */
  title: string | null;
  /** Job title; null if not set. */
  position: string | null;
  /** Department; null if not set. */
  department: string | null;
  /** Email address; null if unknown. */
  email: string | null;
  /** Phone number; null if unknown. */
  phone: string | null;
  /** Mobile number; null if unknown. */
  mobile: string | null;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** Remarks; null if not set. */
  remarks: string | null;
  /** Whether the contact is active. */
  isActive: boolean;
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface CompanyCreateDto {
  /** Name. Example: "Nordkai Logistik GmbH". */
  name: string;
  /** Second line of the name. */
  name2?: string | null;
  /** Customer number, unique within the tenant. Example: "K-10023". */
  customerNumber?: string | null;
  /** Industry (GET /masterdata/industries). */
  industryId?: number | null;
  /** Branch in charge of the company (GET /branches). */
  officeId?: number | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Contact data. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** VAT identification number, stored as sent. Example: "DE123456789". */
  vatId?: string | null;
  /** Number of employees. */
  employees?: number | null;
  /** Remarks. */
  remarks?: string | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface CompanyDto {
  /** Id of the company. */
  id: number;
  /** Global id of the company. */
  rowGuid: string;
  /** Name. */
  name: string;
  /** Second line of the name; null if not set. */
  name2: string | null;
  /** Customer number; null if not set. */
  customerNumber: string | null;
  /** Id of the industry; null if not set. */
  industryId: number | null;
  /** Name in the language that Accept-Language selects; null if not set. */
  industry: string | null;
  /** Id of the branch; null if not set. */
  officeId: number | null;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** Contact data. */
  contact: CompanyContactDataRead;
  /** Address. */
  location: AddressReadDto;
  /** VAT identification number; null if not set. */
  vatId: string | null;
  /** Number of employees; null if unknown. */
  employees: number | null;
  /** Remarks; null if not set. */
  remarks: string | null;
  /** Id of the status. Starts as 1 (lead). */
  statusId: number;
  /** Name in the language that Accept-Language selects; null if not set. */
  status: string | null;
  /** Id of the contract status. Starts as 1 (no contract). */
  contractStatusId: number;
  /** Name in the language that Accept-Language selects; null if not set. */
  contractStatus: string | null;
  /** First day on which the contract status is valid; null if not set. */
  contractValidFrom: string | null;
  /** Sites of the company, including inactive ones, sorted by id. */
  offices: CompanyOfficeDto[];
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface CompanyOfficeDto {
  /** Id of the site, for GET /customers/offices/{officeId}. */
  id: number;
  /** Name of the site. */
  description: string;
  /** City; null if not set. */
  city: string | null;
  /** Whether the site is active. */
  isActive: boolean;
}

export interface CompanyStatusList {
  /** All entries, sorted by id. */
  customerstatus: CompanyStatusValue[];
}

export interface CompanyStatusUpdateDto {
  /** Status (GET /masterdata/customerstatus). */
  statusId: number;
  /** Reason for the status; appears in the activity. */
  comment?: string | null;
}

export interface CompanyStatusValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable key for programs. */
  key?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface ContactChannelDto {
  /** Id of the channel. */
  id: number;
  /** Kind of channel. */
  kind: "email" | "sms" | "whatsapp";
  /** Email address or phone number. */
  address: string;
  /** Whether this is the primary channel of its kind, also shown in contact. */
  isPrimary: boolean;
  /** Whether the candidate consented to contact. */
  consentChecked: boolean | null;
}

export interface ContractStatusList {
  /** All entries, sorted by id. */
  contractstatus: ContractStatusValue[];
}

export interface ContractStatusUpdateDto {
  /** Status (GET /masterdata/contractstatus). */
  contractStatusId: number;
  /** First day on which the status is valid. Example: "2026-03-02". */
  validFrom?: string | null;
  /** Reason for the status; appears in the activity. */
  comment?: string | null;
}

export interface ContractStatusValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable key for programs. */
  key?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface CountryList {
  /** All entries, sorted by id. */
  countries: CountryValue[];
}

export interface CountryValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** ISO 3166-1 alpha-2 code. */
  alpha2?: string | null;
  /** ISO 3166-1 alpha-3 code. */
  alpha3?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface CustomerRequestEvaluationDto {
  /** Id of the current branch of the requests. */
  officeId: number;
  /** Name of the branch. */
  office: string;
  /** Kind of the requests. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Number of requests created in the period. */
  opened: number;
  /** Number of requests that were set to filled in the period and not opened again or cancelled by its end. Each counts once, also if it was closed afterwards. */
  filled: number;
  /** Number of requests that were cancelled in the period. */
  cancelled: number;
  /** Number of requests open or in progress at the end of the period, or now if the period has not ended. */
  open: number;
  /** Sum of headcount over the requests in opened. */
  headcountRequested: number;
  /** Sum of headcount over the requests in filled. */
  headcountFilled: number;
  /** Average number of days from creation until first filled, over the requests in filled, with one decimal; null if filled is 0. */
  averageDaysToFill: number | null;
}

export interface CustomerRequestEvaluationResponse {
  /** Whether the call failed. Always false with status 200. */
  isFaulty: boolean;
  /** One row per branch and kind with a figure in the period, sorted by officeId and kind. */
  data: CustomerRequestEvaluationDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface DirectPlacementRequestChangeDto {
  /** Branch that handles the request (GET /branches). */
  officeId?: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** Title, such as the position to fill. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title?: string;
  /** Key of the occupation catalog (GET /masterdata/professions). */
  professionId?: number | null;
  /** Number of people needed, 1 to 1000. */
  headcount?: number;
  /** First day of work. Example: "2026-05-01". */
  startDate?: string;
  /** Last day of work. Must not be before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** Description of the work. */
  description?: string | null;
  /** Required qualifications. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Minimum annual salary, in euros. Rounded to 2 decimal places. */
  salaryFrom?: number | null;
  /** Maximum annual salary, at least salaryFrom, in euros. Rounded to 2 decimal places. */
  salaryTo?: number | null;
  /** Fee in percent of the first annual salary, 0 to 100. Rounded to 2 decimal places. */
  feePercent?: number | null;
}

export interface DirectPlacementRequestCreateDto {
  /** Branch that handles the request (GET /branches). */
  officeId: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** Title, such as the position to fill. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title: string;
  /** Key of the occupation catalog (GET /masterdata/professions). */
  professionId?: number | null;
  /** Number of people needed, 1 to 1000. */
  headcount: number;
  /** First day of work. Example: "2026-05-01". */
  startDate: string;
  /** Last day of work. Must not be before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** Description of the work. */
  description?: string | null;
  /** Required qualifications. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Minimum annual salary, in euros. Rounded to 2 decimal places. */
  salaryFrom?: number | null;
  /** Maximum annual salary, at least salaryFrom, in euros. Rounded to 2 decimal places. */
  salaryTo?: number | null;
  /** Fee in percent of the first annual salary, 0 to 100. Rounded to 2 decimal places. */
  feePercent?: number | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface DirectPlacementRequestDto {
  /** Id of the customer request. */
  id: number;
  /** Global id of the request. */
  rowGuid: string;
  /** Kind of the request, as in its path. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Id of the company. */
  customerId: number;
  /** Name of the company. */
  customerName: string;
  /** Id of the branch that handles the request. */
  officeId: number;
  /** Id of the site; null if not set. */
  siteId: number | null;
  /** Id of the work location; null if not set. A deleted work location stays here, but reading it returns 404. */
  locationId: number | null;
  /** Id of the contact; null if not set. */
  contactId: number | null;
  /** Title. */
  title: string;
  /** Key of the occupation catalog; null if not set. */
  professionId: number | null;
  /** Number of people needed. */
  headcount: number;
  /** First day of work. */
  startDate: string;
  /** Last day of work; null if open-ended. */
  endDate: string | null;
  /** Description of the work; null if not set. */
  description: string | null;
  /** Required qualifications; null if not set. */
  requirements: string | null;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** 1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed. */
  statusId: number;
  /** Name of the status in the language that Accept-Language selects. */
  status: string | null;
  /** Every status that the request has had, newest first. The first entry is the current status. */
  statusHistory: RequestStatusEntry[];
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change, including status changes. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Minimum annual salary in euros; null if not set. */
  salaryFrom: number | null;
  /** Maximum annual salary in euros; null if not set. */
  salaryTo: number | null;
  /** Fee in percent of the first annual salary; null if not set. */
  feePercent: number | null;
}

/** Category of the document. */
export interface DocumentCategoryDto {
  /** Id of the category. */
  id: number;
  /** Key for use in code. */
  key: string | null;
  /** Name in the language from Accept-Language. */
  name: string | null;
}

export interface DocumentCategoryList {
  /** All entries, sorted by id. */
  documentcategories: DocumentCategoryValue[];
}

export interface DocumentCategoryValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable key for programs. */
  key?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface DocumentChanges {
  /** The documents created in the period. */
  new: DocumentChangesDetailsDto[];
  /** The documents that existed before the period and were changed in it. */
  modified: DocumentChangesDetailsDto[];
  /** The documents deleted in the period. */
  deleted: DocumentChangesDetailsDto[];
}

export interface DocumentChangesDetailsDto {
  /** Id of the record. */
  id: number;
  /** Id of the candidate who has the document. */
  candidateId: number;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Time of the record’s last change in the period. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  changedAtUtc: string;
}

export interface DocumentDto {
  /** Id of the document. */
  id: number;
  /** File name. */
  originalFileName: string | null;
  /** Category of the document. */
  documentCategory: DocumentCategoryDto;
  /** Media type, detected from the contents. */
  mimeType: string;
  /** Size in bytes. */
  sizeBytes: number;
  /** SHA-256 hash of the contents, in hexadecimal. */
  sha256: string;
  /** State of CV parsing. Null if parsing was not requested. */
  cvParsingState: "requested" | "done" | "failed" | null;
  /** Why CV parsing failed. */
  cvParsingMessage: string | null;
  /** Code of cvParsingMessage, for texts of your own. `retried` means that the service reads the file again. Null if parsing did not fail, or if an earlier version wrote the message in other words. */
  cvParsingReason: "unknownFormat" | "oldWord" | "image" | "otherImage" | "scan" | "unrecognized" | "tooManyPixels" | "encrypted" | "damaged" | "noText" | "tooLarge" | "tooManyEntries" | "suspiciousCompression" | "timeout" | "memory" | "crashed" | "unreadable" | "internal" | "retried" | null;
  /** Number of values that were read from the document as a CV and wait for a decision. GET …/proposals lists them. */
  openProposals: number;
  /** When the document was added. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** When the document was last modified. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Id of the candidate. */
  candidateId: number;
  /** The contents as Base64. */
  documentBlob: string | null;
}

export interface DocumentLeftoverDto {
  /** `nothingFound`: the document has text, but no value of a CV, so look into it. `otherName`: the document names another person than the candidate. What is sure was written all the same, because the upload names the candidate by its id. `unusedPeriods`: periods under a heading about jobs or education that are in no entry, or only in the description of another one. `unusedContacts`: email addresses and phone numbers that the candidate does not have and that are not proposed, such as a second landline number. `pageWithoutText`: pages that have no text, such as pictures. `recognizedPages`: pages whose text was recognized in a picture, so that its letters can be wrong. `unreadPages`: pages after the last one that is read, and pictures after the last one in which text is recognized. `outdatedJobs`: jobs that last until today in a CV that says that it is older than a year. They are proposed. */
  code: "nothingFound" | "otherName" | "unusedPeriods" | "unusedContacts" | "pageWithoutText" | "recognizedPages" | "unreadPages" | "outdatedJobs";
  /** The number of periods, addresses and numbers, pages, or jobs. 1 for `nothingFound` and `otherName`. */
  count: number;
  /** The pages, or that of the date of the CV. Empty for formats without pages. */
  pages: number[];
}

export interface DocumentProposalDto {
  /** Id of the proposal. */
  id: number;
  /** The property of the candidate that the value is for, or the list that it is an entry of. An address is `location`. `professionObjects`, `keywords`, and `contactChannels` are only proposed. */
  property: "title" | "birth.date" | "birth.place" | "nationalityId" | "contact.email" | "contact.phone" | "contact.mobile" | "contactChannels" | "location" | "resume.jobs" | "resume.professionEducations" | "resume.schoolEducations" | "resume.educations" | "languages" | "driversLicences" | "qualifications" | "professionObjects" | "keywords";
  /** The value as the body of PUT /candidates/{candidateId}, or for a list, of the operation that adds an entry to it. An entry of `contactChannels` is the body of POST …/email or POST …/sms. */
  value: Record<string, unknown>;
  /** How sure the reader of CVs is, from 0 to 1. Of 100 values with a confidence of 0.99, 99 are right. */
  confidence: number;
  /** `written`: the service was sure and has written the value. `open`: it waits for a decision. `accepted` and `rejected`: as it was decided. */
  state: "written" | "open" | "accepted" | "rejected";
  /** The lines from which the value was read, as far as they are known. */
  sources: ProposalSourceDto[];
  /** When it was accepted or rejected. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  decidedAtUtc: string | null;
}

export interface DocumentProposalsResponse {
  /** The values that the candidate did not have when the CV was read. */
  proposals: DocumentProposalDto[];
  /** What the service could not use of the document, or not automatically. */
  leftovers: DocumentLeftoverDto[];
}

export interface DocumentUploadDto {
  /** File name. Directories and control characters are removed. Example: "lebenslauf.pdf". */
  filename?: string | null;
  /** The file as Base64. When decoded, it must have 1 byte to 25 MiB (26,214,400 bytes). A data URL prefix and line breaks are accepted. Blanks within a line are not: they are each + of a form that was not encoded. The media type is detected from the contents. */
  base64File: string | ByteSource;
  /** Whether to parse the file as a CV. False by default. Send false if you also send the resume through the other operations; otherwise its entries are created twice. */
  shouldParseCV?: boolean | null;
}

export interface DriversLicenseCreateDto {
  /** Driver's license, 313 to 343 (GET /masterdata/driverslicenses). Required. */
  driversLicenseId?: number | null;
  /** Alias of driversLicenseId. */
  driverLicenceId?: number | null;
  /** Day of issue. Example: "2026-03-02". */
  issuedAt?: string | null;
  /** Last day of validity. Must not be before issuedAt. Example: "2026-03-02". */
  validUntil?: string | null;
}

export interface DriversLicenseList {
  /** All entries, sorted by id. */
  driverslicenses: DriversLicenseValue[];
}

export interface DriversLicenseValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface EmailImportDto {
  /** Email address. Example: "ada.privat@example.org". */
  email: string;
  /** Whether this also becomes contact.email. False by default. */
  isPrimary?: boolean | null;
}

export interface EmployerCreateDto {
  /** Employer. Example: "Muster Logistik GmbH". */
  employer: string;
  /** Position. Example: "Kommissioniererin". */
  position: string;
  /** First day. Example: "2019-04-01". */
  fromDate?: string | null;
  /** Last day. Must not be before fromDate. Example: "2023-09-30". */
  untilDate?: string | null;
  /** Whether the candidate still works there. Stored as sent, even if untilDate is in the past. */
  isCurrent?: boolean | null;
  /** Tasks and responsibilities. */
  description?: string | null;
  /** City. */
  city?: string | null;
  /** Country (GET /masterdata/countries). */
  countryId?: number | null;
  /** Profession (GET /masterdata/professions). */
  professionId?: number | null;
  /** Industry (GET /masterdata/industries). */
  industryId?: number | null;
}

export interface EndOfOperationDto {
  /** End of operation, stored in milliseconds. Null clears it. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
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
  /** File name. Directories and control characters are removed. If null, the document is named after its category and its type, such as cv.pdf. Example: "lebenslauf.pdf". */
  filename?: string | null;
  /** The file as Base64, with or without a data URL prefix. */
  base64File: string | ByteSource;
  /** Key or id of a category (GET /masterdata/documentcategories), in any spelling that the upload of a document accepts. Defaults to application. Example: "cv". */
  documentCategory?: string | number | null;
  /** Whether to send the file to the CV parser. False by default. For a known candidate, what it reads is only proposed on the document. */
  shouldParseCV?: boolean | null;
}

export interface ExternalApplicationDto {
  /** Branch. Defaults to the branch of the job ad. */
  officeId?: number | null;
  /** Channel through which the candidate applied. Defaults to 28 (homepage). */
  channelId?: number | null;
  /** Job ad (its integer id). Without one, the application is speculative. */
  jobAdId?: number | null;
  /** 1 Mr, 2 Ms, 3 not specified. */
  salutationId: number;
  /** First name. Example: "Ada". */
  firstName: string;
  /** Last name. Example: "Muster". */
  lastName: string;
  /** City. Example: "Berlin". */
  city: string;
  /** Postal code. Example: "10115". */
  zipCode: string;
  /** Email address, which identifies an existing candidate. Example: "ada.muster@example.org". */
  email: string;
  /** Phone number. Without a country code, it is read as a German number. If it cannot be read, the application keeps it as text, the candidate does not get it, and Ignored-Properties lists it. Example: "0151 23456789". */
  phoneNumber?: string | null;
  /** How the candidate heard about the job (GET /masterdata/sourcesofsupply). */
  sourceOfSupplyId: number;
  /** Whether the candidate consented to contact through WhatsApp. */
  whatsAppConsentChecked: boolean;
  /** Whether the candidate uses WhatsApp. */
  hasWhatsApp: boolean;
  /** Whether the candidate agreed to the privacy terms. Must be true. */
  privacyChecked: true;
  /** Whether the candidate agreed to the terms of use. Must be true. */
  termsOfUseChecked: true;
  /** Keywords, as a list or as a comma-separated string: at most 200, each with at most 100 characters. Can be empty. */
  keywords: string[] | string;
  /** Documents, at most 50. Can be empty. The whole body must not exceed 100 MB (104,857,600 bytes). */
  documents: ExternalApplicationDocumentDto[];
  /** Street. */
  street?: string | null;
  /** House number. */
  streetNumber?: string | null;
  /** Country (GET /masterdata/countries). */
  countryId?: number | null;
  /** Date of birth, for an age of 13 to 110 years. Example: "1990-05-17". */
  birthDate?: string | null;
  /** Nationality (GET /masterdata/nationalities). */
  nationalityId?: number | null;
  /** Message from the candidate. */
  message?: string | null;
  /** First day the candidate can start. Example: "2026-03-02". */
  availableFrom?: string | null;
  /** Expected salary. */
  salaryExpectation?: number | null;
  /** Recruiter who handles the application (GET /users/responsibilities). An application is not refused because its recruiter has left. */
  recruiterId?: number | null;
  /** Answers from the application form, in any structure. Stored with the application. Numbers keep all digits that were sent. */
  data?: Record<string, unknown> | null;
  /** Id of the application in the source system, unique among the tenant’s applications. A second application with it is a 400 with duplicate, at any time, and existingId is the first one. Example: "crm-application-55". */
  importExternalId?: string | null;
}

export interface ExternalApplicationResponse {
  /** Id of the candidate. */
  id: number;
  /** Id of the application. */
  applicationId: number;
  /** Whether this application created the candidate. */
  isNewCandidate: boolean;
}

export interface FederalStateList {
  /** All entries, sorted by id. */
  federalstates: FederalStateValue[];
}

export interface FederalStateValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Code in the classification that the list comes from. */
  code?: string | null;
  /** Country that the entry belongs to. */
  countryId?: number | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface GenderList {
  /** All entries, sorted by id. */
  genders: GenderValue[];
}

export interface GenderValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface IndustryList {
  /** All entries, sorted by id. */
  industries: IndustryValue[];
}

export interface IndustryValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Code in the classification that the list comes from. */
  code?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface InventoryRecordDto {
  /** Record type. */
  entity: "candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch";
  /** Id of the record, as endpoint has it. For a job ad, it is the jobAdId of the record, not its id, which is a UUID. */
  id: number;
  /** Path of the record under the base URL. */
  endpoint: string;
}

export interface InventoryResponse {
  /** All records, in no particular order. */
  records: InventoryRecordDto[];
}

export interface JobAdChanges {
  /** The job ads created in the period. */
  new: JobAdChangesDetailsDto[];
  /** The job ads that existed before the period and were changed in it. */
  modified: JobAdChangesDetailsDto[];
  /** The job ads deleted in the period. */
  deleted: JobAdChangesDetailsDto[];
}

export interface JobAdChangesDetailsDto {
  /** Global id of the job ad. */
  id: string;
  /** Integer id of the job ad. */
  jobAdId: number;
  /** Branch of the record after the change. Null if it has none. */
  officeId: number | null;
  /** Status after the last change in the period. For a deleted job ad, its last status. */
  ProcessStatus: "Editing" | "Active" | "Completed";
  /** Time of the record’s last change in the period. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  changedAtUtc: string;
}

export interface JobAdDto {
  /** Global id of the job ad. */
  id: string;
  /** Integer id of the job ad, used as jobAdId in applications. */
  jobAdId: number;
  /** Title. */
  title: string;
  /** Editing is a draft, Active is published, Completed is no longer on the job portal. */
  status: "Editing" | "Active" | "Completed";
  /** Id of the branch. */
  officeId: number;
  /** Name of the branch. */
  office: string;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** Id of the customer request that the job ad should fill; null if not set. */
  customerRequestId: number | null;
  /** Id of the profession (GET /masterdata/professions); null if not set. */
  professionId: number | null;
  /** Type of employment, as free text; null if not set. */
  employmentType: string | null;
  /** Working hours per week; null if not set. */
  weeklyHours: number | null;
  /** Salary. The job ad states none if both from and to are null. */
  salary: JobAdSalary;
  /** First day of the employment; null means immediately or by agreement. */
  startDate: string | null;
  /** Extension: last day (UTC) on the job portal; null if not set. Afterwards an Active job ad keeps its status, but the job portal no longer shows it. That is not a change of the job ad: compare endDate with the current day. */
  endDate: string | null;
  /** Address. */
  location: AddressReadDto;
  /** Introduction. Sanitized HTML with the tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a; null if not set. */
  introduction: string | null;
  /** Tasks of the position. Sanitized HTML with the tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a; null if not set. */
  tasks: string | null;
  /** Skills and experience that the applicant needs. Sanitized HTML with the tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a; null if not set. */
  profile: string | null;
  /** Benefits of the position. Sanitized HTML with the tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a; null if not set. */
  benefits: string | null;
  /** Contact for questions. Sanitized HTML with the tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a; null if not set. */
  contactText: string | null;
  /** URL of the job ad on the job portal; null unless the job ad is Active and its endDate is not over. */
  portalUrl: string | null;
  /** URL of the application form; null unless the job ad is Active and its endDate is not over. */
  applyUrl: string | null;
  /** When the job ad was last published; null if never. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  publishedAtUtc: string | null;
  /** When the job ad was completed; null unless it is Completed. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  completedAtUtc: string | null;
  /** Creation time. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface JobAdListItemDto {
  /** Global id of the job ad. */
  id: string;
  /** Integer id of the job ad, used as jobAdId in applications. */
  jobAdId: number;
  /** Title. */
  title: string;
  /** Editing is a draft, Active is published, Completed is no longer on the job portal. */
  status: "Editing" | "Active" | "Completed" | null;
  /** Creation time. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface JobAdPerformanceDto {
  /** Integer id of the job ad. */
  jobAdId: number;
  /** Global id of the job ad. */
  id: string;
  /** Title. */
  title: string;
  /** Id of the current branch of the job ad. */
  officeId: number;
  /** Whether the job ad was deleted, so that it can no longer be read. */
  isDeleted: boolean;
  /** Number of views on the job portal. */
  views: number;
  /** Number of times the application form was opened on the job portal. */
  applyClicks: number;
  /** Number of applications received in the period. */
  applications: number;
  /** Number of applications that came to the stage hired in the period and are still in it. */
  hires: number;
  /** Number of applications that came to the stage rejected in the period and are still in it. */
  rejections: number;
  /** applications divided by views, with four decimals; null without views. Can exceed 1, because imports and other external applications have no views. */
  conversionRate: number | null;
  /** Number of days (UTC) in the period, until today, on which the job ad was published. A partial day counts as one. The days of several job ads are added up. */
  publishedDays: number;
}

export interface JobAdPerformanceResponse {
  /** Whether the call failed. Always false with status 200. */
  isFaulty: boolean;
  /** A list with the job ad as its only entry. */
  data: JobAdPerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

/** Salary. The job ad states none if both from and to are null. */
export interface JobAdSalary {
  /** Lowest salary, in units of the currency; null if not set. */
  from: number | null;
  /** Highest salary, in units of the currency; null if not set. */
  to: number | null;
  /** ISO 4217 code; null if not set. Never null with an amount. A job ad can have it before it has an amount. */
  currency: string | null;
  /** Period that the salary covers; null if not set. Never null with an amount. A job ad can have it before it has an amount. */
  period: "hour" | "month" | "year" | null;
}

export interface KeywordCreateDto {
  /** The keyword. Leading and trailing whitespace is removed, and other whitespace becomes one blank. Letters are composed (Unicode normalization form C). Example: "Schichtleiter". */
  keyword: string;
}

export interface LanguageLevelList {
  /** All entries, sorted by id. */
  languagelevels: LanguageLevelValue[];
}

export interface LanguageLevelValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Level of the Common European Framework of Reference. */
  cefr?: string | null;
  /** Position among the levels. 1 is the lowest. */
  rank?: number | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface LanguageList {
  /** All entries, sorted by id. */
  languages: LanguageValue[];
}

export interface LanguageValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** ISO 639 code of the language. */
  isoCode?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface LevelList {
  /** All entries, sorted by id. */
  levels: LevelValue[];
}

export interface LevelValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface NationalityList {
  /** All entries, sorted by id. */
  nationalities: NationalityValue[];
}

export interface NationalityValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface OfficePerformanceDto {
  /** Id of the branch; null for applications without a branch. */
  officeId: number | null;
  /** Name of the branch; null if officeId is null. */
  office: string | null;
  /** Number of views on the job portal. */
  views: number;
  /** Number of times the application form was opened on the job portal. */
  applyClicks: number;
  /** Number of applications received in the period. */
  applications: number;
  /** Number of applications that came to the stage hired in the period and are still in it. */
  hires: number;
  /** Number of applications that came to the stage rejected in the period and are still in it. */
  rejections: number;
  /** applications divided by views, with four decimals; null without views. Can exceed 1, because imports and other external applications have no views. */
  conversionRate: number | null;
  /** Number of days (UTC) in the period, until today, on which the job ad was published. A partial day counts as one. The days of several job ads are added up. */
  publishedDays: number;
}

export interface OfficesPerformanceResponse {
  /** Whether the call failed. Always false with status 200. */
  isFaulty: boolean;
  /** One entry per branch with a figure in the period, sorted by officeId. Applications without a branch come last. */
  data: OfficePerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

/** Where the line is on the page, in points (1/72 inch) of the user space of the PDF: usually, the origin is the lower left corner, and y grows upwards. On a picture, in its pixels, from the lower left corner of the picture as it is seen. Null for formats without pages. */
export interface PageRectangleDto {
  /** The left edge. */
  left: number;
  /** The bottom edge. */
  bottom: number;
  /** The right edge. */
  right: number;
  /** The top edge. */
  top: number;
}

export interface ProfessionCreateDto {
  /** Key (DKZID) in the occupation catalog (GET /masterdata/professions). */
  professionId: number;
  /** Whether this becomes the main profession, replacing the previous one. False by default. */
  isPrimary?: boolean | null;
  /** Years of experience, 0 to 100. Rounded to one decimal place. */
  yearsOfExperience?: number | null;
}

export interface ProfessionList {
  /** All entries, sorted by id. */
  professions: ProfessionValue[];
}

export interface ProfessionValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Code in the classification that the list comes from. */
  code?: string | null;
  /** Requirement level of the occupation (list levels). */
  levelId?: number | null;
  /** Kind of the entry: occupation or activity. */
  kind?: string | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface ProposalConflictDto {
  /** Id of the proposal. */
  id: number;
  /** The property of the candidate that it is for. */
  property: string;
  /** Why it did not change, and what to do. */
  message: string;
}

export interface ProposalDecisionDto {
  /** `accepted` writes the value to the candidate. `rejected` leaves it out. `open` takes a rejection back. Example: "accepted". */
  state: "accepted" | "rejected" | "open";
}

export interface ProposalDecisionsDto {
  /** `accepted` writes the value to the candidate. `rejected` leaves it out. `open` takes a rejection back. Example: "accepted". */
  state: "accepted" | "rejected" | "open";
  /** The proposals. Without it, all that are open. */
  ids?: number[] | null;
}

export interface ProposalDecisionsResponse {
  /** The proposals that have the state now. */
  decided: number[];
  /** The proposals that were left as they are. */
  conflicts: ProposalConflictDto[];
}

export interface ProposalSourceDto {
  /** Page of the document, from 1. A picture is page 1. Null for formats without pages. */
  page: number | null;
  /** Number of the line in the text as it was read, from 1, over all pages. */
  line: number;
  /** The line. */
  text: string;
  /** Where the line is on the page, in points (1/72 inch) of the user space of the PDF: usually, the origin is the lower left corner, and y grows upwards. On a picture, in its pixels, from the lower left corner of the picture as it is seen. Null for formats without pages. */
  rectangle: PageRectangleDto | null;
}

export interface QualificationCreateDto {
  /** Qualification (GET /masterdata/qualifications). Required if name is missing. */
  qualificationId?: number | null;
  /** Name of the qualification in German or English, instead of its id. Case does not matter. Example: "Staplerschein". */
  name?: string | null;
  /** Score, 1 to 5. */
  score?: number | null;
}

export interface QualificationList {
  /** All entries, sorted by id. */
  qualifications: QualificationValue[];
}

export interface QualificationValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface ReadAllUsers2Dto {
  /** Id of the user. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First and last name. */
  userFullName: string | null;
  /** Email address that the user signs in with. */
  email: string | null;
  /** Whether the user can sign in and be responsible for records. */
  isActive: boolean;
  /** When the user was created. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** When the user was last changed. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface ReadAllUsers2Response {
  /** The users. */
  users: ReadAllUsers2Dto[];
}

export interface ReadAllUsersEnvelope {
  /** Whether the call failed. Always false with status 200. */
  isFaulty: boolean;
  /** The users. */
  data: ReadAllUsersResponse[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface ReadAllUsersResponse {
  /** Id of the user. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First and last name. */
  userFullName: string | null;
  /** Email address that the user signs in with. */
  email: string | null;
  /** Whether the user can sign in and be responsible for records. */
  isActive: boolean;
  /** When the user was created. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** When the user was last changed. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface ReadUserByIdAssignedOfficeDto {
  /** Id of the branch. */
  officeId: number;
  /** Name of the branch. */
  name: string;
  /** Whether it is the main branch of the user. */
  isPrimary: boolean;
}

export interface ReadUserByIdLicenceDto {
  /** Id of the licence. */
  id: number;
  /** Name of the licence. */
  name: string;
  /** Last day on which the licence is valid. */
  validUntil: string | null;
}

export interface ReadUserByIdResponse {
  /** Id of the user. */
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
  /** Day on which the user joined the tenant. */
  userSince: string | null;
  /** Email address that the user signs in with. */
  email: string | null;
  /** Whether the user can sign in and be responsible for records. */
  isActive: boolean;
  /** When the user was created. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** When the user was last changed. A change of what the record does not show, such as the role, counts too. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Licences of the user. */
  licences: ReadUserByIdLicenceDto[];
  /** Branches that the user works for. */
  assignedOffices: ReadUserByIdAssignedOfficeDto[];
}

export interface RecruiterPerformanceDto {
  /** Id of the user; null for job ads and applications without a responsible user. */
  recruiterId: number | null;
  /** First and last name; null if unknown. */
  recruiter: string | null;
  /** Number of views on the job portal. */
  views: number;
  /** Number of times the application form was opened on the job portal. */
  applyClicks: number;
  /** Number of applications received in the period. */
  applications: number;
  /** Number of applications that came to the stage hired in the period and are still in it. */
  hires: number;
  /** Number of applications that came to the stage rejected in the period and are still in it. */
  rejections: number;
  /** applications divided by views, with four decimals; null without views. Can exceed 1, because imports and other external applications have no views. */
  conversionRate: number | null;
  /** Number of days (UTC) in the period, until today, on which the job ad was published. A partial day counts as one. The days of several job ads are added up. */
  publishedDays: number;
}

export interface RecruitersPerformanceResponse {
  /** Whether the call failed. Always false with status 200. */
  isFaulty: boolean;
  /** One entry per recruiter with a figure in the period, sorted by recruiterId. Job ads and applications without a responsible user come last. */
  data: RecruiterPerformanceDto[];
  /** The error message, or null. */
  message: string | null;
  /** Faults of the request. */
  validationErrors: ValidationError[];
  /** Notices from the operator. */
  serviceAlerts: ServiceAlertDto[];
  /** The HTTP status. */
  statusCode: number;
  /** Identifies an error in the log of the service. */
  messageGuid: string | null;
}

export interface RequestStatusEntry {
  /** Id of the entry. */
  id: number;
  /** The status. */
  statusId: number;
  /** Name of the status in the language that Accept-Language selects. */
  status: string | null;
  /** Reason for the status; null if none was sent. */
  comment: string | null;
  /** When the status was set, or set again with another comment. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  setAtUtc: string;
}

export interface RequestStatusList {
  /** All entries, sorted by id. */
  requeststatus: RequestStatusValue[];
}

export interface RequestStatusUpdateDto {
  /** 1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed (GET /masterdata/requeststatus). */
  statusId: number;
  /** Reason for the status, shown in statusHistory. */
  comment?: string | null;
}

export interface RequestStatusValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Stable key for programs. */
  key?: string | null;
  /** Whether no other status can follow. */
  isFinal?: boolean | null;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface ResumeEducationDto {
  /** Id of the entry. */
  id: number;
  /** Title of the training. */
  title: string;
  /** Provider. */
  provider: string | null;
  /** First day. */
  fromDate: string | null;
  /** Last day. */
  untilDate: string | null;
  /** Duration in hours. */
  hours: number | null;
  /** Certificate. */
  certificate: string | null;
}

export interface ResumeJobDto {
  /** Id of the entry. */
  id: number;
  /** Employer. */
  employer: string;
  /** Position. */
  position: string;
  /** First day. */
  fromDate: string | null;
  /** Last day. */
  untilDate: string | null;
  /** Whether the candidate still works there. */
  isCurrent: boolean | null;
  /** Tasks and responsibilities. */
  description: string | null;
  /** City. */
  city: string | null;
  /** Country. */
  countryId: number | null;
  /** Profession. */
  professionId: number | null;
  /** Industry. */
  industryId: number | null;
}

export interface ResumeProfessionEducationDto {
  /** Id of the entry. */
  id: number;
  /** Institution. */
  institution: string;
  /** Occupation learned or subject studied. */
  profession: string;
  /** Degree. */
  degree: string | null;
  /** First day. */
  fromDate: string | null;
  /** Last day. */
  untilDate: string | null;
  /** Whether the candidate completed it. */
  isCompleted: boolean | null;
  /** Description. */
  description: string | null;
}

export interface ResumeSchoolEducationDto {
  /** Id of the entry. */
  id: number;
  /** School. */
  school: string;
  /** School-leaving qualification. */
  graduation: string | null;
  /** First day. */
  fromDate: string | null;
  /** Last day. */
  untilDate: string | null;
  /** Grade. */
  grade: string | null;
  /** City. */
  city: string | null;
}

export interface SalutationList {
  /** All entries, sorted by id. */
  salutations: SalutationValue[];
}

export interface SalutationValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface ServiceAlertDto {
  /** Notice from the operator. */
  message: string | null;
}

export interface ServiceContractRequestChangeDto {
  /** Branch that handles the request (GET /branches). */
  officeId?: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** Title, such as the position to fill. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title?: string;
  /** Key of the occupation catalog (GET /masterdata/professions). */
  professionId?: number | null;
  /** Number of people needed, 1 to 1000. */
  headcount?: number;
  /** First day of work. Example: "2026-05-01". */
  startDate?: string;
  /** Last day of work. Must not be before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** Description of the work. */
  description?: string | null;
  /** Required qualifications. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Work that the contract covers. Example: "Inventur im Lager Nord, rund 12.000 Stellplätze". */
  scope?: string;
  /** Fixed price of the contract, in euros. Rounded to 2 decimal places. */
  fixedPrice?: number | null;
  /** Day on which the company accepts the work. Example: "2026-06-30". */
  acceptanceDate?: string | null;
}

export interface ServiceContractRequestCreateDto {
  /** Branch that handles the request (GET /branches). */
  officeId: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** Title, such as the position to fill. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title: string;
  /** Key of the occupation catalog (GET /masterdata/professions). */
  professionId?: number | null;
  /** Number of people needed, 1 to 1000. */
  headcount: number;
  /** First day of work. Example: "2026-05-01". */
  startDate: string;
  /** Last day of work. Must not be before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** Description of the work. */
  description?: string | null;
  /** Required qualifications. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Work that the contract covers. Example: "Inventur im Lager Nord, rund 12.000 Stellplätze". */
  scope: string;
  /** Fixed price of the contract, in euros. Rounded to 2 decimal places. */
  fixedPrice?: number | null;
  /** Day on which the company accepts the work. Example: "2026-06-30". */
  acceptanceDate?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface ServiceContractRequestDto {
  /** Id of the customer request. */
  id: number;
  /** Global id of the request. */
  rowGuid: string;
  /** Kind of the request, as in its path. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Id of the company. */
  customerId: number;
  /** Name of the company. */
  customerName: string;
  /** Id of the branch that handles the request. */
  officeId: number;
  /** Id of the site; null if not set. */
  siteId: number | null;
  /** Id of the work location; null if not set. A deleted work location stays here, but reading it returns 404. */
  locationId: number | null;
  /** Id of the contact; null if not set. */
  contactId: number | null;
  /** Title. */
  title: string;
  /** Key of the occupation catalog; null if not set. */
  professionId: number | null;
  /** Number of people needed. */
  headcount: number;
  /** First day of work. */
  startDate: string;
  /** Last day of work; null if open-ended. */
  endDate: string | null;
  /** Description of the work; null if not set. */
  description: string | null;
  /** Required qualifications; null if not set. */
  requirements: string | null;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** 1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed. */
  statusId: number;
  /** Name of the status in the language that Accept-Language selects. */
  status: string | null;
  /** Every status that the request has had, newest first. The first entry is the current status. */
  statusHistory: RequestStatusEntry[];
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change, including status changes. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Work that the contract covers. */
  scope: string;
  /** Fixed price of the contract in euros; null if not set. */
  fixedPrice: number | null;
  /** Day on which the company accepts the work; null if not set. */
  acceptanceDate: string | null;
}

export interface SiteChangeDto {
  /** Name of the site. Example: "Lager Hamburg-Altenwerder". */
  description?: string;
  /** Contact data. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface SiteCreateDto {
  /** Name of the site. Example: "Lager Hamburg-Altenwerder". */
  description: string;
  /** Contact data. */
  contact?: CompanyContactData | null;
  /** Address. */
  location?: AddressCreateDto | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface SiteDto {
  /** Id of the site. */
  id: number;
  /** Global id of the site. */
  rowGuid: string;
  /** Id of the company. */
  customerId: number;
  /** Name of the company. */
  customerName: string | null;
  /** Name of the site. */
  description: string;
  /** Contact data. */
  contact: CompanyContactDataRead;
  /** Address. */
  location: AddressReadDto;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** 3 (customer) if the site is active, 4 (inactive) otherwise. */
  statusId: number;
  /** Name in the language that Accept-Language selects; null if not set. */
  status: string | null;
  /** Whether the site is active. */
  isActive: boolean;
  /** Work locations of the site, sorted by id, without deleted ones. */
  locations: WorkLocationDto[];
  /** Contacts at the site, including inactive ones, sorted by id. */
  contacts: CompanyContactDto[];
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}

export interface SmsImportDto {
  /** Phone number, stored as sent. Without a country code, it is read as a German number. Example: "0151 23456789". */
  phoneNumber: string;
  /** Whether the candidate consented to contact by SMS. */
  consentChecked?: boolean | null;
  /** Whether this also becomes contact.mobile. False by default. */
  isPrimary?: boolean | null;
}

export interface SourceOfSupplyList {
  /** All entries, sorted by id. */
  sourcesofsupply: SourceOfSupplyValue[];
}

export interface SourceOfSupplyValue {
  /** Id that other records refer to. Its meaning never changes. */
  id: number;
  /** Name in the language of Accept-Language (en or de). */
  name: string;
  /** Whether new records can no longer refer to it. Existing records keep it. */
  isExpired: boolean;
}

export interface StatusUpdateDto {
  /** 23 archived, 2003 hired, 2004 rejected, 2005 qualified. */
  statusId: number;
  /** Why the status was set. */
  comment?: string | null;
}

export interface TemporaryStaffingRequestChangeDto {
  /** Branch that handles the request (GET /branches). */
  officeId?: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** Title, such as the position to fill. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title?: string;
  /** Key of the occupation catalog (GET /masterdata/professions). */
  professionId?: number | null;
  /** Number of people needed, 1 to 1000. */
  headcount?: number;
  /** First day of work. Example: "2026-05-01". */
  startDate?: string;
  /** Last day of work. Must not be before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** Description of the work. */
  description?: string | null;
  /** Required qualifications. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Working hours per week and person, 0 to 60. Rounded to 2 decimal places. */
  weeklyHours?: number | null;
  /** Shift model, as free text. Example: "Früh- und Spätschicht im Wechsel". */
  shiftModel?: string | null;
  /** Pay group of the collective agreement. Example: "EG 2b". */
  payGroup?: string | null;
  /** Hourly wage, in euros. Rounded to 2 decimal places. */
  hourlyWage?: number | null;
  /** Hourly rate that the company pays, in euros. Rounded to 2 decimal places. */
  billingRate?: number | null;
}

export interface TemporaryStaffingRequestCreateDto {
  /** Branch that handles the request (GET /branches). */
  officeId: number;
  /** Site of this company (GET /customers/{customerId}, offices). */
  siteId?: number | null;
  /** Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected. */
  locationId?: number | null;
  /** Contact of this company, at any of its sites (GET /customers/offices/{officeId}). */
  contactId?: number | null;
  /** Title, such as the position to fill. Example: "Staplerfahrer (m/w/d), Frühschicht". */
  title: string;
  /** Key of the occupation catalog (GET /masterdata/professions). */
  professionId?: number | null;
  /** Number of people needed, 1 to 1000. */
  headcount: number;
  /** First day of work. Example: "2026-05-01". */
  startDate: string;
  /** Last day of work. Must not be before startDate. Example: "2026-10-31". */
  endDate?: string | null;
  /** Description of the work. */
  description?: string | null;
  /** Required qualifications. */
  requirements?: string | null;
  /** Responsible user (GET /users/responsibilities). */
  responsibility?: number | null;
  /** Id in the source system, unique among the tenant’s customer requests. Example: "erp-20044". */
  importExternalId?: string | null;
  /** Working hours per week and person, 0 to 60. Rounded to 2 decimal places. */
  weeklyHours?: number | null;
  /** Shift model, as free text. Example: "Früh- und Spätschicht im Wechsel". */
  shiftModel?: string | null;
  /** Pay group of the collective agreement. Example: "EG 2b". */
  payGroup?: string | null;
  /** Hourly wage, in euros. Rounded to 2 decimal places. */
  hourlyWage?: number | null;
  /** Hourly rate that the company pays, in euros. Rounded to 2 decimal places. */
  billingRate?: number | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface TemporaryStaffingRequestDto {
  /** Id of the customer request. */
  id: number;
  /** Global id of the request. */
  rowGuid: string;
  /** Kind of the request, as in its path. */
  kind: "temporarystaffing" | "directplacement" | "servicecontract";
  /** Id of the company. */
  customerId: number;
  /** Name of the company. */
  customerName: string;
  /** Id of the branch that handles the request. */
  officeId: number;
  /** Id of the site; null if not set. */
  siteId: number | null;
  /** Id of the work location; null if not set. A deleted work location stays here, but reading it returns 404. */
  locationId: number | null;
  /** Id of the contact; null if not set. */
  contactId: number | null;
  /** Title. */
  title: string;
  /** Key of the occupation catalog; null if not set. */
  professionId: number | null;
  /** Number of people needed. */
  headcount: number;
  /** First day of work. */
  startDate: string;
  /** Last day of work; null if open-ended. */
  endDate: string | null;
  /** Description of the work; null if not set. */
  description: string | null;
  /** Required qualifications; null if not set. */
  requirements: string | null;
  /** Id of the responsible user; null if not set. */
  responsibility: number | null;
  /** 1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed. */
  statusId: number;
  /** Name of the status in the language that Accept-Language selects. */
  status: string | null;
  /** Every status that the request has had, newest first. The first entry is the current status. */
  statusHistory: RequestStatusEntry[];
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change, including status changes. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
  /** Working hours per week and person; null if not set. */
  weeklyHours: number | null;
  /** Shift model, as free text; null if not set. */
  shiftModel: string | null;
  /** Pay group of the collective agreement; null if not set. */
  payGroup: string | null;
  /** Hourly wage in euros; null if not set. */
  hourlyWage: number | null;
  /** Hourly rate that the company pays, in euros; null if not set. */
  billingRate: number | null;
  /** Last permitted day of an assignment that begins on startDate: startDate plus 18 calendar months, minus one day. German law does not allow a longer assignment of one person to one company without a break, unless a collective agreement sets another limit. If the month reached after 18 months has no such day, its last day (section 188 BGB). At most 9999-12-31. */
  maximumAssignmentUntil: string;
  /** startDate plus 9 calendar months. From this day German law requires equal pay, unless a collective agreement sets another day. If the month has no such day, the first day of the next month (section 188 BGB). At most 9999-12-31. */
  equalPayFrom: string;
}

export interface TokenUsageClientDto {
  /** Client id. */
  clientId: string;
  /** Name of the client. */
  name: string;
  /** Tokens issued to the client. */
  issued: number;
  /** Time when the last token was issued. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  lastIssuedAtUtc: string;
}

export interface TokenUsageResponse {
  /** Calendar month (UTC). */
  month: string;
  /** Tokens issued in the month. */
  issued: number;
  /** Number of free tokens per month. */
  free: number;
  /** Tokens in excess of the free ones. */
  billable: number;
  /** Cost of the billable tokens in EUR, at 0.10 each, or at the price that the operator has set. 0 if the operator charges nothing. */
  costEur: number;
  /** The clients that received tokens in the month, sorted by issued, descending. */
  clients: TokenUsageClientDto[];
}

export interface UserResponsibilitiesResponse {
  /** Users that records can be assigned to. */
  users: UserResponsibilityDto[];
}

export interface UserResponsibilityDto {
  /** Id of the user, a permitted value of responsibility. */
  id: number;
  /** Second, global id of the user. */
  rowGuid: string;
  /** First and last name. */
  userFullName: string | null;
  /** Branches that the user works for. */
  assignedOffices: ReadUserByIdAssignedOfficeDto[];
}

export interface ValidationError {
  /** Dotted path of the faulty property, or name of the faulty parameter. */
  property: string;
  /** The rule that was broken. */
  code: "required" | "type" | "format" | "range" | "length" | "enum" | "unknownReference" | "duplicate" | "notAllowed" | "unknownProperty";
  /** What is wrong and how to fix it. */
  message: string;
  /** Only with the code duplicate, and only if the caller can see the record: id of the record that has the value, such as the candidate with the same importExternalId. */
  existingId?: number;
  /** Only if existingId is an application: id of its candidate. */
  candidateId?: number;
  /** Only if the value that was sent can mean several things: a value for each of them. */
  choices?: string[];
}

/** The body of a webhook call. It has no data of the record, only a reference: fetch the record from endpoint. A later release can add properties. */
export interface WebhookCall {
  /** Id of the call, the same for every attempt and equal to webhook-id. */
  id: string;
  /** Id of the event type. */
  eventId: WebhookEventType;
  /** Name of the event type. */
  event: WebhookEventName;
  /** Id of the record. It is part of the path in endpoint. */
  entityId: number;
  /** Path of the record below the base URL. Fetch the record from it. */
  endpoint: string;
  /** HTTP method for the endpoint. */
  endpointMethod: string;
  /** Time of the event. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  eventDateUtc: string;
  /** Further ids, which depend on the event type. */
  additionalData: Record<string, unknown> | null;
}

/** The body of a webhook call in the format of CloudEvents 1.0, structured mode. */
export interface WebhookCloudEvent {
  /** Version of CloudEvents. */
  specversion: string;
  /** Id of the call, as in data. */
  id: string;
  /** `stellwerk.` and the name of the event type. */
  type: string;
  /** Base URL of the API. */
  source: string;
  /** The endpoint, as in data. */
  subject: string;
  /** Time of the event. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  time: string;
  /** Media type of data. */
  datacontenttype: string;
  /** The body of the standard format. */
  data: WebhookCall;
}

/** Call format: 1482 standard, 1483 CloudEvents. */
export type WebhookEventDataType = 1482 | 1483;

/** Name of the event type. */
export type WebhookEventName = "candidate.created" | "candidate.changed" | "candidate.deleted" | "candidate.statusChanged" | "application.received" | "document.created" | "document.deleted" | "communication.created" | "company.created" | "company.changed" | "company.statusChanged" | "company.contractStatusChanged" | "site.created" | "site.changed" | "location.created" | "location.changed" | "location.deleted" | "contact.created" | "contact.changed" | "request.created" | "request.changed" | "request.statusChanged" | "jobad.created" | "jobad.changed" | "jobad.published" | "jobad.completed" | "jobad.deleted" | "user.created" | "user.changed";

export interface WebhookEventProtocolDto {
  /** Id of the entry. Its calls have it as their webhook-id. */
  id: string;
  /** Id of the event type. */
  eventId: WebhookEventType;
  /** Name of the event type. */
  event: WebhookEventName;
  /** Id of the record. It is part of the path in endpoint. */
  entityId: number;
  /** Path of the record below the base URL. Fetch the record from it. */
  endpoint: string;
  /** HTTP method for the endpoint. */
  endpointMethod: string;
  /** Time of the event. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  eventDateUtc: string;
  /** 130 transferred, 131 failed, 132 skipped; null until the first call has ended. */
  sendStatusId: number | null;
  /** Name of the status. */
  sendStatus: string | null;
  /** Why the last call failed or no call was made; null after a success. */
  sendStatusReason: string | null;
  /** Address of the receiver. */
  webhookUrl: string;
  /** Further ids, which depend on the event type. */
  additionalData: Record<string, unknown> | null;
  /** Number of calls made so far. */
  attempts: number;
  /** Milliseconds from the start of the last call until its response or failure. */
  latencyMs: number | null;
  /** Start of the body of the last response. Null if there was none, and if the candidate or the document of the event was deleted. */
  answerExcerpt: string | null;
  /** Time at which the last call ended. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  lastAttemptAtUtc: string | null;
  /** Time at which the next call is due; null if there is none. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  nextAttemptAtUtc: string | null;
}

/** Id of an event type. GET /webhooks/event/types lists them. */
export type WebhookEventType = number;

export interface WebhookEventTypesResponse {
  /** All event types, sorted by id. */
  eventTypes: WebhookReadEventTypeDto[];
}

export interface WebhookProtocolRequest {
  /** Only events at or after this time. If null: 30 days before eventDateToUtc, or before the call if eventDateToUtc is null or in the future. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  eventDateFromUtc?: string | null;
  /** Only events at or before this time. If null: no limit. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-03T08:15:30.000Z". */
  eventDateToUtc?: string | null;
  /** Only events with this entityId. */
  entityId?: number | null;
  /** Only events of these types. If empty or absent: all types. */
  eventTypes?: WebhookEventType[] | null;
}

export interface WebhookProtocolResponse {
  /** Entries sorted by the time of their event, oldest first. */
  events: WebhookEventProtocolDto[];
}

export interface WebhookReadEventTypeDto {
  /** Id, for registrations and for the filter of the delivery log. */
  id: WebhookEventType;
  /** Name of the event type. */
  name: WebhookEventName;
  /** When the event is triggered. */
  description: string;
  /** Type of the record that the event is about. */
  entity: string;
}

/** Webhook settings of the tenant. */
export interface WebhookReadSettingsDto {
  /** Call format: 1482 standard, 1483 CloudEvents. */
  eventDataTypeId: WebhookEventDataType;
  /** Name of the call format. */
  eventDataType: string;
  /** Number of failed calls in a row after which a registration is paused. */
  failureThreshold: number;
  /** Seconds within which the receiver must respond with 200. */
  timeoutSeconds: number;
  /** Delays after the first, second, … failed call of a delivery. The number of delays is the number of retries. */
  retryScheduleSeconds: number[];
  /** Signature scheme and the headers it uses. */
  signing: string;
}

export interface WebhookReadSubscriptionsDto {
  /** Id of the registration. */
  id: number;
  /** Id of the event type. */
  event: WebhookEventType;
  /** Name of the event type. */
  eventName: WebhookEventName;
  /** Address of the receiver. */
  url: string;
  /** True if calls have stopped after too many failures in a row. Register the pair again to resume. */
  isPaused: boolean;
  /** Number of failed calls since the last success. */
  errorCount: number;
  /** Time at which the registration was paused; null if it is active. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  pausedAtUtc: string | null;
  /** Time at which the registration was created. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last successful call; null if there was none. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  lastSuccessAtUtc: string | null;
}

export interface WebhookSettingsResponse {
  /** Webhook settings of the tenant. */
  settings: WebhookReadSettingsDto;
}

export interface WebhookSubscribe {
  /** Id of the event type. GET /webhooks/event/types lists them. */
  event: WebhookEventType;
  /** Absolute http or https address without user name and password. Calls are sent to it with POST. Example: "https://hooks.example.com/stellwerk". */
  url: string;
  /** Only for a paused registration: true also makes the calls that failed or were skipped, oldest first and one after the other. */
  resendMissed?: boolean | null;
}

export interface WebhookSubscriptionsResponse {
  /** All registrations, sorted by id. */
  subscriptions: WebhookReadSubscriptionsDto[];
}

export interface WebhookUnsubscribe {
  /** Id of the event type. GET /webhooks/event/types lists them. */
  event: WebhookEventType;
  /** Absolute http or https address without user name and password. Calls are sent to it with POST. Example: "https://hooks.example.com/stellwerk". */
  url: string;
}

export interface WhatsAppImportDto {
  /** Phone number, stored as sent. Without a country code, it is read as a German number. Example: "0151 23456789". */
  phoneNumber: string;
  /** Whether the candidate consented to contact through WhatsApp. */
  consentChecked: boolean;
  /** If true, sets contact.hasWhatsApp and contact.whatsAppConsentChecked, and contact.mobile if it is empty. False by default. */
  isPrimary?: boolean | null;
}

export interface WorkContractDto {
  /** Whether the contract is signed. */
  isWorkContractSigned?: boolean | null;
  /** When the contract was signed. Defaults to the time of the call if the contract becomes signed. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  workContractSignedAtUtc?: string | null;
  /** Whether the candidate failed to start the job. */
  didNotShowUpForWork?: boolean | null;
}

/** Address. A work location has no address lines. */
export interface WorkLocationAddressDto {
  /** Street. It can contain the house number if streetNumber is not sent, which is then split off. A street that equals the stored one is kept whole. Example: "Hauptstraße". */
  street?: string | null;
  /** House number. Example: "12a". */
  streetNumber?: string | null;
  /** Postal code: five digits in Germany, four in Austria and Switzerland. Example: "10115". */
  zipCode?: string | null;
  /** City. Example: "Berlin". */
  city?: string | null;
  /** Country (GET /masterdata/countries). */
  countryId?: number | null;
  /** Federal state (GET /masterdata/federalstates). */
  federalStateId?: number | null;
}

export interface WorkLocationChangeDto {
  /** Name of the work location. Example: "Halle 3". */
  description?: string | null;
  /** Directions to the work location. Example: "Pforte West, dann rechts". */
  directions?: string | null;
  /** Contact of the same company, at any of its sites. */
  contactId?: number | null;
  /** Address. A work location has no address lines. */
  location?: WorkLocationAddressDto | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface WorkLocationCreateDto {
  /** Name of the work location. Example: "Halle 3". */
  description?: string | null;
  /** Directions to the work location. Example: "Pforte West, dann rechts". */
  directions?: string | null;
  /** Contact of the same company, at any of its sites. */
  contactId?: number | null;
  /** Address. A work location has no address lines. */
  location?: WorkLocationAddressDto | null;
  /** Id in the source system, unique among the tenant’s records of this kind. Example: "crm-10023". */
  importExternalId?: string | null;
  /** Creation time in the source system, for imports. Must not be in the future. Up to five minutes ahead is taken as the time of the call. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. Example: "2026-03-02T08:15:30.000Z". */
  createdAtUtc?: string | null;
}

export interface WorkLocationDto {
  /** Id of the company. */
  customerId: number;
  /** Name of the company. */
  customerName: string | null;
  /** Id of the site. */
  officeId: number;
  /** Name of the site. */
  officeDescription: string | null;
  /** Id of the work location. */
  id: number;
  /** Global id of the work location. */
  rowGuid: string;
  /** Name of the work location; null if not set. */
  description: string | null;
  /** Id of the contact; null if not set. */
  contactId: number | null;
  /** Address. */
  address: AddressReadDto;
  /** Directions to the work location; null if not set. */
  directions: string | null;
  /** Id in the source system; null if not imported. */
  importExternalId: string | null;
  /** When importExternalId was first set; null if not imported. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  importedAtUtc: string | null;
  /** Creation time. For an import, the creation time in the source system. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  createdAtUtc: string;
  /** Time of the last change. ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z. */
  modifiedAtUtc: string;
}
