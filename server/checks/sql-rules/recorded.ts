import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { readSqlCatalog } from './catalog.ts';
import { EXCEPTIONS, exceptionFor } from './exceptions.ts';
import { describe, type Finding, lintStatements } from './lint.ts';

interface RecordedFaults {
  statements: number;
  /** One line for each fault. */
  faults: string[];
}

// A change of any part of a record is another statement with the same faults.
const EXAMPLES = 3;

/**
 * Checks the statements that the processes of a test run have recorded in the directory. `isWholeRun`: an exception that no
 * statement needs is a fault.
 */
export async function checkRecorded(
  client: pg.ClientBase,
  directory: string,
  isWholeRun: boolean,
): Promise<RecordedFaults> {
  const texts = await readRecorded(directory);
  const found = lintStatements(texts, await readSqlCatalog(client));
  const faults = summarize(found.filter((finding) => exceptionFor(finding) === undefined));
  if (isWholeRun) {
    const needed = new Set(found.map(exceptionFor));
    for (const exception of EXCEPTIONS) {
      if (!needed.has(exception))
        faults.push(
          `${exception.table}: no statement needs the exception from ${exception.rule}. Remove it.`,
        );
    }
  }
  return { statements: texts.size, faults };
}

/** The texts of the statements that the processes of a test run have recorded in the directory. */
export async function readRecorded(directory: string): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const name of await readdir(directory)) {
    // A process that was killed may have left half a line at the end.
    const lines = (await readFile(join(directory, name), 'utf8')).split('\n').slice(0, -1);
    for (const line of lines) texts.add(JSON.parse(line));
  }
  return texts;
}

function summarize(findings: readonly Finding[]): string[] {
  const groups = Map.groupBy(findings, ({ rule, table, call }) => `${rule} ${table} ${call}`);
  return [...groups.values()].flatMap((group) => [
    ...group.slice(0, EXAMPLES).map(describe),
    ...(group.length > EXAMPLES ? [`  and ${group.length - EXAMPLES} more statements like these`] : []),
  ]);
}
