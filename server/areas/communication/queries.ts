import { sql } from 'kysely';
import { type FinishedSealedBlob, toSealedBlob } from '../../core/blobs/index.ts';
import { abandonBlobs, adoptBlob } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';

interface NewCommunication {
  communicationTypeId: number;
  subject: string | null;
  text: string | null;
  direction: 'in' | 'out' | null;
  userId: number | null;
  /** Null for the current time. */
  occurredAt: string | null;
}

export async function insertCommunication(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  communication: NewCommunication,
): Promise<number> {
  const { id } = await db
    .insertInto('communication')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      communication_type_id: communication.communicationTypeId,
      subject: communication.subject,
      text: communication.text,
      direction: communication.direction,
      user_id: communication.userId,
      occurred_at: sql`coalesce(${communication.occurredAt}::timestamptz, clock_now())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the columns that a change can set. Undefined if the candidate has no such communication. */
export async function findCommunication(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  communicationId: number,
) {
  return db
    .selectFrom('communication')
    .select(['communication_type_id', 'subject', 'text', 'direction', 'user_id', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', communicationId)
    .where('candidate_id', '=', candidateId)
    .executeTakeFirst();
}

type CommunicationColumns = NonNullable<Awaited<ReturnType<typeof findCommunication>>>;

export async function updateCommunication(
  db: TenantDatabase,
  tenantId: number,
  communicationId: number,
  columns: Partial<CommunicationColumns>,
): Promise<void> {
  await db
    .updateTable('communication')
    .set(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', communicationId)
    .execute();
}

/** Deletes a communication with its attachments, and abandons their contents. Returns the keys of their blobs, undefined if there is none. */
export async function deleteCommunication(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  communicationId: number,
): Promise<string[] | undefined> {
  if (!(await hasCommunication(db, tenantId, candidateId, communicationId))) return undefined;
  const attachments = await db
    .deleteFrom('communication_attachment')
    .where('tenant_id', '=', tenantId)
    .where('communication_id', '=', communicationId)
    .returning('blob_key')
    .execute();
  await db
    .deleteFrom('communication')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', communicationId)
    .execute();
  const blobKeys = attachments.map((row) => row.blob_key);
  await abandonBlobs(db, tenantId, blobKeys);
  return blobKeys;
}

/** The attachment and the candidate of its communication. */
export async function findAttachment(
  db: TenantDatabase,
  tenantId: number,
  communicationId: number,
  attachmentId: number,
) {
  const row = await db
    .selectFrom('communication_attachment as a')
    .innerJoin('communication as c', (join) =>
      join.on('c.tenant_id', '=', tenantId).onRef('c.id', '=', 'a.communication_id'),
    )
    .select(['c.candidate_id', 'a.original_file_name', 'a.mime_type'])
    .select(['a.size_bytes', 'a.sha256', 'a.blob_key', 'a.wrapped_key', 'a.master_key_id'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', attachmentId)
    .where('a.communication_id', '=', communicationId)
    .executeTakeFirst();
  return (
    row && {
      candidateId: row.candidate_id,
      fileName: row.original_file_name,
      mimeType: row.mime_type,
      blob: toSealedBlob(row),
    }
  );
}

/** Whether the communication exists and belongs to this candidate. */
export async function hasCommunication(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  communicationId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('communication')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', communicationId)
    .where('candidate_id', '=', candidateId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAttachment(
  db: TenantDatabase,
  tenantId: number,
  communicationId: number,
  attachment: { fileName: string | null; mimeType: string; blob: FinishedSealedBlob },
): Promise<void> {
  const { fileName, mimeType, blob } = attachment;
  const contents = await adoptBlob(db, tenantId, blob);
  await db
    .insertInto('communication_attachment')
    .values({
      tenant_id: tenantId,
      communication_id: communicationId,
      original_file_name: fileName,
      mime_type: mimeType,
      ...contents,
    })
    .execute();
}

/** Deletes the attachments of a candidate's communications. Returns the keys of their blobs, which are now orphaned. */
export async function deleteAttachmentsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('communication_attachment')
    .where('tenant_id', '=', tenantId)
    .where('communication_id', 'in', (select) =>
      select
        .selectFrom('communication')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('candidate_id', '=', candidateId),
    )
    .returning('blob_key')
    .execute();
  return rows.map((row) => row.blob_key);
}
