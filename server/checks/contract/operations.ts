import { type ContractOperation, readContract } from './notation.ts';

// The agreed interface, operation by operation, in the notation of notation.ts. This file is one list of data, and longer
// than others for that reason. It is written by hand and never generated from the code: a change here is a change of the
// contract.

/** Statuses that every operation may return in addition to those in its line. */
export const COMMON_STATUSES: readonly number[] = [400, 401, 403, 429, 500, 503];

/** How many operations each area has. */
export const AREA_COUNTS: Readonly<Record<string, number>> = {
  'Customer requests': 7,
  'Customer request evaluations': 1,
  'Candidate overviews': 6,
  'Candidate details': 26,
  'Candidate documents': 8,
  'Candidate communication': 2,
  Applications: 1,
  'Company overviews': 3,
  'Company details': 7,
  'Company sites': 4,
  'Work locations': 4,
  'Company contacts': 4,
  'Job ad overviews': 4,
  'Job ad details': 1,
  'Job ad evaluations': 5,
  Users: 5,
  Branches: 1,
  'Master data': 20,
  Webhooks: 7,
};

const PLACE = 'street streetNumber zipCode city countryId federalStateId';
const ADDRESS = `${PLACE} addressLine1 addressLine2`;
const ADDRESS_READ = `${ADDRESS} countryName federalStateName geoLat geoLon`;
const CONTACT_DATA = 'email phone fax website';

const CANDIDATE_FIELDS = `salutationId title genderId nationalityId levelId officeId responsibility
  birth{date place name countryId} contact{email phone mobile website hasWhatsApp whatsAppConsentChecked}
  sourceOfSupplyId desiredPosition availability{availableFrom noticePeriod weeklyHours salaryExpectation salaryPeriod
  currency shiftWork radiusKm hasCar} workPermit{required validUntil} remarks importExternalId createdAtUtc`;
const CANDIDATE = `firstName lastName ${CANDIDATE_FIELDS} location{${ADDRESS_READ}} id rowGuid statusId status
  statusChangedAtUtc isVisible workContract{isWorkContractSigned workContractSignedAtUtc didNotShowUpForWork}
  endOfOperationAtUtc modifiedAtUtc importedAtUtc hasPicture contactChannels[]
  languages[id languageId name languageLevelId level] professionObjects[id professionId name]
  qualifications[id qualificationId name score] driversLicences[id driversLicenseId name validUntil] keywords[]
  resume{jobs[id employer position fromDate untilDate isCurrent description city countryId professionId industryId]
  educations[id title provider fromDate untilDate hours certificate]
  professionEducations[id institution profession degree fromDate untilDate isCompleted description]
  schoolEducations[id school graduation fromDate untilDate grade city]} communications[]
  documents[id originalFileName documentCategory{id key name}] applies[]`;
const CANDIDATE_CHANGE = 'id rowGuid officeId changedAtUtc';
const DOCUMENT_CHANGE = 'id candidateId documentCategory changedAtUtc';
const JOB_AD_CHANGE = 'id jobAdId officeId ProcessStatus changedAtUtc';

const COMPANY_FIELDS = `name2 customerNumber industryId officeId responsibility contact{${CONTACT_DATA}} vatId employees
  remarks importExternalId createdAtUtc`;
const SITE_FIELDS = `contact{${CONTACT_DATA}} responsibility importExternalId createdAtUtc`;
const CONTACT_FIELDS = `firstName salutationId title position department email phone mobile responsibility remarks
  importExternalId`;
const LOCATION_FIELDS = `createdAtUtc description directions contactId importExternalId location{${PLACE}}`;

const REQUEST_FIELDS = `siteId locationId contactId professionId endDate description requirements responsibility
  importExternalId`;
const REQUEST_READ = `officeId title headcount startDate ${REQUEST_FIELDS} id kind customerId customerName statusId status
  createdAtUtc modifiedAtUtc`;
const STAFFING_FIELDS = 'weeklyHours shiftModel payGroup hourlyWage billingRate';
const PLACEMENT_FIELDS = 'salaryFrom salaryTo feePercent';

const ENVELOPE = 'isFaulty message validationErrors[] serviceAlerts[] statusCode messageGuid';
const JOB_AD_FIGURES = `jobAdId id title officeId views applyClicks applications hires rejections conversionRate
  publishedDays`;
