import pg from 'pg';

interface Queue {
  client: pg.ClientBase;
  /** The role that owns the queue, if it is not the login. */
  role: string | undefined;
}

const MINE = "payload ->> 'tenantId' = $1";

/** Adds the waiting jobs of a tenant to the queue of another server. There, they begin their attempts again. */
export async function copyJobs(source: Queue, target: Queue, tenantId: number): Promise<void> {
  await as(source, async () => {
    const { rows } = await source.client.query(
      `SELECT task.identifier AS task, job.payload, lane.queue_name AS lane, job.run_at::text, job.max_attempts, job.key, job.priority, job.flags
         FROM graphile_worker._private_jobs AS job
         JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
         LEFT JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id
        WHERE job.${MINE} AND job.attempts < job.max_attempts
        ORDER BY job.id`,
      [String(tenantId)],
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
  });
}

export function deleteJobs(queue: Queue, tenantId: number): Promise<void> {
  return as(queue, async () => {
    await queue.client.query(`DELETE FROM graphile_worker._private_jobs WHERE ${MINE}`, [String(tenantId)]);
  });
}

async function as({ client, role }: Queue, work: () => Promise<void>): Promise<void> {
  if (role !== undefined) await client.query(`SET LOCAL ROLE ${pg.escapeIdentifier(role)}`);
  await work();
  if (role !== undefined) await client.query('RESET ROLE');
}
