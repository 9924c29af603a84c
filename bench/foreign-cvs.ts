import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// CVs that nobody on the project made, with what they say. They are not part of the repository: they lie beside it, with
// the program that compares what is read with it.

interface Counts {
  right: number;
  found: number;
  expected: number;
}

interface ForeignCv {
  /** Why it was not read. */
  reason?: string;
  /** By field. */
  out: Record<string, Counts>;
}

const CHECKOUT = join(import.meta.dirname, '..');
const option = process.argv.indexOf('--foreign');
const DIRECTORY = option === -1 ? join(CHECKOUT, '../shared/cv') : process.argv[option + 1]!;

/** Undefined where there are none. */
export function readForeign(): ForeignCv[] | undefined {
  const program = join(DIRECTORY, 'measure.mjs');
  if (!existsSync(program)) return undefined;
  const file = join(tmpdir(), `foreign-cvs-${process.pid}.json`);
  try {
    const run = spawnSync(process.execPath, [program, CHECKOUT, '--json', file], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`${program} failed: ${run.stderr}`);
    return JSON.parse(readFileSync(file, 'utf8')) as ForeignCv[];
  } finally {
    rmSync(file, { force: true });
  }
}

export function toTable(cvs: readonly ForeignCv[]): string[] {
  const read = cvs.filter(({ reason }) => reason === undefined);
  const fields = [...new Set(read.flatMap(({ out }) => Object.keys(out)))];
  const share = (part: number, whole: number) => (whole === 0 ? '' : (part / whole).toFixed(3));
  return [
    '| field, CVs of others | precision | recall | F1 | items |',
    '|---|---:|---:|---:|---:|',
    ...fields.map((field) => {
      const sum = (count: keyof Counts) => read.reduce((all, { out }) => all + (out[field]?.[count] ?? 0), 0);
      const [right, found, expected] = [sum('right'), sum('found'), sum('expected')];
      return `| ${field} | ${share(right, found)} | ${share(right, expected)} | ${share(2 * right, found + expected)} | ${expected} |`;
    }),
  ];
}
