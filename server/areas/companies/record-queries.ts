import { CompiledQuery } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import { companyJson, contactJson, locationJson, siteJson } from './record-sql.ts';

/** The rows of each record, by the alias that its JSON uses. */
const RECORDS = {
  company: { json: companyJson, rows: 'company AS c WHERE c.tenant_id = $1 AND c.id = $2' },
  site: { json: siteJson, rows: 'site AS s WHERE s.tenant_id = $1 AND s.id = $2' },
  location: {
    json: locationJson,
    rows: 'work_location AS l WHERE l.tenant_id = $1 AND l.id = $2 AND l.deleted_at IS NULL',
  },
  contact: { json: contactJson, rows: 'contact AS p WHERE p.tenant_id = $1 AND p.id = $2' },
} as const;

type RecordKind = keyof typeof RECORDS;

/** Returns the record as JSON text, or undefined if it does not exist or is a work location that was deleted. */
export async function findRecord(
  db: TenantDatabase,
  tenantId: number,
  kind: RecordKind,
  id: number,
  language: Language,
): Promise<string | undefined> {
  const { json, rows: source } = RECORDS[kind];
  const { rows } = await db.executeQuery<{ record: string }>(
    CompiledQuery.raw(`SELECT ${json(language, '$1')}::text AS record FROM ${source}`, [tenantId, id]),
  );
  return rows[0]?.record;
}

/** What is stored, for a change to compare with. */
export async function findStoredRecord(db: TenantDatabase, tenantId: number, kind: RecordKind, id: number) {
  const record = await findRecord(db, tenantId, kind, id, 'en');
  return record === undefined ? undefined : JSON.parse(record);
}
