import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { toNameMatch, toStoredName } from '../../../core/text/name-form.ts';

/** Returns false and changes nothing if the candidate already has the profession. A new primary profession replaces the old one. */
export async function insertProfession(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  profession: { professionId: number; isPrimary: boolean; yearsOfExperience: number | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('candidate_profession')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      profession_id: profession.professionId,
      is_primary: profession.isPrimary,
      years_of_experience: profession.yearsOfExperience,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'candidate_id', 'profession_id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  if (profession.isPrimary) {
    await db
      .updateTable('candidate_profession')
      .set({ is_primary: false })
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidateId)
      .where('profession_id', '<>', profession.professionId)
      .where('is_primary', '=', true)
      .execute();
  }
  return true;
}

/**
 * Assigns the qualification, or changes its score if it is already assigned. An undefined score keeps the stored one. Returns
 * whether anything changed. The caller must hold the lock on the candidate.
 */
export async function putQualification(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { qualificationId, score }: { qualificationId: number; score: number | null | undefined },
): Promise<boolean> {
  const inserted = await db
    .insertInto('candidate_qualification')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      qualification_id: qualificationId,
      score: score ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'candidate_id', 'qualification_id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return true;
  if (score === undefined) return false;
  const changed = await db
    .updateTable('candidate_qualification')
    .set({ score })
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .where('qualification_id', '=', qualificationId)
    .where('score', 'is distinct from', score)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** The ids of the candidate's qualifications, also of retired ones. */
export async function findQualificationIds(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('candidate_qualification')
    .select('qualification_id')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .execute();
  return rows.map((row) => row.qualification_id);
}

/** The id of the candidate's qualification that has this name in either language, also if it is retired. */
export async function findQualificationByName(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  name: string,
): Promise<number | undefined> {
  const match = toNameMatch(name);
  const { rows } = await sql<{ id: number }>`
    SELECT e.id
      FROM candidate_qualification AS q
      JOIN tenant_catalog_entry AS e
        ON e.tenant_id = ${tenantId} AND e.list = 'qualifications' AND e.id = q.qualification_id
     WHERE q.tenant_id = ${tenantId} AND q.candidate_id = ${candidateId}
       AND ${match} IN (e.match_en, e.match_de)
     ORDER BY e.is_expired, e.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Returns false and changes nothing if the candidate already has the licence. */
export async function insertLicence(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  licence: { driversLicenseId: number; issuedAt: string | null; validUntil: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('candidate_drivers_license')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      drivers_license_id: licence.driversLicenseId,
      issued_at: licence.issuedAt,
      valid_until: licence.validUntil,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'candidate_id', 'drivers_license_id']).doNothing(),
    )
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Returns the id of the keyword, or undefined if the candidate already has it. Its form is that of `toNameMatch`. */
export async function insertKeyword(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  keyword: string,
): Promise<number | undefined> {
  const row = await db
    .insertInto('candidate_keyword')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      keyword: toStoredName(keyword),
      keyword_match: toNameMatch(keyword),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'candidate_id', 'keyword_match']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether the candidate has the keyword, in whatever form. */
export async function hasKeyword(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  keyword: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('candidate_keyword')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .where('keyword_match', '=', toNameMatch(keyword))
    .executeTakeFirst();
  return row !== undefined;
}
