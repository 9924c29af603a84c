import type { LatencyResult, PathResult } from './paths.ts';
import type { ProcessMemory } from './process-memory.ts';
import { type PerSide, type Reading, SIDES, type SideName } from './sides.ts';

// How `npm run bench` prints its results, and the section of RESULTS.md.

const TITLES: Record<SideName, string> = {
  service: 'service',
  limit: 'our SQL',
  barest: 'barest',
  pipelined: 'barest, pipelined',
};

export function formatPath({ name, unit, readings }: PathResult): string {
  const sides = SIDES.flatMap((side) => {
    const reading = readings[side];
    return reading === undefined ? [] : [`${side} ${toRate(reading)} (${toCpu(reading)} µs)`];
  });
  return `${name.padEnd(38)} ${unit.padEnd(10)} ${sides.join(', ')}; beside our SQL ${toRatio(readings, 'limit')}, beside the barest ${toRatio(readings, 'barest')}`;
}

export function formatMemory(memory: readonly ProcessMemory[]): string {
  return memory
    .map(
      ({ name, processes, resident, proportional }) =>
        `${name.padEnd(32)} ${processes} processes, resident ${resident.toFixed(0)} MiB, proportional ${proportional.toFixed(0)} MiB`,
    )
    .join('\n');
}

/** The explanation and the tables of the section. */
export function httpSection(measured: {
  results: readonly PathResult[];
  latencies: readonly LatencyResult[];
  memory: readonly ProcessMemory[];
  candidates: number;
  rounds: number;
  seconds: number;
}): { explanation: string; lines: string[] } {
  const { results, latencies, memory, candidates, rounds, seconds } = measured;
  const columns = SIDES.map((side) => TITLES[side]).join(' | ');
  return {
    explanation: `Measured by \`npm run bench\`: one process of the service, or 2 if a row says so, beside one process of each of three programs that do the same durable work: "our SQL" sends the statements of the service with node:http and pg and nothing else, the "barest" one reads a row by its primary key or inserts three rows in tables of its own, with as many bytes, over 16 connections, and the "pipelined" one does the same over 4. For the list and the export, the barest is COPY of one plain table without HTTP, and for the export our SQL is COPY without HTTP. Measured by turns in ${rounds} rounds of ${seconds} s, 16 connections unless a row says otherwise, ${candidates.toLocaleString('en')} candidates, load generator and PostgreSQL on the same machine; medians. A first read follows a change that is not measured, and every record is read once. Uploads are under "Documents compared with a plain stream".`,
    lines: [
      `| path | unit | ${columns} | beside our SQL | target | beside the barest | target |`,
      `|---|---|${'---:|'.repeat(SIDES.length + 4)}`,
      ...results.map(
        ({ name, unit, readings, targets }) =>
          `| ${name} | ${unit} | ${cells(readings, toRate)} | ${toRatio(readings, 'limit')} | ${targets?.limit ?? ''} | ${toRatio(readings, 'barest')} | ${targets?.barest ?? ''} |`,
      ),
      '',
      'CPU time in µs per request, or per kB of the list and the export: of the program and, after the plus sign, of its database connections. It scatters less than the rates.',
      '',
      `| path | ${columns} | our SQL beside the service | barest beside the service |`,
      `|---|${'---:|'.repeat(SIDES.length + 2)}`,
      ...results.map(
        ({ name, readings }) =>
          `| ${name} | ${cells(readings, toCpu)} | ${toCpuRatio(readings, 'limit')} | ${toCpuRatio(readings, 'barest')} |`,
      ),
      '',
      'Latency of one request alone, over one connection, in ms (p50):',
      '',
      `| path | ${columns} |`,
      `|---|${'---:|'.repeat(SIDES.length)}`,
      ...latencies.map(
        ({ name, milliseconds }) => `| ${name} | ${cells(milliseconds, (value) => value.toFixed(2))} |`,
      ),
      '',
      'Memory after the run, in MiB. Proportional: each process counts its part of the memory that it shares.',
      '',
      '| processes | number | resident | proportional |',
      '|---|---:|---:|---:|',
      ...memory.map(
        ({ name, processes, resident, proportional }) =>
          `| ${name} | ${processes} | ${resident.toFixed(0)} | ${proportional.toFixed(0)} |`,
      ),
    ],
  };
}

function cells<T>(values: PerSide<T>, format: (value: T) => string): string {
  return SIDES.map((side) => {
    const value = values[side];
    return value === undefined ? '' : format(value);
  }).join(' | ');
}

function toRate({ rate }: Reading): string {
  return rate >= 100 ? rate.toFixed(0) : rate.toFixed(1);
}

function toCpu({ cpu }: Reading): string {
  const digits = cpu.program + cpu.database >= 20 ? 0 : 2;
  return `${cpu.program.toFixed(digits)} + ${cpu.database.toFixed(digits)}`;
}

function toRatio({ service, ...others }: PerSide<Reading>, beside: 'limit' | 'barest'): string {
  const other = others[beside];
  return service === undefined || other === undefined ? '' : (service.rate / other.rate).toFixed(2);
}

function toCpuRatio({ service, ...others }: PerSide<Reading>, beside: 'limit' | 'barest'): string {
  const other = others[beside];
  if (service === undefined || other === undefined) return '';
  return (sumOf(other) / sumOf(service)).toFixed(2);
}

function sumOf({ cpu }: Reading): number {
  return cpu.program + cpu.database;
}
