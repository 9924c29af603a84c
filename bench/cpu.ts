import { readdir, readFile } from 'node:fs/promises';
import type { Environment } from './environment.ts';

// Linux only: the CPU time of processes from the scheduler's counters, which scatter less than rates on a shared machine.

/** A program that the bench measures. */
export interface Program {
  /** Undefined if the program is the bench itself, whose own time is not counted. */
  pid: number | undefined;
  /** Further processes of the program. */
  otherPids?: readonly number[];
  /** The beginning of the application_name of its database connections. */
  application: string;
}

/** CPU time in microseconds. */
export interface Cpu {
  program: number;
  database: number;
}

/** The counters of a program at one time, in nanoseconds. */
interface Counters {
  program: number;
  backends: ReadonlyMap<number, number>;
}

/**
 * Runs `work` and returns the CPU time that the program and its database used meanwhile.
 *
 * The program counts with all its threads. A backend of PostgreSQL belongs to the program whose application_name it has in
 * pg_stat_activity, and a parallel worker to that of its leader. A backend that starts meanwhile counts from its first
 * instruction. One that ends meanwhile is missing, such as most parallel workers. The processes that serve all connections
 * belong to nobody: the writers of the log and of pages, autovacuum, and the postmaster.
 */
export async function measureCpu(
  environment: Environment,
  program: Program,
  work: () => Promise<void>,
): Promise<Cpu> {
  const before = await readCounters(environment, program);
  await work();
  const after = await readCounters(environment, program);
  let database = 0;
  for (const [pid, ns] of after.backends) database += ns - (before.backends.get(pid) ?? 0);
  return { program: (after.program - before.program) / 1000, database: database / 1000 };
}

/** The backends of the program. */
export async function backendsOf(environment: Environment, { application }: Program): Promise<number[]> {
  const rows = await environment.query(
    `SELECT pid FROM pg_stat_activity
      WHERE backend_type IN ('client backend', 'parallel worker') AND starts_with(application_name, $1)`,
    [application],
  );
  return rows.map(({ pid }) => pid);
}

async function readCounters(environment: Environment, program: Program): Promise<Counters> {
  const backends = new Map<number, number>();
  for (const pid of await backendsOf(environment, program)) backends.set(pid, await cpuNs(pid));
  const pids = [...(program.pid === undefined ? [] : [program.pid]), ...(program.otherPids ?? [])];
  let own = 0;
  for (const pid of pids) own += await cpuNs(pid);
  return { program: own, backends };
}

/** The time that all threads of a process have run. 0 for a process that has ended. */
async function cpuNs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  let sum = 0;
  for (const thread of threads) {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
    sum += Number(text.split(' ')[0]);
  }
  return sum;
}
