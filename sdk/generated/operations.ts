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
} from '../core/record-stream.ts';
import type {
  StreamCall,
} from '../core/stream-call.ts';
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
  CandidateDeletionDto,
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
  CandidateStatusList,
  CandidateStatusValue,
  CandidatesResponse,
  ChangesResponse,
  ChannelList,
  ChannelPerformanceDto,
  ChannelValue,
  ChannelsPerformanceResponse,
  CommunicationCreateDto,
  CommunicationTypeList,
  CommunicationTypeValue,
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
  CompanyStatusList,
  CompanyStatusUpdateDto,
  CompanyStatusValue,
  ContractStatusList,
  ContractStatusUpdateDto,
  ContractStatusValue,
  CountryList,
  CountryValue,
  CustomerRequestEvaluationDto,
  CustomerRequestEvaluationResponse,
  DirectPlacementRequestChangeDto,
  DirectPlacementRequestCreateDto,
  DirectPlacementRequestDto,
  DocumentCategoryList,
  DocumentCategoryValue,
  DocumentChanges,
  DocumentChangesDetailsDto,
  DocumentDto,
  DocumentLeftoverDto,
  DocumentProposalDto,
  DocumentProposalsResponse,
  DocumentUploadDto,
  DriversLicenseCreateDto,
  DriversLicenseList,
  DriversLicenseValue,
  EmailImportDto,
  EmployerCreateDto,
  EndOfOperationDto,
  ExternalApplicationDto,
  ExternalApplicationResponse,
  FederalStateList,
  FederalStateValue,
  GenderList,
  GenderValue,
  IndustryList,
  IndustryValue,
  InventoryRecordDto,
  InventoryResponse,
  JobAdChanges,
  JobAdChangesDetailsDto,
  JobAdDto,
  JobAdListItemDto,
  JobAdPerformanceDto,
  JobAdPerformanceResponse,
  KeywordCreateDto,
  LanguageLevelList,
  LanguageLevelValue,
  LanguageList,
  LanguageValue,
  LevelList,
  LevelValue,
  NationalityList,
  NationalityValue,
  OfficePerformanceDto,
  OfficesPerformanceResponse,
  ProfessionCreateDto,
  ProfessionList,
  ProfessionValue,
  ProposalDecisionDto,
  ProposalDecisionsDto,
  ProposalDecisionsResponse,
  QualificationCreateDto,
  QualificationList,
  QualificationValue,
  ReadAllUsers2Dto,
  ReadAllUsers2Response,
  ReadAllUsersEnvelope,
  ReadAllUsersResponse,
  ReadUserByIdResponse,
  RecruiterPerformanceDto,
  RecruitersPerformanceResponse,
  RequestStatusList,
  RequestStatusUpdateDto,
  RequestStatusValue,
  SalutationList,
  SalutationValue,
  ServiceContractRequestChangeDto,
  ServiceContractRequestCreateDto,
  ServiceContractRequestDto,
  SiteChangeDto,
  SiteCreateDto,
  SiteDto,
  SmsImportDto,
  SourceOfSupplyList,
  SourceOfSupplyValue,
  StatusUpdateDto,
  TemporaryStaffingRequestChangeDto,
  TemporaryStaffingRequestCreateDto,
  TemporaryStaffingRequestDto,
  TokenUsageResponse,
  UserResponsibilitiesResponse,
  UserResponsibilityDto,
  WebhookEventDataType,
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
   * Lists the candidates with any change in the period, even if they changed again later, or all candidates without a period. Deleted candidates are not listed. Users of the platform see only candidates with an application. The response is streamed and has no pages. To keep a mirror up to date, read the change streams instead of repeating this call. With importExternalId, it looks up one candidate and returns it in a list, or an empty list.
   *
   * Requires the permission `candidates:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only the candidate with this id in the source system, exactly as it was sent. Encode it, because a + stands for a space. */
      importExternalId?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CandidatesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only the candidate with this id in the source system, exactly as it was sent. Encode it, because a + stands for a space. */
      importExternalId?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<CandidateListItemDto>;
  };

  /**
   * Create a candidate.
   *
   * Stores the profile. Recruiters see the candidate only after its first application, so record the application in the same process. A duplicate is not rejected. Possible-Duplicates lists up to five candidates with the same mailbox.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.created` (1401).
   */
  create(body: CandidateCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Export candidates with all their details.
   *
   * Streams complete records from one database snapshot, with a period those of the candidates with any change in it. Users of the platform see only candidates with an application. Stream-Position is the cursor at which GET /changes continues. From there, the feed contains exactly the changes that the export does not show.
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
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CandidateDto>;
  };

  /**
   * List changes of candidates in a period.
   *
   * A change to a sub-record, the status, or an application counts as a change to the candidate. Documents have a separate stream. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `candidates:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CandidateChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", CandidateChangesDetailsDto> | Listed<"modified", CandidateChangesDetailsDto> | Listed<"deleted", CandidateDeletionDto>>;
  };

  /**
   * List changes of candidates on a day.
   *
   * A change to a sub-record, the status, or an application counts as a change to the candidate. Documents have a separate stream. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `candidates:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CandidateChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", CandidateChangesDetailsDto> | Listed<"modified", CandidateChangesDetailsDto> | Listed<"deleted", CandidateDeletionDto>>;
  };

  /**
   * List changes of candidates in an hour.
   *
   * A change to a sub-record, the status, or an application counts as a change to the candidate. Documents have a separate stream. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `candidates:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CandidateChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", CandidateChangesDetailsDto> | Listed<"modified", CandidateChangesDetailsDto> | Listed<"deleted", CandidateDeletionDto>>;
  };

  /**
   * Find candidates that may be the same person.
   *
   * Matches the email address regardless of case (email) and by mailbox (emailCanonical), ignoring plus tags and Gmail dots. With phone, it also finds the same number in any notation. Contact channels count like contact. With firstName and lastName, it also finds names that sound alike (Meyer/Maier, Müller/Mueller, Şahin/Sahin), in any script (Петров/Petrow), and in the English and the German spelling of Slavic names (Shevchenko/Schewtschenko). birthDate raises the score of a match, and finds the person among any number of others with such a name. Another name or date of birth than the one sent lowers the score. Users of the platform find only candidates with an application.
   *
   * Requires the permission `candidates:read`.
   */
  findDuplicates: {
    (query: {
      /** Email address to search for. Case does not matter. */
      email: string;
      /** Extends the search to names that sound alike. Ignored without lastName. */
      firstName?: string | undefined;
      /** Extends the search to names that sound alike. Ignored without firstName. */
      lastName?: string | undefined;
      /** Raises the score of matches with this date of birth, lowers it of those with another one, and finds those who also have the name. */
      birthDate?: string | undefined;
      /** Extends the search to this phone number, in any notation. */
      phone?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CandidateDuplicatesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query: {
      /** Email address to search for. Case does not matter. */
      email: string;
      /** Extends the search to names that sound alike. Ignored without lastName. */
      firstName?: string | undefined;
      /** Extends the search to names that sound alike. Ignored without firstName. */
      lastName?: string | undefined;
      /** Raises the score of matches with this date of birth, lowers it of those with another one, and finds those who also have the name. */
      birthDate?: string | undefined;
      /** Extends the search to this phone number, in any notation. */
      phone?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<CandidateDuplicateDto>;
  };

  /**
   * Change the profile of a candidate.
   *
   * Changes only the properties sent, including those inside contact, location, birth, and the other sub-objects. Null clears a property. If contact.email or contact.mobile changes, the email or SMS channel with the new address becomes the primary one, or none is. Languages, professions, qualifications, and licences have separate operations. A body that changes nothing records no change and triggers no event.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   */
  change(candidateId: number, body: CandidateChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Get a candidate with all its details.
   *
   * candidates:read suffices for the whole record: its applications, its communications with their texts, and the list of its documents, without their contents. For a candidate that was merged into another one, the message of the 404 has the id of the candidate that has its data now.
   *
   * Requires the permission `candidates:read`.
   *
   * @param candidateId Id of the candidate.
   */
  get(candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateDto>;

  /**
   * Set the status of a candidate.
   *
   * Returns the id of the new entry in the status history. Archived (23) is final: any other status is then rejected. Archiving again changes nothing and returns the id of the existing entry, and so does the same status without a comment or with the one that it has, unless an application of the candidate was recorded since. The status moves the latest open application: hired and rejected close it in the stage of this name, and qualified moves it from new to inReview. An application that is closed keeps its stage: only a user of the platform can move it. Archiving withdraws every open application. A repeated status with another comment moves only an application that was recorded after it. If no application is open, hired and rejected move none, and reports do not count them.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.statusChanged` (1404).
   *
   * @param id Id of the candidate.
   */
  setStatus(id: number, body: StatusUpdateDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a language to a candidate.
   *
   * Returns the languageId from the request, which is also the id to change or remove the language by. The id in the candidate’s languages identifies the assignment. The level is optional. A language that the candidate already has is rejected. Change its level instead.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addLanguage(id: number, body: CandidateLanguageDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Change the level of a candidate’s language.
   *
   * Sending the stored level again records no change and triggers no event.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param languageId Catalog id of the language, not the id of the assignment.
   */
  changeLanguage(candidateId: number, languageId: number, body: CandidateLanguageLevelDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

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
  deleteLanguage(candidateId: number, languageId: number, options?: CallOptions<'ifMatch'>): Call<void>;

  /**
   * Add a profession to a candidate.
   *
   * Returns the professionId from the request, which is also the id to remove the profession by. The id in professionObjects identifies the assignment. A profession that the candidate already has is rejected.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addProfession(id: number, body: ProfessionCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a profession from a candidate.
   *
   * Removes the assignment only. The profession stays in the catalog.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   * @param professionId Key in the occupation catalog, not the id of the assignment.
   */
  deleteProfession(id: number, professionId: number, options?: CallOptions<'ifMatch'>): Call<void>;

  /**
   * Add a qualification to a candidate or change its score.
   *
   * Send either qualificationId or name. A name that is not in the tenant’s list in either language is added to the list. A retired qualification is rejected, by id and by name, unless the candidate has it already. Sending a qualification again changes its score: null clears the score, and a missing score leaves it unchanged. Returns the qualificationId, which is also the id to remove the qualification by.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  setQualification(id: number, body: QualificationCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a qualification from a candidate.
   *
   * Removes the assignment only. The qualification stays in the list.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   * @param qualificationId Catalog id of the qualification, not the id of the assignment.
   */
  deleteQualification(id: number, qualificationId: number, options?: CallOptions<'ifMatch'>): Call<void>;

  /**
   * Add a driver's license to a candidate.
   *
   * Returns the driversLicenseId from the request, which is also the id to remove the licence by. The id in driversLicences identifies the assignment. A licence that the candidate already has is rejected.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addDriversLicense(id: number, body: DriversLicenseCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a driver's license from a candidate.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param driversLicenseId Catalog id of the license, not the id of the assignment.
   */
  deleteDriversLicense(candidateId: number, driversLicenseId: number, options?: CallOptions<'ifMatch'>): Call<void>;

  /**
   * Add a keyword to a candidate.
   *
   * A keyword that the candidate already has is rejected. Case, spaces, and the Unicode form do not matter.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addKeyword(id: number, body: KeywordCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Remove a keyword from a candidate.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * Available since release 3.5.0.
   *
   * @param id Id of the candidate.
   * @param keywordId Id of the keyword, as the candidate shows it.
   */
  deleteKeyword(id: number, keywordId: number, options?: CallOptions<'ifMatch'>): Call<void>;

  /**
   * Add further training to a candidate’s resume.
   *
   * Every call adds an entry. Both dates are optional. Send an Idempotency-Key so that a repeated call does not add the entry twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addEducation(id: number, body: CandidateFurtherTrainingDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a job to a candidate’s resume.
   *
   * Every call adds an entry. Both dates are optional. Send an Idempotency-Key so that a repeated call does not add the entry twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addJob(id: number, body: EmployerCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add vocational training or studies to a candidate’s resume.
   *
   * Every call adds an entry. Both dates are optional. Send an Idempotency-Key so that a repeated call does not add the entry twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addProfessionEducation(id: number, body: CandidateProfessionalTrainingDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a school to a candidate’s resume.
   *
   * Every call adds an entry. Both dates are optional. Send an Idempotency-Key so that a repeated call does not add the entry twice.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addSchoolEducation(id: number, body: CandidateEducationDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add an email address to a candidate.
   *
   * A primary address is also shown in contact.email, and an address that is shown there is the primary one. The address that was there before stays as a channel, or becomes one, so that the candidate is still found by it. An address that the candidate already has as a channel is rejected. Case does not matter.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addEmail(id: number, body: EmailImportDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add an SMS number to a candidate.
   *
   * A primary number is also shown in contact.mobile, and a number that is shown there is the primary one. The number that was there before stays as an SMS channel, or becomes one, so that the candidate is still found by it. A number that the candidate already has as an SMS channel is rejected, in whatever notation.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addSms(id: number, body: SmsImportDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a WhatsApp number to a candidate.
   *
   * A primary number sets contact.hasWhatsApp to true and contact.whatsAppConsentChecked to the consent sent. It becomes contact.mobile only if that is empty, because the mobile number can differ from the WhatsApp number. It replaces the previous primary number, which stays as a channel. Changing contact.whatsAppConsentChecked of the candidate later changes the consent of the primary number as well. A number that the candidate already has as a WhatsApp channel is rejected, in whatever notation.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  addWhatsApp(id: number, body: WhatsAppImportDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Change the work contract of a candidate.
   *
   * Changes only the properties sent. Null clears a property. A contract that becomes signed without a time gets the time of the call. A contract that is already signed keeps its time, also if null is sent with isWorkContractSigned true. Setting isWorkContractSigned to false keeps the time as well. Send only null to clear it. The status does not change. A body that changes nothing records no change and triggers no event.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   */
  setWorkContract(candidateId: number, body: WorkContractDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<BaseSuccessResponse>;

  /**
   * Set the end of operation of a candidate.
   *
   * The time can be in the past or in the future. Null clears it. The status does not change. Sending the stored time again records no change and triggers no event.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   */
  setEndOfOperation(candidateId: number, body: EndOfOperationDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<BaseSuccessResponse>;

  /**
   * Set the picture of a candidate.
   *
   * A new picture replaces the previous one. Sending the same picture again records no change. The media type is detected from the contents, not taken from a data URL. A file that is cut off is rejected: its width and height must be readable, and its end must be present. The request body is streamed, and the picture is encrypted at rest.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param id Id of the candidate.
   */
  setPicture(id: number, body: CandidatePictureCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseSuccessResponse>;

  /**
   * Record an application of a candidate.
   *
   * Makes the candidate visible to recruiters. A candidate can apply several times, even for the same job ad. Send an importExternalId or an Idempotency-Key so that a repeated call does not record a second application. The application is new, unless the candidate was hired or rejected without an application after appliedAtUtc: it then has this stage.
   *
   * Requires the permission `applications:write`.
   *
   * Triggers the event `application.received` (1405).
   *
   * @param id Id of the candidate.
   */
  apply(id: number, body: ApplyImportDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

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
    stream(candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CandidateApplicationDto>;
  };
}

export interface DocumentsApi {
  /**
   * List changes of documents in a period.
   *
   * Documents have their own change stream. Adding or deleting a document does not modify the candidate, so a mirror must read both streams. A document belongs to the branch of its candidate: if that changes, the documents are listed as modified for both branches. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `documents:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<Listed<"new", DocumentChangesDetailsDto> | Listed<"modified", DocumentChangesDetailsDto> | Listed<"deleted", DocumentChangesDetailsDto>>;
  };

  /**
   * List changes of documents on a day.
   *
   * Documents have their own change stream. Adding or deleting a document does not modify the candidate, so a mirror must read both streams. A document belongs to the branch of its candidate: if that changes, the documents are listed as modified for both branches. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `documents:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<Listed<"new", DocumentChangesDetailsDto> | Listed<"modified", DocumentChangesDetailsDto> | Listed<"deleted", DocumentChangesDetailsDto>>;
  };

  /**
   * List changes of documents in an hour.
   *
   * Documents have their own change stream. Adding or deleting a document does not modify the candidate, so a mirror must read both streams. A document belongs to the branch of its candidate: if that changes, the documents are listed as modified for both branches. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `documents:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<Listed<"new", DocumentChangesDetailsDto> | Listed<"modified", DocumentChangesDetailsDto> | Listed<"deleted", DocumentChangesDetailsDto>>;
  };

  /**
   * List the documents of a candidate.
   *
   * The response does not include the contents of the documents.
   *
   * Requires the permission `documents:read`.
   *
   * @param candidateId Id of the candidate.
   */
  listOfCandidate: {
    (candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateDocumentsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(candidateId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CandidateDocumentListDetailsDto>;
  };

  /**
   * Read a document with its contents.
   *
   * `documentBlob` has the contents as Base64. To read the bytes themselves, use GET …/content. Every read of contents is recorded in the access log.
   *
   * Requires the permission `documents:read`.
   *
   * @param documentId Id of the document.
   */
  read(documentId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentDto>;

  /**
   * Read the contents of a document.
   *
   * Returns the bytes of the document, with the media type detected from them. Supports Range requests for a single range, so a client can resume an interrupted transfer: the ETag is strong and identifies the contents. Every read, including a read of a range, is recorded in the access log.
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
   * Does not modify the candidate: documents have their own change stream. The contents are stored encrypted.
   *
   * Requires the permission `documents:write`.
   *
   * Triggers the event `document.created` (1406).
   *
   * @param candidateId Id of the candidate.
   */
  uploadCv(candidateId: number, body: DocumentUploadDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a document of the category “other” to a candidate.
   *
   * Does not modify the candidate: documents have their own change stream. The contents are stored encrypted.
   *
   * Requires the permission `documents:write`.
   *
   * Triggers the event `document.created` (1406).
   *
   * @param candidateId Id of the candidate.
   */
  uploadOther(candidateId: number, body: DocumentUploadDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a document of a category to a candidate.
   *
   * Does not modify the candidate: documents have their own change stream. The contents are stored encrypted.
   *
   * Requires the permission `documents:write`.
   *
   * Triggers the event `document.created` (1406).
   *
   * @param candidateId Id of the candidate.
   * @param documentCategory Key or id of a category from GET /masterdata/documentcategories. Keys are matched without regard to case, spaces, hyphens and underscores. driverslicense, driverlicence and driverslicence also mean driverlicense.
   */
  upload(candidateId: number, documentCategory: string | number, body: DocumentUploadDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;
}

export interface DocumentProposalsApi {
  /**
   * List what was read from a CV.
   *
   * Returns the values that the candidate did not have when the document was read as a CV, with their lines: those that the service has written, because it was sure, and those that wait for a decision. The lines are contents of the document, so every read of them is recorded in the access log. Empty if the document was not read.
   *
   * Requires the permission `documents:read`.
   *
   * Available since release 3.5.0.
   *
   * @param candidateId Id of the candidate.
   * @param documentId Id of the document.
   */
  list: {
    (candidateId: number, documentId: number, options?: CallOptions<'ifNoneMatch'>): Call<DocumentProposalsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(candidateId: number, documentId: number, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"proposals", DocumentProposalDto> | Listed<"leftovers", DocumentLeftoverDto>>;
  };

  /**
   * Decide about proposals of a document.
   *
   * Decides about the proposals with these ids, or about all that are open. What is accepted is written as one change of the candidate. A proposal whose property has another value by then does not change and is listed among the conflicts. Proposals that have the state already count as decided, so the call can be repeated.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * Available since release 3.5.0.
   *
   * @param candidateId Id of the candidate.
   * @param documentId Id of the document.
   */
  decideAll(candidateId: number, documentId: number, body: ProposalDecisionsDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<ProposalDecisionsResponse>;

  /**
   * Decide about a proposal.
   *
   * Accepting writes the value to the candidate, like a change by the caller. If the property has another value by then, or the value was already written, the response is a 409 and nothing changes. If it has the same value, the proposal is accepted and the candidate does not change. Sending the state that the proposal has changes nothing.
   *
   * Requires the permission `candidates:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * Available since release 3.5.0.
   *
   * @param candidateId Id of the candidate.
   * @param documentId Id of the document.
   * @param proposalId Id of the proposal.
   */
  decide(candidateId: number, documentId: number, proposalId: number, body: ProposalDecisionDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;
}

export interface ApplicationsApi {
  /**
   * Submit an application from a career site or job portal.
   *
   * Stores the candidate, application, consents, and documents, or nothing. If the email address belongs to an existing candidate, the application goes to that candidate. Case does not matter, and additional email channels count. The profile of that candidate does not change, and the application keeps the values sent. What the CV parser reads in its documents waits as proposals on them. If several candidates match, the most recently changed one is chosen, and an archived one only if all are archived. Two concurrent applications with the same new address create one candidate. A phone number that cannot be read does not reject the application. Triggers only application.received, even if the candidate is new. If the tenant has chosen it (PUT /platform/mail/settings), a mail confirms the application to the applicant, at most three per hour and mailbox. A second call with the same importExternalId stores nothing and is a 400 with duplicate. The request body is streamed.
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
   * The candidate’s details list the communication. Triggers communication.created for the candidate, with communicationId in additionalData.
   *
   * Requires the permission `communication:write`.
   *
   * Triggers the event `communication.created` (1408).
   *
   * @param candidateId Id of the candidate.
   */
  create(candidateId: number, body: CommunicationCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Add a file to a communication.
   *
   * Every call adds another file. The candidate’s communications list the files without their contents. The request body is streamed, and the file is encrypted at rest.
   *
   * Requires the permission `communication:write`.
   *
   * Triggers the event `candidate.changed` (1402).
   *
   * @param candidateId Id of the candidate.
   * @param id Id of the communication.
   */
  addAttachment(candidateId: number, id: number, body: AttachmentCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseSuccessResponse>;
}

export interface CompaniesApi {
  /**
   * List changes of companies in a period.
   *
   * Creating, changing, or deleting a site, work location, or contact counts as a change of the company. So do setting a status and adding a note. Companies cannot be deleted, so the list deleted is always empty. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `customers:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CompanyChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", CompanyChangesDetailsDto> | Listed<"modified", CompanyChangesDetailsDto> | Listed<"deleted", CompanyChangesDetailsDto>>;
  };

  /**
   * List changes of companies on a day.
   *
   * Creating, changing, or deleting a site, work location, or contact counts as a change of the company. So do setting a status and adding a note. Companies cannot be deleted, so the list deleted is always empty. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `customers:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CompanyChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", CompanyChangesDetailsDto> | Listed<"modified", CompanyChangesDetailsDto> | Listed<"deleted", CompanyChangesDetailsDto>>;
  };

  /**
   * List changes of companies in an hour.
   *
   * Creating, changing, or deleting a site, work location, or contact counts as a change of the company. So do setting a status and adding a note. Companies cannot be deleted, so the list deleted is always empty. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `customers:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<CompanyChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", CompanyChangesDetailsDto> | Listed<"modified", CompanyChangesDetailsDto> | Listed<"deleted", CompanyChangesDetailsDto>>;
  };

  /**
   * Create a company.
   *
   * A new company has the status 1 (lead) and the contract status 1 (no contract). Create its sites next, then their work locations and contacts. A company cannot be deleted. Set its status instead.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.created` (1411).
   */
  create(body: CompanyCreateDto, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Change a company.
   *
   * Changes only the properties that are sent. The same applies inside contact and location. Sending null clears a property. Status, sites, and contacts have separate operations. A body that changes nothing does not appear in the change streams.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.changed` (1412).
   *
   * @param customerId Id of the company.
   */
  change(customerId: number, body: CompanyChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Read a company.
   *
   * Lists the sites of the company in short form. GET /customers/offices/{officeId} returns a site with its work locations and contacts.
   *
   * Requires the permission `customers:read`.
   *
   * @param customerId Id of the company.
   */
  get(customerId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyDto>;

  /**
   * Set the status of a company.
   *
   * Any status can follow any other. Every change writes an activity with the comment. Sending the current status without a comment, or with the comment that it has, changes nothing. With another comment, it counts as a change and writes an activity.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.statusChanged` (1413).
   *
   * @param customerId Id of the company.
   */
  setStatus(customerId: number, body: CompanyStatusUpdateDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Set the contract status of a company.
   *
   * Any status can follow any other. If validFrom is left out, a new status clears it and the current status keeps it. Every change writes an activity with the comment. Sending the current values without a comment, or with the comment that they have, changes nothing. With another comment, they count as a change and write an activity.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.contractStatusChanged` (1414).
   *
   * @param customerId Id of the company.
   */
  setContractStatus(customerId: number, body: ContractStatusUpdateDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;
}

export interface CompanyActivitiesApi {
  /**
   * List the activities of a company.
   *
   * Every status change writes an activity. So does every creation, change, and deletion of a site, work location, or contact. Texts that the service writes are in the language of Accept-Language and name no person. Comments and notes are shown as they were written. Activities from before the service had German texts are in English. Changes to the properties of the company itself write no activity; the change streams list them.
   *
   * Requires the permission `customers:read`.
   *
   * @param customerId Id of the company.
   */
  list: {
    (customerId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyActivitiesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(customerId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CompanyActivityDto>;
  };

  /**
   * Add a note to the activities of a company.
   *
   * The caller becomes the author of the note. It counts as a change of the company.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `company.changed` (1412).
   *
   * @param customerId Id of the company.
   */
  create(customerId: number, body: CompanyActivityCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;
}

export interface SitesApi {
  /**
   * Create a site for a company.
   *
   * A new site is active. The creation also counts as a change of the company, so the company appears in its change stream. It also writes an activity.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `site.created` (1421).
   *
   * @param customerId Id of the company.
   */
  create(customerId: number, body: SiteCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

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
   * Changes only the properties that are sent. The same applies inside contact and location. Sending null clears a property. A site cannot move to another company. A body that changes nothing does not appear in the change streams.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `site.changed` (1422).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  change(customerId: number, officeId: number, body: SiteChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Activate or deactivate a site.
   *
   * An inactive site can still be read, and its work locations and contacts can still be changed. New work locations, contacts and requests below it are rejected. Sending the current value changes nothing.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `site.changed` (1422).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  setStatus(customerId: number, officeId: number, body: ActiveUpdateDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;
}

export interface WorkLocationsApi {
  /**
   * Create a work location at a site.
   *
   * The site must be active. contactId must be an active contact of the same company. The creation also counts as a change of the company, so the company appears in its change stream. It also writes an activity.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `location.created` (1431).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  create(customerId: number, officeId: number, body: WorkLocationCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Read a work location.
   *
   * A deleted work location is not found. Since release 3.4.0, an unknown or deleted id is a 404, not a 204, and importExternalId and importedAtUtc have what was stored. Before, both were always null.
   *
   * Requires the permission `customers:read`.
   *
   * @param locationId Id of the work location.
   */
  get(locationId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<WorkLocationDto>;

  /**
   * Change a work location.
   *
   * Changes only the properties that are sent. The same applies inside location. Sending null clears a property. A changed address gets new coordinates, or keeps the old ones if none can be found. A new country clears the federal state unless one is sent. A work location cannot move to another site, so officeId in the body is ignored. A body that changes nothing does not appear in the change streams. Available since release 3.4.0.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `location.changed` (1432).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param locationId Id of the work location.
   */
  change(customerId: number, officeId: number, locationId: number, body: WorkLocationChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Delete a work location.
   *
   * Deletion is final. Afterwards the work location is not found, and a second call returns 404. Requests that refer to it keep the reference. Its importExternalId becomes available again, so the source system can import it as a new work location. The deletion writes an activity, and the change stream lists the company as modified. The event links to that window and has customerId and siteId in additionalData. Available since release 3.4.0.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `location.deleted` (1433).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param locationId Id of the work location.
   */
  delete(customerId: number, officeId: number, locationId: number, options?: CallOptions<'ifMatch'>): Call<void>;
}

export interface ContactsApi {
  /**
   * Create a contact at a site.
   *
   * The site must be active. A new contact is active. The creation also counts as a change of the company, so the company appears in its change stream. It also writes an activity, which does not name the person.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `contact.created` (1441).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   */
  create(customerId: number, officeId: number, body: CompanyContactCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

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
   * Changes only the properties that are sent. Sending null clears a property. A contact cannot move to another site. A body that changes nothing does not appear in the change streams.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `contact.changed` (1442).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param contactId Id of the contact.
   */
  change(customerId: number, officeId: number, contactId: number, body: CompanyContactChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Activate or deactivate a contact.
   *
   * An inactive contact can still be read, and existing references to it stay. New references to it are rejected. Sending the current value changes nothing.
   *
   * Requires the permission `customers:write`.
   *
   * Triggers the event `contact.changed` (1442).
   *
   * @param customerId Id of the company.
   * @param officeId Id of the site.
   * @param contactId Id of the contact.
   */
  setStatus(customerId: number, officeId: number, contactId: number, body: ActiveUpdateDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;
}

export interface RequestsApi {
  /**
   * Create a request for temporary staffing.
   *
   * A new request is open (1). The site and the site of the work location must be active. The site, work location, and contact must belong to the company. If both site and work location are sent, the work location must belong to the site.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.created` (1451).
   *
   * @param customerId Id of the company.
   */
  createTemporaryStaffing(customerId: number, body: TemporaryStaffingRequestCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Create a request for direct placement.
   *
   * A new request is open (1). The site and the site of the work location must be active. The site, work location, and contact must belong to the company. If both site and work location are sent, the work location must belong to the site.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.created` (1451).
   *
   * @param customerId Id of the company.
   */
  createDirectPlacement(customerId: number, body: DirectPlacementRequestCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Create a request for a service contract.
   *
   * A new request is open (1). The site and the site of the work location must be active. The site, work location, and contact must belong to the company. If both site and work location are sent, the work location must belong to the site.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.created` (1451).
   *
   * @param customerId Id of the company.
   */
  createServiceContract(customerId: number, body: ServiceContractRequestCreateDto, options?: CallOptions<'idempotencyKey' | 'ifMatch' | 'strict'>): Call<BaseCreateResponse>;

  /**
   * Read a request for temporary staffing.
   *
   * Finds only requests of this kind. Changes and events contain the path of each request.
   *
   * Requires the permission `requests:read`.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  getTemporaryStaffing(requestId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<TemporaryStaffingRequestDto>;

  /**
   * Change a request for temporary staffing.
   *
   * Changes only the properties that are sent. Sending null clears a property. The company, kind, and status cannot be changed here. A cancelled or closed request can still be corrected. A body that changes nothing does not appear in the change feed.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.changed` (1452).
   *
   * Available since release 3.5.0.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  changeTemporaryStaffing(requestId: number, body: TemporaryStaffingRequestChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Read a request for direct placement.
   *
   * Finds only requests of this kind. Changes and events contain the path of each request.
   *
   * Requires the permission `requests:read`.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  getDirectPlacement(requestId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DirectPlacementRequestDto>;

  /**
   * Change a request for direct placement.
   *
   * Changes only the properties that are sent. Sending null clears a property. The company, kind, and status cannot be changed here. A cancelled or closed request can still be corrected. A body that changes nothing does not appear in the change feed.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.changed` (1452).
   *
   * Available since release 3.5.0.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  changeDirectPlacement(requestId: number, body: DirectPlacementRequestChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Read a request for a service contract.
   *
   * Finds only requests of this kind. Changes and events contain the path of each request.
   *
   * Requires the permission `requests:read`.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  getServiceContract(requestId: number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ServiceContractRequestDto>;

  /**
   * Change a request for a service contract.
   *
   * Changes only the properties that are sent. Sending null clears a property. The company, kind, and status cannot be changed here. A cancelled or closed request can still be corrected. A body that changes nothing does not appear in the change feed.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.changed` (1452).
   *
   * Available since release 3.5.0.
   *
   * @param requestId Id of the customer request, of any kind.
   */
  changeServiceContract(requestId: number, body: ServiceContractRequestChangeDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;

  /**
   * Set the status of a customer request.
   *
   * Works for requests of all kinds. Cancelled (4) and closed (5) are final, so a change to another status is rejected. The comment is shown in statusHistory of the request. Sending the current status without a comment, or with the comment that it has, changes nothing. With another comment, it counts as a change and adds an entry to statusHistory, also if the status is final.
   *
   * Requires the permission `requests:write`.
   *
   * Triggers the event `request.statusChanged` (1453).
   *
   * @param requestId Id of the customer request, of any kind.
   */
  setStatus(requestId: number, body: RequestStatusUpdateDto, options?: CallOptions<'ifMatch' | 'strict'>): Call<void>;
}

export interface RequestEvaluationsApi {
  /**
   * List figures of customer requests by branch and kind.
   *
   * Without a period, all requests count. A request counts for its current branch. An imported request counts from its creation time in the source system.
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
    }, options?: CallOptions<'ifNoneMatch'>): Call<CustomerRequestEvaluationResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only requests of this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<CustomerRequestEvaluationDto>;
  };
}

export interface JobAdsApi {
  /**
   * List job ads.
   *
   * Lists the job ads, in every status, with any change in the period, even if they changed again later. Creating one is a change. Of changes before the retention of the change log, only the first and the last one of a job ad count. Without a period, lists all. Deleted job ads appear only in the change streams. The response is a bare array without paging.
   *
   * Requires the permission `jobads:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<JobAdListItemDto[]>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<JobAdListItemDto>;
  };

  /**
   * List changes of job ads in a period.
   *
   * Publishing, withdrawing, completing, and reopening count as changes of the job ad. ProcessStatus is the status after the last change. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `jobads:read`.
   */
  listChanges: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<JobAdChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", JobAdChangesDetailsDto> | Listed<"modified", JobAdChangesDetailsDto> | Listed<"deleted", JobAdChangesDetailsDto>>;
  };

  /**
   * List changes of job ads on a day.
   *
   * Publishing, withdrawing, completing, and reopening count as changes of the job ad. ProcessStatus is the status after the last change. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `jobads:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   */
  listChangesOfDay: {
    (date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<JobAdChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", JobAdChangesDetailsDto> | Listed<"modified", JobAdChangesDetailsDto> | Listed<"deleted", JobAdChangesDetailsDto>>;
  };

  /**
   * List changes of job ads in an hour.
   *
   * Publishing, withdrawing, completing, and reopening count as changes of the job ad. ProcessStatus is the status after the last change. A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.
   *
   * Requires the permission `jobads:read`.
   *
   * @param date Day (UTC) in the form YYYY-MM-DD.
   * @param hour Hour of the day (UTC), 0 to 23.
   */
  listChangesOfHour: {
    (date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<JobAdChanges>;
    /** Reads the same response record by record, with bounded memory. */
    stream(date: string, hour: number, query?: {
      /** Only records that belong to this branch after their last change in the period, or that left it in the period. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<Listed<"new", JobAdChangesDetailsDto> | Listed<"modified", JobAdChangesDetailsDto> | Listed<"deleted", JobAdChangesDetailsDto>>;
  };

  /**
   * Read a job ad by jobAdId or id.
   *
   * Returns job ads in every status. portalUrl and applyUrl are null unless the job ad is Active and its endDate is not over, because the job portal shows only such job ads. A deleted job ad is not found.
   *
   * Requires the permission `jobads:read`.
   *
   * @param jobAdId Integer id (jobAdId) or global id (UUID) of the job ad.
   */
  get(jobAdId: string | number, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<JobAdDto>;
}

export interface ReportsApi {
  /**
   * List figures by job ad.
   *
   * Lists each job ad that existed in the period, including deleted ones, and each other job ad with a figure in the period. The response is a bare array, unlike in the other reports. Days are in UTC, and the period includes both ends. Without a period, everything counts. A hire or rejection counts at the time of the decision (stageChangedAtUtc of the application), for the application that it moved to this stage, and only once per application even if the status is set repeatedly. A decision that was taken back or replaced by another one does not count, and neither does a status that moved no application. Erased candidates do not count.
   *
   * Requires the permission `reports:read`.
   */
  listJobAds: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that currently belong to this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<JobAdPerformanceDto[]>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that currently belong to this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<JobAdPerformanceDto>;
  };

  /**
   * Read the figures of a job ad.
   *
   * Includes deleted job ads. If officeId is not the branch of the job ad, the response is 404. Days are in UTC, and the period includes both ends. Without a period, everything counts. A hire or rejection counts at the time of the decision (stageChangedAtUtc of the application), for the application that it moved to this stage, and only once per application even if the status is set repeatedly. A decision that was taken back or replaced by another one does not count, and neither does a status that moved no application. Erased candidates do not count.
   *
   * Requires the permission `reports:read`.
   *
   * @param jobAdId Integer id (jobAdId) or global id (UUID) of the job ad.
   */
  getJobAd: {
    (jobAdId: string | number, query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that currently belong to this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<JobAdPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(jobAdId: string | number, query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only job ads that currently belong to this branch (GET /branches). */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<JobAdPerformanceDto>;
  };

  /**
   * List figures by channel.
   *
   * publishedDays is the sum over the job ads that got a view, click, or application through the channel. Applications and decisions count for the branch and the recruiter of the application, or else for those of its job ad, or else for those that its candidate has now, as in the search for applications of the platform. Views, clicks, and published days count for the current branch and recruiter of the job ad. Applications without a job ad are included. Days are in UTC, and the period includes both ends. Without a period, everything counts. A hire or rejection counts at the time of the decision (stageChangedAtUtc of the application), for the application that it moved to this stage, and only once per application even if the status is set repeatedly. A decision that was taken back or replaced by another one does not count, and neither does a status that moved no application. Erased candidates do not count.
   *
   * Requires the permission `reports:read`.
   */
  listChannels: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ChannelsPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<ChannelPerformanceDto>;
  };

  /**
   * List figures by branch.
   *
   * Applications and decisions count for the branch and the recruiter of the application, or else for those of its job ad, or else for those that its candidate has now, as in the search for applications of the platform. Views, clicks, and published days count for the current branch and recruiter of the job ad. Applications without a job ad are included. Days are in UTC, and the period includes both ends. Without a period, everything counts. A hire or rejection counts at the time of the decision (stageChangedAtUtc of the application), for the application that it moved to this stage, and only once per application even if the status is set repeatedly. A decision that was taken back or replaced by another one does not count, and neither does a status that moved no application. Erased candidates do not count.
   *
   * Requires the permission `reports:read`.
   */
  listOffices: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<OfficesPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<OfficePerformanceDto>;
  };

  /**
   * List figures by recruiter.
   *
   * Applications and decisions count for the branch and the recruiter of the application, or else for those of its job ad, or else for those that its candidate has now, as in the search for applications of the platform. Views, clicks, and published days count for the current branch and recruiter of the job ad. Applications without a job ad are included. Days are in UTC, and the period includes both ends. Without a period, everything counts. A hire or rejection counts at the time of the decision (stageChangedAtUtc of the application), for the application that it moved to this stage, and only once per application even if the status is set repeatedly. A decision that was taken back or replaced by another one does not count, and neither does a status that moved no application. Erased candidates do not count.
   *
   * Requires the permission `reports:read`.
   */
  listRecruiters: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<RecruitersPerformanceResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
      /** Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions. */
      officeId?: number | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<RecruiterPerformanceDto>;
  };
}

export interface UsersApi {
  /**
   * List users in the generic envelope.
   *
   * This is the older variant. Use GET /users/all in new integrations. The period selects users with any change in it, even if they changed again later. Creating one is a change. Of changes before the retention of the change log, only the first and the last one of a user count.
   *
   * Requires the permission `users:read`.
   */
  listEnveloped: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<ReadAllUsersEnvelope>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<ReadAllUsersResponse>;
  };

  /**
   * List users.
   *
   * The period selects users with any change in it, even if they changed again later. Creating one is a change. Of changes before the retention of the change log, only the first and the last one of a user count. Without a period, all users are listed.
   *
   * Requires the permission `users:read`.
   */
  list: {
    (query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<ReadAllUsers2Response>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** First day of the period (UTC). If omitted, the period has no start. */
      startDate?: string | undefined;
      /** Last day of the period (UTC), included. If omitted, the period has no end. */
      endDate?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<ReadAllUsers2Dto>;
  };

  /**
   * List the users that records can be assigned to.
   *
   * Lists the active users. Their ids are the permitted values of responsibility on candidates, companies, sites, and contacts.
   *
   * Requires the permission `users:read`.
   */
  listResponsibilities: {
    (options?: CallOptions<'ifNoneMatch'>): Call<UserResponsibilitiesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch'>): StreamCall<UserResponsibilityDto>;
  };

  /**
   * Read a user by id or rowGuid.
   *
   * Requires the permission `users:read`.
   *
   * This entry stands for 2 operations whose paths differ only in a parameter name.
   *
   * @param userId Id of the user. Its rowGuid (a UUID) is accepted too.
   */
  get(userId: number | string, options?: CallOptions<'ifNoneMatch'>): Call<ReadUserByIdResponse>;
}

export interface BranchesApi {
  /**
   * List the branches.
   *
   * Branches are the tenant’s own organizational units. They are not the sites (offices) of customer companies.
   *
   * Requires the permission `branches:read`.
   */
  list: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<BranchesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<BranchDto>;
  };
}

export interface MasterDataApi {
  /**
   * List the nationalities.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  nationalities: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<NationalityList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<NationalityValue>;
  };

  /**
   * List the driver's licenses.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  driverslicenses: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DriversLicenseList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<DriversLicenseValue>;
  };

  /**
   * List the languages.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  languages: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<LanguageList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<LanguageValue>;
  };

  /**
   * List the language levels.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  languagelevels: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<LanguageLevelList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<LanguageLevelValue>;
  };

  /**
   * List the genders.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  genders: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<GenderList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<GenderValue>;
  };

  /**
   * List the salutations.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  salutations: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<SalutationList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<SalutationValue>;
  };

  /**
   * List the countries.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  countries: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CountryList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CountryValue>;
  };

  /**
   * List the federal states of Germany, Austria, and Switzerland.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  federalstates: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<FederalStateList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<FederalStateValue>;
  };

  /**
   * List the requirement levels of occupations.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  levels: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<LevelList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<LevelValue>;
  };

  /**
   * List the occupations.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  professions: {
    (query?: {
      /** Part of the name in either language, regardless of case, and with ß the same as ss. */
      search?: string | undefined;
      /** Comma-separated ids. */
      ids?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ProfessionList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** Part of the name in either language, regardless of case, and with ß the same as ss. */
      search?: string | undefined;
      /** Comma-separated ids. */
      ids?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<ProfessionValue>;
  };

  /**
   * List the qualifications of the tenant.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  qualifications: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<QualificationList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<QualificationValue>;
  };

  /**
   * List the application channels of the tenant.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  channels: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ChannelList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<ChannelValue>;
  };

  /**
   * List the sources of supply of the tenant.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  sourcesofsupply: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<SourceOfSupplyList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<SourceOfSupplyValue>;
  };

  /**
   * List the document categories.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  documentcategories: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<DocumentCategoryList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<DocumentCategoryValue>;
  };

  /**
   * List the types of communication.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  communicationtypes: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CommunicationTypeList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CommunicationTypeValue>;
  };

  /**
   * List the candidate status values.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  candidatestatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CandidateStatusList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CandidateStatusValue>;
  };

  /**
   * List the company status values.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  customerstatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<CompanyStatusList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<CompanyStatusValue>;
  };

  /**
   * List the contract status values.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  contractstatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<ContractStatusList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<ContractStatusValue>;
  };

  /**
   * List the status values of customer requests.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  requeststatus: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<RequestStatusList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<RequestStatusValue>;
  };

  /**
   * List the industries of the tenant.
   *
   * Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.
   *
   * Requires the permission `masterdata:read`.
   */
  industries: {
    (options?: CallOptions<'ifNoneMatch' | 'language'>): Call<IndustryList>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch' | 'language'>): StreamCall<IndustryValue>;
  };
}

export interface WebhookEventTypesApi {
  /**
   * List event types.
   *
   * An operation triggers only one event, the most specific one.
   *
   * Requires the permission `webhooks:read`.
   */
  list: {
    (options?: CallOptions<'ifNoneMatch'>): Call<WebhookEventTypesResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch'>): StreamCall<WebhookReadEventTypeDto>;
  };
}

export interface WebhookSubscriptionsApi {
  /**
   * List registrations.
   *
   * Requires the permission `webhooks:read`.
   */
  list: {
    (options?: CallOptions<'ifNoneMatch'>): Call<WebhookSubscriptionsResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(options?: CallOptions<'ifNoneMatch'>): StreamCall<WebhookReadSubscriptionsDto>;
  };
}

export interface WebhooksApi {
  /**
   * Register an address for an event.
   *
   * A pair of address and event can be registered only once and has a separate error counter. An event can have 200 registrations. After 10 failed calls in a row, a registration is paused; register the pair again to reactivate it. The receiver must respond with 200 within 15 seconds. Calls are signed according to Standard Webhooks.
   *
   * Requires the permission `webhooks:write`.
   */
  subscribe(body: WebhookSubscribe, options?: CallOptions<'idempotencyKey' | 'strict'>): Call<void>;

  /**
   * Remove a registration.
   *
   * Drops pending calls. The delivery log keeps its entries.
   *
   * Requires the permission `webhooks:write`.
   */
  unsubscribe(body: WebhookUnsubscribe, options?: CallOptions<'strict'>): Call<void>;
}

export interface WebhookSettingsApi {
  /**
   * Get webhook settings.
   *
   * Requires the permission `webhooks:read`.
   */
  read(options?: CallOptions<'ifNoneMatch'>): Call<WebhookSettingsResponse>;

  /**
   * Set the call format.
   *
   * 1482 is the standard format. 1483 is structured CloudEvents 1.0 with the same data. The format applies to all registrations, from the next call on.
   *
   * Requires the permission `webhooks:write`.
   *
   * @param webhookEventDataType Call format: 1482 standard, 1483 CloudEvents.
   */
  setEventDataType(webhookEventDataType: WebhookEventDataType, options?: CallOptions<'ifMatch'>): Call<void>;
}

export interface WebhookProtocolApi {
  /**
   * List webhook deliveries.
   *
   * Returns the delivery log: one entry per event and registration, with the latest outcome. Without a period, it covers the last 30 days. It includes events that were skipped because their registration was paused. Entries are kept for 90 days unless the operator sets another retention period. If the candidate or the document of an event is deleted, what the receiver returned is deleted from the entry.
   *
   * Requires the permission `webhooks:read`.
   */
  list(body: WebhookProtocolRequest, options?: CallOptions<'strict'>): Call<WebhookProtocolResponse>;
}

export interface ChangesApi {
  /**
   * Follow all changes.
   *
   * A reader that follows nextCursor sees every change exactly once, even with concurrent writers. A change appears as soon as no other change can precede it, normally within milliseconds. Requires the read permission of each requested record type. The change log is kept for at least 400 days. An older cursor is rejected, because changes after it have been deleted. In that case, make a full export and continue from its Stream-Position.
   *
   * Requires a valid token, but no particular permission.
   *
   * Available since release 3.5.0.
   */
  list(query?: {
      /** nextCursor of the previous page, or Stream-Position of a full export. Without a cursor, the feed starts with the oldest change in the log. */
      cursor?: string | undefined;
      /** Maximum number of changes per page. */
      limit?: number | undefined;
      /** Comma-separated record types, from candidate, document, company, site, location, contact, request, jobad, user, branch. Defaults to all types that the application can read. */
      entities?: readonly ("candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch")[] | undefined;
    }, options?: CallOptions): Call<ChangesResponse>;

  /**
   * List all records.
   *
   * Lists the ids of all records that can be read now, including inactive users. The response is streamed from one database snapshot. Use it to build a mirror of all record types, or to compare a mirror with the service. Stream-Position is the cursor from which GET /changes continues without gaps or overlaps. Requires the read permission of each requested record type.
   *
   * Requires a valid token, but no particular permission.
   *
   * Available since release 3.5.0.
   */
  inventory: {
    (query?: {
      /** Comma-separated record types, from candidate, document, company, site, location, contact, request, jobad, user, branch. Defaults to all types that the application can read. */
      entities?: readonly ("candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch")[] | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<InventoryResponse>;
    /** Reads the same response record by record, with bounded memory. */
    stream(query?: {
      /** Comma-separated record types, from candidate, document, company, site, location, contact, request, jobad, user, branch. Defaults to all types that the application can read. */
      entities?: readonly ("candidate" | "document" | "company" | "site" | "location" | "contact" | "request" | "jobad" | "user" | "branch")[] | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): StreamCall<InventoryRecordDto>;
  };
}

export interface UsageApi {
  /**
   * Read the token ledger of the tenant.
   *
   * Every issued token counts. Requests for more than the free tokens are not rejected.
   *
   * Requires a valid token, but no particular permission.
   *
   * Available since release 3.5.0.
   */
  getTokens(query?: {
      /** Calendar month (UTC) in the form YYYY-MM. Defaults to the current month. */
      month?: string | undefined;
    }, options?: CallOptions<'ifNoneMatch'>): Call<TokenUsageResponse>;
}

/** The groups of all operations. The client creates them from the table. */
export abstract class OperationGroups {
  declare readonly candidates: CandidatesApi;
  declare readonly documents: DocumentsApi;
  declare readonly documentProposals: DocumentProposalsApi;
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
