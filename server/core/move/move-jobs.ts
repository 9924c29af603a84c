import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { HELD_BY_MOVE } from '../queue/jobs.ts';

interface Queue {
  client: pg.ClientBase;
  /** The role that owns the queue, if it is not the login. */
  role: string | undefined;
}

const MINE = "payload ->> 'tenantId' = $1";
/** Jobs that are running have this long to end. What they did would otherwise be done again on the other server. */
const PATIENCE_MS = 5000;
const INTERVAL_MS = 50;

/**
 * Keeps the waiting jobs of a tenant from being run, and waits for those that are running. graphile-worker releases a job four hours
 * after its `locked_at`, but a move can be continued days later.
 */
export async function holdJobs(queue: Queue, tenantId: number): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await as(queue, async () => {
      await queue.client.query(
        `UPDATE graphile_worker._private_jobs SET locked_by = '${HELD_BY_MOVE}', locked_at = 'infinity' WHERE ${MINE} AND locked_at IS NULL`,
        [String(tenantId)],
      );
      return queue.client.query(
        `SELECT 1 FROM graphile_worker._private_jobs WHERE ${MINE} AND locked_by <> '${HELD_BY_MOVE}' LIMIT 1`,
        [String(tenantId)],
      );
    });
    if (rows.length === 0 || performance.now() > deadlineMs) return;
    await delay(INTERVAL_MS);
  }
}

/** Undoes `holdJobs`. */
export async function releaseJobs(queue: Queue, tenantId: number): Promise<void> {
  await as(queue, () =>
    queue.client.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL WHERE ${MINE} AND locked_by = '${HELD_BY_MOVE}'`,
      [String(tenantId)],
    ),
  );
}

/** Adds the jobs of a tenant to the queue of another server. There, they begin their attempts again. The target is in a transaction. */
export async function copyJobs(source: Queue, target: Queue, tenantId: number): Promise<void> {
  const { rows } = await as(source, () =>
    source.client.query(
      `SELECT task.identifier AS task, job.payload, lane.queue_name AS lane, job.run_at::text, job.max_attempts, job.key, job.priority, job.flags
         FROM graphile_worker._private_jobs AS job
         JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
         LEFT JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id
        WHERE job.${MINE} AND job.attempts < job.max_attempts
        ORDER BY job.id`,
      [String(tenantId)],
    ),
  );
  // Of an attempt that was interrupted.
  await deleteJobs(target, tenantId);
  await as(target, async () => {
    for (const job of rows)
      await target.client.query(
        `SELECT graphile_worker.add_job($1::text, $2::json, queue_name := $3::text, run_at := $4::timestamptz,
                max_attempts := $5::int, job_key := $6::text, priority := $7::int,
                flags := ARRAY(SELECT jsonb_object_keys($8::jsonb)))`,
        [
          job.task,
          JSON.stringify(job.payload),
          job.lane,
          job.run_at,
          job.max_attempts,
          job.key,
          job.priority,
          JSON.stringify(job.flags ?? {}),
        ],
      );
  });
}

export async function deleteJobs(queue: Queue, tenantId: number): Promise<void> {
  await as(queue, () =>
    queue.client.query(`DELETE FROM graphile_worker._private_jobs WHERE ${MINE}`, [String(tenantId)]),
  );
}

async function as<T>({ client, role }: Queue, work: () => Promise<T>): Promise<T> {
  if (role !== undefined) await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`);
  const result = await work();
  if (role !== undefined) await client.query('RESET ROLE');
  return result;
}
