import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';

interface CompanyRow {
  id: number;
  name: string;
  name2: string | null;
  customerNumber: string | null;
  zipCode: string | null;
  city: string | null;
  statusId: number;
  contractStatusId: number;
  industryId: number | null;
  industry: string | null;
  officeId: number | null;
  office: string | null;
  responsibility: number | null;
  responsibleUser: string | null;
  createdAtUtc: string;
  modifiedAtUtc: string;
}

/** What a list shows of the companies, as they are now. */
export async function readCompanies(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  language: Language,
): Promise<Map<number, CompanyRow>> {
  const { rows } = await sql<CompanyRow>`
    SELECT c.id, c.name, c.name2, c.customer_number AS "customerNumber", c.zip_code AS "zipCode", c.city,
           c.status_id AS "statusId", c.contract_status_id AS "contractStatusId", c.industry_id AS "industryId",
           ${language === 'de' ? sql`e.name_de` : sql`e.name_en`} AS industry, c.office_id AS "officeId", b.name AS office,
           c.responsibility, nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "responsibleUser",
           utc(c.created_at) AS "createdAtUtc", utc(c.modified_at) AS "modifiedAtUtc"
      FROM company AS c
      LEFT JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = c.office_id
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = c.responsibility
      LEFT JOIN tenant_catalog_entry AS e
        ON e.tenant_id = ${tenantId} AND e.list = c.industry_list AND e.id = c.industry_id
     WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
