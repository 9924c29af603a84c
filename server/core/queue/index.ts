import { EventEmitter } from 'node:events';
import {
  parseCronItems,
  run,
  runMigrations,
  type Task,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';

// graphile-worker uses its own connections: one listens, the others fetch and finish jobs.
const CONNECTIONS = 3;
const CONCURRENCY = 2;
const RETRY_ATTEMPTS = 3;
const BACKFILL_MS = 86_400_000;

interface QueueConnection {
  databaseUrl: string;
  /** As in OpenOptions. The queue's tables belong to this role, so that jobs can be added in the transactions of changes. */
  databaseRole?: string;
}

/** One run of a job. */
export interface JobAttempt {
  /** True when the queue does not run the job again if this attempt fails. */
  isLast: boolean;
}

export interface QueueTask {
  /** In kebab case. */
  name: string;
  /**
   * Names of this task in earlier versions. An upgrade leaves jobs in the queue that were added under them, and the
   * queue never runs a job of an unknown task: they are run as jobs of this one.
   */
  formerNames?: readonly string[];
  /** When to run it, in crontab syntax and UTC. Without it the task runs only when a job asks for it. */
  schedule?: string;
  /** A rejection makes the queue run the job again later, unless it was the last attempt. The queue always passes `attempt`. */
  run(payload: unknown, attempt?: JobAttempt): Promise<void>;
  /** Ends what continues after `run` has returned; called when no further jobs are taken. */
  stop?(): Promise<void>;
}

export interface Queue {
  /** Takes no further jobs and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * Creates or updates the queue's own tables (schema graphile_worker). The role needs CREATE on the database; a login
 * that bypasses row-level security grants it to the role it takes on.
 */
export async function migrateQueue(connection: QueueConnection): Promise<void> {
  if (connection.databaseRole !== undefined) {
    const client = new pg.Client({ connectionString: connection.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query('SELECT current_database() AS name');
      await client.query(
        `GRANT CREATE ON DATABASE ${pg.escapeIdentifier(rows[0].name)} TO ${pg.escapeIdentifier(connection.databaseRole)}`,
      );
    } finally {
      await client.end();
    }
  }
  const pool = openPool(connection);
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

/**
 * Runs jobs and schedules in this process. Safe in any number of processes: a job goes to one of them, and a
 * scheduled time makes one job. A job that fails is tried again, later each time.
 */
export async function startQueue(
  options: QueueConnection & { tasks: readonly QueueTask[]; log: Logger },
): Promise<Queue> {
  const { tasks, log } = options;
  const pool = openPool(options);
  const events: WorkerEvents = new EventEmitter();
  events.on('job:error', ({ job, error }) =>
    log.error(
      { task: job.task_identifier, attempt: job.attempts, ...describe(error) },
      'background task failed',
    ),
  );
  const runner = await run({
    pgPool: pool,
    logger: new WorkerLogger(() => (level, message) => {
      // On the other levels it logs the start and end of each job.
      if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'queue');
    }),
    events,
    noHandleSignals: true,
    concurrency: CONCURRENCY,
    taskList: Object.fromEntries(
      tasks.flatMap((task) =>
        [task.name, ...(task.formerNames ?? [])].map((name): [string, Task] => [
          name,
          (payload, { job }) => task.run(payload, { isLast: job.attempts >= job.max_attempts }),
        ]),
      ),
    ),
    parsedCronItems: parseCronItems(
      tasks
        .filter((task) => task.schedule !== undefined)
        .map((task) => ({
          task: task.name,
          match: task.schedule!,
          // A machine that was off at the time catches up on the next start. The key makes one run of all that it missed.
          options: { backfillPeriod: BACKFILL_MS, maxAttempts: RETRY_ATTEMPTS, jobKey: task.name },
          identifier: task.name,
        })),
    ),
  });
  runner.promise.catch((error) => log.error(describe(error), 'the queue ended'));
  return {
    async stop() {
      await runner.stop();
      await Promise.all(tasks.map((task) => task.stop?.()));
      await pool.end();
    },
  };
}

/** Error texts of the database quote values: only codes reach the log. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof pg.DatabaseError
    ? { type: error.constructor.name, code, routine: error.routine }
    : { type: error.constructor.name, code, message: error.message };
}

function openPool({ databaseUrl, databaseRole }: QueueConnection): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: 'stellwerk queue',
    // Taking and finishing a job do not wait for the disk: if the database server dies, a job whose end was lost runs
    // again, as it does when its process dies. Jobs are added on other connections, in transactions that do wait.
    options: `-c synchronous_commit=off${databaseRole === undefined ? '' : ` -c role=${databaseRole}`}`,
  });
  // A connection that breaks is replaced; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
