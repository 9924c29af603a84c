import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { UserCaller } from '../../../core/http/index.ts';
import { NOTE_READERS } from '../visibility.ts';
import { candidateName, recordName, taskIsVisible, userName } from '../visibility-sql.ts';
import { DEFAULT_LIMIT, MAXIMUM_COUNT, type NotificationQueryValues } from './schema.ts';

/** SQL condition: notification `n` is of the caller, who may still see what it is about. */
function isVisible(tenantId: number, caller: UserCaller): RawBuilder<boolean> {
  const task = sql`EXISTS (SELECT 1 FROM task AS t
    WHERE t.tenant_id = ${tenantId} AND t.id = n.task_id AND ${taskIsVisible(caller)})`;
  const mayReadNotes = NOTE_READERS.every((name) => caller.permissions.has(name));
  const visible = mayReadNotes ? sql`(n.task_id IS NULL OR ${task})` : task;
  return sql`n.tenant_id = ${tenantId} AND n.user_id = ${caller.userId} AND ${visible}`;
}

/** A page of the caller's notifications, newest first, as the JSON text of the response. */
export async function listNotifications(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  query: NotificationQueryValues,
): Promise<string> {
  const conditions = [
    isVisible(tenantId, caller),
    ...(query.unread === true ? [sql`n.read_at IS NULL`] : []),
    ...(query.before === undefined ? [] : [sql`n.id < ${query.before}`]),
  ];
  const candidateOfNote = sql`(SELECT m.candidate_id FROM communication AS m
    WHERE m.tenant_id = ${tenantId} AND m.id = n.communication_id)`;
  // The subquery selects the page first, so that names are looked up only for its rows.
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('notifications', coalesce(json_agg(json_build_object(
             'id', n.id, 'kind', n.kind, 'createdAtUtc', utc(n.created_at), 'readAtUtc', utc(n.read_at),
             'actorId', n.actor_id, 'actorName', ${userName(tenantId, 'n.actor_id')},
             'communicationId', n.communication_id, 'candidateId', coalesce(t.candidate_id, ${candidateOfNote}),
             'taskId', n.task_id, 'taskTitle', t.title,
             'recordName', coalesce(${recordName(tenantId)}, ${candidateName(tenantId, candidateOfNote)})
           ) ORDER BY n.id DESC), '[]'))::text AS json
      FROM (SELECT n.* FROM notification AS n WHERE ${sql.join(conditions, sql` AND `)}
             ORDER BY n.id DESC LIMIT ${query.limit ?? DEFAULT_LIMIT}) AS n
      LEFT JOIN task AS t ON t.tenant_id = ${tenantId} AND t.id = n.task_id`.execute(db);
  return rows[0]!.json;
}

export async function countUnread(db: TenantDatabase, tenantId: number, caller: UserCaller): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    SELECT count(*)::int AS unread
      FROM (SELECT 1 FROM notification AS n WHERE ${isVisible(tenantId, caller)} AND n.read_at IS NULL
             LIMIT ${MAXIMUM_COUNT}) AS unread`.execute(db);
  return rows[0]!.unread;
}

/** Notifies users of what `actorId` did. Nobody is notified of their own action. */
export async function notify(
  db: TenantDatabase,
  tenantId: number,
  actorId: number,
  userIds: readonly number[],
  about: { communicationId: number } | { taskId: number },
): Promise<void> {
  const others = userIds.filter((id) => id !== actorId);
  if (others.length === 0) return;
  const [kind, communicationId, taskId] =
    'taskId' in about ? ['taskAssigned', null, about.taskId] : ['mention', about.communicationId, null];
  const values = others.map(
    (userId) => sql`(${tenantId}, ${userId}, ${actorId}, ${kind}, ${communicationId}, ${taskId})`,
  );
  await sql`
    INSERT INTO notification (tenant_id, user_id, actor_id, kind, communication_id, task_id)
    VALUES ${sql.join(values)}`.execute(db);
}

/** Returns false if the user has no such notification. A notification that is read already keeps its time. */
export async function setRead(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  notificationId: number,
  readAt: Date | null,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE notification
       SET read_at = CASE WHEN ${readAt !== null} THEN coalesce(read_at, ${readAt?.toISOString() ?? null}::timestamptz) END
     WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${notificationId}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function setAllRead(
  db: TenantDatabase,
  tenantId: number,
  userId: number,
  untilId: number,
  readAt: Date,
): Promise<void> {
  await sql`
    UPDATE notification SET read_at = ${readAt.toISOString()}
     WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id <= ${untilId} AND read_at IS NULL`.execute(
    db,
  );
}
