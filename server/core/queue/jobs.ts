import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../db/connection.ts';
import { currentTraceparent } from '../tracing/index.ts';

interface NewJob {
  task: string;
  /** A JSON object, as an expression of type json. Contains only ids, because jobs stay in the database until they are done. */
  payload: RawBuilder<unknown>;
  /** A job replaces a waiting job with the same key. */
  key: RawBuilder<string>;
  /** Jobs in the same lane run one after the other, so that they cannot occupy all places of the queue. Absent for short ones. */
  lane?: string;
  maximumAttempts: number;
  /** A person waits for it: it runs before the other jobs of its lane. */
  isUrgent?: boolean | undefined;
  /** If absent, the job runs as soon as it can. */
  delaySeconds?: number | undefined;
}

// Other tasks have 0. Lower numbers run first.
const BACKGROUND_PRIORITY = 10;
const TURN_PRIORITY = 9;
const URGENT_PRIORITY = 5;

/**
 * An expression for a select list that adds a job. The job continues the trace in which this function is called. The job becomes visible when the statement's transaction commits. Requires
 * the tables of the queue, which every start and the command `migrate` create.
 */
export function jobExpression({
  task,
  payload,
  key,
  lane,
  maximumAttempts,
  isUrgent = false,
  delaySeconds,
}: NewJob): RawBuilder<number> {
  const trace = sql`jsonb_strip_nulls(jsonb_build_object('traceparent', ${currentTraceparent() ?? null}::text))`;
  const runAt =
    delaySeconds === undefined ? sql`` : sql`run_at := now() + make_interval(secs => ${delaySeconds}::int), `;
  return sql<number>`(graphile_worker.add_job(${task}::text, (${payload}::jsonb || ${trace})::json, queue_name := ${lane ?? null}::text,
    ${runAt}max_attempts := ${maximumAttempts}::int, job_key := ${key}, priority := ${isUrgent ? URGENT_PRIORITY : BACKGROUND_PRIORITY}::int)).id`;
}

/**
 * The name that a move of a tenant locks waiting jobs with. The queue takes such a job for one that a process is running, but no
 * process is, however long the move takes.
 */
export const HELD_BY_MOVE = 'stellwerk move';

/** Longer than a process that is alive takes to store an outcome after an outage of the database. */
const SETTLING_MS = 3000;

/**
 * Lets other processes run the jobs of a task whose process died while it ran them. The queue itself does so only after four
 * hours, in which no other job of the same lane runs. `seconds` must be longer than the task can take. `names` are the name of the
 * task and its former names, because the process can have been one of an earlier version.
 *
 * graphile_worker.force_unlock_workers would release all jobs of a process, also those that it is running if it lost only its
 * connection.
 */
export async function releaseStalledJobs(
  db: SystemDatabase,
  names: readonly string[],
  seconds: number,
): Promise<void> {
  await releaseStalledLanes(db, seconds);
  const { rows } = await sql<{ id: string }>`
    SELECT job.id FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE task.identifier = ANY (${names}) AND job.locked_at < now() - make_interval(secs => ${seconds})
       AND job.locked_by <> ${HELD_BY_MOVE}`.execute(db);
  if (rows.length === 0) return;
  await delay(SETTLING_MS);
  await sql`
    WITH released AS (
      UPDATE graphile_worker._private_jobs AS job SET locked_by = NULL, locked_at = NULL
        FROM (
          SELECT id, locked_by FROM graphile_worker._private_jobs
           WHERE id = ANY (${rows.map(({ id }) => id)}) AND locked_at < now() - make_interval(secs => ${seconds})
             FOR UPDATE SKIP LOCKED
        ) AS stalled
       WHERE job.id = stalled.id
      RETURNING job.job_queue_id, stalled.locked_by
    )
    UPDATE graphile_worker._private_job_queues AS lane SET locked_by = NULL, locked_at = NULL
      FROM released WHERE lane.id = released.job_queue_id AND lane.locked_by = released.locked_by`.execute(
    db,
  );
}

/**
 * A process that was cut off can store the outcome of a job after another process has begun to run it. This deletes the job, so
 * that the outcome of the other process does not find it and leaves the lane locked.
 */
async function releaseStalledLanes(db: SystemDatabase, seconds: number): Promise<void> {
  await sql`
    UPDATE graphile_worker._private_job_queues AS lane SET locked_by = NULL, locked_at = NULL
     WHERE lane.locked_at < now() - make_interval(secs => ${seconds}) AND NOT EXISTS (
       SELECT FROM graphile_worker._private_jobs AS job
        WHERE job.job_queue_id = lane.id AND job.locked_by = lane.locked_by
     )`.execute(db);
}

/**
 * Lets owners take turns in a lane whose jobs have keys of the form `task:owner:…`. Without it, the jobs of an owner with many
 * of them would all run before a later job of another. Call it at the end of each run: as soon as every owner has had a turn,
 * the oldest waiting job of each one moves to the front.
 */
export async function startNextTurns(db: SystemDatabase, task: string): Promise<void> {
  await sql`
    WITH waiting AS MATERIALIZED (
      SELECT id, split_part(key, ':', 2) AS owner, priority, run_at FROM graphile_worker.jobs
       WHERE task_identifier = ${task} AND locked_at IS NULL AND attempts < max_attempts AND run_at <= now()
    ), first AS (
      SELECT DISTINCT ON (owner) id FROM waiting ORDER BY owner, run_at, id
    )
    SELECT count(*) FROM graphile_worker.reschedule_jobs(
      (SELECT array_agg(id) FROM first WHERE NOT EXISTS (SELECT FROM waiting WHERE priority = ${TURN_PRIORITY}::int)),
      priority := ${TURN_PRIORITY}::int)`.execute(db);
}
