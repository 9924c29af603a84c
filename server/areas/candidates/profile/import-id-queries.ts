import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type Caller, type Fault, findDuplicates } from '../../../core/http/index.ts';

interface ImportedCandidate {
  /** The candidate that has the id, or that has the data of the one that had it. Null if that one was erased. */
  candidateId: number | null;
  /** Whether the candidate with this id is gone: merged into another one, or erased. */
  isRetired: boolean;
}

const digestOf = (id: unknown) => sql`sha256(convert_to(${id}, 'UTF8'))`;

/** What has become of a candidate with one of these ids of the source system. Undefined if there never was one. */
export async function findImported(
  db: TenantDatabase,
  tenantId: number,
  importExternalIds: readonly string[],
): Promise<ImportedCandidate | undefined> {
  const { rows } = await sql<ImportedCandidate>`
    SELECT id AS "candidateId", false AS "isRetired"
      FROM candidate WHERE tenant_id = ${tenantId} AND import_external_id = ANY (${importExternalIds}::text[])
     UNION ALL
    SELECT m.candidate_id, true
      FROM retired_import_id AS r
      LEFT JOIN candidate_merge AS m ON m.tenant_id = ${tenantId} AND m.merged_candidate_id = r.candidate_id
     WHERE r.tenant_id = ${tenantId} AND m.undone_at IS NULL
       AND r.digest = ANY (ARRAY(SELECT ${digestOf(sql.ref('id'))} FROM unnest(${importExternalIds}::text[]) AS id))
     ORDER BY "isRetired" LIMIT 1`.execute(db);
  return rows[0];
}

/** The id that the candidate has in its source system. Undefined if there is no such candidate. */
export async function findImportId(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<{ importExternalId: string | null } | undefined> {
  return db
    .selectFrom('candidate')
    .select('import_external_id as importExternalId')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .executeTakeFirst();
}

/** Finds the fault of a body with the id of another candidate. Names that candidate, unless the caller cannot see it. */
export function findImportIdFaults(
  db: TenantDatabase,
  tenantId: number,
  { body, caller, id }: { body: object; caller: Caller; id?: number },
): Promise<Fault[]> {
  return findDuplicates(db, tenantId, {
    table: 'candidate',
    properties: ['importExternalId'],
    body,
    record: 'candidate',
    // Users see a candidate after its first application.
    ...(caller.kind === 'user' ? { named: { is_visible: true } } : {}),
    ...(id === undefined ? {} : { except: { id } }),
  });
}

/**
 * Keeps the id that the candidate has in its source system, so that an import does not create it again. Call it before the candidate loses
 * the id. `goneId` is the candidate that disappears with that: another one if a merge gives this one the id of that one.
 */
export async function retireImportId(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  goneId = candidateId,
): Promise<void> {
  await sql`
    INSERT INTO retired_import_id (tenant_id, digest, candidate_id)
    SELECT ${tenantId}, ${digestOf(sql.ref('import_external_id'))}, ${goneId}
      FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} AND import_external_id IS NOT NULL
        ON CONFLICT (tenant_id, digest) DO UPDATE SET candidate_id = excluded.candidate_id`.execute(db);
}
