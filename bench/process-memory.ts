import { readFile } from 'node:fs/promises';
import { memoryMiB } from '../server/testing/processes.ts';
import { backendsOf } from './cpu.ts';
import type { Environment } from './environment.ts';
import { SIDES, type Side, type SideName } from './sides.ts';

/** Memory of one process or of several, in MiB. */
export interface ProcessMemory {
  name: string;
  processes: number;
  /** The sum of what each of them has in memory. What they share counts several times. */
  resident: number;
  /** Without double counting: each process counts its part of what it shares (PSS). */
  proportional: number;
}

/** The memory of the programs, of their database connections, and of the processes that all connections share. */
export async function measureMemory(
  environment: Environment,
  sides: Readonly<Record<SideName, Side>>,
): Promise<ProcessMemory[]> {
  const rows = await environment.query('SELECT pid FROM pg_stat_activity');
  const all = new Set<number>(rows.map(({ pid }) => pid));
  const memory: ProcessMemory[] = [];
  const backends: ProcessMemory[] = [];
  for (const name of SIDES) {
    const side = sides[name];
    memory.push(await memoryOf(name, [side.pid!]));
    const pids = await backendsOf(environment, side);
    for (const pid of pids) all.delete(pid);
    backends.push(await memoryOf(`connections of ${name}`, pids));
  }
  const [some] = all;
  return [
    ...memory,
    ...backends,
    await memoryOf('other processes of PostgreSQL', [...all, ...(await parentOf(some))]),
  ];
}

export async function memoryOf(name: string, pids: readonly number[]): Promise<ProcessMemory> {
  let resident = 0;
  let proportional = 0;
  let processes = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    processes += 1;
    resident += (await memoryMiB(pid)).resident;
    proportional += Number(/^Pss:\s+(\d+) kB/m.exec(text)![1]) / 1024;
  }
  return { name, processes, resident, proportional };
}

/** The postmaster is the parent of every other process of PostgreSQL. */
async function parentOf(pid: number | undefined): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return parent > 1 ? [parent] : [];
}
