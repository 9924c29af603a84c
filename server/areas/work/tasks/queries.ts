import { sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { UserCaller } from '../../../core/http/index.ts';
import { cursorOf, findPosition } from '../../../core/http/page-position.ts';
import { RECORDS, type RecordColumns } from '../visibility.ts';
import { recordName, taskIsVisible, userName } from '../visibility-sql.ts';
import { listOf, NO_DUE_DATE } from './rules.ts';
import { DEFAULT_LIMIT, type TaskQueryValues } from './schema.ts';

/** SQL for the JSON of task `t`. */
function taskJson(tenantId: number) {
  return sql`json_build_object(
    'id', t.id, 'title', t.title, 'dueDate', t.due_date,
    'assigneeId', t.assignee_id, 'assigneeName', ${userName(tenantId, 't.assignee_id')},
    'createdById', t.created_by, 'createdByName', ${userName(tenantId, 't.created_by')},
    'candidateId', t.candidate_id, 'companyId', t.company_id, 'requestId', t.request_id, 'jobAdId', t.job_ad_id,
    'applicationId', t.application_id, 'recordName', ${recordName(tenantId)},
    'doneAtUtc', utc(t.done_at), 'doneById', t.done_by,
    'createdAtUtc', utc(t.created_at), 'modifiedAtUtc', utc(t.modified_at))`;
}

// The same expressions as in the indexes.
const OPEN_KEY = sql`coalesce(t.due_date, 'infinity'::date)`;
const DONE_KEY = sql`t.done_at`;

/** A page of the tasks that the caller may see, as the JSON text of the response. */
export async function listTasks(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  query: TaskQueryValues,
): Promise<string> {
  const isDone = query.state === 'done';
  const list = listOf(query);
  const position = findPosition(query.after, list);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const conditions = [
    sql`t.tenant_id = ${tenantId}`,
    isDone ? sql`t.done_at IS NOT NULL` : sql`t.done_at IS NULL`,
    taskIsVisible(caller),
    ...(query.mine === true ? [sql`t.assignee_id = ${caller.userId}`] : []),
    ...(query.assigneeId === undefined ? [] : [sql`t.assignee_id = ${query.assigneeId}`]),
    ...(query.dueBefore === undefined ? [] : [sql`t.due_date < ${query.dueBefore}::date`]),
    ...RECORDS.filter(({ property }) => query[property] !== undefined).map(
      ({ property, column }) => sql`${sql.ref(`t.${column}`)} = ${query[property]}`,
    ),
  ];
  if (position !== undefined) {
    const { key, id } = position;
    conditions.push(
      isDone
        ? sql`(${DONE_KEY}, t.id) < (${key}::timestamptz, ${id})`
        : sql`(${OPEN_KEY}, t.id) > (${key}::date, ${id})`,
    );
  }
  const order = isDone ? sql`t.done_at DESC, t.id DESC` : sql`${OPEN_KEY}, t.id`;
  const key = isDone ? exactTime(DONE_KEY) : sql`coalesce(t.due_date::text, ${NO_DUE_DATE})`;
  // The subquery selects the page first, so that names are looked up only for its rows. One row more shows whether there is
  // another page.
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object(
             'tasks', coalesce(json_agg(${taskJson(tenantId)} ORDER BY ${order}) FILTER (WHERE t.place <= ${limit}), '[]'),
             'nextCursor', CASE WHEN count(*) > ${limit}
               THEN max(${cursorOf(list, key, sql`t.id`)}) FILTER (WHERE t.place = ${limit}) END)::text AS json
      FROM (SELECT t.*, row_number() OVER (ORDER BY ${order}) AS place
              FROM task AS t WHERE ${sql.join(conditions, sql` AND `)}
             ORDER BY ${order} LIMIT ${limit + 1}) AS t`.execute(db);
  return rows[0]!.json;
}

/** All tasks about a candidate and the applications of the candidate, as a JSON list, for callers who may see them. */
export async function listTasksAbout(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(${taskJson(tenantId)} ORDER BY t.id), '[]')::text AS json
      FROM task AS t
     WHERE t.tenant_id = ${tenantId}
       AND (t.candidate_id = ${candidateId}
            OR t.application_id = ANY (ARRAY(SELECT a.id FROM application AS a
                                              WHERE a.tenant_id = ${tenantId} AND a.candidate_id = ${candidateId})))`.execute(
    db,
  );
  return rows[0]!.json;
}

/** The task as JSON text; undefined if it does not exist or the caller may not see it. */
export async function findTask(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  taskId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT ${taskJson(tenantId)}::text AS json FROM task AS t
     WHERE t.tenant_id = ${tenantId} AND t.id = ${taskId} AND ${taskIsVisible(caller)}`.execute(db);
  return rows[0]?.json;
}

export interface TaskRow extends RecordColumns {
  id: number;
  title: string;
  due_date: string | null;
  assignee_id: number;
  done_at: string | null;
}

/**
 * Keeps the candidate that a task is about to get, also by an application, from being erased or merged until the transaction ends. Call it
 * before the lock of the task: an erasure and a merge lock the candidate first, and the tasks of the candidate later.
 */
export async function holdCandidateOf(
  db: TenantDatabase,
  tenantId: number,
  {
    candidateId = null,
    applicationId = null,
  }: { candidateId?: number | null; applicationId?: number | null },
): Promise<void> {
  if (candidateId === null && applicationId === null) return;
  // Without the subquery around coalesce, PostgreSQL could not use an index, because of the policy of the table.
  await sql`
    SELECT FROM candidate
     WHERE tenant_id = ${tenantId}
       AND id = (SELECT coalesce(${candidateId}::int, (SELECT a.candidate_id FROM application AS a
                                                        WHERE a.tenant_id = ${tenantId} AND a.id = ${applicationId}::int)))
       FOR KEY SHARE`.execute(db);
}

/** Locks the task until the transaction ends; undefined if it does not exist or the caller may not see it. */
export async function lockTask(
  db: TenantDatabase,
  tenantId: number,
  caller: UserCaller,
  taskId: number,
): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    SELECT t.id, t.title, t.due_date::text AS due_date, t.assignee_id, t.done_at, t.candidate_id, t.company_id,
           t.request_id, t.job_ad_id, t.application_id
      FROM task AS t
     WHERE t.tenant_id = ${tenantId} AND t.id = ${taskId} AND ${taskIsVisible(caller)} FOR UPDATE`.execute(
    db,
  );
  return rows[0];
}

/** The references of the task in the shape of the body, whoever may see it. */
export async function findStoredReferences(
  db: TenantDatabase,
  tenantId: number,
  taskId: number,
): Promise<unknown> {
  const { rows } = await sql`
    SELECT assignee_id AS "assigneeId", candidate_id AS "candidateId", company_id AS "companyId",
           request_id AS "requestId", job_ad_id AS "jobAdId", application_id AS "applicationId"
      FROM task WHERE tenant_id = ${tenantId} AND id = ${taskId}`.execute(db);
  return rows[0];
}

export async function insertTask(
  db: TenantDatabase,
  tenantId: number,
  task: {
    title: string;
    dueDate: string | null;
    assigneeId: number;
    createdBy: number;
    record: RecordColumns;
  },
): Promise<number> {
  const { record } = task;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO task (tenant_id, title, due_date, assignee_id, created_by, candidate_id, company_id, request_id, job_ad_id,
                      application_id)
    VALUES (${tenantId}, ${task.title}, ${task.dueDate}::date, ${task.assigneeId}, ${task.createdBy}, ${record.candidate_id},
            ${record.company_id}, ${record.request_id}, ${record.job_ad_id}, ${record.application_id})
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

export async function updateTask(
  db: TenantDatabase,
  tenantId: number,
  taskId: number,
  columns: Partial<Omit<TaskRow, 'id' | 'done_at'>>,
  at: Date,
): Promise<void> {
  const changes = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`
    UPDATE task SET ${sql.join([...changes, sql`modified_at = ${at.toISOString()}`])}
     WHERE tenant_id = ${tenantId} AND id = ${taskId}`.execute(db);
}

/** Completes the task, or reopens it if `userId` is null. */
export async function setDone(
  db: TenantDatabase,
  tenantId: number,
  taskId: number,
  { userId, at }: { userId: number | null; at: Date },
): Promise<void> {
  await sql`
    UPDATE task SET done_by = ${userId}, done_at = ${userId === null ? null : at.toISOString()}::timestamptz,
                    modified_at = ${at.toISOString()}
     WHERE tenant_id = ${tenantId} AND id = ${taskId}`.execute(db);
}

export async function deleteTask(db: TenantDatabase, tenantId: number, taskId: number): Promise<void> {
  await sql`DELETE FROM task WHERE tenant_id = ${tenantId} AND id = ${taskId}`.execute(db);
}
