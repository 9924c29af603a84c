import { sql } from 'kysely';
import type { FinishedSealedBlob } from '../../core/blobs/index.ts';
import { adoptBlob } from '../../core/blobs/pending.ts';
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
