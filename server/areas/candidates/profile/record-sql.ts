import type { Language } from '../../../core/http/index.ts';
import { addressJson } from '../../addresses/index.ts';
import { fieldPairs } from '../fields.ts';
import { RESUME, type ResumeTable } from '../resume/fields.ts';
import { ORIGIN, PERSON, WORK } from './fields.ts';

// PostgreSQL builds the whole record as JSON text in one query, and Node passes the text on without parsing it. Each list is
// one lookup in an index that starts with tenant and candidate. `tenant` is SQL for the value of the tenant: see "Rules for SQL" in
// docs/adding-an-endpoint.md.

function sharedName(list: string, column: string, language: Language): string {
  return `(SELECT e.name_${language} FROM catalog_entry AS e WHERE e.list = '${list}' AND e.id = ${column})`;
}

function tenantName(list: string, column: string, language: Language, tenant: string): string {
  return `(SELECT e.name_${language} FROM tenant_catalog_entry AS e WHERE e.tenant_id = ${tenant} AND e.list = '${list}' AND e.id = ${column})`;
}

function subList(tenant: string, table: string, properties: string): string {
  return `(SELECT coalesce(json_agg(json_build_object(${properties}) ORDER BY x.id), '[]')
             FROM ${table} AS x WHERE x.tenant_id = ${tenant} AND x.candidate_id = c.id)`;
}

function resumeList(tenant: string, table: ResumeTable): string {
  return subList(tenant, table, `'id', x.id, ${fieldPairs(RESUME[table], 'x')}`);
}

/** SQL for the applications of the candidate `c`, as its details show them. */
export function applicationsJson(language: Language, tenant: string): string {
  return `(SELECT coalesce(json_agg(json_build_object(
      'id', x.id, 'jobAdId', x.job_ad_id,
      'jobAd', (SELECT j.title FROM job_ad AS j WHERE j.tenant_id = ${tenant} AND j.id = x.job_ad_id), 'channelId', x.channel_id,
      'channel', ${tenantName('channels', 'x.channel_id', language, tenant)}, 'recruiterId', x.recruiter_id,
      'officeId', x.office_id, 'appliedAtUtc', utc(x.applied_at), 'message', x.message, 'data', x.data, 'submitted', x.submitted,
      'stage', x.stage, 'stageChangedAtUtc', utc(x.in_stage_since), 'importExternalId', x.import_external_id) ORDER BY x.id), '[]')
    FROM application AS x WHERE x.tenant_id = ${tenant} AND x.candidate_id = c.id)`;
}

/**
 * SQL for the candidate `c` as JSON (CandidateDto). Each part is a sub-query with one value, because PostgreSQL may read a whole table for an
 * EXISTS or a join, even if it needs one row of it.
 */
export function candidateJson(language: Language, tenant: string): string {
  return `json_build_object(
  'id', c.id, 'rowGuid', c.row_guid, ${fieldPairs(PERSON, 'c')},
  'location', ${addressJson('c', language)},
  ${fieldPairs(WORK, 'c')}, 'statusId', c.status_id, 'status', ${sharedName('candidatestatus', 'c.status_id', language)},
  'statusChangedAtUtc', utc(c.status_changed_at), 'isVisible', c.is_visible,
  'workContract', json_build_object('isWorkContractSigned', c.is_work_contract_signed,
    'workContractSignedAtUtc', utc(c.work_contract_signed_at), 'didNotShowUpForWork', c.did_not_show_up_for_work),
  'endOfOperationAtUtc', utc(c.end_of_operation_at), ${fieldPairs(ORIGIN, 'c')},
  'importedAtUtc', utc(c.imported_at), 'createdAtUtc', utc(c.created_at), 'modifiedAtUtc', utc(c.modified_at),
  'hasPicture', (SELECT x.candidate_id FROM candidate_picture AS x WHERE x.tenant_id = ${tenant} AND x.candidate_id = c.id) IS NOT NULL,
  'contactChannels', ${subList(tenant, 'candidate_contact_channel', `'id', x.id, 'kind', x.kind, 'address', x.address, 'isPrimary', x.is_primary, 'consentChecked', x.consent_checked`)},
  'languages', ${subList(
    tenant,
    'candidate_language',
    `'id', x.id, 'languageId', x.language_id, 'name', ${sharedName('languages', 'x.language_id', language)},
    'languageLevelId', x.language_level_id, 'level', ${sharedName('languagelevels', 'x.language_level_id', language)}`,
  )},
  'professionObjects', ${subList(
    tenant,
    'candidate_profession',
    `'id', x.id, 'professionId', x.profession_id, 'name', ${sharedName('professions', 'x.profession_id', language)},
    'isPrimary', x.is_primary, 'yearsOfExperience', x.years_of_experience`,
  )},
  'qualifications', ${subList(tenant, 'candidate_qualification', `'id', x.id, 'qualificationId', x.qualification_id, 'name', ${tenantName('qualifications', 'x.qualification_id', language, tenant)}, 'score', x.score`)},
  'driversLicences', ${subList(
    tenant,
    'candidate_drivers_license',
    `'id', x.id, 'driversLicenseId', x.drivers_license_id, 'name', ${sharedName('driverslicenses', 'x.drivers_license_id', language)},
    'issuedAt', x.issued_at, 'validUntil', x.valid_until`,
  )},
  'keywords', ${subList(tenant, 'candidate_keyword', `'id', x.id, 'keyword', x.keyword`)},
  'resume', json_build_object(
    'jobs', ${resumeList(tenant, 'resume_job')},
    'educations', ${resumeList(tenant, 'resume_education')},
    'professionEducations', ${resumeList(tenant, 'resume_profession_education')},
    'schoolEducations', ${resumeList(tenant, 'resume_school_education')}),
  'communications', ${subList(
    tenant,
    'communication',
    `'id', x.id, 'communicationTypeId', x.communication_type_id,
    'communicationType', ${sharedName('communicationtypes', 'x.communication_type_id', language)}, 'subject', x.subject, 'text', x.text,
    'direction', x.direction, 'userId', x.user_id, 'occurredAtUtc', utc(x.occurred_at),
    'attachments', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'originalFileName', a.original_file_name,
        'mimeType', a.mime_type, 'sizeBytes', a.size_bytes, 'sha256', a.sha256, 'createdAtUtc', utc(a.created_at)) ORDER BY a.id), '[]')
      FROM communication_attachment AS a WHERE a.tenant_id = ${tenant} AND a.communication_id = x.id)`,
  )},
  'documents', (SELECT coalesce(json_agg(json_build_object('id', x.id, 'originalFileName', x.original_file_name,
      'documentCategory', json_build_object('id', x.document_category_id, 'key', k.attributes->>'key', 'name', k.name_${language}),
      'mimeType', x.mime_type, 'sizeBytes', x.size_bytes, 'sha256', x.sha256, 'createdAtUtc', utc(x.created_at),
      'modifiedAtUtc', utc(x.modified_at)) ORDER BY x.id), '[]')
    FROM document AS x LEFT JOIN catalog_entry AS k ON k.list = 'documentcategories' AND k.id = x.document_category_id
   WHERE x.tenant_id = ${tenant} AND x.candidate_id = c.id),
  'applies', ${applicationsJson(language, tenant)})::text`;
}
