import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../core/db/connection.ts';
import { storeMissingRecords } from './stored-record.ts';

/**
 * If more are expected at once, their readers come together and share the work (docs/adr/0043-first-reads.md). Storing the records beside
 * them would do some of it twice.
 */
const FEW = 8;
const CANDIDATE = /^\/candidates\/(\d+)$/;

/**
 * Stores the records of candidates that somebody is about to read, so that a lone reader does not have to: who is called by a webhook
 * usually reads at once. One message at a time.
 */
export class ExpectedReads {
  readonly #database: Database;
  /** Ids by tenant. */
  #expected = new Map<number, Set<number>>();
  #count = 0;
  #isStoring = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Expects a read of the path below /v3. Does nothing if it is not that of a candidate. Returns at once. */
  expect(tenantId: number, path: string): void {
    const id = CANDIDATE.exec(path)?.[1];
    if (id === undefined || this.#count > FEW) return;
    const ids = this.#expected.get(tenantId) ?? new Set();
    this.#expected.set(tenantId, ids.add(Number(id)));
    this.#count = Array.from(this.#expected.values()).reduce((sum, { size }) => sum + size, 0);
    if (!this.#isStoring) void this.#store();
  }

  async #store(): Promise<void> {
    this.#isStoring = true;
    while (this.#expected.size > 0) {
      // The calls of one change, to many receivers, are announced one after another.
      await setImmediate();
      const expected = this.#count > FEW ? [] : this.#expected;
      this.#expected = new Map();
      this.#count = 0;
      for (const [tenantId, ids] of expected) {
        // It only saves time, and a reader gets the same error.
        await storeMissingRecords(this.#database, tenantId, [...ids], 'en').catch(() => {});
      }
    }
    this.#isStoring = false;
  }
}
