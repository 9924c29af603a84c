import { type RawBuilder, sql } from 'kysely';

interface NewJob {
  task: string;
  /** A JSON object, as an expression of type json. Ids only: jobs stay in the database until they are done. */
  payload: RawBuilder<unknown>;
  /** A second job with the key replaces one that still waits. */
  key: RawBuilder<string>;
  /** Jobs with the same lane run one after the other, so that many of them leave room for other tasks. */
  lane: string;
  maximumAttempts: number;
}

// Other tasks have 0; a lower number goes first.
const BACKGROUND_PRIORITY = 10;

/**
 * The call that adds a job, as an expression for the select list of a statement: the job exists if, and as soon as,
 * the statement's transaction is committed. Needs the queue's tables, which every start and `migrate` make.
 */
export function jobExpression({ task, payload, key, lane, maximumAttempts }: NewJob): RawBuilder<number> {
  return sql<number>`(graphile_worker.add_job(${task}::text, ${payload}, queue_name := ${lane}::text,
    max_attempts := ${maximumAttempts}::int, job_key := ${key}, priority := ${BACKGROUND_PRIORITY}::int)).id`;
}
