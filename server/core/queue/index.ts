import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { connectClient } from '../db/connect-client.ts';
import { describeCause } from '../http/describe-cause.ts';
import { openTrace, parseTraceparent, runTrace, type Tracer } from '../tracing/index.ts';
import type { QueueMetrics } from './metrics.ts';
import { openMigrationPool, openQueuePool, type QueueConnection } from './pool.ts';
import { setVacuumSettings } from './vacuum-settings.ts';

const CONCURRENCY = 2;
const RETRY_ATTEMPTS = 3;
const BACKFILL_MS = 86_400_000;
/** Less than the time after which a stop of the service kills its processes, which leaves their jobs locked. */
const STOP_GRACE_MS = 20_000;

/** How long a stop then waits for them. With the other times, it ends before the service kills the process. */
const ABORT_MS = 2000;

/** Storing the outcome of a job takes a few milliseconds, unless the database is away. Then it is repeated every second. */
const OUTCOME_MS = 3000;

/** An attempt to run a job. */
interface JobAttempt {
  /** True if the queue does not retry the job after this attempt. */
  isLast: boolean;
  /** Aborts if the queue stops and the job has still not ended after a while. */
  signal?: AbortSignal | undefined;
}

/** An attempt failed, as expected now and then, and the task has logged it. The queue retries the job and logs nothing. */
export class LoggedFailure extends Error {}

export interface QueueTask {
  /** In kebab case. */
  name: string;
  /**
   * Names of this task in earlier versions. After an upgrade, the queue may still contain jobs with these names, which
   * graphile-worker would never run because their task does not exist. They run as jobs of this task.
   */
  formerNames?: readonly string[];
  /** When to run the task, in crontab syntax and UTC. Without a schedule, only jobs run the task. */
  schedule?: string;
  /** The schedule is for each queue, also those of the workers of Citus. All other schedules are for all tenants at a time. */
  concernsItsQueue?: boolean;
  /** If it rejects, the queue retries the job later, unless this was the last attempt. The queue always passes `attempt`. */
  run(payload: unknown, attempt?: JobAttempt): Promise<void>;
  /** Ends work that continues after `run` has returned. Called after the queue has stopped fetching jobs. */
  stop?(): Promise<void>;
}

interface Observers {
  metrics?: QueueMetrics | undefined;
  tracer?: Tracer | undefined;
}

export interface Queue {
  /** False if it has stopped, also by an error that it cannot recover from. */
  readonly isRunning: boolean;
  /** Stops fetching jobs and waits for the running ones. Ends in a limited time, whatever they and the database do. */
  stop(): Promise<void>;
}

/**
 * Creates or updates the tables of the queue (schema graphile_worker). This needs the CREATE privilege on the database. If
 * `databaseRole` is set, the login role grants the privilege to it.
 */
