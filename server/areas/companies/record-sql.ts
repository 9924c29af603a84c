import type { Language } from '../../core/http/index.ts';
import { addressJson } from '../addresses/index.ts';
import { COMPANY_STATUS } from './rules.ts';

// PostgreSQL builds the JSON text of every record in one query, and Node sends it without parsing it. Each list is one
// lookup in an index that starts with the tenant and the owner. Deleted work locations are left out. `tenant` is SQL for the value
// of the tenant.

function localizedName(list: string, id: string, language: Language): string {
  return `(SELECT e.name_${language} FROM catalog_entry AS e WHERE e.list = '${list}' AND e.id = ${id})`;
}

/** The last properties of every record in this area. */
function origin(alias: string): string {
  return `'importExternalId', ${alias}.import_external_id, 'importedAtUtc', utc(${alias}.imported_at),
    'createdAtUtc', utc(${alias}.created_at), 'modifiedAtUtc', utc(${alias}.modified_at)`;
}

function contactData(alias: string): string {
  return `json_build_object('email', ${alias}.email, 'phone', ${alias}.phone, 'fax', ${alias}.fax, 'website', ${alias}.website)`;
}

/** The company that a part belongs to. */
function owners(alias: string, tenant: string): string {
  return `'customerId', ${alias}.company_id,
    'customerName', (SELECT o.name FROM company AS o WHERE o.tenant_id = ${tenant} AND o.id = ${alias}.company_id)`;
}

/** The site that a part belongs to. */
function site(alias: string, tenant: string): string {
  return `'officeId', ${alias}.site_id,
    'officeDescription', (SELECT o.description FROM site AS o WHERE o.tenant_id = ${tenant} AND o.id = ${alias}.site_id)`;
}

/** SQL of the JSON (CompanyDto) of the company `c`. */
export function companyJson(language: Language, tenant: string): string {
  return `json_build_object(
    'id', c.id, 'rowGuid', c.row_guid, 'name', c.name, 'name2', c.name2, 'customerNumber', c.customer_number,
    'industryId', c.industry_id,
    'industry', (SELECT e.name_${language} FROM tenant_catalog_entry AS e
                  WHERE e.tenant_id = ${tenant} AND e.list = c.industry_list AND e.id = c.industry_id),
    'officeId', c.office_id, 'responsibility', c.responsibility, 'contact', ${contactData('c')},
    'location', ${addressJson('c', language)}, 'vatId', c.vat_id, 'employees', c.employees, 'remarks', c.remarks,
    'statusId', c.status_id, 'status', ${localizedName('customerstatus', 'c.status_id', language)},
    'contractStatusId', c.contract_status_id,
    'contractStatus', ${localizedName('contractstatus', 'c.contract_status_id', language)},
    'contractValidFrom', c.contract_valid_from,
    'offices', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'description', s.description, 'city', s.city,
                       'isActive', s.is_active) ORDER BY s.id), '[]')
                  FROM site AS s WHERE s.tenant_id = ${tenant} AND s.company_id = c.id),
    ${origin('c')})`;
}

// A site stores no status. Its two states are shown as entries of the value list for companies.
const SITE_STATUS = `CASE WHEN s.is_active THEN ${COMPANY_STATUS.customer} ELSE ${COMPANY_STATUS.inactive} END`;

/** SQL of the JSON (SiteDto) of the site `s`. */
export function siteJson(language: Language, tenant: string): string {
  const listed = (table: string, alias: string, record: string, condition = 'true') =>
    `(SELECT coalesce(json_agg(${record} ORDER BY ${alias}.id), '[]') FROM ${table} AS ${alias}
       WHERE ${alias}.tenant_id = ${tenant} AND ${alias}.company_id = s.company_id AND ${alias}.site_id = s.id AND ${condition})`;
  return `json_build_object(
    'id', s.id, 'rowGuid', s.row_guid, ${owners('s', tenant)}, 'description', s.description, 'contact', ${contactData('s')},
    'location', ${addressJson('s', language)}, 'responsibility', s.responsibility,
    'statusId', ${SITE_STATUS}, 'status', ${localizedName('customerstatus', SITE_STATUS, language)}, 'isActive', s.is_active,
    'locations', ${listed('work_location', 'l', locationJson(language, tenant), 'l.deleted_at IS NULL')},
    'contacts', ${listed('contact', 'p', contactJson(language, tenant))},
    ${origin('s')})`;
}

/** SQL of the JSON (WorkLocationDto) of the work location `l`. */
export function locationJson(language: Language, tenant: string): string {
  return `json_build_object(
    ${owners('l', tenant)}, ${site('l', tenant)}, 'id', l.id, 'rowGuid', l.row_guid, 'description', l.description,
    'contactId', l.contact_id, 'address', ${addressJson('l', language)}, 'directions', l.directions, ${origin('l')})`;
}

/** SQL of the JSON (CompanyContactDto) of the contact `p`. */
export function contactJson(language: Language, tenant: string): string {
  return `json_build_object(
    'id', p.id, 'rowGuid', p.row_guid, ${owners('p', tenant)}, ${site('p', tenant)}, 'firstName', p.first_name, 'lastName', p.last_name,
    'salutationId', p.salutation_id, 'salutation', ${localizedName('salutations', 'p.salutation_id', language)},
    'title', p.title, 'position', p.position, 'department', p.department, 'email', p.email, 'phone', p.phone,
    'mobile', p.mobile, 'responsibility', p.responsibility, 'remarks', p.remarks, 'isActive', p.is_active, ${origin('p')})`;
}
