import { barestSizes, createBarestTables } from './barest-tables.ts';
import { type Cpu, measureCpu, type Program } from './cpu.ts';
import type { Environment } from './environment.ts';
import { median, readBytes } from './measure.ts';

// The programs that `npm run bench` measures alternately:
// service    one process of the service
// limit      node:http and pg with the service's SQL, see limit.ts
// barest     the least that does the same durable work, see barest.ts
// pipelined  the same with statements pipelined on few connections

export const SIDES = ['service', 'limit', 'barest', 'pipelined'] as const;
export type SideName = (typeof SIDES)[number];
export type PerSide<T> = Partial<Record<SideName, T>>;

export interface Side extends Program {
  port: number;
  otherPorts?: readonly number[];
}

/** One round, or the medians of all. */
export interface Reading {
  /** Units per second. */
  rate: number;
  /** Of each unit. */
  cpu: Cpu;
}

/** Starts the two barest programs with tables whose rows have as many bytes as those of the service. */
export async function startSides(
  environment: Environment,
  candidates: { first: number; full: number },
): Promise<Record<SideName, Side>> {
  const { servicePort, servicePid, limitPort, limitPid } = environment;
  const sizes = await barestSizes(environment);
  await createBarestTables(environment, candidates);
  const startBarest = async (application: 'barest' | 'pipelined'): Promise<Side> => {
    const { port, process } = await environment.startBeside('barest.ts', application, JSON.stringify(sizes));
    return { port, pid: process.pid!, application };
  };
  const sides = {
    service: { port: servicePort, pid: servicePid, application: 'stellwerk' },
    limit: { port: limitPort, pid: limitPid, application: 'limit' },
    barest: await startBarest('barest'),
    pipelined: await startBarest('pipelined'),
  };
  const headers = { authorization: `Bearer ${environment.token}`, 'user-agent': 'bench/1.0' };
  for (const id of [candidates.first, candidates.full]) {
    const wanted = await readBytes(servicePort, `/v3/candidates/${id}`, headers);
    const sent = await readBytes(sides.barest.port, `/read/${id}`, headers);
    if (sent !== wanted) throw new Error(`The barest program sends ${sent} bytes, the service ${wanted}.`);
  }
  return sides;
}

/** A service with so many processes, as WORKERS starts them, but each with a port of its own. */
export async function startTogether(environment: Environment, processes: number): Promise<Side> {
  const started = [];
  for (let number = 0; number < processes; number++)
    started.push(await environment.startProgram('service.ts', String(processes)));
  const [first, ...others] = started.map(({ port, process }) => ({ port, pid: process.pid! }));
  return {
    ...first!,
    otherPids: others.map(({ pid }) => pid),
    otherPorts: others.map(({ port }) => port),
    application: 'stellwerk',
  };
}

/** Runs `work`, which returns the number of units that it did, and measures its rate and cost. */
export async function measureUnits(
  environment: Environment,
  program: Program,
  work: () => Promise<number>,
): Promise<Reading> {
  let units = 0;
  let seconds = 0;
  const cpu = await measureCpu(environment, program, async () => {
    const startedMs = performance.now();
    units = await work();
    seconds = (performance.now() - startedMs) / 1000;
  });
  return {
    rate: units / seconds,
    cpu: { program: cpu.program / units, database: cpu.database / units },
  };
}

/**
 * Runs the sides by turns, so that other load on the machine affects all of them. The first round is a warm-up and does not
 * count.
 */
export async function byTurns<T>(rounds: number, works: PerSide<() => Promise<T>>): Promise<PerSide<T[]>> {
  const results = mapSides(works, (): T[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const side of SIDES) {
      const result = await works[side]?.();
      if (result !== undefined && round > 0) results[side]!.push(result);
    }
  }
  return results;
}

export function medianReading(readings: readonly Reading[]): Reading {
  return {
    rate: median(readings.map(({ rate }) => rate)),
    cpu: {
      program: median(readings.map(({ cpu }) => cpu.program)),
      database: median(readings.map(({ cpu }) => cpu.database)),
    },
  };
}

/** Applies the function to the value of each side that has one. */
export function mapSides<T, R>(values: PerSide<T>, change: (value: T) => R): PerSide<R> {
  const result: PerSide<R> = {};
  for (const side of SIDES) {
    const value = values[side];
    if (value !== undefined) result[side] = change(value);
  }
  return result;
}
