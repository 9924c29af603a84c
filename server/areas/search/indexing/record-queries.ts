import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { RecordEntity, SearchText } from '../terms.ts';
import type { TermRow } from './write-queries.ts';

/**
 * The texts of each kind of record `r` as field and text. Phone numbers are as they were written. A company is also found by its sites
 * and contacts: each of their changes is a change of the company, so that it is indexed again.
 */
const TEXTS: Readonly<Record<RecordEntity, (tenantId: number) => RawBuilder<unknown>>> = {
  company: (tenantId) => sql`company AS r CROSS JOIN LATERAL (
    VALUES ('name', concat_ws(' ', r.name, r.name2)), ('customerNumber', r.customer_number), ('email', r.email), ('phone', r.phone),
           ('city', concat_ws(' ', r.zip_code, r.city))
    UNION ALL SELECT 'city', concat_ws(' ', s.zip_code, s.city) FROM site AS s
               WHERE s.tenant_id = ${tenantId} AND s.company_id = r.id
    UNION ALL SELECT own.field, own.text FROM contact AS p CROSS JOIN LATERAL (VALUES
                ('contact', concat_ws(' ', p.first_name, p.last_name)), ('email', p.email), ('phone', p.phone),
                ('phone', p.mobile)) AS own (field, text)
               WHERE p.tenant_id = ${tenantId} AND p.company_id = r.id) AS part (field, text)`,
  contact:
    () => sql`contact AS r CROSS JOIN LATERAL (VALUES ('name', concat_ws(' ', r.first_name, r.last_name)), ('email', r.email),
    ('phone', r.phone), ('phone', r.mobile), ('position', concat_ws(', ', r.position, r.department))) AS part (field, text)`,
  request: () =>
    sql`customer_request AS r CROSS JOIN LATERAL (VALUES ('position', r.title), ('importExternalId', r.import_external_id))
    AS part (field, text)`,
  jobad:
    () => sql`job_ad AS r CROSS JOIN LATERAL (VALUES ('position', r.title), ('city', concat_ws(' ', r.zip_code, r.city)))
    AS part (field, text)`,
};

/** The texts that find the records. */
export async function readRecordTexts(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  ids: readonly number[],
): Promise<Map<number, SearchText[]>> {
  const { rows } = await sql<SearchText & { id: number }>`
    SELECT r.id, part.field, part.text FROM ${TEXTS[entity](tenantId)}
     WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${ids}::int[]) AND part.text <> ''`.execute(db);
  return Map.groupBy(rows, (row) => row.id);
}

export async function readRecordTerms(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  ids: readonly number[],
): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    SELECT record_id AS id, term, weight FROM record_search_term
     WHERE tenant_id = ${tenantId} AND entity = ${entity} AND record_id = ANY (${ids}::int[])`.execute(db);
  return rows;
}

export async function deleteRecordTerms(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  rows: readonly TermRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM record_search_term AS t
     USING unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.term)}::text[]) AS gone (id, term)
     WHERE t.tenant_id = ${tenantId} AND t.entity = ${entity} AND t.record_id = gone.id AND t.term = gone.term COLLATE "C"`.execute(
    db,
  );
}

export async function writeRecordTerms(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  rows: readonly TermRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO record_search_term (tenant_id, entity, record_id, term, weight)
    SELECT ${tenantId}, ${entity}, added.id, added.term, added.weight
      FROM unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.term)}::text[],
                  ${rows.map((row) => row.weight)}::smallint[]) AS added (id, term, weight)`.execute(db);
}
