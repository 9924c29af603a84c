import type { MirrorDatabase } from '../database/database.ts';
import { insertRows, placeholders } from '../database/insert-rows.ts';
import { type Entity, type MirroredRecord, mentionsOf, type RecordKey, TABLES } from '../entities.ts';

/** Which record shows which other record, and the name it shows. */
export class Mentions {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  /** Replaces the mentions in these records. Documents and branches mention nothing. */
  async replace(entity: Entity, rows: readonly { id: number; record: MirroredRecord }[]): Promise<void> {
    if (entity === 'document' || entity === 'branch') return;
    await this.#database.run(
      `DELETE FROM mirror_mention WHERE entity = ? AND id IN (${placeholders(rows.length)})`,
      [entity, ...rows.map(({ id }) => id)],
    );
    await insertRows(
      this.#database,
      'mirror_mention (entity, id, of_entity, of_id, shown)',
      rows.flatMap(({ id, record }) =>
        mentionsOf(entity, record).map(({ entity: of, id: ofId, shown }) => [entity, id, of, ofId, shown]),
      ),
    );
  }

  /** Deletes the mentions in one record. */
  async deleteIn({ entity, id }: RecordKey): Promise<void> {
    await this.#database.run('DELETE FROM mirror_mention WHERE entity = ? AND id = ?', [entity, id]);
  }

  /** Deletes the mentions in the records that the current load has not written. */
  async deleteInUnloaded(entity: Entity, loadNumber: number): Promise<void> {
    await this.#database.run(
      `DELETE FROM mirror_mention WHERE entity = ? AND id IN (SELECT id FROM ${TABLES[entity]} WHERE load_number < ?)`,
      [entity, loadNumber],
    );
  }

  /** The records that mention this one. */
  recordsMentioning({ entity, id }: RecordKey): Promise<RecordKey[]> {
    return this.#database.all<RecordKey>(
      'SELECT entity, id FROM mirror_mention WHERE of_entity = ? AND of_id = ?',
      [entity, id],
    );
  }

  /** The records that show another name for this one than the name it has now. */
  recordsWithOldName({ entity, id }: RecordKey, name: string): Promise<RecordKey[]> {
    return this.#database.all<RecordKey>(
      'SELECT entity, id FROM mirror_mention WHERE of_entity = ? AND of_id = ? AND shown IS DISTINCT FROM ?',
      [entity, id, name],
    );
  }
}
