import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ValueKind } from '../../server/areas/documents/cv/weigh/levels.ts';
import type { LevelledValue } from './fit.ts';

// The rules for reading CVs were developed with the CVs of others, so these are read better than those that nobody has seen. What
// the same signals were worth before is kept here, as a sample of CVs that the rules do not know. `--counts FILE` wrote it with the
// rules that were there before commit 90e8c39.

const FILE = join(import.meta.dirname, 'before-rules.json');

/** By CV and kind of value, right ones and all, for each level. */
type Counts = Record<string, Partial<Record<ValueKind, [right: number, count: number][]>>>;

export async function readBefore(): Promise<LevelledValue[]> {
  if (!existsSync(FILE)) return [];
  const counts = JSON.parse(await readFile(FILE, 'utf8')) as Counts;
  return Object.entries(counts).flatMap(([cv, kinds]) =>
    Object.entries(kinds).flatMap(([kind, levels]) =>
      levels.flatMap(([right, count], level) =>
        Array.from({ length: count }, (_, at) => ({
          cv,
          kind: kind as ValueKind,
          level,
          isRight: at < right,
        })),
      ),
    ),
  );
}

export async function writeCounts(file: string, values: readonly LevelledValue[]): Promise<void> {
  const counts: Counts = {};
  for (const { cv, kind, level, isRight } of values) {
    const kinds = counts[cv] ?? {};
    const levels = kinds[kind] ?? [];
    counts[cv] = { ...kinds, [kind]: levels };
    while (levels.length <= level) levels.push([0, 0]);
    levels[level]![1] += 1;
    if (isRight) levels[level]![0] += 1;
  }
  const lines = Object.entries(counts).map(
    ([cv, kinds]) => `  ${JSON.stringify(cv)}: ${JSON.stringify(kinds)}`,
  );
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
}
