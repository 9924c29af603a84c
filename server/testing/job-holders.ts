import { sql } from 'kysely';
import type { SystemDatabase } from '../core/db/connection.ts';

/** Who holds each job of a lane, and its lane. Null if nobody does. */
export async function findHolders(
  db: SystemDatabase,
): Promise<{ job: string | null; lane: string | null }[]> {
  const { rows } = await sql<{ job: string | null; lane: string | null }>`
    SELECT job.locked_by AS job, lane.locked_by AS lane FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id`.execute(db);
  return rows;
}
