import { sql } from 'kysely';
import { type SealedBlob, toSealedBlob } from '../../../core/blobs/index.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Caller, Language } from '../../../core/http/index.ts';
import { documentJson } from '../record-sql.ts';

export interface StoredDocument {
  id: number;
  candidateId: number;
  originalFileName: string | null;
  mimeType: string;
  /** JSON of the document without its contents. */
  json: string;
  blob: SealedBlob;
}

interface DocumentRow {
  id: number;
  candidate_id: number;
  original_file_name: string | null;
  mime_type: string;
  size_bytes: number;
  sha256: string;
  blob_key: string;
  wrapped_key: Buffer;
  master_key_id: string;
  json: string;
}

export async function findDocument(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
  language: Language = 'en',
): Promise<StoredDocument | undefined> {
  const { rows } = await sql<DocumentRow>`
    SELECT d.id, d.candidate_id, d.original_file_name, d.mime_type, d.size_bytes, d.sha256, d.blob_key, d.wrapped_key,
           d.master_key_id, ${sql.raw(documentJson(language))}::text AS json
      FROM document AS d WHERE d.tenant_id = ${tenantId} AND d.id = ${documentId}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    id: row.id,
    candidateId: row.candidate_id,
    originalFileName: row.original_file_name,
    mimeType: row.mime_type,
    json: row.json,
    blob: toSealedBlob(row),
  };
}

/** JSON of CandidateDocumentsResponse. Undefined if there is no such candidate. */
export async function findDocumentsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('candidateDocuments',
             (SELECT coalesce(json_agg(${sql.raw(documentJson(language))} ORDER BY d.id), '[]')
                FROM document AS d WHERE d.tenant_id = ${tenantId} AND d.candidate_id = c.id))::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}

/** How contents were read: as Base64 in the record, as all bytes, as a range of bytes, as lines of a CV, or as an excerpt in a search. */
export type AccessKind = 'record' | 'content' | 'range' | 'lines' | 'excerpt';

interface Access {
  /** A document, or an attachment of a communication. */
  documentId?: number;
  attachmentId?: number;
  candidateId: number;
  caller: Caller;
  kind: AccessKind;
}

export async function insertAccess(db: TenantDatabase, tenantId: number, access: Access): Promise<void> {
  const { caller } = access;
  await db
    .insertInto('document_access')
    .values({
      tenant_id: tenantId,
      document_id: access.documentId ?? null,
      attachment_id: access.attachmentId ?? null,
      candidate_id: access.candidateId,
      api_client_id: caller.kind === 'client' ? caller.apiClientId : null,
      user_id: caller.kind === 'user' ? caller.userId : null,
      kind: access.kind,
    })
    .execute();
}

export interface ShownDocument {
  documentId: number;
  candidateId: number;
}

/**
 * Records the documents of which the user was shown excerpts or lines. What the same user was shown of the same document in the same way
 * within the last ten minutes has its entry already: a search runs with each word that somebody types, and a page asks again and again for
 * the lines that it shows.
 */
export async function insertShownAccesses(
  db: TenantDatabase,
  tenantId: number,
  { userId, kind, shown }: { userId: number; kind: 'excerpt' | 'lines'; shown: readonly ShownDocument[] },
): Promise<void> {
  if (shown.length === 0) return;
  await sql`
    INSERT INTO document_access (tenant_id, document_id, candidate_id, user_id, kind)
    SELECT ${tenantId}, shown.document_id, shown.candidate_id, ${userId}, ${kind}
      FROM unnest(${shown.map(({ documentId }) => documentId)}::int[], ${shown.map(({ candidateId }) => candidateId)}::int[])
           AS shown (document_id, candidate_id)
     WHERE NOT EXISTS (SELECT FROM document_access AS earlier
                        WHERE earlier.tenant_id = ${tenantId} AND earlier.document_id = shown.document_id
                          AND earlier.user_id = ${userId} AND earlier.kind = ${kind}
                          AND earlier.at > clock_now() - interval '10 minutes')`.execute(db);
}
