import type { Language } from '../../../core/http/index.ts';
import { addressJson } from '../../addresses/index.ts';

// PostgreSQL builds the whole record as text in one query; Node passes it on unread. Every list is one look-up in
// an index that begins with tenant and candidate.

function sharedName(list: string, column: string, language: Language): string {
  return `(SELECT e.name_${language} FROM catalog_entry AS e WHERE e.list = '${list}' AND e.id = ${column})`;
}

function tenantName(list: string, column: string, language: Language): string {
  return `(SELECT e.name_${language} FROM tenant_catalog_entry AS e WHERE e.tenant_id = c.tenant_id AND e.list = '${list}' AND e.id = ${column})`;
}

function subList(table: string, properties: string, order = 'x.id'): string {
  return `(SELECT coalesce(json_agg(json_build_object(${properties}) ORDER BY ${order}), '[]')
             FROM ${table} AS x WHERE x.tenant_id = c.tenant_id AND x.candidate_id = c.id)`;
}

/** SQL of applications as a candidate's details show them, over the candidate `c`. */
export function applicationsJson(language: Language): string {
  return `(SELECT coalesce(json_agg(json_build_object(
      'id', x.id, 'jobAdId', x.job_ad_id, 'jobAd', j.title, 'channelId', x.channel_id,
      'channel', ${tenantName('channels', 'x.channel_id', language)}, 'recruiterId', x.recruiter_id,
      'appliedAtUtc', utc(x.applied_at), 'message', x.message, 'data', x.data) ORDER BY x.id), '[]')
    FROM application AS x LEFT JOIN job_ad AS j ON j.tenant_id = x.tenant_id AND j.id = x.job_ad_id
   WHERE x.tenant_id = c.tenant_id AND x.candidate_id = c.id)`;
}

