import type { MirrorDatabase } from '../database/database.ts';
import { insertRows, placeholders } from '../database/insert-rows.ts';
import type { Entity } from '../entities.ts';

/** `documents` stands for all documents of the candidate with this id. They are read as one list. */
type PendingKind = Entity | 'documents';

/**
 * Why a record must be fetched:
 *
 * - `load`: it is part of the load.
 * - `related`: it shows another record that changed.
 * - `change`: it changed.
 * - `deep`: it changed, and everything below it must be read too, because the service does not say which part changed.
 */
export type Reason = 'load' | 'related' | 'change' | 'deep';

export interface Pending {
  kind: PendingKind;
  id: number;
  endpoint: string;
  reason: Reason;
}

/** The queue of records to fetch. It survives a crash, so the next start continues with it. */
export class PendingQueue {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  /** Adds records to the queue. If a record is already in it, the stronger of the two reasons stays. */
  async add(pending: readonly Pending[]): Promise<void> {
    await insertRows(
      this.#database,
      'mirror_pending (kind, id, endpoint, reason)',
      [...new Map(pending.map((one) => [`${one.kind} ${one.id}`, one])).values()].map(
        ({ kind, id, endpoint, reason }) => [kind, id, endpoint, reason],
      ),
      `ON CONFLICT (kind, id) DO UPDATE SET endpoint = excluded.endpoint, reason = CASE
         WHEN mirror_pending.reason = 'deep' OR excluded.reason = 'deep' THEN 'deep'
         WHEN mirror_pending.reason = 'change' OR excluded.reason = 'change' THEN 'change'
         WHEN mirror_pending.reason = 'related' OR excluded.reason = 'related' THEN 'related'
         ELSE excluded.reason END`,
    );
  }

  next(limit: number): Promise<Pending[]> {
    return this.#database.all(
      'SELECT kind, id, endpoint, reason FROM mirror_pending ORDER BY kind, id LIMIT ?',
      [limit],
    );
  }

  async count(): Promise<number> {
    const rows = await this.#database.all<{ count: number }>('SELECT count(*) AS count FROM mirror_pending');
    return Number(rows[0]!.count);
  }

  async delete(kind: PendingKind, ids: readonly number[]): Promise<void> {
    await this.#database.run(
      `DELETE FROM mirror_pending WHERE kind = ? AND id IN (${placeholders(ids.length)})`,
      [kind, ...ids],
    );
  }

  async clear(): Promise<void> {
    await this.#database.run('DELETE FROM mirror_pending');
  }
}
