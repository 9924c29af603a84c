import { type RawBuilder, sql } from 'kysely';

interface NewJob {
  task: string;
  /** A JSON object, as an expression of type json. Contains only ids, because jobs stay in the database until they are done. */
  payload: RawBuilder<unknown>;
  /** A job replaces a waiting job with the same key. */
  key: RawBuilder<string>;
  /** Jobs in the same lane run one after the other, so that they cannot occupy all places of the queue. */
  lane: string;
  maximumAttempts: number;
}

// Other tasks have 0. Lower numbers run first.
const BACKGROUND_PRIORITY = 10;

/**
 * An expression for a select list that adds a job. The job becomes visible when the statement's transaction commits. Requires
 * the tables of the queue, which every start and the command `migrate` create.
 */
export function jobExpression({ task, payload, key, lane, maximumAttempts }: NewJob): RawBuilder<number> {
  return sql<number>`(graphile_worker.add_job(${task}::text, ${payload}, queue_name := ${lane}::text,
    max_attempts := ${maximumAttempts}::int, job_key := ${key}, priority := ${BACKGROUND_PRIORITY}::int)).id`;
}
