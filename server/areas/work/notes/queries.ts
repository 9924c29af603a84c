import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { userName } from '../visibility-sql.ts';
import { NOTE_TYPE_ID } from './rules.ts';
import { DEFAULT_LIMIT, type NoteQueryValues } from './schema.ts';

/** A page of the candidate's notes as the JSON text of the response. Undefined if the candidate does not exist. */
export async function listNotes(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { before, limit = DEFAULT_LIMIT }: NoteQueryValues,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('notes', (
             SELECT coalesce(json_agg(json_build_object(
                      'id', n.id, 'subject', n.subject, 'text', n.text, 'occurredAtUtc', utc(n.occurred_at),
                      'userId', n.user_id, 'userFullName', ${userName(tenantId, 'n.user_id')},
                      'mentions', (
                        SELECT coalesce(json_agg(json_build_object('userId', m.user_id,
                                 'userFullName', ${userName(tenantId, 'm.user_id')}) ORDER BY m.user_id), '[]')
                          FROM communication_mention AS m
                         WHERE m.tenant_id = ${tenantId} AND m.communication_id = n.id)
                    ) ORDER BY n.id DESC), '[]')
               FROM (SELECT * FROM communication
                      WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}
                        AND communication_type_id = ${NOTE_TYPE_ID}
                        ${before === undefined ? sql`` : sql`AND id < ${before}`}
                      ORDER BY id DESC LIMIT ${limit}) AS n))::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}

export async function insertMentions(
  db: TenantDatabase,
  tenantId: number,
  communicationId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const values = userIds.map((userId) => sql`(${tenantId}, ${communicationId}, ${userId})`);
  await sql`
    INSERT INTO communication_mention (tenant_id, communication_id, user_id) VALUES ${sql.join(values)}`.execute(
    db,
  );
}