export async function migrateQueue(connection: QueueConnection): Promise<void> {
  if (connection.databaseRole !== undefined) {
    const client = await connectClient({ connectionString: connection.databaseUrl });
    try {
      const { rows } = await client.query('SELECT current_database() AS name');
      await client.query(
        `GRANT CREATE ON DATABASE ${pg.escapeIdentifier(rows[0].name)} TO ${pg.escapeIdentifier(connection.databaseRole)}`,
      );
    } finally {
      await client.end();
    }
  }
  const pool = openMigrationPool(connection);
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => {}) });
    await setVacuumSettings(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Runs jobs and schedules in this process. Any number of processes can do so at the same time: only one of them runs a job,
 * and a scheduled time adds only one job. A job that fails is retried with increasing delays.
 */
export async function startQueue(
  options: QueueConnection &
    Observers & {
      tasks: readonly QueueTask[];
      log: Logger;
      /** Ends a start that waits for the database, which then rejects. */
      signal?: AbortSignal;
      /** How long a stop waits before it aborts the signals of running jobs. */
      stopGraceMs?: number;
      /** How long a stop then waits until the outcomes of the jobs are stored. */
      outcomeMs?: number;
    },
): Promise<Queue> {
  const {
    tasks,
    log,
    metrics,
    tracer,
    signal,
    stopGraceMs = STOP_GRACE_MS,
    outcomeMs = OUTCOME_MS,
  } = options;
  const pool = openQueuePool(options, log);
  const giveUp = () => pool.breakConnections();
  signal?.addEventListener('abort', giveUp);
  const events: WorkerEvents = new EventEmitter();
  events.on('job:error', ({ job }) => pool.expectFailure(job));
  const state = watchEvents(events, log);
  const start = {
    pgPool: pool,
    logger: toWorkerLogger(log),
    events,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopGraceMs,
    concurrency: CONCURRENCY,
    taskList: toTaskList(tasks, { tracer, metrics }),
    parsedCronItems: parseCronItems(
      tasks
        .filter((task) => task.schedule !== undefined)
        .map((task) => ({
          task: task.name,
          match: task.schedule!,
          // After a downtime, the next start runs what was missed. The job key combines all missed times into one run.
          options: { backfillPeriod: BACKFILL_MS, maxAttempts: RETRY_ATTEMPTS, jobKey: task.name },
          identifier: task.name,
        })),
    ),
  };
  const runner = await forgetFutureExecutions(pool)
    .then(() => run(start))
    .catch((error) => {
      void pool.end();
      throw error;
    })
    .finally(() => signal?.removeEventListener('abort', giveUp));
  return {
    get isRunning() {
      return state.isRunning;
    },
    async stop() {
      state.isStopping = true;
      pool.stopWaiting();
      const hasEnded = await endsWithin(stopGraceMs + ABORT_MS, endRunner(runner));
      if (!hasEnded) log.warn('the queue did not stop in time, and jobs that still run will run again');
      // graphile-worker does not wait until the outcome of the last jobs is stored. Without it, they would stay locked and run again.
      const jobs = await pool.untilUnused(outcomeMs);
      if (jobs > 0)
        log.warn({ jobs }, 'jobs ended and will run again, because their outcome could not be stored');
      await Promise.all(tasks.map((task) => task.stop?.()));
      // The end of the pool waits for statements, also on a connection that has become silent.
      if (!hasEnded || jobs > 0) pool.breakConnections();
      await pool.end();
    },
  };
}

function toTaskList(tasks: readonly QueueTask[], { metrics, tracer }: Observers): Record<string, Task> {
  return Object.fromEntries(
    tasks.flatMap((task) =>
      [task.name, ...(task.formerNames ?? [])].map((name): [string, Task] => [
        name,
        async (payload, { job, abortSignal }) => {
          const run = () => runJob(tracer, task, payload, { ...job, signal: abortSignal });
          try {
            await (metrics?.observe(task.name, run) ?? run());
          } catch (error) {
            throw new JobFailure(error);
          }
        },
      ]),
    ),
  );
}

/**
 * The queue stores the message. Like a line of the log, it has no values that an error quotes. Characters that PostgreSQL cannot
 * store would keep the job locked.
 */
class JobFailure extends Error {
  readonly failure: unknown;

  constructor(failure: unknown) {
    const { type, code, message } = describeCause(failure) ?? {};
    const words = [type, code, message].filter((word) => word !== undefined);
    super(words.join(' ').toWellFormed().replaceAll('\0', ''));
    this.failure = failure;
  }
}

/** Waits for the running jobs. */
async function endRunner(runner: Runner): Promise<void> {
  // If the queue is already stopping by itself, this rejects or does not wait for the jobs.
  await runner.stop().catch(() => {});
  await runner.promise;
}

async function endsWithin(limitMs: number, work: Promise<void>): Promise<boolean> {
  const isOver = new AbortController();
  const limit = delay(limitMs, false, { signal: isOver.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    isOver.abort();
  }
}

/** Logs jobs that fail, and when the queue stops fetching jobs by itself. Those that run can still take minutes. */
function watchEvents(events: WorkerEvents, log: Logger): { isRunning: boolean; isStopping: boolean } {
  events.on('job:error', ({ job, error: thrown }) => {
    const error = thrown instanceof JobFailure ? thrown.failure : thrown;
    if (!(error instanceof LoggedFailure))
      log.error(
        { task: job.task_identifier, attempt: job.attempts, ...describeCause(error) },
        'background task failed',
      );
  });
  const state = { isRunning: true, isStopping: false };
  let cause: unknown;
  for (const event of ['worker:fatalError', 'worker:stop'] as const)
    events.on(event, ({ error }) => {
      cause ??= error;
    });
  events.once('pool:gracefulShutdown', () => {
    state.isRunning = false;
    if (!state.isStopping)
      log.error(cause === undefined ? {} : { cause: describeCause(cause) }, 'the queue stopped unexpectedly');
  });
  return state;
}

/** graphile-worker appends the text of an error, with the values that the database quotes. */
const ERROR_TEXT = /:\s| \(reason: | after failure /;

function toWorkerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, { failure, error, fatalError = error } = {}) => {
    // The failure of a job is logged as that of its task.
    if (failure === true) return;
    // The other levels log the start and end of each job.
    if (level !== 'error' && level !== 'warning') return;
    const [queue] = message.split(ERROR_TEXT);
    log.warn(fatalError === undefined ? { queue } : { queue, cause: describeCause(fatalError) }, 'queue');
  });
}

/**
 * After the clock was set back, graphile-worker would not run a schedule again before the time of its last execution.
 */
async function forgetFutureExecutions(pool: pg.Pool): Promise<void> {
  await pool.query(
    'UPDATE graphile_worker._private_known_crontabs SET last_execution = now() WHERE last_execution > now()',
  );
}

/** A job continues the trace of the request that added it. */
function runJob(
  tracer: Tracer | undefined,
  task: QueueTask,
  payload: unknown,
  job: { attempts: number; max_attempts: number; signal: AbortSignal | undefined },
): Promise<void> {
  const { traceparent, tenantId } = (payload ?? {}) as Record<string, unknown>;
  const trace = openTrace(tracer, parseTraceparent(traceparent), () => ({
    name: task.name,
    kind: 'consumer',
    attributes: {
      'stellwerk.task': task.name,
      'stellwerk.task.attempt': job.attempts,
      'stellwerk.tenant.id': typeof tenantId === 'number' ? tenantId : undefined,
    },
  }));
  return runTrace(trace, () =>
    task.run(payload, { isLast: job.attempts >= job.max_attempts, signal: job.signal }),
  );
}
