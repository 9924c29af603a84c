import type { Database } from '../../../core/db/connection.ts';
import type { Language, RecordText } from '../../../core/http/index.ts';
import { traced } from '../../../core/tracing/index.ts';
import { lookUpRecords } from './stored-record.ts';

/** All look-ups of a statement are answered when the last one is done, and the statements behind it wait as well. */
const MAXIMUM_LOOK_UPS = 32;

type Records = Promise<ReadonlyMap<number, RecordText>>;

interface Gathering {
  ids: number[];
  records: Records;
}

/**
 * Looks up the stored records of a language. Those of a tenant that are wanted in the same turn of the event loop are looked up with one
 * statement, which is sent at the end of the turn. docs/adr/0067-gathered-look-ups.md has the numbers.
 */
export class GatheredLookUps {
  readonly #database: Database;
  readonly #language: Language;
  /** Those of this turn, by tenant. */
  readonly #gatherings = new Map<number, Gathering>();

  constructor(database: Database, language: Language) {
    this.#database = database;
    this.#language = language;
  }

  /** The stored record, if it is current. Calls `onJoined` if the look-up joins a statement, which then needs no further connection. */
  find(tenantId: number, id: number, onJoined: () => void): Promise<RecordText | undefined> {
    return traced('look-up', 'internal', {}, async () => {
      const records = await this.#gather(tenantId, id, onJoined);
      return records.get(id);
    });
  }

  #gather(tenantId: number, id: number, onJoined: () => void): Records {
    const gathering = this.#gatherings.get(tenantId);
    if (gathering === undefined || gathering.ids.length === MAXIMUM_LOOK_UPS)
      return this.#begin(tenantId, id);
    gathering.ids.push(id);
    onJoined();
    return gathering.records;
  }

  #begin(tenantId: number, id: number): Records {
    const ids = [id];
    const { promise: records, resolve } = Promise.withResolvers<Awaited<Records>>();
    const gathering = { ids, records };
    this.#gatherings.set(tenantId, gathering);
    setImmediate(() => {
      if (this.#gatherings.get(tenantId) === gathering) this.#gatherings.delete(tenantId);
      resolve(lookUpRecords(this.#database, tenantId, ids, this.#language));
    });
    return records;
  }
}