const UPLOAD = 'filename base64File! shouldParseCV';
const RESUME_PERIOD = 'fromDate untilDate';

/** The 116 operations of the interface. */
export const OPERATIONS: readonly ContractOperation[] = readContract(`
# Customer requests
POST /customers/{customerId}/requests/temporarystaffing | requests:write | 200 404 409 413 415 | request.created
  body officeId! title! headcount! startDate! ${REQUEST_FIELDS} ${STAFFING_FIELDS}
  response id
POST /customers/{customerId}/requests/directplacement | requests:write | 200 404 409 413 415 | request.created
  body officeId! title! headcount! startDate! ${REQUEST_FIELDS} ${PLACEMENT_FIELDS}
  response id
POST /customers/{customerId}/requests/servicecontract | requests:write | 200 404 409 413 415 | request.created
  body officeId! title! headcount! startDate! ${REQUEST_FIELDS} scope! fixedPrice acceptanceDate
  response id
GET /customers/requests/temporarystaffing/{requestId} | requests:read | 200 304 404
  response ${REQUEST_READ} ${STAFFING_FIELDS} maximumAssignmentUntil equalPayFrom
GET /customers/requests/directplacement/{requestId} | requests:read | 200 304 404
  response ${REQUEST_READ} ${PLACEMENT_FIELDS}
GET /customers/requests/servicecontract/{requestId} | requests:read | 200 304 404
  response ${REQUEST_READ} scope fixedPrice acceptanceDate
PUT /customers/requests/{requestId}/status | requests:write | 204 404 413 415 | request.statusChanged
  body statusId! comment

# Customer request evaluations
GET /reports/customerrequests | reports:read | 200 304
  query startDate endDate officeId
  response ${ENVELOPE} data[officeId office kind opened filled cancelled open headcountRequested headcountFilled averageDaysToFill]

# Candidate overviews
GET /candidates | candidates:read | 200 304
  query startDate endDate
  response candidates[id rowGuid firstName lastName email city statusId officeId isVisible createdAtUtc modifiedAtUtc]
GET /candidates/export/candidates | candidates:read | 200 304
  query startDate endDate officeId
  response candidates[${CANDIDATE}]
GET /candidates/export/candidates/changes | candidates:read | 200 304
  query startDate endDate officeId
  response new[${CANDIDATE_CHANGE}] modified[${CANDIDATE_CHANGE}] deleted[${CANDIDATE_CHANGE}]
GET /candidates/export/candidates/changes/{date} | candidates:read | 200 304 404
  response new[${CANDIDATE_CHANGE}] modified[${CANDIDATE_CHANGE}] deleted[${CANDIDATE_CHANGE}]
GET /candidates/export/candidates/changes/{date}/{hour} | candidates:read | 200 304 404
  response new[${CANDIDATE_CHANGE}] modified[${CANDIDATE_CHANGE}] deleted[${CANDIDATE_CHANGE}]
GET /candidates/duplicates | candidates:read | 200 304
  query email! firstName lastName birthDate phone
  response duplicates[id firstName lastName email city score matchedOn[]]

# Candidate details
POST /candidates | candidates:write | 200 409 413 415 | candidate.created
  body firstName! lastName! ${CANDIDATE_FIELDS} location{${ADDRESS}}
  response id
GET /candidates/{candidateId} | candidates:read | 200 304 404
  response ${CANDIDATE}
PUT /candidates/{candidateId} | candidates:write | 204 404 413 415 | candidate.changed
  body firstName lastName ${CANDIDATE_FIELDS} location{${ADDRESS}}
PUT /candidates/{id}/status | candidates:write | 200 404 413 415 | candidate.statusChanged
  body statusId! comment
  response id
PUT /candidates/{candidateId}/workcontract | candidates:write | 200 404 413 415 | candidate.changed
  body isWorkContractSigned workContractSignedAtUtc didNotShowUpForWork
  response success
PUT /candidates/{candidateId}/endofoperation | candidates:write | 200 404 413 415 | candidate.changed
  body endOfOperationAtUtc!
  response success
POST /candidates/{id}/apply | applications:write | 200 404 409 413 415 | application.received
  body recruiterId! jobAdId channelId appliedAtUtc message
  response id
GET /candidates/{candidateId}/applies | applications:read | 200 304 404
  response applies[id jobAdId jobAd channelId channel recruiterId appliedAtUtc message data]
POST /candidates/{id}/email | candidates:write | 200 404 409 413 415 | candidate.changed
  body email! isPrimary
  response id
POST /candidates/{id}/sms | candidates:write | 200 404 409 413 415 | candidate.changed
  body phoneNumber! consentChecked isPrimary
  response id
POST /candidates/{id}/whatsapp | candidates:write | 200 404 409 413 415 | candidate.changed
  body phoneNumber! consentChecked! isPrimary
  response id
POST /candidates/{id}/keywords | candidates:write | 200 404 409 413 415 | candidate.changed
  body keyword!
  response id
POST /candidates/{id}/pictures | candidates:write | 200 404 409 413 415 507 | candidate.changed
  body picture! filename
  response success
POST /candidates/{id}/languages | candidates:write | 200 404 409 413 415 | candidate.changed
  body languageId! languageLevelId levelId
  response id
PUT /candidates/{candidateId}/languages/{languageId} | candidates:write | 204 404 413 415 | candidate.changed
  body levelId!
DELETE /candidates/{candidateId}/languages/{languageId} | candidates:write | 204 404 | candidate.changed
POST /candidates/{id}/professions | candidates:write | 200 404 409 413 415 | candidate.changed
  body professionId! isPrimary yearsOfExperience
  response id
DELETE /candidates/{id}/professions/{professionId} | candidates:write | 204 404 | candidate.changed
POST /candidates/{id}/qualifications | candidates:write | 200 404 409 413 415 | candidate.changed
  body qualificationId name score
  response id
DELETE /candidates/{id}/qualifications/{qualificationId} | candidates:write | 204 404 | candidate.changed
POST /candidates/{id}/driverslicences | candidates:write | 200 404 409 413 415 | candidate.changed
  body driversLicenseId driverLicenceId issuedAt validUntil
  response id
DELETE /candidates/{candidateId}/driverslicences/{driversLicenseId} | candidates:write | 204 404 | candidate.changed
POST /candidates/{id}/resume/educations | candidates:write | 200 404 409 413 415 | candidate.changed
  body title! provider ${RESUME_PERIOD} hours certificate
  response id
POST /candidates/{id}/resume/jobs | candidates:write | 200 404 409 413 415 | candidate.changed
  body employer! position! ${RESUME_PERIOD} isCurrent description city countryId professionId industryId
  response id
POST /candidates/{id}/resume/professioneducations | candidates:write | 200 404 409 413 415 | candidate.changed
  body institution! profession! degree ${RESUME_PERIOD} isCompleted description
  response id
POST /candidates/{id}/resume/schooleducations | candidates:write | 200 404 409 413 415 | candidate.changed
  body school! graduation ${RESUME_PERIOD} grade city
  response id

# Candidate documents
POST /candidates/{candidateId}/documents/cv | documents:write | 200 404 409 413 415 507 | document.created
  body ${UPLOAD}
  response id
POST /candidates/{candidateId}/documents/other | documents:write | 200 404 409 413 415 507 | document.created
  body ${UPLOAD}
  response id
POST /candidates/{candidateId}/documents/{documentCategory} | documents:write | 200 404 409 413 415 507 | document.created
  body ${UPLOAD}
  response id
GET /candidates/export/documents/changes | documents:read | 200 304
  query startDate endDate officeId
  response new[${DOCUMENT_CHANGE}] modified[${DOCUMENT_CHANGE}] deleted[${DOCUMENT_CHANGE}]
GET /candidates/export/documents/changes/{date} | documents:read | 200 304 404
  response new[${DOCUMENT_CHANGE}] modified[${DOCUMENT_CHANGE}] deleted[${DOCUMENT_CHANGE}]
GET /candidates/export/documents/changes/{date}/{hour} | documents:read | 200 304 404
  response new[${DOCUMENT_CHANGE}] modified[${DOCUMENT_CHANGE}] deleted[${DOCUMENT_CHANGE}]
GET /candidates/export/candidates/{candidateId}/documents | documents:read | 200 304 404
  response candidateDocuments[id originalFileName documentCategory{id key name} mimeType sizeBytes sha256 createdAtUtc modifiedAtUtc]
GET /candidates/export/documents/{documentId} | documents:read | 200 304 404
  response id candidateId originalFileName createdAtUtc modifiedAtUtc documentCategory{id key name} documentBlob

# Candidate communication
POST /candidates/{candidateId}/communications | communication:write | 200 404 409 413 415 | communication.created
  body communicationTypeId! subject text occurredAtUtc direction userId
  response id
POST /candidates/{candidateId}/communications/{id}/attachments | communication:write | 200 404 409 413 415 507 | candidate.changed
  body file! filename
  response success

# Applications
POST /candidates/applies/external | applications:write | 200 409 413 415 507 | application.received
  body officeId channelId jobAdId salutationId! firstName! lastName! city! zipCode! email! phoneNumber sourceOfSupplyId!
    whatsAppConsentChecked! hasWhatsApp! privacyChecked! termsOfUseChecked! keywords!
    documents[filename base64File! documentCategory shouldParseCV]! street streetNumber countryId birthDate nationalityId
    message availableFrom salaryExpectation recruiterId data
  response id applicationId isNewCandidate

# Company overviews
GET /customers/changes | customers:read | 200 304
  query startDate endDate officeId
  response new[${CANDIDATE_CHANGE}] modified[${CANDIDATE_CHANGE}] deleted[${CANDIDATE_CHANGE}]
GET /customers/changes/{date} | customers:read | 200 304 404
  response new[${CANDIDATE_CHANGE}] modified[${CANDIDATE_CHANGE}] deleted[${CANDIDATE_CHANGE}]
GET /customers/changes/{date}/{hour} | customers:read | 200 304 404
  response new[${CANDIDATE_CHANGE}] modified[${CANDIDATE_CHANGE}] deleted[${CANDIDATE_CHANGE}]

# Company details
POST /customers | customers:write | 200 409 413 415 | company.created
  body name! ${COMPANY_FIELDS} location{${ADDRESS}}
  response id
GET /customers/{customerId} | customers:read | 200 304 404
  response name ${COMPANY_FIELDS} location{${ADDRESS_READ}} id rowGuid statusId status contractStatusId contractStatus
    offices[id description city] importedAtUtc modifiedAtUtc
PUT /customers/{customerId} | customers:write | 204 404 413 415 | company.changed
  body name ${COMPANY_FIELDS} location{${ADDRESS}}
PUT /customers/{customerId}/status | customers:write | 204 404 413 415 | company.statusChanged
  body statusId! comment
PUT /customers/{customerId}/contractstatus | customers:write | 204 404 413 415 | company.contractStatusChanged
  body contractStatusId! validFrom comment
GET /customers/{customerId}/activities | customers:read | 200 304 404
  response activities[id kind text entity entityId userName atUtc]
POST /customers/{customerId}/activities | customers:write | 200 404 409 413 415 | company.changed
  body text! occurredAtUtc
  response id

# Company sites
POST /customers/{customerId}/offices | customers:write | 200 404 409 413 415 | site.created
  body description! ${SITE_FIELDS} location{${ADDRESS}}
  response id
GET /customers/offices/{officeId} | customers:read | 200 304 404
  response description ${SITE_FIELDS} location{${ADDRESS_READ}} id customerId customerName statusId locations[] contacts[]
    importedAtUtc
PUT /customers/{customerId}/offices/{officeId} | customers:write | 204 404 413 415 | site.changed
  body description ${SITE_FIELDS} location{${ADDRESS}}
PUT /customers/{customerId}/offices/{officeId}/status | customers:write | 204 404 413 415 | site.changed
  body isActive!

# Work locations
POST /customers/{customerId}/offices/{officeId}/locations | customers:write | 200 404 409 413 415 | location.created
  body ${LOCATION_FIELDS}
  response id
GET /customers/locations/{locationId} | customers:read | 200 304 404
  response customerId customerName officeId officeDescription id description contactId importedAtUtc importExternalId
    address{${PLACE} countryName federalStateName geoLat geoLon} directions
PUT /customers/{customerId}/offices/{officeId}/locations/{locationId} | customers:write | 204 404 413 415 | location.changed
  body ${LOCATION_FIELDS}
DELETE /customers/{customerId}/offices/{officeId}/locations/{locationId} | customers:write | 204 404 | location.deleted

# Company contacts
POST /customers/{customerId}/offices/{officeId}/contacts | customers:write | 200 404 409 413 415 | contact.created
  body lastName! ${CONTACT_FIELDS}
  response id
GET /customers/contacts/{contactId} | customers:read | 200 304 404
  response id lastName ${CONTACT_FIELDS}
PUT /customers/{customerId}/offices/{officeId}/contacts/{contactId} | customers:write | 204 404 413 415 | contact.changed
  body lastName ${CONTACT_FIELDS}
PUT /customers/{customerId}/offices/{officeId}/contacts/{contactId}/status | customers:write | 204 404 413 415 | contact.changed
  body isActive!

# Job ad overviews
GET /jobads | jobads:read | 200 304
  query startDate endDate
  response [id status createdAtUtc modifiedAtUtc jobAdId title]
GET /jobads/changes | jobads:read | 200 304
  query startDate endDate officeId
  response new[${JOB_AD_CHANGE}] modified[${JOB_AD_CHANGE}] deleted[${JOB_AD_CHANGE}]
GET /jobads/changes/{date} | jobads:read | 200 304 404
  response new[${JOB_AD_CHANGE}] modified[${JOB_AD_CHANGE}] deleted[${JOB_AD_CHANGE}]
GET /jobads/changes/{date}/{hour} | jobads:read | 200 304 404
  response new[${JOB_AD_CHANGE}] modified[${JOB_AD_CHANGE}] deleted[${JOB_AD_CHANGE}]

# Job ad details
GET /jobads/{jobAdId} | jobads:read | 200 304 404
  response id jobAdId title status officeId office responsibility customerRequestId professionId employmentType weeklyHours
    salary{from to currency period} startDate location introduction tasks profile benefits contactText portalUrl applyUrl
    publishedAtUtc completedAtUtc createdAtUtc modifiedAtUtc

# Job ad evaluations
GET /reports/performance/jobs | reports:read | 200 304
  query startDate endDate officeId
  response [${JOB_AD_FIGURES}]
GET /reports/performance/jobs/{jobAdId} | reports:read | 200 304 404
  query startDate endDate officeId
  response ${ENVELOPE} data[${JOB_AD_FIGURES}]
GET /reports/performance/channels | reports:read | 200 304
  query startDate endDate officeId
  response ${ENVELOPE} data[]
GET /reports/performance/offices | reports:read | 200 304
  query startDate endDate officeId
  response ${ENVELOPE} data[]
GET /reports/performance/recruiters | reports:read | 200 304
  query startDate endDate officeId
  response ${ENVELOPE} data[]

# Users
GET /users | users:read | 200 304
  query startDate endDate
  response ${ENVELOPE} data[id rowGuid userFullName email isActive createdAtUtc modifiedAtUtc]
GET /users/all | users:read | 200 304
  query startDate endDate
  response users[id rowGuid userFullName email isActive createdAtUtc modifiedAtUtc]
GET /users/responsibilities | users:read | 200 304
  response users[id rowGuid userFullName assignedOffices[officeId name isPrimary]]
GET /users/{userId} | users:read | 200 304 404
  response id rowGuid firstName lastName userFullName userPartnerId userSince licences[id name validUntil]
    assignedOffices[officeId name isPrimary]
GET /users/{userGuid} | users:read | 200 304 404
  response id rowGuid firstName lastName userFullName userPartnerId userSince licences[id name validUntil]
    assignedOffices[officeId name isPrimary]

# Branches
GET /branches | branches:read | 200 304
  response branches[id rowGuid name number location{${ADDRESS_READ}} phone email isActive]

# Master data
GET /masterdata/nationalities | masterdata:read | 200 304
  response nationalities[id name]
GET /masterdata/driverslicenses | masterdata:read | 200 304
  response driverslicenses[id name]
GET /masterdata/languages | masterdata:read | 200 304
  response languages[id name]
GET /masterdata/languagelevels | masterdata:read | 200 304
  response languagelevels[id name]
GET /masterdata/genders | masterdata:read | 200 304
  response genders[id name]
GET /masterdata/salutations | masterdata:read | 200 304
  response salutations[id name]
GET /masterdata/countries | masterdata:read | 200 304
  response countries[id name]
GET /masterdata/federalstates | masterdata:read | 200 304
  response federalstates[id name]
GET /masterdata/levels | masterdata:read | 200 304
  response levels[id name]
GET /masterdata/professions | masterdata:read | 200 304
  query search ids
  response professions[id name]
GET /masterdata/qualifications | masterdata:read | 200 304
  response qualifications[id name]
GET /masterdata/channels | masterdata:read | 200 304
  response channels[id name]
GET /masterdata/sourcesofsupply | masterdata:read | 200 304
  response sourcesofsupply[id name]
GET /masterdata/documentcategories | masterdata:read | 200 304
  response documentcategories[id name]
GET /masterdata/communicationtypes | masterdata:read | 200 304
  response communicationtypes[id name]
GET /masterdata/candidatestatus | masterdata:read | 200 304
  response candidatestatus[id name]
GET /masterdata/customerstatus | masterdata:read | 200 304
  response customerstatus[id name]
GET /masterdata/contractstatus | masterdata:read | 200 304
  response contractstatus[id name]
GET /masterdata/requeststatus | masterdata:read | 200 304
  response requeststatus[id name]
GET /masterdata/industries | masterdata:read | 200 304
  response industries[id name]

# Webhooks
GET /webhooks/event/types | webhooks:read | 200 304
  response eventTypes[id name description entity]
GET /webhooks/settings | webhooks:read | 200 304
  response settings{eventDataTypeId eventDataType failureThreshold timeoutSeconds retryScheduleSeconds signing}
PUT /webhooks/settings/eventdatatype/{webhookEventDataType} | webhooks:write | 200 404
GET /webhooks/subscriptions | webhooks:read | 200 304
  response subscriptions[id event eventName url isPaused errorCount pausedAtUtc createdAtUtc lastSuccessAtUtc]
POST /webhooks/subscribe | webhooks:write | 200 409 413 415
  body event! url! resendMissed
POST /webhooks/unsubscribe | webhooks:write | 200 413 415
  body event! url!
POST /webhooks/protocol | webhooks:read | 200 413 415
  body eventDateFromUtc eventDateToUtc entityId eventTypes
  response events[eventId event endpoint endpointMethod entityId eventDateUtc id sendStatusId sendStatus sendStatusReason webhookUrl additionalData]
`);

