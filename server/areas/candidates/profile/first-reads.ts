import { setTimeout } from 'node:timers/promises';
import type { BatchedWrite, Batches } from '../../../core/db/batches.ts';
import type { Database, TenantDatabase } from '../../../core/db/connection.ts';
import type { Language, RecordText } from '../../../core/http/index.ts';
import { GatheredLookUps } from './gathered-look-ups.ts';
import {
  findStoredRecord,
  readRecord,
  readRecordAlone,
  storeMissingRecords,
  storeRecords,
} from './stored-record.ts';

// The first read after a change finds no stored record. docs/adr/0043-first-reads.md explains why those that come together are
// stored before they are answered, and docs/adr/0048-lone-first-reads.md why one that is alone is stored later.

interface RecordRead {
  db: TenantDatabase;
  tenantId: number;
  id: number;
  language: Language;
  /** Called when the read waits for others of the tenant, which then need one connection together. */
  leaveTurn(): void;
}

/** The candidate with all its sub-records. `db` is a transaction, which then sees its own changes, or a tenant's. */
export async function findCandidate(
  { database, batches }: { database: Database; batches: Batches },
  read: RecordRead,
): Promise<RecordText | undefined> {
  const { db, tenantId, id, language, leaveTurn } = read;
  // A transaction may have changed the record and be rolled back, so it stores nothing.
  if (db.isTransaction)
    return (
      (await findStoredRecord(db, tenantId, id, language)) ?? (await readRecord(db, tenantId, id, language))
    );
  const { lookUps, firstReads } = readsOf(database);
  const stored = await lookUps[language].find(tenantId, id, leaveTurn);
  return stored ?? (await firstReads.read(batches, read));
}

interface Reads {
  lookUps: Readonly<Record<Language, GatheredLookUps>>;
  firstReads: FirstReads;
}

const readsOfDatabases = new WeakMap<Database, Reads>();

function readsOf(database: Database): Reads {
  let reads = readsOfDatabases.get(database);
  if (reads === undefined) {
    const lookUps = { en: new GatheredLookUps(database, 'en'), de: new GatheredLookUps(database, 'de') };
    reads = { lookUps, firstReads: new FirstReads(database) };
    readsOfDatabases.set(database, reads);
  }
  return reads;
}

class FirstReads {
  readonly #database: Database;
  readonly #together: Readonly<Record<Language, BatchedWrite<number, RecordText | undefined>>>;
  readonly #later: LaterRecords;
  /** Those without an answer. */
  #running = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#together = { en: toBatched(database, 'en'), de: toBatched(database, 'de') };
    this.#later = new LaterRecords(database);
  }

  async read(
    batches: Batches,
    { db, tenantId, id, language, leaveTurn }: RecordRead,
  ): Promise<RecordText | undefined> {
    this.#running += 1;
    try {
      if (this.#running > 1)
        return await batches.run(this.#together[language], { db, tenantId }, id, leaveTurn);
      const record = await readRecordAlone(this.#database, tenantId, id, language);
      if (record !== undefined) this.#later.add({ tenantId, id, language });
      return record;
    } finally {
      this.#running -= 1;
    }
  }
}

function toBatched(database: Database, language: Language): BatchedWrite<number, RecordText | undefined> {
  return {
    isAlone: () => false,
    async run(db, tenantId, ids) {
      const records = await storeRecords(database, tenantId, new Set(ids), language);
      for (const id of ids) {
        // One after another, because they have one place among the requests.
        if (!records.has(id)) records.set(id, await readRecord(db, tenantId, id, language));
      }
      return ids.map((id) => records.get(id));
    },
  };
}

/** Short beside the time until somebody reads a record again, long enough for the records of several lone reads. */
const GATHERING_MS = 20;
const MAXIMUM_RECORDS = 32;

interface LaterRecord {
  tenantId: number;
  id: number;
  language: Language;
}

/**
 * Stores records a moment after they were read, those of one tenant in one language at a time. Two at once could include
 * the same candidate, and each would skip it while the other one holds it.
 */
export class LaterRecords {
  readonly #database: Database;
  #waiting: LaterRecord[] = [];
  #isStoring = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Does nothing if many wait already: the next read of the record adds it again. */
  add(record: LaterRecord): void {
    if (this.#waiting.length === MAXIMUM_RECORDS) return;
    this.#waiting.push(record);
    if (!this.#isStoring) void this.#store();
  }

  async #store(): Promise<void> {
    this.#isStoring = true;
    while (this.#waiting.length > 0) {
      await setTimeout(GATHERING_MS, undefined, { ref: false });
      const gathered = this.#waiting;
      this.#waiting = [];
      for (const records of Map.groupBy(gathered, toGroup).values()) {
        const { tenantId, language } = records[0]!;
        const ids = records.map(({ id }) => id);
        // It only saves time. The next read tries again.
        await storeMissingRecords(this.#database, tenantId, ids, language).catch(() => {});
      }
    }
    this.#isStoring = false;
  }
}

const toGroup = ({ tenantId, language }: LaterRecord): string => `${tenantId} ${language}`;
