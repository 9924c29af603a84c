// Generated from openapi/v3.json by npm run gen. Change the document, not this file.

import type {
  Call,
} from '../core/call.ts';
import type {
  Content,
} from '../core/content.ts';
import type {
  CallOptions,
} from '../core/operation.ts';
import type {
  Listed,
  RecordStream,
} from '../core/record-stream.ts';
import type {
  ActiveUpdateDto,
  ApplyImportDto,
  AttachmentCreateDto,
  BaseCreateResponse,
  BaseSuccessResponse,
  BranchDto,
  BranchesResponse,
  CandidateApplicationDto,
  CandidateApplicationsResponse,
  CandidateChangeDto,
  CandidateChanges,
  CandidateChangesDetailsDto,
  CandidateCreateDto,
  CandidateDocumentListDetailsDto,
  CandidateDocumentsResponse,
  CandidateDto,
  CandidateDuplicateDto,
  CandidateDuplicatesResponse,
  CandidateEducationDto,
  CandidateExportResponse,
  CandidateFurtherTrainingDto,
  CandidateLanguageDto,
  CandidateLanguageLevelDto,
  CandidateListItemDto,
  CandidatePictureCreateDto,
  CandidateProfessionalTrainingDto,
  CandidatesResponse,
  ChangesResponse,
  ChannelPerformanceDto,
  ChannelsPerformanceResponse,
  CommunicationCreateDto,
  CompanyActivitiesResponse,
  CompanyActivityCreateDto,
  CompanyActivityDto,
  CompanyChangeDto,
  CompanyChanges,
  CompanyChangesDetailsDto,
  CompanyContactChangeDto,
  CompanyContactCreateDto,
  CompanyContactDto,
  CompanyCreateDto,
  CompanyDto,
  CompanyStatusUpdateDto,
  ContractStatusUpdateDto,
  CustomerRequestEvaluationDto,
  CustomerRequestEvaluationResponse,
  DirectPlacementRequestChangeDto,
  DirectPlacementRequestCreateDto,
  DirectPlacementRequestDto,
  DocumentChanges,
  DocumentChangesDetailsDto,
  DocumentDto,
  DocumentUploadDto,
  DriversLicenseCreateDto,
  EmailImportDto,
  EmployerCreateDto,
  EndOfOperationDto,
  ExternalApplicationDto,
  ExternalApplicationResponse,
  InventoryRecordDto,
  InventoryResponse,
  JobAdChanges,
  JobAdChangesDetailsDto,
  JobAdDto,
  JobAdListItemDto,
  JobAdPerformanceDto,
  JobAdPerformanceResponse,
  KeywordCreateDto,
  MasterDataCandidatestatus,
  MasterDataCandidatestatusResponse,
  MasterDataChannels,
  MasterDataChannelsResponse,
  MasterDataCommunicationtypes,
  MasterDataCommunicationtypesResponse,
  MasterDataContractstatus,
  MasterDataContractstatusResponse,
  MasterDataCountries,
  MasterDataCountriesResponse,
  MasterDataCustomerstatus,
  MasterDataCustomerstatusResponse,
  MasterDataDocumentcategories,
  MasterDataDocumentcategoriesResponse,
  MasterDataDriverslicenses,
  MasterDataDriverslicensesResponse,
  MasterDataFederalstates,
  MasterDataFederalstatesResponse,
  MasterDataGenders,
  MasterDataGendersResponse,
  MasterDataIndustries,
  MasterDataIndustriesResponse,
  MasterDataLanguagelevels,
  MasterDataLanguagelevelsResponse,
  MasterDataLanguages,
  MasterDataLanguagesResponse,
  MasterDataLevels,
  MasterDataLevelsResponse,
  MasterDataNationalities,
  MasterDataNationalitiesResponse,
  MasterDataProfessions,
  MasterDataProfessionsResponse,
  MasterDataQualifications,
  MasterDataQualificationsResponse,
  MasterDataRequeststatus,
  MasterDataRequeststatusResponse,
  MasterDataSalutations,
  MasterDataSalutationsResponse,
  MasterDataSourcesofsupply,
  MasterDataSourcesofsupplyResponse,
  OfficePerformanceDto,
  OfficesPerformanceResponse,
  ProfessionCreateDto,
  QualificationCreateDto,
  ReadAllUsers2Dto,
  ReadAllUsers2Response,
  ReadAllUsersEnvelope,
  ReadAllUsersResponse,
  ReadUserByIdResponse,
  RecruiterPerformanceDto,
  RecruitersPerformanceResponse,
  RequestStatusUpdateDto,
  ServiceContractRequestChangeDto,
  ServiceContractRequestCreateDto,
  ServiceContractRequestDto,
  SiteChangeDto,
  SiteCreateDto,
  SiteDto,
  SmsImportDto,
  StatusUpdateDto,
  TemporaryStaffingRequestChangeDto,
  TemporaryStaffingRequestCreateDto,
  TemporaryStaffingRequestDto,
  TokenUsageResponse,
  UserResponsibilitiesResponse,
  UserResponsibilityDto,
  WebhookEventTypesResponse,
  WebhookProtocolRequest,
  WebhookProtocolResponse,
  WebhookReadEventTypeDto,
  WebhookReadSubscriptionsDto,
  WebhookSettingsResponse,
  WebhookSubscribe,
  WebhookSubscriptionsResponse,
  WebhookUnsubscribe,
  WhatsAppImportDto,
  WorkContractDto,
  WorkLocationChangeDto,
  WorkLocationCreateDto,
  WorkLocationDto,
} from './schemas.ts';

