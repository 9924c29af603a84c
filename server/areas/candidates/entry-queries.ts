import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { DB } from '../../core/db/generated/database.ts';
import { notFound } from '../../core/http/index.ts';
import { EVENTS } from '../changes/index.ts';
import { changeCandidate } from './change-queries.ts';

type TableWithKey = { [Table in keyof DB]: { table: Table; key: keyof DB[Table] } }[keyof DB];

/** The lists of a candidate by their properties: the column by which a path names an entry, and what an entry is. */
const LISTS = {
  languages: { table: 'candidate_language', key: 'language_id', entry: 'Language' },
  professionObjects: { table: 'candidate_profession', key: 'profession_id', entry: 'Profession' },
  qualifications: { table: 'candidate_qualification', key: 'qualification_id', entry: 'Qualification' },
  driversLicences: {
    table: 'candidate_drivers_license',
    key: 'drivers_license_id',
    entry: "Driver's license",
  },
  keywords: { table: 'candidate_keyword', key: 'id', entry: 'Keyword' },
  contactChannels: { table: 'candidate_contact_channel', key: 'id', entry: 'Channel' },
} as const satisfies Record<string, TableWithKey & { entry: string }>;

/** Whether the candidate has an entry of a list. */
export async function hasEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  list: keyof typeof LISTS,
  key: number,
): Promise<boolean> {
  const { table, key: column } = LISTS[list];
  const { rows } = await sql`
    SELECT FROM ${sql.table(table)}
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND ${sql.ref(column)} = ${key}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Removes an entry of a list, and records the change. Throws 404 if the candidate does not exist or does not have it. */
export async function removeEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  list: keyof typeof LISTS,
  key: number,
): Promise<void> {
  await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, { properties: [list] });
  const { table, key: column, entry } = LISTS[list];
  const deleted = await sql`
    DELETE FROM ${sql.table(table)}
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND ${sql.ref(column)} = ${key}`.execute(
    db,
  );
  if (deleted.numAffectedRows !== 1n) throw notFound(`${entry} of the candidate`);
}
