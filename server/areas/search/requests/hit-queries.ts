import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import type { RequestKind } from '../../requests/index.ts';

interface RequestRow {
  id: number;
  kind: RequestKind;
  title: string;
  companyId: number;
  company: string;
  city: string | null;
  officeId: number;
  office: string;
  responsibility: number | null;
  responsibleUser: string | null;
  headcount: number;
  placed: number;
  startDate: string;
  endDate: string | null;
  statusId: number;
  status: string | null;
  createdAtUtc: string;
  modifiedAtUtc: string;
}

/** What a list shows of the requests, as they are now. */
export async function readRequests(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  language: Language,
): Promise<Map<number, RequestRow>> {
  const { rows } = await sql<RequestRow>`
    SELECT r.id, r.kind, r.title, r.company_id AS "companyId", c.name AS company, coalesce(l.city, s.city, c.city) AS city,
           r.office_id AS "officeId", b.name AS office, r.responsibility,
           nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "responsibleUser", r.headcount,
           (SELECT count(*)::int FROM customer_request_proposal AS o
             WHERE o.tenant_id = ${tenantId} AND o.customer_request_id = r.id AND o.status = 'placed') AS placed,
           r.start_date AS "startDate", r.end_date AS "endDate", r.status_id AS "statusId",
           e.${sql.ref(`name_${language}`)} AS status, utc(r.created_at) AS "createdAtUtc", utc(r.modified_at) AS "modifiedAtUtc"
      FROM customer_request AS r
      JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = r.company_id
      JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = r.office_id
      LEFT JOIN site AS s ON s.tenant_id = ${tenantId} AND s.id = r.site_id
      LEFT JOIN work_location AS l ON l.tenant_id = ${tenantId} AND l.id = r.location_id
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = r.responsibility
      LEFT JOIN catalog_entry AS e ON e.list = 'requeststatus' AND e.id = r.status_id
     WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
