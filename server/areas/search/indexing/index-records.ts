import type { TenantDatabase } from '../../../core/db/connection.ts';
import { toE164 } from '../../candidates/index.ts';
import { type RecordEntity, type SearchText, termsOf } from '../terms.ts';
import { compareTerms } from './index-candidates.ts';
import { deleteRecordTerms, readRecordTerms, readRecordTexts, writeRecordTerms } from './record-queries.ts';

/** Indexes records other than candidates. Job ads that are deleted stay in the index: the palette does not show them. */
export async function indexRecords(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  ids: readonly number[],
): Promise<void> {
  const texts = await findRecordTexts(db, tenantId, entity, ids);
  const { gone, added } = compareTerms(
    await readRecordTerms(db, tenantId, entity, ids),
    ids.map((id) => [id, termsOf(texts.get(id) ?? [], [])]),
  );
  await deleteRecordTerms(db, tenantId, entity, gone);
  await writeRecordTerms(db, tenantId, entity, added);
}

/** The texts that find the records, with phone numbers in one notation. */
export async function findRecordTexts(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  ids: readonly number[],
): Promise<Map<number, SearchText[]>> {
  const texts = await readRecordTexts(db, tenantId, entity, ids);
  for (const own of texts.values())
    for (const one of own) if (one.field === 'phone') one.text = toE164(one.text) ?? one.text;
  return texts;
}
