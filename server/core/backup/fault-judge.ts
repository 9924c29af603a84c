import type { Database } from '../db/connection.ts';
import {
  type FaultReason,
  type Faults,
  type FileFault,
  findRows,
  mergeFaults,
  type TableWithFiles,
} from '../document-files/index.ts';

const KEYS_PER_QUERY = 500;

/** How many files a backup lacks or has damaged. Of a store that is the wrong one, that can be all. */
export interface JudgedFaults {
  /** Missing, because their records were deleted while the backup ran. */
  erased: number;
  /** Missing, although records refer to them. */
  lost: number;
  /** In the store, and nobody can read them, although records refer to them. */
  damaged: number;
  /** One of these, but it could not be found out which. */
  unknown: number;
  /** Why not. Null if all are known. */
  unknownBecause: string | null;
  /** The records of those that are lost or damaged. */
  faults: Faults;
}

export const noFaults = (): JudgedFaults => ({
  erased: 0,
  lost: 0,
  damaged: 0,
  unknown: 0,
  unknownBecause: null,
  faults: { count: 0, list: [] },
});

/**
 * Finds out what the faulty files of a tenant mean. A record that was deleted after the snapshot has lost its file. A record that
 * still exists should have one that is whole.
 *
 * Does not reject: the backup is complete without this, and a tenant that is being moved, or a database that is slow, is no reason to
 * have none.
 */
export class FaultJudge {
  readonly #database: Database;
  readonly #tables: readonly TableWithFiles[];
  readonly #tenant: { id: number; key: string };
  readonly #report: JudgedFaults;
  #found = new Map<string, FaultReason>();
  /** Each look-up can take as long as the first one that failed. */
  #hasFailed = false;

  constructor(
    database: Database,
    tables: readonly TableWithFiles[],
    tenant: { id: number; key: string },
    report: JudgedFaults,
  ) {
    this.#database = database;
    this.#tables = tables;
    this.#tenant = tenant;
    this.#report = report;
  }

  async add(key: string, reason: FaultReason): Promise<void> {
    this.#found.set(key, reason);
    if (this.#found.size === KEYS_PER_QUERY) await this.end();
  }

  /** Call it after the last file. */
  async end(): Promise<void> {
    const found = this.#found;
    this.#found = new Map();
    if (found.size === 0) return;
    const list = await this.#findFaults(found);
    if (list === undefined) {
      this.#report.unknown += found.size;
      return;
    }
    mergeFaults(this.#report.faults, { count: list.length, list });
    const referredTo = new Set(list.map(({ key }) => key));
    for (const [key, reason] of found) {
      if (referredTo.has(key)) this.#report[reason === 'missing' ? 'lost' : 'damaged'] += 1;
      else if (reason === 'missing') this.#report.erased += 1;
    }
  }

  /** One for each record that refers to a file. */
  async #findFaults(found: ReadonlyMap<string, FaultReason>): Promise<FileFault[] | undefined> {
    if (this.#hasFailed) return undefined;
    const { id, key: tenant } = this.#tenant;
    const list: FileFault[] = [];
    try {
      for (const table of this.#tables) {
        const rows = await findRows(this.#database, id, table, { by: 'key', values: [...found.keys()] });
        for (const row of rows) list.push({ ...row, tenant, table, reason: found.get(row.key)! });
      }
      return list;
    } catch (error) {
      this.#hasFailed = true;
      this.#report.unknownBecause ??= (error as Error).message;
      return undefined;
    }
  }
}
