import { sql } from 'kysely';
import type { FinishedSealedBlob } from '../../core/blobs/index.ts';
import { adoptBlobs } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { EventType } from '../../core/http/index.ts';
import { changeExpression } from '../changes/index.ts';

export interface NewDocument {
  candidateId: number;
  applicationId: number | null;
  officeId: number | null;
  documentCategoryId: number;
  originalFileName: string | null;
  mimeType: string;
  blob: FinishedSealedBlob;
}

/**
 * Stores a document whose contents lie in the blob store, with its change. The candidate is not changed by it.
 * `event` is null where the operation triggers a more specific one.
 */
export async function insertDocument(
  db: TenantDatabase,
  tenantId: number,
  document: NewDocument,
  event: EventType | null,
): Promise<number> {
  const { blob } = document;
  await adoptBlobs(db, tenantId, [blob.key]);
  const { id } = await db
    .with('created', (create) =>
      create
        .insertInto('document')
        .values({
          tenant_id: tenantId,
          candidate_id: document.candidateId,
          application_id: document.applicationId,
          document_category_id: document.documentCategoryId,
          original_file_name: document.originalFileName,
          mime_type: document.mimeType,
          size_bytes: blob.sizeBytes,
          sha256: blob.sha256,
          blob_key: blob.key,
          wrapped_key: blob.wrappedKey,
          master_key_id: blob.masterKeyId,
        })
        .returning(['id', 'row_guid']),
    )
    .selectFrom('created')
    .select(({ ref }) => [
      'created.id',
      changeExpression(tenantId, {
        entity: 'document',
        kind: 'new',
        id: ref('created.id') as never,
        rowGuid: ref('created.row_guid') as never,
        officeId: document.officeId,
        attributes: JSON.stringify({
          candidateId: document.candidateId,
          documentCategoryId: document.documentCategoryId,
        }),
        event,
        additionalData: JSON.stringify({ candidateId: document.candidateId }),
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a candidate's documents with their changes; answers the keys of their blobs, which are now nobody's. */
export async function deleteDocumentsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string[]> {
  const { rows } = await sql<{ blob_key: string }>`
    WITH gone AS (DELETE FROM document WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} RETURNING *)
    SELECT gone.blob_key, ${changeExpression(tenantId, {
      entity: 'document',
      kind: 'deleted',
      id: sql.ref('gone.id'),
      rowGuid: sql.ref('gone.row_guid'),
      officeId: sql`candidate.office_id`,
      attributes: sql`jsonb_build_object('candidateId', gone.candidate_id, 'documentCategoryId', gone.document_category_id)::text`,
      event: null,
    })}
      FROM gone JOIN candidate ON candidate.tenant_id = gone.tenant_id AND candidate.id = gone.candidate_id`.execute(
    db,
  );
  return rows.map((row) => row.blob_key);
}