/** SQL of the JSON (CandidateDto) of the candidate `c`. */
export function candidateJson(language: Language): string {
  return `json_build_object(
  'id', c.id, 'rowGuid', c.row_guid, 'firstName', c.first_name, 'lastName', c.last_name, 'salutationId', c.salutation_id,
  'title', c.title, 'genderId', c.gender_id, 'nationalityId', c.nationality_id, 'levelId', c.level_id,
  'officeId', c.office_id, 'responsibility', c.responsibility,
  'birth', json_build_object('date', c.birth_date, 'place', c.birth_place, 'name', c.birth_name, 'countryId', c.birth_country_id),
  'contact', json_build_object('email', c.email, 'phone', c.phone, 'mobile', c.mobile, 'website', c.website,
    'hasWhatsApp', c.has_whatsapp, 'whatsAppConsentChecked', c.whatsapp_consent_checked),
  'location', ${addressJson('c', language)},
  'sourceOfSupplyId', c.source_of_supply_id, 'desiredPosition', c.desired_position,
  'availability', json_build_object('availableFrom', c.available_from, 'noticePeriod', c.notice_period,
    'weeklyHours', c.weekly_hours, 'salaryExpectation', c.salary_expectation, 'salaryPeriod', c.salary_period,
    'currency', c.currency, 'shiftWork', c.shift_work, 'radiusKm', c.radius_km, 'hasCar', c.has_car),
  'workPermit', json_build_object('required', c.work_permit_required, 'validUntil', c.work_permit_valid_until),
  'remarks', c.remarks, 'statusId', c.status_id, 'status', ${sharedName('candidatestatus', 'c.status_id', language)},
  'statusChangedAtUtc', utc(c.status_changed_at), 'isVisible', c.is_visible,
  'workContract', json_build_object('isWorkContractSigned', c.is_work_contract_signed,
    'workContractSignedAtUtc', utc(c.work_contract_signed_at), 'didNotShowUpForWork', c.did_not_show_up_for_work),
  'endOfOperationAtUtc', utc(c.end_of_operation_at), 'importExternalId', c.import_external_id,
  'importedAtUtc', utc(c.imported_at), 'createdAtUtc', utc(c.created_at), 'modifiedAtUtc', utc(c.modified_at),
  'hasPicture', EXISTS (SELECT FROM candidate_picture AS x WHERE x.tenant_id = c.tenant_id AND x.candidate_id = c.id),
  'contactChannels', ${subList('candidate_contact_channel', `'id', x.id, 'kind', x.kind, 'address', x.address, 'isPrimary', x.is_primary, 'consentChecked', x.consent_checked`)},
  'languages', ${subList(
    'candidate_language',
    `'id', x.id, 'languageId', x.language_id, 'name', ${sharedName('languages', 'x.language_id', language)},
    'languageLevelId', x.language_level_id, 'level', ${sharedName('languagelevels', 'x.language_level_id', language)}`,
  )},
  'professionObjects', ${subList(
    'candidate_profession',
    `'id', x.id, 'professionId', x.profession_id, 'name', ${sharedName('professions', 'x.profession_id', language)},
    'isPrimary', x.is_primary, 'yearsOfExperience', x.years_of_experience`,
  )},
  'qualifications', ${subList('candidate_qualification', `'id', x.id, 'qualificationId', x.qualification_id, 'name', ${tenantName('qualifications', 'x.qualification_id', language)}, 'score', x.score`)},
  'driversLicences', ${subList(
    'candidate_drivers_license',
    `'id', x.id, 'driversLicenseId', x.drivers_license_id, 'name', ${sharedName('driverslicenses', 'x.drivers_license_id', language)},
    'issuedAt', x.issued_at, 'validUntil', x.valid_until`,
  )},
  'keywords', ${subList('candidate_keyword', `'id', x.id, 'keyword', x.keyword`)},
  'resume', json_build_object(
    'jobs', ${subList(
      'resume_job',
      `'id', x.id, 'employer', x.employer, 'position', x.position, 'fromDate', x.from_date, 'untilDate', x.until_date,
      'isCurrent', x.is_current, 'description', x.description, 'city', x.city, 'countryId', x.country_id, 'professionId', x.profession_id, 'industryId', x.industry_id`,
    )},
    'educations', ${subList(
      'resume_education',
      `'id', x.id, 'title', x.title, 'provider', x.provider, 'fromDate', x.from_date, 'untilDate', x.until_date,
      'hours', x.hours, 'certificate', x.certificate`,
    )},
    'professionEducations', ${subList(
      'resume_profession_education',
      `'id', x.id, 'institution', x.institution, 'profession', x.profession, 'degree', x.degree,
      'fromDate', x.from_date, 'untilDate', x.until_date, 'isCompleted', x.is_completed, 'description', x.description`,
    )},
    'schoolEducations', ${subList(
      'resume_school_education',
      `'id', x.id, 'school', x.school, 'graduation', x.graduation, 'fromDate', x.from_date,
      'untilDate', x.until_date, 'grade', x.grade, 'city', x.city`,
    )}),
  'communications', ${subList(
    'communication',
    `'id', x.id, 'communicationTypeId', x.communication_type_id,
    'communicationType', ${sharedName('communicationtypes', 'x.communication_type_id', language)}, 'subject', x.subject, 'text', x.text,
    'direction', x.direction, 'userId', x.user_id, 'occurredAtUtc', utc(x.occurred_at),
    'attachments', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'originalFileName', a.original_file_name,
        'mimeType', a.mime_type, 'sizeBytes', a.size_bytes, 'sha256', a.sha256, 'createdAtUtc', utc(a.created_at)) ORDER BY a.id), '[]')
      FROM communication_attachment AS a WHERE a.tenant_id = x.tenant_id AND a.communication_id = x.id)`,
  )},
  'documents', (SELECT coalesce(json_agg(json_build_object('id', x.id, 'originalFileName', x.original_file_name,
      'documentCategory', json_build_object('id', x.document_category_id, 'key', k.attributes->>'key', 'name', k.name_${language}),
      'mimeType', x.mime_type, 'sizeBytes', x.size_bytes, 'sha256', x.sha256, 'createdAtUtc', utc(x.created_at),
      'modifiedAtUtc', utc(x.modified_at)) ORDER BY x.id), '[]')
    FROM document AS x LEFT JOIN catalog_entry AS k ON k.list = 'documentcategories' AND k.id = x.document_category_id
   WHERE x.tenant_id = c.tenant_id AND x.candidate_id = c.id),
  'applies', ${applicationsJson(language)})::text`;
}
