import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { periodBounds } from '../../core/http/period.ts';
import type { AccessQueryValues } from './schema.ts';

const DEFAULT_LIMIT = 100;

/** A page of the access log, newest first, as the JSON text of the response. */
export async function listAccesses(
  db: TenantDatabase,
  tenantId: number,
  query: AccessQueryValues,
): Promise<string> {
  const { candidateId, documentId, before, limit = DEFAULT_LIMIT } = query;
  const { fromMs, toMs } = periodBounds(query);
  const conditions = [
    sql`tenant_id = ${tenantId}`,
    ...(candidateId === undefined ? [] : [sql`candidate_id = ${candidateId}`]),
    ...(documentId === undefined ? [] : [sql`document_id = ${documentId}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(fromMs === undefined ? [] : [sql`at >= ${new Date(fromMs).toISOString()}::timestamptz`]),
    ...(toMs === undefined ? [] : [sql`at < ${new Date(toMs).toISOString()}::timestamptz`]),
  ];
  // The subquery selects the page first, so that names are looked up only for its rows.
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('accesses', coalesce(json_agg(json_build_object(
             'id', page.id, 'atUtc', utc(page.at), 'documentId', page.document_id, 'attachmentId', page.attachment_id, 'candidateId', page.candidate_id,
             'kind', page.kind, 'clientId', client.client_id, 'clientName', client.name, 'userId', page.user_id,
             'userFullName', nullif(concat_ws(' ', reader.first_name, reader.last_name), '')) ORDER BY page.id DESC), '[]'))::text AS json
      FROM (SELECT * FROM document_access WHERE ${sql.join(conditions, sql` AND `)} ORDER BY id DESC LIMIT ${limit}) AS page
      LEFT JOIN api_client AS client ON client.tenant_id = ${tenantId} AND client.id = page.api_client_id
      LEFT JOIN user_account AS reader ON reader.tenant_id = ${tenantId} AND reader.id = page.user_id`.execute(
    db,
  );
  return rows[0]!.json;
}

/** Locks the candidate until the transaction ends. False: there is none. */
export async function lockCandidate(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('candidate')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the candidate's picture; returns the key of its blob, none where there was no picture. */
export async function deletePicture(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('candidate_picture')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .returning('blob_key')
    .execute();
  return rows.map((row) => row.blob_key);
}
