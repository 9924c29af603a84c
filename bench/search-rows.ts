import { measureCpu } from './cpu.ts';
import type { Environment } from './environment.ts';

/** A kind of search. */
export interface Kind {
  name: string;
  /** The 95th percentile of its duration that is aimed at. */
  limitMs: number;
  /** Prepares a search of the kind, each index another one. The function that it returns is measured, and returns how many were found. */
  prepare(index: number): Promise<() => Promise<number>>;
}

export const COLUMNS = [
  '| search | found | p50 | p95 | CPU, p50 | at most, p95 |',
  '|---|---:|---:|---:|---:|---:|',
];

const WARM_UP = 6;

/** Measures searches of each kind, one at a time, and returns a row of a table for each kind. */
export async function measureKinds(
  environment: Environment,
  kinds: readonly Kind[],
  calls: number,
): Promise<string[]> {
  const rows: string[] = [];
  for (const { name, limitMs, prepare } of kinds) {
    const [times, cpus, totals]: number[][] = [[], [], []];
    for (let index = 0; index < calls + WARM_UP; index++) {
      const search = await prepare(index);
      let durationMs = 0;
      const service = { pid: environment.servicePid, application: 'stellwerk' };
      const cpu = await measureCpu(environment, service, async () => {
        const startedMs = performance.now();
        totals!.push(await search());
        durationMs = performance.now() - startedMs;
      });
      if (index < WARM_UP) continue;
      times!.push(durationMs);
      cpus!.push((cpu.program + cpu.database) / 1000);
    }
    const at = (values: number[], share: number) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!.toFixed(1);
    const [p50, p95, cpu] = [at(times!, 0.5), at(times!, 0.95), at(cpus!, 0.5)];
    const found = `${Math.min(...totals!)} to ${Math.max(...totals!)}`;
    console.log(
      `${name.padEnd(50)} p50 ${p50} ms, p95 ${p95} ms (at most ${limitMs}), CPU ${cpu} ms, ${found} found`,
    );
    rows.push(`| ${name} | ${found} | ${p50} | ${p95} | ${cpu} | ${limitMs} |`);
  }
  return rows;
}
