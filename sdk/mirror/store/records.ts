import type { MirrorDatabase } from '../database/database.ts';
import { insertRows, placeholders } from '../database/insert-rows.ts';
import { ENTITIES, type Entity, type MirroredRecord, ownerOf, type RecordKey, TABLES } from '../entities.ts';
import type { Mentions } from './mentions.ts';

interface StoredRow {
  id: number;
  record: string;
}

/** The mirrored records, one table for each type. */
export class Records {
  readonly #database: MirrorDatabase;
  readonly #mentions: Mentions;
  /** The load that writes now. Every row keeps the number of the load that wrote it last. */
  loadNumber = 0;

  constructor(database: MirrorDatabase, mentions: Mentions) {
    this.#database = database;
    this.#mentions = mentions;
  }

  /** Inserts or replaces records of one type. */
  async put(entity: Entity, rows: readonly { id: number; record: MirroredRecord }[]): Promise<void> {
    if (rows.length === 0) return;
    await insertRows(
      this.#database,
      `${TABLES[entity]} (id, record, modified_at, owner_id, load_number)`,
      rows.map(({ id, record }) => [
        id,
        JSON.stringify(record),
        typeof record.modifiedAtUtc === 'string' ? record.modifiedAtUtc : null,
        ownerOf(entity, record)?.id ?? null,
        this.loadNumber,
      ]),
      `ON CONFLICT (id) DO UPDATE SET record = excluded.record, modified_at = excluded.modified_at,
         owner_id = excluded.owner_id, load_number = excluded.load_number`,
    );
    await this.#mentions.replace(entity, rows);
  }

  /** Replaces the documents of a candidate: any that are not in the list are deleted. */
  async putDocuments(candidateId: number, documents: readonly MirroredRecord[]): Promise<void> {
    const ids = documents.map(({ id }) => Number(id));
    await this.#database.run(
      `DELETE FROM document WHERE owner_id = ?${ids.length === 0 ? '' : ` AND id NOT IN (${placeholders(ids.length)})`}`,
      [candidateId, ...ids],
    );
    await this.put(
      'document',
      documents.map((record) => ({ id: Number(record.id), record: { ...record, candidateId } })),
    );
  }

  /** Deletes a record and its mentions, and with a candidate its documents. */
  async delete({ entity, id }: RecordKey): Promise<void> {
    await this.#database.run(`DELETE FROM ${TABLES[entity]} WHERE id = ?`, [id]);
    await this.#mentions.deleteIn({ entity, id });
    if (entity === 'candidate') await this.#database.run('DELETE FROM document WHERE owner_id = ?', [id]);
  }

  /** Deletes every record of all other types that the current load has not written: the service no longer has it. */
  async deleteUnloaded(except: ReadonlySet<Entity>): Promise<void> {
    for (const entity of ENTITIES) {
      if (except.has(entity)) continue;
      await this.#mentions.deleteInUnloaded(entity, this.loadNumber);
      await this.#database.run(`DELETE FROM ${TABLES[entity]} WHERE load_number < ?`, [this.loadNumber]);
    }
    // A candidate who is gone takes the documents along, even if documents cannot be read.
    if (!except.has('candidate'))
      await this.#database.run(
        'DELETE FROM document WHERE NOT EXISTS (SELECT 1 FROM candidate WHERE candidate.id = document.owner_id)',
      );
  }

  /** A stored record, or undefined if there is none. */
  async get(entity: Entity, id: number): Promise<MirroredRecord | undefined> {
    return (await this.getMany(entity, [id])).get(id);
  }

  async getMany(entity: Entity, ids: readonly number[]): Promise<Map<number, MirroredRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database.all<StoredRow>(
      `SELECT id, CAST(record AS TEXT) AS record FROM ${TABLES[entity]} WHERE id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, record }) => [id, JSON.parse(record) as MirroredRecord]));
  }

  /** All records of a type sorted by id, read page by page. */
  async *each(entity: Entity, pageSize = 200): AsyncGenerator<{ id: number; record: MirroredRecord }> {
    let last = 0;
    while (true) {
      const rows = await this.#database.all<StoredRow>(
        `SELECT id, CAST(record AS TEXT) AS record FROM ${TABLES[entity]} WHERE id > ? ORDER BY id LIMIT ?`,
        [last, pageSize],
      );
      for (const { id, record } of rows) yield { id, record: JSON.parse(record) as MirroredRecord };
      if (rows.length < pageSize) return;
      last = rows.at(-1)!.id;
    }
  }

  async count(entity: Entity): Promise<number> {
    const rows = await this.#database.all<{ count: number }>(
      `SELECT count(*) AS count FROM ${TABLES[entity]}`,
    );
    return Number(rows[0]!.count);
  }

  /** The record that a stored record belongs to. */
  async ownerOf({ entity, id }: RecordKey): Promise<RecordKey | undefined> {
    const record = await this.get(entity, id);
    return record === undefined ? undefined : ownerOf(entity, record);
  }

  /** The candidate that a stored document belongs to. */
  async candidateOf(documentId: number): Promise<number | undefined> {
    return (await this.ownerOf({ entity: 'document', id: documentId }))?.id;
  }

  /** Ids of the stored records of a type that belong to this owner. */
  async idsOfOwner(entity: Entity, ownerId: number): Promise<number[]> {
    const rows = await this.#database.all<{ id: number }>(
      `SELECT id FROM ${TABLES[entity]} WHERE owner_id = ?`,
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }
}
