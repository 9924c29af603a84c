import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../changes/index.ts';
import { forgetAnswers } from '../webhooks/index.ts';
import type { KeptPicture } from './kept.ts';

// A candidate has one picture. When two of them meet, one becomes a document of the candidate, so that nothing is lost and everything that
// is done with files (backups, rotation of keys, erasure, exports) needs no new case. The blob stays where it is.

const FILE = sql.raw('mime_type, size_bytes, sha256, blob_key, wrapped_key, master_key_id, created_at');

const documentAttributes = (row: string) =>
  sql<string>`jsonb_build_object('candidateId', ${sql.ref(`${row}.candidate_id`)}, 'documentCategoryId', ${sql.ref(`${row}.document_category_id`)})::text`;

const documentEvent = (row: string) =>
  sql<string>`jsonb_build_object('candidateId', ${sql.ref(`${row}.candidate_id`)})::text`;

async function findBlobKeys(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('candidate_picture')
    .select(['candidate_id', 'blob_key'])
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.candidate_id, row.blob_key]));
}

interface Merging {
  keptId: number;
  mergedId: number;
  isTaken: boolean;
  documentCategoryId: number;
}

/** Unites the pictures of two candidates. Null if the merged one has none. */
export async function unitePictures(
  db: TenantDatabase,
  tenantId: number,
  { keptId, mergedId, isTaken, documentCategoryId }: Merging,
): Promise<{ picture: KeptPicture; isChanged: boolean } | null> {
  const keys = await findBlobKeys(db, tenantId, [keptId, mergedId]);
  const [kept, merged] = [keys.get(keptId), keys.get(mergedId)];
  if (merged === undefined) return null;
  if (kept !== undefined && !isTaken) {
    await toDocument(db, tenantId, { from: mergedId, to: keptId, documentCategoryId });
    return { picture: { blobKey: merged, replacedBlobKey: null }, isChanged: false };
  }
  if (kept !== undefined) await toDocument(db, tenantId, { from: keptId, to: keptId, documentCategoryId });
  await movePicture(db, tenantId, { from: mergedId, to: keptId });
  return { picture: { blobKey: merged, replacedBlobKey: kept ?? null }, isChanged: true };
}

async function movePicture(
  db: TenantDatabase,
  tenantId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    UPDATE candidate_picture SET candidate_id = ${to} WHERE tenant_id = ${tenantId} AND candidate_id = ${from}`.execute(
    db,
  );
}

/** Makes a document of the picture of a candidate. */
async function toDocument(
  db: TenantDatabase,
  tenantId: number,
  { from, to, documentCategoryId }: { from: number; to: number; documentCategoryId: number },
): Promise<void> {
  await sql`
    INSERT INTO document (tenant_id, candidate_id, document_category_id, original_file_name, ${FILE})
    SELECT ${tenantId}, ${to}, ${documentCategoryId}, p.file_name, ${FILE}
      FROM candidate_picture AS p WHERE p.tenant_id = ${tenantId} AND p.candidate_id = ${from}`.execute(db);
  await sql`
    WITH added AS MATERIALIZED (
      SELECT d.id, d.row_guid, d.candidate_id, d.document_category_id, c.office_id
        FROM candidate_picture AS p
        JOIN document AS d ON d.tenant_id = ${tenantId} AND d.candidate_id = ${to} AND d.blob_key = p.blob_key
        JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = d.candidate_id
       WHERE p.tenant_id = ${tenantId} AND p.candidate_id = ${from})
    SELECT ${rowChangeExpression(tenantId, 'added', {
      entity: 'document',
      kind: 'new',
      attributes: documentAttributes('added'),
      event: EVENTS.documentCreated,
      additionalData: documentEvent('added'),
    })} FROM added`.execute(db);
  await sql`
    DELETE FROM candidate_picture WHERE tenant_id = ${tenantId} AND candidate_id = ${from}`.execute(db);
}

/** Makes the picture of a candidate of a document of another one. The caller has seen to it that it has none. */
async function toPicture(
  db: TenantDatabase,
  tenantId: number,
  { documentId, to }: { documentId: number; to: number },
): Promise<void> {
  await sql`
    INSERT INTO candidate_picture (tenant_id, candidate_id, file_name, ${FILE})
    SELECT ${tenantId}, ${to}, d.original_file_name, ${FILE}
      FROM document AS d WHERE d.tenant_id = ${tenantId} AND d.id = ${documentId}`.execute(db);
  await sql`
    WITH gone AS (DELETE FROM document WHERE tenant_id = ${tenantId} AND id = ${documentId} RETURNING *)
    SELECT ${rowChangeExpression(tenantId, 'gone', {
      entity: 'document',
      kind: 'deleted',
      officeId: sql`c.office_id`,
      attributes: documentAttributes('gone'),
      event: EVENTS.documentDeleted,
      additionalData: documentEvent('gone'),
    })} FROM gone JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = gone.candidate_id`.execute(db);
  await forgetAnswers(db, tenantId, { documentIds: [documentId] });
}

interface Division {
  /** Whether the picture of the new candidate was found. */
  isFound: boolean;
  isKeptChanged: boolean;
  /** The documents that were made of pictures, and are pictures again. */
  documentIds: number[];
}

/** Gives the pictures back. */
export async function dividePictures(
  db: TenantDatabase,
  tenantId: number,
  { keptId, newId, picture }: { keptId: number; newId: number; picture: KeptPicture },
): Promise<Division> {
  const given = await givePicture(db, tenantId, { from: keptId, to: newId, blobKey: picture.blobKey });
  const hasOwn = (await findBlobKeys(db, tenantId, [keptId])).has(keptId);
  const restored =
    picture.replacedBlobKey === null || hasOwn
      ? undefined
      : await givePicture(db, tenantId, { from: keptId, to: keptId, blobKey: picture.replacedBlobKey });
  return {
    isFound: given !== undefined,
    isKeptChanged: given === 'picture' || restored !== undefined,
    documentIds: [given, restored].filter((id) => typeof id === 'number'),
  };
}

/**
 * Gives the file to a candidate as its picture. Returns the id of the document that it was, or `picture`. Undefined if the other candidate
 * no longer has it.
 */
async function givePicture(
  db: TenantDatabase,
  tenantId: number,
  { from, to, blobKey }: { from: number; to: number; blobKey: string },
): Promise<number | 'picture' | undefined> {
  if ((await findBlobKeys(db, tenantId, [from])).get(from) === blobKey) {
    await movePicture(db, tenantId, { from, to });
    return 'picture';
  }
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM document WHERE tenant_id = ${tenantId} AND candidate_id = ${from} AND blob_key = ${blobKey} FOR UPDATE`.execute(
    db,
  );
  const [document] = rows;
  if (document === undefined) return undefined;
  await toPicture(db, tenantId, { documentId: document.id, to });
  return document.id;
}
