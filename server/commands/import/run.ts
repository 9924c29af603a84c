import { ObjectStoreError, StoreAwayError } from '../../core/blobs/index.ts';
import { isDatabaseFull, isStorageFull, isUnavailable } from '../../core/db/faults.ts';
import { CommandError } from '../command.ts';
import type { Report } from './report.ts';
import type { Table } from './table.ts';
import { OUTCOMES, type Outcome, type RowResult, type RowWriter } from './write-row.ts';

/** The ids of all rows are in memory, so a file cannot be arbitrarily long. */
const MAXIMUM_ROWS = 1_000_000;
const PROGRESS_ROWS = 100;
const PROGRESS_MS = 1000;

export type RowCounts = Record<Outcome | 'total', number>;

interface RunResult {
  counts: RowCounts;
  /** Rows that were imported without a CV. */
  withoutDocument: number;
  lastLine: number;
  isInterrupted: boolean;
  /** Why the run ended before the end of the file. Undefined if it did not, or if it was interrupted. */
  problem: string | undefined;
}

interface RunOptions {
  table: Table;
  writer: RowWriter;
  report: Report;
  /** Number of rows that are written at a time. */
  concurrency: number;
  signal: AbortSignal;
  note(line: string): void;
}

/**
 * Imports the rows and reports them in the order of the file. Rows in flight are always finished and counted, and reported if the report
 * can be written.
 */
export async function runImport(options: RunOptions): Promise<RunResult> {
  const { table, writer, concurrency, signal } = options;
  const progress = new Progress(options);
  const inFlight: Promise<RowResult>[] = [];
  let problem: string | undefined;
  let isInterrupted = false;
  try {
    for await (const row of table.rows) {
      isInterrupted = signal.aborted;
      if (isInterrupted) break;
      if (progress.counts.total + inFlight.length >= MAXIMUM_ROWS) {
        problem = `The file has more than ${MAXIMUM_ROWS} rows. Split it, and import the rest as another file.`;
        break;
      }
      const result = writer.write(row);
      // It is awaited later. Until then, a rejection must not count as unhandled.
      result.catch(() => {});
      inFlight.push(result);
      if (inFlight.length >= concurrency) await progress.add(await inFlight.shift()!);
    }
  } catch (error) {
    problem = explain(error);
  }
  await table.close();
  for (const result of inFlight) {
    try {
      await progress.add(await result);
    } catch (error) {
      problem ??= explain(error);
    }
  }
  const { counts, withoutDocument, lastLine, unreported } = progress;
  if (unreported > 0)
    problem = `${problem} The report lacks the last ${unreported === 1 ? 'row' : `${unreported} rows`}.`;
  return { counts, withoutDocument, lastLine, isInterrupted, problem };
}

function explain(error: unknown): string {
  const isExplained = [CommandError, StoreAwayError, ObjectStoreError].some((type) => error instanceof type);
  if (isExplained) return (error as Error).message;
  if (isStorageFull(error))
    return `The disk of the ${isDatabaseFull(error) ? 'database' : 'document store'} is full. Make space.`;
  if (!isUnavailable(error)) throw error;
  return 'The database or the document store is not available.';
}

/** Counts and reports results. */
class Progress {
  readonly counts = Object.fromEntries([...OUTCOMES, 'total'].map((name) => [name, 0])) as RowCounts;
  withoutDocument = 0;
  lastLine = 1;
  /** Rows at the end that are not in the report, or not as a whole, because it cannot be written. */
  unreported = 0;
  readonly #report: Report;
  readonly #note: (line: string) => void;
  #notedAtMs = Date.now();

  constructor({ report, note }: RunOptions) {
    this.#report = report;
    this.#note = note;
  }

  async add(result: RowResult): Promise<void> {
    this.counts[result.outcome] += 1;
    this.counts.total += 1;
    if (result.lacksDocument) this.withoutDocument += 1;
    this.lastLine = result.line;
    this.unreported += 1;
    // After a row that did not fit, a shorter one could, and nobody would see the gap.
    if (this.unreported > 1) return;
    await this.#report.add(result);
    this.unreported = 0;
    const { total } = this.counts;
    if (total % PROGRESS_ROWS !== 0) return;
    if (total !== PROGRESS_ROWS && Date.now() - this.#notedAtMs < PROGRESS_MS) return;
    this.#notedAtMs = Date.now();
    this.#note(`${total} rows: ${describeCounts(this.counts)}`);
  }
}

export function describeCounts(counts: RowCounts): string {
  const named = OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => `${counts[outcome]} ${outcome}`,
  );
  return named.length === 0 ? 'none' : named.join(', ');
}