export interface CandidatesApi {
  /**
   * List candidates.
   *
   * Candidates created or changed in the period, without one all of them. There is no paging: the answer is streamed, and a mirror reads the change streams instead of repeating it.
   *
   * Requires the permission `candidates:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidatesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CandidateListItemDto>>;
  };

  /**
   * Create a candidate.
   *
   * Stores the master data. Recruiters see the candidate from its first application on, so create that in the same process. A duplicate is not refused; Possible-Duplicates names up to five candidates with the same mailbox.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.created` (1401).
   */
  create(body: CandidateCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Export candidates completely.
   *
   * Complete records out of one database snapshot, streamed. Stream-Position is the cursor at which GET /changes goes on: whatever the export shows is not in the feed again, whatever it does not show is.
   *
   * Requires the permission `candidates:read`.
   */
  export: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only candidates of this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateExportResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only candidates of this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CandidateDto>>;
  };

  /**
   * Changes of candidates in a period.
   *
   * A change to a sub-record, the status or an application counts as a change of the candidate; documents have a stream of their own. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `candidates:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", CandidateChangesDetailsDto> | Listed<"modified", CandidateChangesDetailsDto> | Listed<"deleted", CandidateChangesDetailsDto>>>;
  };

  /**
   * Changes of candidates on a day.
   *
   * A change to a sub-record, the status or an application counts as a change of the candidate; documents have a stream of their own. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `candidates:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", CandidateChangesDetailsDto> | Listed<"modified", CandidateChangesDetailsDto> | Listed<"deleted", CandidateChangesDetailsDto>>>;
  };

  /**
   * Changes of candidates in an hour.
   *
   * A change to a sub-record, the status or an application counts as a change of the candidate; documents have a stream of their own. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `candidates:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", CandidateChangesDetailsDto> | Listed<"modified", CandidateChangesDetailsDto> | Listed<"deleted", CandidateChangesDetailsDto>>>;
  };

  /**
   * Find candidates that may be the same person.
   *
   * Matches the e-mail address without regard to case (email) and by mailbox (emailCanonical: plus tags and the dots of Gmail left out). With phone, firstName and lastName it also finds the same number in any notation and names that sound alike (Meyer/Maier, Müller/Mueller, Şahin/Sahin). birthDate raises the score of what was found.
   *
   * Requires the permission `candidates:read`.
   */
  findDuplicates: {
    (query: {
      /** E-mail address to look for; case does not matter. */
      email: string;
      /** Widens the search to names that sound alike; together with lastName. */
      firstName?: string | undefined;
      /** Widens the search to names that sound alike; together with firstName. */
      lastName?: string | undefined;
      /** Raises the score of a match with the same date of birth. */
      birthDate?: string | undefined;
      /** Widens the search to this telephone number. */
      phone?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateDuplicatesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query: {
      /** E-mail address to look for; case does not matter. */
      email: string;
      /** Widens the search to names that sound alike; together with lastName. */
      firstName?: string | undefined;
      /** Widens the search to names that sound alike; together with firstName. */
      lastName?: string | undefined;
      /** Raises the score of a match with the same date of birth. */
      birthDate?: string | undefined;
      /** Widens the search to this telephone number. */
      phone?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CandidateDuplicateDto>>;
  };

  /**
   * Change master data of a candidate.
   *
   * Only the properties sent are changed, also inside contact, location, birth and the other sub-objects; null clears a property. Languages, professions, qualifications and licences have operations of their own. A body that changes nothing leaves no trace in the change streams.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   */
  change(candidateId: number, body: CandidateChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Read a candidate with everything that belongs to it.
   *
   * Requires the permission `candidates:read`.
   *
   * @param candidateId Id of the candidate.
   */
  get(candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateDto>;

  /**
   * Set the status of a candidate.
   *
   * Answers the id of the new entry in the status history. Archived (23) is final: another status after it is refused, archiving again changes nothing and answers the entry that archived.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.statusChanged` (1404).
   *
   * @param id Id of the candidate.
   */
  setStatus(id: number, body: StatusUpdateDto, options?: CallOptions<'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a language to a candidate.
   *
   * Answers the languageId that was sent, which is also what changing and deleting take; the id in the candidate’s languages is that of the assignment. The level may be unknown. A language the candidate has already is refused: change its level instead.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addLanguage(id: number, body: CandidateLanguageDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Change the level of a candidate’s language.
   *
   * The level that is stored already leaves no trace in the change streams.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param languageId Catalog id of the language, not the id of the assignment.
   */
  changeLanguage(candidateId: number, languageId: number, body: CandidateLanguageLevelDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Remove a language from a candidate.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param languageId Catalog id of the language, not the id of the assignment.
   */
  deleteLanguage(candidateId: number, languageId: number, options?: CallOptions): Call<void>;

  /**
   * Add a profession to a candidate.
   *
   * Answers the professionId that was sent, which is also what deleting takes; the id in professionObjects is that of the assignment. A profession the candidate has already is refused.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addProfession(id: number, body: ProfessionCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a profession from a candidate.
   *
   * Removes only the assignment.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   * @param professionId Key of the occupation catalog, not the id of the assignment.
   */
  deleteProfession(id: number, professionId: number, options?: CallOptions): Call<void>;

  /**
   * Add a qualification to a candidate, or change its score.
   *
   * By qualificationId or by name, exactly one of the two. A name that the tenant’s list does not have in either language is added to the list; one that the tenant has retired is refused. Sending a qualification again changes its score: null clears it, without score it stays. Answers the qualificationId, which is what deleting takes.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  setQualification(id: number, body: QualificationCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a qualification from a candidate.
   *
   * Removes only the assignment; the qualification stays in the list.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   * @param qualificationId Catalog id of the qualification, not the id of the assignment.
   */
  deleteQualification(id: number, qualificationId: number, options?: CallOptions): Call<void>;

  /**
   * Add a driver's licence to a candidate.
   *
   * Answers the driversLicenseId that was sent, which is also what deleting takes; the id in driversLicences is that of the assignment. A licence the candidate has already is refused.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addDriversLicense(id: number, body: DriversLicenseCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a driver's licence from a candidate.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param driversLicenseId Catalog id of the licence, not the id of the assignment.
   */
  deleteDriversLicense(candidateId: number, driversLicenseId: number, options?: CallOptions): Call<void>;

  /**
   * Add a keyword to a candidate.
   *
   * A keyword the candidate has already, in whatever case, is refused.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addKeyword(id: number, body: KeywordCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a further training to a candidate’s resume.
   *
   * Every call adds an entry; either day may be unknown. Send an Idempotency-Key so that a repeated call does not add it twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addEducation(id: number, body: CandidateFurtherTrainingDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a job to a candidate’s resume.
   *
   * Every call adds an entry; either day may be unknown. Send an Idempotency-Key so that a repeated call does not add it twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addJob(id: number, body: EmployerCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a vocational training or studies to a candidate’s resume.
   *
   * Every call adds an entry; either day may be unknown. Send an Idempotency-Key so that a repeated call does not add it twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addProfessionEducation(id: number, body: CandidateProfessionalTrainingDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a school to a candidate’s resume.
   *
   * Every call adds an entry; either day may be unknown. Send an Idempotency-Key so that a repeated call does not add it twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addSchoolEducation(id: number, body: CandidateEducationDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add an e-mail address to a candidate.
   *
   * A further address at which the candidate can be reached. A primary one is also shown in contact.email and takes the place of the primary one so far, which stays as a channel. The same address twice, in whatever case, is refused.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addEmail(id: number, body: EmailImportDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a number for SMS to a candidate.
   *
   * A primary number is also shown in contact.mobile and takes the place of the primary one so far, which stays as a channel. The same number twice, however it is written, is refused.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addSms(id: number, body: SmsImportDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a number for the messenger to a candidate.
   *
   * A primary number sets contact.hasWhatsApp, and contact.whatsAppConsentChecked to the consent sent; it becomes contact.mobile only where there is none, since a mobile number need not be the one of the messenger. It takes the place of the primary one so far, which stays as a channel. The same number twice, however it is written, is refused.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addWhatsApp(id: number, body: WhatsAppImportDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Change the work contract data of a candidate.
   *
   * Only the properties sent are changed; null clears one. A contract that becomes signed without a time gets the time of the call; one that is signed already keeps its time. Setting isWorkContractSigned to false leaves the time: send null to clear it. The status stays as it is. A body that changes nothing leaves no trace in the change streams.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   */
  setWorkContract(candidateId: number, body: WorkContractDto, options?: CallOptions<'strict'>): Call<BaseSuccessResponse>;

  /**
   * Set the end of operation of a candidate.
   *
   * May lie in the past or in the future; null clears it. The status stays as it is. The time that is stored already leaves no trace in the change streams.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   */
  setEndOfOperation(candidateId: number, body: EndOfOperationDto, options?: CallOptions<'strict'>): Call<BaseSuccessResponse>;

  /**
   * Set the picture of a candidate.
   *
   * A new picture replaces the one so far; sending the same one again leaves no trace in the change streams. Its kind is found in the contents, whatever a data URL says. Taken in as it arrives, and encrypted at rest.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  setPicture(id: number, body: CandidatePictureCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseSuccessResponse>;

  /**
   * Record an application of a candidate.
   *
   * Makes the candidate visible to recruiters. A candidate may apply several times, also for one job ad: send an Idempotency-Key so that a repeated call does not apply twice.
   *
   * Requires the permission `applications:write`.
   *
   * Triggers the event `application.received` (1405).
   *
   * @param id Id of the candidate.
   */
  apply(id: number, body: ApplyImportDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * List the applications of a candidate.
   *
   * Requires the permission `applications:read`.
   *
   * @param candidateId Id of the candidate.
   */
  listApplications: {
    (candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateApplicationsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CandidateApplicationDto>>;
  };
}

export interface DocumentsApi {
  /**
   * Changes of documents in a period.
   *
   * Documents have this stream of their own: adding or deleting one leaves the candidate unmodified, so a mirror reads both streams. A document counts for the branch that its candidate had when it was changed. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `documents:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", DocumentChangesDetailsDto> | Listed<"modified", DocumentChangesDetailsDto> | Listed<"deleted", DocumentChangesDetailsDto>>>;
  };

  /**
   * Changes of documents on a day.
   *
   * Documents have this stream of their own: adding or deleting one leaves the candidate unmodified, so a mirror reads both streams. A document counts for the branch that its candidate had when it was changed. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `documents:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", DocumentChangesDetailsDto> | Listed<"modified", DocumentChangesDetailsDto> | Listed<"deleted", DocumentChangesDetailsDto>>>;
  };

  /**
   * Changes of documents in an hour.
   *
   * Documents have this stream of their own: adding or deleting one leaves the candidate unmodified, so a mirror reads both streams. A document counts for the branch that its candidate had when it was changed. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `documents:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", DocumentChangesDetailsDto> | Listed<"modified", DocumentChangesDetailsDto> | Listed<"deleted", DocumentChangesDetailsDto>>>;
  };

  /**
   * List the documents of a candidate.
   *
   * Without their contents.
   *
   * Requires the permission `documents:read`.
   *
   * @param candidateId Id of the candidate.
   */
  listOfCandidate: {
    (candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateDocumentsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CandidateDocumentListDetailsDto>>;
  };

  /**
   * Read a document with its contents.
   *
   * The contents are in documentBlob as Base64, written as they are read; GET …/content sends the bytes themselves. Every read of contents is written to the access log.
   *
   * Requires the permission `documents:read`.
   *
   * @param documentId Id of the document.
   */
  read(documentId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentDto>;

  /**
   * Read the contents of a document as they are.
   *
   * The bytes themselves, with the media type found in them. Takes Range for a single part, so that a broken transfer goes on where it stopped: the ETag is strong and belongs to the contents. Every read, also of a part, is written to the access log.
   *
   * Requires the permission `documents:read`.
   *
   * Available since release 3.5.0.
   *
   * @param documentId Id of the document.
   */
  readContent(documentId: number, options?: CallOptions<'ifNoneMatch' | 'range' | 'ifRange'>): Promise<Content>;

  /**
   * Add a CV to a candidate.
   *
   * The candidate stays unmodified: a document has a change stream of its own. The contents are kept encrypted.
   *
   * Requires the permission `documents:write`.
   *
   * Triggers the event `document.created` (1406).
   *
   * @param candidateId Id of the candidate.
   */
  uploadCv(candidateId: number, body: DocumentUploadDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a document without a category of its own to a candidate.
   *
   * The candidate stays unmodified: a document has a change stream of its own. The contents are kept encrypted.
   *
   * Requires the permission `documents:write`.
   *
   * Triggers the event `document.created` (1406).
   *
   * @param candidateId Id of the candidate.
   */
  uploadOther(candidateId: number, body: DocumentUploadDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a document of a category to a candidate.
   *
   * The candidate stays unmodified: a document has a change stream of its own. The contents are kept encrypted.
   *
   * Requires the permission `documents:write`.
   *
   * Triggers the event `document.created` (1406).
   *
   * @param candidateId Id of the candidate.
   * @param documentCategory Key or id of a category (GET /masterdata/documentcategories). In a key, case, hyphens and underscores do not matter.
   */
  upload(candidateId: number, documentCategory: string | number, body: DocumentUploadDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;
}

export interface ApplicationsApi {
  /**
   * Hand over an application from a career site or job portal.
   *
   * Candidate, application, consents and documents are stored all or not at all. If the e-mail address (case does not matter, further e-mail channels count) belongs to a candidate, the application goes to that candidate, whose master data stay as they are; the sent values are kept on the application. Of several candidates the one changed last is taken, archived ones last. Two applications with one new address at the same time create one candidate. Triggers application.received only, also when the candidate is new. The body is taken in as it arrives.
   *
   * Requires the permission `applications:write`.
   *
   * Triggers the event `application.received` (1405).
   */
  receive(body: ExternalApplicationDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<ExternalApplicationResponse>;
}

export interface CommunicationsApi {
  /**
   * Record a communication with a candidate.
   *
   * Shown in the candidate’s communications. The event communication.created names the candidate, with communicationId in additionalData.
   *
   * Requires the permission `communication:write`.
   *
   * Triggers the event `communication.created` (1408).
   *
   * @param candidateId Id of the candidate.
   */
  create(candidateId: number, body: CommunicationCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a file to a communication.
   *
   * A communication can have several; every call adds one. The candidate’s communications name them, without contents. Taken in as it arrives, and encrypted at rest.
   *
   * Requires the permission `communication:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param id Id of the communication.
   */
  addAttachment(candidateId: number, id: number, body: AttachmentCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseSuccessResponse>;
}

export interface CompaniesApi {
  /**
   * Changes of companies in a period.
   *
   * Creating, changing or deleting a site, a work location or a contact, setting a status and adding a note count as a change of the company. Companies are never deleted, so that list stays empty. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `customers:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", CompanyChangesDetailsDto> | Listed<"modified", CompanyChangesDetailsDto> | Listed<"deleted", CompanyChangesDetailsDto>>>;
  };

  /**
   * Changes of companies on a day.
   *
   * Creating, changing or deleting a site, a work location or a contact, setting a status and adding a note count as a change of the company. Companies are never deleted, so that list stays empty. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `customers:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", CompanyChangesDetailsDto> | Listed<"modified", CompanyChangesDetailsDto> | Listed<"deleted", CompanyChangesDetailsDto>>>;
  };

  /**
   * Changes of companies in an hour.
   *
   * Creating, changing or deleting a site, a work location or a contact, setting a status and adding a note count as a change of the company. Companies are never deleted, so that list stays empty. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `customers:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", CompanyChangesDetailsDto> | Listed<"modified", CompanyChangesDetailsDto> | Listed<"deleted", CompanyChangesDetailsDto>>>;
  };

  /**
   * Create a company.
   *
   * A new company has the status 1 (lead) and the contract status 1 (no contract). Its sites, then their work locations and contacts, are created after it. Companies are never deleted: set the status instead.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.created` (1411).
   */
  create(body: CompanyCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Change master data of a company.
   *
   * Only the properties sent are changed, also inside contact and location; null clears a property. Status, sites and contacts have operations of their own. A body that changes nothing leaves no trace in the change streams.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.changed` (1412).
   *
   * @param customerId Id of the company.
   */
  change(customerId: number, body: CompanyChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Read a company.
   *
   * Its sites are listed with what names them; GET /customers/offices/{officeId} shows one with its work locations and contacts.
   *
   * Requires the permission `customers:read`.
   *
   * @param customerId Id of the company.
   */
  get(customerId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyDto>;

  /**
   * Set the status of a company.
   *
   * Any status may follow any other. Every change writes an activity, which keeps the comment. The status the company has already, sent without a comment, changes nothing; with one it counts as set once more and keeps the comment.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.statusChanged` (1413).
   *
   * @param customerId Id of the company.
   */
  setStatus(customerId: number, body: CompanyStatusUpdateDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Set the contract status of a company.
   *
   * Any status may follow any other. validFrom belongs to the status it is sent with: left out, another status clears it and the same status keeps it. Every change writes an activity, which keeps the comment. What the company has already, sent without a comment, changes nothing.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.contractStatusChanged` (1414).
   *
   * @param customerId Id of the company.
   */
  setContractStatus(customerId: number, body: ContractStatusUpdateDto, options?: CallOptions<'strict'>): Call<void>;
}

export interface CompanyActivitiesApi {
  /**
   * List the activities of a company.
   *
   * Every status change, and every creation, change and deletion of a site, work location or contact writes one; its text is English and names no person beyond what the caller wrote. Notes are added by POST. Master data changes of the company itself write none: the change streams list them.
   *
   * Requires the permission `customers:read`.
   *
   * @param customerId Id of the company.
   */
  list: {
    (customerId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyActivitiesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(customerId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CompanyActivityDto>>;
  };

  /**
   * Add a note to the activities of a company.
   *
   * Shown with the application as its author. It counts as a change of the company.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.changed` (1412).
   *
   * @param customerId Id of the company.
   */
  create(customerId: number, body: CompanyActivityCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;
}

export interface SitesApi {
  /**
   * Create a site of a company.
   *
   * A new site is in use. Creating it is also a change of the company, whose stream lists it, and an activity in its history.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `site.created` (1421).
   *
   * @param customerId Id of the company.
   */
  create(customerId: number, body: SiteCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Read a site with its work locations and contacts.
   *
   * Requires the permission `customers:read`.
   *
   * @param officeId Id of the site.
   */
  get(officeId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<SiteDto>;

  /**
   * Change a site.
   *
   * Only the properties sent are changed, also inside contact and location; null clears a property. A site stays with its company. A body that changes nothing leaves no trace.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `site.changed` (1422).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  change(customerId: number, officeId: number, body: SiteChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Take a site out of use or back into use.
   *
   * A site that is out of use stays readable, and its work locations and contacts can still be changed; no new record may refer to it. The status it has already changes nothing.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `site.changed` (1422).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  setStatus(customerId: number, officeId: number, body: ActiveUpdateDto, options?: CallOptions<'strict'>): Call<void>;
}

export interface WorkLocationsApi {
  /**
   * Create a work location at a site.
   *
   * contactId is a contact of the same company that is in use. Creating it is also a change of the company, whose stream lists it, and an activity in its history.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `location.created` (1431).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  create(customerId: number, officeId: number, body: WorkLocationCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Read a work location.
   *
   * An unknown id and that of a deleted work location are answered alike.
   *
   * Requires the permission `customers:read`.
   *
   * @param locationId Id of the work location.
   */
  get(locationId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<WorkLocationDto>;

  /**
   * Change a work location.
   *
   * Only the properties sent are changed, also inside location; null clears a property. A changed address gets new coordinates, or keeps the old ones where none can be found; another country without a federal state clears the federal state. A work location stays at its site: officeId in the body is ignored. A body that changes nothing leaves no trace.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `location.changed` (1432).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param locationId Id of the work location.
   */
  change(customerId: number, officeId: number, locationId: number, body: WorkLocationChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Delete a work location.
   *
   * Final: afterwards it is not found, also by a second call. Requests that refer to it go on doing so. Its importExternalId becomes free, so that the source system can import it again as a new work location. The company’s history keeps an activity, and the company’s stream lists the company as modified: the event points to that window and names customerId and siteId in additionalData.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `location.deleted` (1433).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param locationId Id of the work location.
   */
  delete(customerId: number, officeId: number, locationId: number, options?: CallOptions): Call<void>;
}

export interface ContactsApi {
  /**
   * Create a contact at a site.
   *
   * A new contact is in use. Creating it is also a change of the company, whose stream lists it, and an activity in its history, which does not name the person.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `contact.created` (1441).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  create(customerId: number, officeId: number, body: CompanyContactCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Read a contact.
   *
   * Requires the permission `customers:read`.
   *
   * @param contactId Id of the contact.
   */
  get(contactId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyContactDto>;

  /**
   * Change a contact.
   *
   * Only the properties sent are changed; null clears a property. A contact stays at its site. A body that changes nothing leaves no trace.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `contact.changed` (1442).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param contactId Id of the contact.
   */
  change(customerId: number, officeId: number, contactId: number, body: CompanyContactChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Take a contact out of use or back into use.
   *
   * A contact that is out of use stays readable, and records that refer to it go on doing so; no new reference to it is taken. The status it has already changes nothing.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `contact.changed` (1442).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param contactId Id of the contact.
   */
  setStatus(customerId: number, officeId: number, contactId: number, body: ActiveUpdateDto, options?: CallOptions<'strict'>): Call<void>;
}

export interface RequestsApi {
  /**
   * Create a request for temporary staffing.
   *
   * The request is open (1). Site, work location and contact must belong to the company, the work location to the site where both are given.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.created` (1451).
   *
   * @param customerId Id of the company.
   */
  createTemporaryStaffing(customerId: number, body: TemporaryStaffingRequestCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Create a request for direct placement.
   *
   * The request is open (1). Site, work location and contact must belong to the company, the work location to the site where both are given.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.created` (1451).
   *
   * @param customerId Id of the company.
   */
  createDirectPlacement(customerId: number, body: DirectPlacementRequestCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Create a request for a service contract.
   *
   * The request is open (1). Site, work location and contact must belong to the company, the work location to the site where both are given.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.created` (1451).
   *
   * @param customerId Id of the company.
   */
  createServiceContract(customerId: number, body: ServiceContractRequestCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Read a request for temporary staffing.
   *
   * A request of another kind is not found here: changes and events name the path that fits it.
   *
   * Requires the permission `requests:read`.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  getTemporaryStaffing(requestId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<TemporaryStaffingRequestDto>;

  /**
   * Change a request for temporary staffing.
   *
   * Only the properties sent are changed; null clears a property. Company, kind and status stay. Also a cancelled or closed request can be corrected. A body that changes nothing leaves no trace in the change feed.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.changed` (1452).
   *
   * Available since release 3.5.0.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  changeTemporaryStaffing(requestId: number, body: TemporaryStaffingRequestChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Read a request for direct placement.
   *
   * A request of another kind is not found here: changes and events name the path that fits it.
   *
   * Requires the permission `requests:read`.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  getDirectPlacement(requestId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DirectPlacementRequestDto>;

  /**
   * Change a request for direct placement.
   *
   * Only the properties sent are changed; null clears a property. Company, kind and status stay. Also a cancelled or closed request can be corrected. A body that changes nothing leaves no trace in the change feed.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.changed` (1452).
   *
   * Available since release 3.5.0.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  changeDirectPlacement(requestId: number, body: DirectPlacementRequestChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Read a request for a service contract.
   *
   * A request of another kind is not found here: changes and events name the path that fits it.
   *
   * Requires the permission `requests:read`.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  getServiceContract(requestId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ServiceContractRequestDto>;

  /**
   * Change a request for a service contract.
   *
   * Only the properties sent are changed; null clears a property. Company, kind and status stay. Also a cancelled or closed request can be corrected. A body that changes nothing leaves no trace in the change feed.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.changed` (1452).
   *
   * Available since release 3.5.0.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  changeServiceContract(requestId: number, body: ServiceContractRequestChangeDto, options?: CallOptions<'strict'>): Call<void>;

  /**
   * Set the status of a customer request.
   *
   * For requests of all kinds. Cancelled (4) and closed (5) are final: another status after them is refused. The status that the request has already leaves no trace, whatever the comment.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.statusChanged` (1453).
   *
   * @param requestId Id of the customer request, of any kind.
   */
  setStatus(requestId: number, body: RequestStatusUpdateDto, options?: CallOptions<'strict'>): Call<void>;
}

export interface RequestEvaluationsApi {
  /**
   * Key figures of customer requests by branch and kind.
   *
   * Without a period all time is counted. A request counts for the branch that serves it now. Imported requests count from the creation time they were given.
   *
   * Requires the permission `reports:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only requests of this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CustomerRequestEvaluationResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only requests of this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<CustomerRequestEvaluationDto>>;
  };
}

export interface JobAdsApi {
  /**
   * List job ads.
   *
   * Job ads created or changed in the period, without one all of them, in every status; deleted ones are in the change streams only. The answer is a bare array and is not paged.
   *
   * Requires the permission `jobads:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdListItemDto[]>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<JobAdListItemDto>>;
  };

  /**
   * Changes of job ads in a period.
   *
   * Publishing, withdrawing, completing and reopening a job ad are changes of it; ProcessStatus tells the status after the last of them. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `jobads:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", JobAdChangesDetailsDto> | Listed<"modified", JobAdChangesDetailsDto> | Listed<"deleted", JobAdChangesDetailsDto>>>;
  };

  /**
   * Changes of job ads on a day.
   *
   * Publishing, withdrawing, completing and reopening a job ad are changes of it; ProcessStatus tells the status after the last of them. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `jobads:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", JobAdChangesDetailsDto> | Listed<"modified", JobAdChangesDetailsDto> | Listed<"deleted", JobAdChangesDetailsDto>>>;
  };

  /**
   * Changes of job ads in an hour.
   *
   * Publishing, withdrawing, completing and reopening a job ad are changes of it; ProcessStatus tells the status after the last of them. A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.
   *
   * Requires the permission `jobads:read`.
   *
   * @param date Day (UTC), YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: string | number, query?: {
      /** Only records of this branch: those it has after the last change of the period, and those that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<Listed<"new", JobAdChangesDetailsDto> | Listed<"modified", JobAdChangesDetailsDto> | Listed<"deleted", JobAdChangesDetailsDto>>>;
  };

  /**
   * Read a job ad by jobAdId or id.
   *
   * In every status. portalUrl and applyUrl are null unless the job ad is Active: only then can it be read and applied to on the job portal. A deleted job ad is not found.
   *
   * Requires the permission `jobads:read`.
   *
   * @param jobAdId Integer id (jobAdId) or global id (uuid) of the job ad.
   */
  get(jobAdId: string | number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdDto>;
}

export interface ReportsApi {
  /**
   * Figures of job ads.
   *
   * A bare array, unlike the other evaluations, with each job ad that existed in the period, deleted ones too, and any other with a figure in it. Days are days in UTC, both ends included; without them everything is counted. hires and rejections count when they are decided: each for the latest application that the candidate had made by then, and once for that application however often the status is set. Erased candidates are no longer counted.
   *
   * Requires the permission `reports:read`.
   */
  listJobAds: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that belong to this branch now (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdPerformanceDto[]>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that belong to this branch now (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<JobAdPerformanceDto>>;
  };

  /**
   * Figures of one job ad.
   *
   * Also of a deleted job ad. With an officeId that is not its branch the job ad is not found. Days are days in UTC, both ends included; without them everything is counted. hires and rejections count when they are decided: each for the latest application that the candidate had made by then, and once for that application however often the status is set. Erased candidates are no longer counted.
   *
   * Requires the permission `reports:read`.
   *
   * @param jobAdId Integer id (jobAdId) or global id (uuid) of the job ad.
   */
  getJobAd: {
    (jobAdId: string | number, query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that belong to this branch now (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(jobAdId: string | number, query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that belong to this branch now (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<JobAdPerformanceDto>>;
  };

  /**
   * Figures of channels.
   *
   * publishedDays adds up the days of the job ads that the channel brought a view, click or application to. Applications and decisions count for the branch and the recruiter recorded with the application, or else for those of its job ad; views, clicks and published days for those the job ad has now. Applications without a job ad are included. Days are days in UTC, both ends included; without them everything is counted. hires and rejections count when they are decided: each for the latest application that the candidate had made by then, and once for that application however often the status is set. Erased candidates are no longer counted.
   *
   * Requires the permission `reports:read`.
   */
  listChannels: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ChannelsPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<ChannelPerformanceDto>>;
  };

  /**
   * Figures of branches.
   *
   * Applications and decisions count for the branch and the recruiter recorded with the application, or else for those of its job ad; views, clicks and published days for those the job ad has now. Applications without a job ad are included. Days are days in UTC, both ends included; without them everything is counted. hires and rejections count when they are decided: each for the latest application that the candidate had made by then, and once for that application however often the status is set. Erased candidates are no longer counted.
   *
   * Requires the permission `reports:read`.
   */
  listOffices: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<OfficesPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<OfficePerformanceDto>>;
  };

  /**
   * Figures of recruiters.
   *
   * Applications and decisions count for the branch and the recruiter recorded with the application, or else for those of its job ad; views, clicks and published days for those the job ad has now. Applications without a job ad are included. Days are days in UTC, both ends included; without them everything is counted. hires and rejections count when they are decided: each for the latest application that the candidate had made by then, and once for that application however often the status is set. Erased candidates are no longer counted.
   *
   * Requires the permission `reports:read`.
   */
  listRecruiters: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<RecruitersPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<RecruiterPerformanceDto>>;
  };
}

export interface UsersApi {
  /**
   * List users in the generic envelope.
   *
   * The older variant: new integrations take GET /users/all. The period selects users created or changed in it.
   *
   * Requires the permission `users:read`.
   */
  listEnveloped: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ReadAllUsersEnvelope>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<ReadAllUsersResponse>>;
  };

  /**
   * List users.
   *
   * The period selects users created or changed in it; without one all users are listed.
   *
   * Requires the permission `users:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ReadAllUsers2Response>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<ReadAllUsers2Dto>>;
  };

  /**
   * List the users that records can be assigned to.
   *
   * Active users: the permitted values of responsibility on candidates, companies, sites and contacts.
   *
   * Requires the permission `users:read`.
   */
  listResponsibilities: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<UserResponsibilitiesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<UserResponsibilityDto>>;
  };

  /**
   * Read a user by id or rowGuid.
   *
   * Requires the permission `users:read`.
   *
   * This entry stands for 2 operations whose paths differ only in a parameter name.
   *
   * @param userId Integer id or rowGuid (uuid) of the user.
   */
  get(userId: string | number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ReadUserByIdResponse>;
}

export interface BranchesApi {
  /**
   * List the branches.
   *
   * Branches are the tenant’s own organisation units; sites (offices) of customer companies are something else.
   *
   * Requires the permission `branches:read`.
   */
  list: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<BranchesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<BranchDto>>;
  };
}

export interface MasterDataApi {
  /**
   * List the nationalities.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  nationalities: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataNationalitiesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataNationalities>>;
  };

  /**
   * List the driver's licences.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  driverslicenses: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataDriverslicensesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataDriverslicenses>>;
  };

  /**
   * List the languages.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  languages: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataLanguagesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataLanguages>>;
  };

  /**
   * List the language levels.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  languagelevels: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataLanguagelevelsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataLanguagelevels>>;
  };

  /**
   * List the genders.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  genders: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataGendersResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataGenders>>;
  };

  /**
   * List the salutations.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  salutations: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataSalutationsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataSalutations>>;
  };

  /**
   * List the countries.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  countries: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataCountriesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataCountries>>;
  };

  /**
   * List the federal states of Germany, Austria and Switzerland.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  federalstates: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataFederalstatesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataFederalstates>>;
  };

  /**
   * List the requirement levels of occupations.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  levels: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataLevelsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataLevels>>;
  };

  /**
   * List the occupations.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  professions: {
    (query?: {
      /** Part of the name in either language; case does not matter. */
      search?: string | undefined;
      /** Comma-separated ids. */
      ids?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataProfessionsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** Part of the name in either language; case does not matter. */
      search?: string | undefined;
      /** Comma-separated ids. */
      ids?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataProfessions>>;
  };

  /**
   * List the qualifications of the tenant.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  qualifications: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataQualificationsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataQualifications>>;
  };

  /**
   * List the channels through which applications come, of the tenant.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  channels: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataChannelsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataChannels>>;
  };

  /**
   * List the sources of supply of the tenant.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  sourcesofsupply: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataSourcesofsupplyResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataSourcesofsupply>>;
  };

  /**
   * List the document categories.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  documentcategories: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataDocumentcategoriesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataDocumentcategories>>;
  };

  /**
   * List the kinds of communication.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  communicationtypes: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataCommunicationtypesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataCommunicationtypes>>;
  };

  /**
   * List the candidate status values.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  candidatestatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataCandidatestatusResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataCandidatestatus>>;
  };

  /**
   * List the company status values.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  customerstatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataCustomerstatusResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataCustomerstatus>>;
  };

  /**
   * List the contract status values.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  contractstatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataContractstatusResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataContractstatus>>;
  };

  /**
   * List the status values of customer requests.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  requeststatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataRequeststatusResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataRequeststatus>>;
  };

  /**
   * List the industries of the tenant.
   *
   * Names follow Accept-Language (en or de). Changes rarely: cache it for a day. Reading it changes nothing, so it also serves as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  industries: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<MasterDataIndustriesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<MasterDataIndustries>>;
  };
}

export interface WebhookEventTypesApi {
  /**
   * List the events.
   *
   * One operation triggers one event, the most specific.
   *
   * Requires the permission `webhooks:read`.
   */
  list: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<WebhookEventTypesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<WebhookReadEventTypeDto>>;
  };
}

export interface WebhookSubscriptionsApi {
  /**
   * List the registrations.
   *
   * Requires the permission `webhooks:read`.
   */
  list: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<WebhookSubscriptionsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<WebhookReadSubscriptionsDto>>;
  };
}

export interface WebhooksApi {
  /**
   * Register an address for an event.
   *
   * Each pair of address and event is registered once and has its own error counter. A registration that was paused after 10 failures in a row is reactivated by registering it again. The receiver answers with 200 within 15 seconds; calls are signed after Standard Webhooks.
   *
   * Requires the permission `webhooks:write`.
   */
  subscribe(body: WebhookSubscribe, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<void>;

  /**
   * Remove a registration.
   *
   * Calls that wait are dropped. The protocol keeps its entries.
   *
   * Requires the permission `webhooks:write`.
   */
  unsubscribe(body: WebhookUnsubscribe, options?: CallOptions<'strict'>): Call<void>;
}

export interface WebhookSettingsApi {
  /**
   * Read how calls are made.
   *
   * Requires the permission `webhooks:read`.
   */
  read(options?: CallOptions<'ifNoneMatch' | 'language'>): Call<WebhookSettingsResponse>;

  /**
   * Choose the format of the calls.
   *
   * 1482 is the standard format, 1483 structured CloudEvents 1.0 with the same data. Holds for all registrations from the next calls on.
   *
   * Requires the permission `webhooks:write`.
   *
   * @param webhookEventDataType 1482 standard format, 1483 cloud-event format.
   */
  setEventDataType(webhookEventDataType: number, options?: CallOptions): Call<void>;
}

export interface WebhookProtocolApi {
  /**
   * Read what was triggered and delivered.
   *
   * One entry for each event and registration, also for those that were skipped while the registration was paused, with the latest outcome. Entries are kept for 90 days unless the operator sets another time.
   *
   * Requires the permission `webhooks:read`.
   */
  list(body: WebhookProtocolRequest, options?: CallOptions<'strict'>): Call<WebhookProtocolResponse>;
}

export interface ChangesApi {
  /**
   * Follow all changes without a gap.
   *
   * A reader that follows nextCursor sees every change exactly once, however many writers there are: a change appears only when nothing can come before it any more, normally within milliseconds. Needs the read permission of each record type asked for. The log is kept for at least 400 days; an older cursor is refused, since changes behind it are gone: make a full export and go on from its Stream-Position.
   *
   * Requires a valid token, but no particular permission.
   *
   * Available since release 3.5.0.
   */
  list(query?: {
      /** nextCursor of the page before, or Stream-Position of a full export. Without one the feed starts with the oldest change kept. */
      cursor?: string | undefined;
      /** Most entries of a page. */
      limit?: number | undefined;
      /** Comma-separated record types: candidate, document, company, site, location, contact, request, jobad, user, branch. Without it all that the application may read. */
      entities?: string | undefined;
    }, options?: CallOptions<'language'>): Call<ChangesResponse>;

  /**
   * List every record there is.
   *
   * Names all records that can be read now, out of one database snapshot, streamed; of users also inactive ones. Stream-Position is the cursor at which GET /changes goes on without gap or overlap: where a mirror begins that wants more than the candidates’ full export, and what it compares its copy with. Needs the read permission of each record type asked for.
   *
   * Requires a valid token, but no particular permission.
   *
   * Available since release 3.5.0.
   */
  inventory: {
    (query?: {
      /** Comma-separated record types: candidate, document, company, site, location, contact, request, jobad, user, branch. Without it all that the application may read. */
      entities?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<InventoryResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** Comma-separated record types: candidate, document, company, site, location, contact, request, jobad, user, branch. Without it all that the application may read. */
      entities?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Promise<RecordStream<InventoryRecordDto>>;
  };
}

export interface UsageApi {
  /**
   * Read the token ledger of the tenant.
   *
   * Every issued token counts. Nothing is refused for exceeding the free ones.
   *
   * Requires a valid token, but no particular permission.
   *
   * Available since release 3.5.0.
   */
  getTokens(query?: {
      /** Calendar month (UTC) as YYYY-MM; the current one by default. */
      month?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<TokenUsageResponse>;
}

/** The groups of all operations. The client creates them from the table. */
export abstract class OperationGroups {
  declare readonly candidates: CandidatesApi;
  declare readonly documents: DocumentsApi;
  declare readonly applications: ApplicationsApi;
  declare readonly communications: CommunicationsApi;
  declare readonly companies: CompaniesApi;
  declare readonly companyActivities: CompanyActivitiesApi;
  declare readonly sites: SitesApi;
  declare readonly workLocations: WorkLocationsApi;
  declare readonly contacts: ContactsApi;
  declare readonly requests: RequestsApi;
  declare readonly requestEvaluations: RequestEvaluationsApi;
  declare readonly jobAds: JobAdsApi;
  declare readonly reports: ReportsApi;
  declare readonly users: UsersApi;
  declare readonly branches: BranchesApi;
  declare readonly masterData: MasterDataApi;
  declare readonly webhookEventTypes: WebhookEventTypesApi;
  declare readonly webhookSubscriptions: WebhookSubscriptionsApi;
  declare readonly webhooks: WebhooksApi;
  declare readonly webhookSettings: WebhookSettingsApi;
  declare readonly webhookProtocol: WebhookProtocolApi;
  declare readonly changes: ChangesApi;
  declare readonly usage: UsageApi;
}
