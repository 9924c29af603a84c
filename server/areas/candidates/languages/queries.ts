import type { TenantDatabase } from '../../../core/db/connection.ts';

/** Returns false and changes nothing if the candidate already has the language. */
export async function insertLanguage(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: { languageId: number; levelId: number | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('candidate_language')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      language_id: language.languageId,
      language_level_id: language.levelId,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'candidate_id', 'language_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function findLanguage(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  languageId: number,
): Promise<{ language_level_id: number | null } | undefined> {
  return db
    .selectFrom('candidate_language')
    .select('language_level_id')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .where('language_id', '=', languageId)
    .executeTakeFirst();
}

export async function updateLanguageLevel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: { languageId: number; levelId: number },
): Promise<void> {
  await db
    .updateTable('candidate_language')
    .set({ language_level_id: language.levelId })
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .where('language_id', '=', language.languageId)
    .execute();
}
