import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBusy } from './busy.ts';
import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';
import { nowMs, percentile, WebhookCalls } from './webhook-calls.ts';

// npm run bench:webhook-rounds [-- --short] [--only NAME,NAME] [--beside N]: whether webhook calls become slower with each round
// of load, with and without what keeps the queue's tables small (ADR 20). Each variant has its own database server and
// processes. They are measured by turns, so other load on the machine affects all of them. --beside adds busy processes
// (busy.ts).

const isShort = process.argv.includes('--short');
const onlyAt = process.argv.indexOf('--only');
const ROUNDS = isShort ? 2 : 10;
const SAMPLES = isShort ? 10 : 40;
const CALLS = isShort ? 500 : 2000;
const RECEIVERS = 99;
const EVENTS = isShort ? 3 : 12;

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

const VACUUM = 'autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, autovacuum_vacuum_cost_delay';
const JOBS = ['graphile_worker._private_jobs', 'graphile_worker._private_job_queues'];
const DELIVERIES = ['webhook_registration', 'webhook_delivery'];

interface Variant {
  name: string;
  naptime?: string;
  /** Tables without settings of their own. */
  plainTables: string[];
  /** Each registration of a change has its own job, as in migration 0014. */
  hasJobEach: boolean;
}

const VARIANTS: Variant[] = [
  { name: 'before', naptime: '1min', plainTables: [...JOBS, ...DELIVERIES], hasJobEach: true },
  { name: 'jobs', naptime: '1min', plainTables: DELIVERIES, hasJobEach: true },
  { name: 'naptime', plainTables: DELIVERIES, hasJobEach: true },
  { name: 'tables', plainTables: [], hasJobEach: true },
  { name: 'shipped', plainTables: [], hasJobEach: false },
].filter(({ name }) => onlyAt === -1 || process.argv[onlyAt + 1]!.split(',').includes(name));

interface Running extends Variant {
  environment: Environment;
  calls: WebhookCalls;
  /** The median latency of each round. */
  latencies: number[];
  /** Medians of the rounds: the change with its commit, and the commit until the last receiver has its call. */
  changes: number[];
  fanOuts: number[];
}

async function start(variant: Variant): Promise<Running> {
  const environment = await startEnvironment(
    variant.naptime === undefined ? {} : { autovacuum_naptime: variant.naptime },
  );
  for (const table of variant.plainTables) {
    await environment.query(`ALTER TABLE ${table} RESET (${VACUUM}, fillfactor)`);
  }
  if (variant.hasJobEach) await environment.query(await readWakeFunction());
  const calls = await WebhookCalls.start(environment);
  return { ...variant, environment, calls, latencies: [], changes: [], fanOuts: [] };
}

async function readWakeFunction(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../migrations/0014_webhooks.sql'), 'utf8');
  const body = /CREATE (FUNCTION wake_webhooks_of_transaction\([\s\S]*?\n {2}\$\$;)/.exec(text)![1]!;
  return `CREATE OR REPLACE ${body}`;
}

async function measureFanOut({ calls, changes, fanOuts }: Running): Promise<void> {
  await calls.register(...Array.from({ length: RECEIVERS }, (_, index) => `/fast/${index}`));
  const durations: number[] = [];
  const arrivals: number[] = [];
  for (let event = 0; event <= EVENTS; event++) {
    await calls.reset(RECEIVERS);
    const reached = calls.reached();
    const startedMs = nowMs();
    const committedMs = await calls.commit(1);
    const endedMs = nowMs();
    const lastMs = await reached;
    await calls.settled();
    // The first one opens connections.
    if (event === 0) continue;
    durations.push(endedMs - startedMs);
    arrivals.push(lastMs - committedMs);
  }
  changes.push(median(durations));
  fanOuts.push(median(arrivals));
}

async function measureRound(running: Running, round: number): Promise<void> {
  const { calls, environment, latencies, name } = running;
  latencies.push(percentile(await calls.latency(SAMPLES, round === 1 ? 20 : 3), 0.5));
  await measureFanOut(running);
  for (const registrations of [1, 10]) await calls.deliveriesPerSecond(CALLS, registrations);
  const [{ dead }] = await environment.query(
    `SELECT n_dead_tup AS dead FROM pg_stat_user_tables WHERE relname = '_private_jobs'`,
  );
  console.log(
    `round ${round}, ${name}: p50 ${latencies.at(-1)!.toFixed(1)} ms; ${RECEIVERS} registrations: change ${running.changes.at(-1)!.toFixed(1)} ms, last call ${running.fanOuts.at(-1)!.toFixed(1)} ms; ${dead} dead jobs`,
  );
}

const all: Running[] = [];
try {
  for (const variant of VARIANTS) all.push(await start(variant));
  await startBusy();
  for (let round = 1; round <= ROUNDS; round++) for (const one of all) await measureRound(one, round);

  const middle = Math.ceil(ROUNDS / 2);
  const rows = all.map(({ name, latencies, changes, fanOuts }) => {
    const [first, fifth, last] = [latencies[0]!, latencies[middle - 1]!, latencies.at(-1)!];
    const cells = [first, fifth, last].map((ms) => ms.toFixed(1));
    const ratios = [fifth / first, last / first].map((ratio) => ratio.toFixed(2));
    return `| ${[name, ...cells, ...ratios, median(changes).toFixed(1), median(fanOuts).toFixed(1)].join(' | ')} |`;
  });
  const table = [
    `| variant | round 1, ms | round ${middle}, ms | round ${ROUNDS}, ms | ${middle} beside 1 | ${ROUNDS} beside 1 | change with ${RECEIVERS} registrations, ms | last of ${RECEIVERS} calls, ms |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ];
  console.log(table.join('\n'));
  if (!isShort && onlyAt === -1) {
    await writeSection(
      'webhook-rounds',
      'Webhook calls after rounds of load',
      `Measured by \`npm run bench:webhook-rounds\`: in each of ${ROUNDS} rounds, the median latency of ${SAMPLES} calls from COMMIT to the receiver, then ${EVENTS} changes with ${RECEIVERS} registrations, then ${(2 * CALLS).toLocaleString('en')} calls as load. Variants are measured by turns, each with its own server: "before" has autovacuum's defaults and a job for each registration, "jobs" adds the settings of the queue's tables, "naptime" looks every 5 s, "tables" adds the settings of the other tables, and "shipped" has one job for a change.`,
      table,
    );
  }
} finally {
  for (const { calls, environment } of all) {
    await calls.stop();
    await environment.stop();
  }
}
