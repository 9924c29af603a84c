import { type RawBuilder, sql } from 'kysely';
import type { FinishedSealedBlob } from '../../core/blobs/index.ts';
import { abandonBlobs, adoptBlob } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { EventType } from '../../core/http/index.ts';
import { truncate } from '../../core/text/truncate.ts';
import { EVENTS, rowChangeExpression } from '../changes/index.ts';
import { forgetAnswers } from '../webhooks/index.ts';
import type { Leftover } from './cv/values.ts';

/**
 * Returns the candidate and prevents its deletion until the transaction ends; undefined if there is none. Uploads do not wait for
 * each other. They do wait for changes of the candidate, which lock it FOR UPDATE, and changes wait for them: a weaker lock of a
 * change would let a document be added while its candidate moves to another branch, and recordMoveOfDocuments would miss it.
 */
export function holdCandidate(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .select(['id', 'office_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forKeyShare()
    .executeTakeFirst();
}

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
 * Inserts a document whose contents are in the blob store, and its change. The candidate does not change. `event` is null
 * if the operation triggers a more specific one.
 */
export async function insertDocument(
  db: TenantDatabase,
  tenantId: number,
  document: NewDocument,
  event: EventType | null,
): Promise<number> {
  const { blob } = document;
  const contents = await adoptBlob(db, tenantId, blob);
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
          ...contents,
        })
        .returning(['id', 'row_guid']),
    )
    .selectFrom('created')
    .select([
      'created.id',
      rowChangeExpression(tenantId, 'created', {
        entity: 'document',
        kind: 'new',
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

/**
 * Deletes a document in the running transaction, with its change and event, and abandons its contents. Returns the
 * keys of their blobs, or undefined if there is no such document. The contents are unreadable once the transaction commits: the row had their key.
 */
export async function deleteDocument(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<string[] | undefined> {
  for (;;) {
    const candidateId = await lockCandidateOf(db, tenantId, documentId);
    if (candidateId === undefined) return undefined;
    const which = sql`document.id = ${documentId} AND document.candidate_id = ${candidateId}`;
    const [deleted] = await deleteWithChange(db, tenantId, which, EVENTS.documentDeleted);
    if (deleted !== undefined) {
      await abandonBlobs(db, tenantId, [deleted.blobKey]);
      await forgetAnswers(db, tenantId, { documentIds: [documentId] });
      return [deleted.blobKey];
    }
    // A merge, or taking two candidates apart, has given it to another one, or somebody else has deleted it.
  }
}

/**
 * Keeps the candidate of a document from being erased or merged until the transaction ends, and returns its id, or undefined if there is no
 * such document. Call it first in every write to a document whose candidate is not locked: otherwise the trigger that forgets the stored
 * record of the candidate locks it last, and all others lock it first.
 */
export async function lockCandidateOf(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ candidateId: number }>`
    SELECT candidate_id AS "candidateId" FROM document WHERE tenant_id = ${tenantId} AND id = ${documentId}`.execute(
    db,
  );
  const candidateId = rows[0]?.candidateId;
  if (candidateId === undefined) return undefined;
  await sql`
    SELECT FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} FOR KEY SHARE`.execute(db);
  return candidateId;
}

/**
 * Deletes a candidate's documents, with their changes. Returns their ids, and the keys of their blobs, which nothing refers to any more. The
 * caller forgets the answers of receivers, together with those about the candidate.
 */
export async function deleteDocumentsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<DeletedDocument[]> {
  return deleteWithChange(db, tenantId, sql`document.candidate_id = ${candidateId}`, null);
}

interface DeletedDocument {
  id: number;
  blobKey: string;
}

async function deleteWithChange(
  db: TenantDatabase,
  tenantId: number,
  which: RawBuilder<unknown>,
  event: EventType | null,
): Promise<DeletedDocument[]> {
  const { rows } = await sql<DeletedDocument>`
    WITH deleted AS (DELETE FROM document WHERE tenant_id = ${tenantId} AND ${which} RETURNING *)
    SELECT deleted.id, deleted.blob_key AS "blobKey", ${rowChangeExpression(tenantId, 'deleted', {
      entity: 'document',
      kind: 'deleted',
      officeId: sql`candidate.office_id`,
      attributes: sql`jsonb_build_object('candidateId', deleted.candidate_id, 'documentCategoryId', deleted.document_category_id)::text`,
      event,
      additionalData: sql`jsonb_build_object('candidateId', deleted.candidate_id)::text`,
    })}
      FROM deleted JOIN candidate ON candidate.tenant_id = ${tenantId} AND candidate.id = deleted.candidate_id`.execute(
    db,
  );
  return rows;
}

/**
 * Records the result of parsing on a document, as a change without an event. Writes nothing if the document already has
 * this result or no longer exists. Without `leftovers`, those of the last time stay.
 */
export async function setParsingState(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
  {
    state,
    message,
    leftovers,
    hasNewProposals = false,
  }: {
    state: 'done' | 'failed';
    message: string | null;
    leftovers?: readonly Leftover[];
    hasNewProposals?: boolean;
  },
): Promise<void> {
  const left = leftovers === undefined ? sql`cv_leftovers` : sql`${JSON.stringify(leftovers)}::jsonb`;
  await changeDocument(db, tenantId, documentId, {
    set: sql`cv_parsing_state = ${state}, cv_parsing_message = ${message}, cv_leftovers = ${left}`,
    condition: sql`${hasNewProposals}::boolean OR (cv_parsing_state, cv_parsing_message, cv_leftovers)
      IS DISTINCT FROM (${state}::text, ${message}::text, ${left})`,
    properties: ['cvParsingState', 'cvParsingMessage', ...(hasNewProposals ? ['proposals'] : [])],
  });
}

/** Records that proposals of a document were decided, as a change without an event. */
export async function recordProposals(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<void> {
  await changeDocument(db, tenantId, documentId, { properties: ['proposals'] });
}

/** Changes a document if the condition holds, counts its open proposals, and records the change. */
async function changeDocument(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
  {
    set,
    condition = sql`true`,
    properties,
  }: { set?: RawBuilder<unknown>; condition?: RawBuilder<unknown>; properties: readonly string[] },
): Promise<void> {
  await sql`
    WITH updated AS (
      UPDATE document SET ${set === undefined ? sql`` : sql`${set}, `}
             open_proposals = (SELECT count(*) FROM document_proposal
                                WHERE tenant_id = ${tenantId} AND document_id = ${documentId} AND state = 'open'),
             modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${documentId} AND (${condition})
      RETURNING *)
    SELECT ${rowChangeExpression(tenantId, 'updated', {
      entity: 'document',
      kind: 'modified',
      properties,
      officeId: sql`candidate.office_id`,
      attributes: sql`jsonb_build_object('candidateId', updated.candidate_id, 'documentCategoryId', updated.document_category_id)::text`,
      event: null,
    })}
      FROM updated JOIN candidate ON candidate.tenant_id = ${tenantId} AND candidate.id = updated.candidate_id`.execute(
    db,
  );
}

/** In letters. Some twenty pages. */
const MAXIMUM_TEXT_LENGTH = 60_000;

/** Keeps the text of a CV, so that its words find the candidate. Stores nothing if the document no longer exists. */
export async function storeText(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
  text: string,
): Promise<void> {
  // PostgreSQL stores no null characters.
  const stored = truncate(text, MAXIMUM_TEXT_LENGTH).toWellFormed().replaceAll('\0', '');
  await sql`
    INSERT INTO document_text (tenant_id, document_id, text)
    SELECT ${tenantId}, d.id, ${stored} FROM document AS d
     WHERE d.tenant_id = ${tenantId} AND d.id = ${documentId} FOR KEY SHARE
        ON CONFLICT (tenant_id, document_id) DO UPDATE SET text = excluded.text`.execute(db);
}
