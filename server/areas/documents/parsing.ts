import type { TenantDatabase } from '../../core/db/connection.ts';

/** Asks, in the running transaction, for the CV parser to read the document. */
export async function requestParsing(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<void> {
  await db
    .updateTable('document')
    .set({ cv_parsing_state: 'requested', cv_parsing_message: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', documentId)
    .execute();
}