/** Extensions of the interface, all of release 3.5.0. A new operation is added here. */
export const EXTENSIONS: readonly ContractOperation[] = readContract(`
# Customer requests
PUT /customers/requests/temporarystaffing/{requestId} | requests:write | 204 404 413 415 | request.changed
  body officeId title headcount startDate ${REQUEST_FIELDS} ${STAFFING_FIELDS}
PUT /customers/requests/directplacement/{requestId} | requests:write | 204 404 413 415 | request.changed
  body officeId title headcount startDate ${REQUEST_FIELDS} ${PLACEMENT_FIELDS}
PUT /customers/requests/servicecontract/{requestId} | requests:write | 204 404 413 415 | request.changed
  body officeId title headcount startDate ${REQUEST_FIELDS} scope fixedPrice acceptanceDate

# Candidate details
DELETE /candidates/{id}/keywords/{keywordId} | candidates:write | 204 404 | candidate.changed

# Candidate documents
GET /candidates/export/documents/{documentId}/content | documents:read | 200 206 304 404 416
  response bytes
GET /candidates/{candidateId}/documents/{documentId}/proposals | documents:read | 200 304 404
  response proposals[id property value confidence state sources[page line text rectangle{left bottom right top}] decidedAtUtc]
    leftovers[code count pages]
PUT /candidates/{candidateId}/documents/{documentId}/proposals | candidates:write | 200 404 413 415 | candidate.changed
  body state! ids
  response decided[] conflicts[id property message]
PUT /candidates/{candidateId}/documents/{documentId}/proposals/{proposalId} | candidates:write | 204 404 409 413 415 | candidate.changed
  body state!

# Changes
GET /changes | - | 200
  query cursor limit entities
  response changes[cursor entity change id endpoint changedAtUtc] nextCursor hasMore
GET /changes/inventory | - | 200 304
  query entities
  response records[entity id]

# Usage
GET /usage/tokens | - | 200 304
  query month
  response month issued free billable costEur clients[]
`);
