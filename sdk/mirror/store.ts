import type { MirrorDatabase, SqlValue } from './database.ts';
import {
  ENTITIES,
  type Entity,
  endpointOf,
  type MirroredRecord,
  mentionsOf,
  nameOf,
  ownerOf,
  type RecordKey,
  TABLES,
} from './entities.ts';

/** `documents` stands for all documents of the candidate with this id, which are read as one list. */
export type PendingKind = Entity | 'documents';

/**
 * Why a record is to be fetched: it belongs to the load; it was changed; it shows another one that was changed; or it
 * was changed and everything below it is to be read too, since nothing tells which part it was.
 */
export type Reason = 'load' | 'related' | 'change' | 'deep';

export interface Pending {
  kind: PendingKind;
  id: number;
  endpoint: string;
  reason: Reason;
}

export interface Fetched {
  pending: Pending;
  /** Undefined: the record does not exist. */
  record: MirroredRecord | undefined;
  /** Of `documents`: the list. */
  documents?: MirroredRecord[] | undefined;
}

interface StoredRow {
  id: number;
  record: string;
}

// Rows written by one statement: few enough for the parameters of either database.
const ROWS_AT_ONCE = 50;
const VERSION = '1';

/**
 * The mirror's tables and what they mean. One table for each record type: id, the record as JSON, modified_at and
 * owner_id taken out of it. Tables that begin with mirror_ are the mirror's own.
 */
export class Store {
  readonly #database: MirrorDatabase;
  #load = 0;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  get load(): number {
    return this.#load;
  }

  /** Makes the tables where they are missing. */
  async prepare(): Promise<void> {
    const json = this.#database.kind === 'postgres' ? 'json' : 'TEXT';
    await this.transaction(async () => {
      for (const table of Object.values(TABLES)) {
        await this.#database.run(`CREATE TABLE IF NOT EXISTS ${table} (
          id INTEGER PRIMARY KEY, record ${json} NOT NULL, modified_at TEXT, owner_id INTEGER, load_number INTEGER NOT NULL)`);
        await this.#database.run(`CREATE INDEX IF NOT EXISTS ${table}_owner ON ${table} (owner_id)`);
      }
      await this.#database.run(`CREATE TABLE IF NOT EXISTS masterdata (
        list TEXT NOT NULL, id INTEGER NOT NULL, record ${json} NOT NULL, PRIMARY KEY (list, id))`);
      await this.#database.run(
        'CREATE TABLE IF NOT EXISTS mirror_state (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
      );
      await this.#database.run(`CREATE TABLE IF NOT EXISTS mirror_pending (
        kind TEXT NOT NULL, id INTEGER NOT NULL, endpoint TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, id))`);
      await this.#database.run(`CREATE TABLE IF NOT EXISTS mirror_mention (
        entity TEXT NOT NULL, id INTEGER NOT NULL, of_entity TEXT NOT NULL, of_id INTEGER NOT NULL, shown TEXT,
        PRIMARY KEY (of_entity, of_id, entity, id))`);
      await this.#database.run('CREATE INDEX IF NOT EXISTS mirror_mention_by ON mirror_mention (entity, id)');
      await this.#database.run(
        'CREATE TABLE IF NOT EXISTS mirror_content (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL)',
      );
      await this.setState('version', VERSION);
    });
    this.#load = Number((await this.state('load')) ?? 0);
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async state(name: string): Promise<string | undefined> {
    const rows = await this.#database.all<{ value: string }>(
      'SELECT value FROM mirror_state WHERE name = ?',
      [name],
    );
    return rows[0]?.value;
  }

  async states(): Promise<Record<string, string>> {
    const rows = await this.#database.all<{ name: string; value: string }>(
      'SELECT name, value FROM mirror_state',
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  async setState(name: string, value: string | undefined): Promise<void> {
    if (value === undefined) await this.#database.run('DELETE FROM mirror_state WHERE name = ?', [name]);
    else
      await this.#database.run(
        'INSERT INTO mirror_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [name, value],
      );
  }

  /** Begins a load: what it does not write is what the service no longer has. */
  async beginLoad(): Promise<void> {
    await this.setState('load', String(this.#load + 1));
    await this.#database.run('DELETE FROM mirror_pending');
    this.#load++;
  }

  /** Deletes what the load has not written. */
  async endLoad(): Promise<void> {
    for (const entity of ENTITIES) {
      const table = TABLES[entity];
      await this.#database.run(
        `DELETE FROM mirror_mention WHERE entity = ? AND id IN (SELECT id FROM ${table} WHERE load_number < ?)`,
        [entity, this.#load],
      );
      await this.#database.run(`DELETE FROM ${table} WHERE load_number < ?`, [this.#load]);
    }
  }

  async addPending(pending: readonly Pending[]): Promise<void> {
    // The stronger reason stays.
    await this.#insert(
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

  async nextPending(limit: number): Promise<Pending[]> {
    return this.#database.all(
      'SELECT kind, id, endpoint, reason FROM mirror_pending ORDER BY kind, id LIMIT ?',
      [limit],
    );
  }

  async countPending(): Promise<number> {
    const rows = await this.#database.all<{ count: number }>('SELECT count(*) AS count FROM mirror_pending');
    return Number(rows[0]!.count);
  }

  /**
   * Stores what was fetched, and notes what must be fetched because of it. A record that shows one of these under
   * another text than it has now is read again, whichever of the two was stored first.
   */
  async apply(fetched: readonly Fetched[]): Promise<void> {
    for (const kind of new Set(fetched.map(({ pending }) => pending.kind))) {
      const ids = fetched.flatMap(({ pending }) => (pending.kind === kind ? [pending.id] : []));
      await this.#database.run(
        `DELETE FROM mirror_pending WHERE kind = ? AND id IN (${ids.map(() => '?').join(', ')})`,
        [kind, ...ids],
      );
    }
    const found = fetched.filter(
      ({ pending, record }) => pending.kind !== 'documents' && record !== undefined,
    );
    for (const entity of ENTITIES) {
      const rows = found.filter(({ pending }) => pending.kind === entity);
      if (rows.length > 0)
        await this.put(
          entity,
          rows.map(({ pending, record }) => ({ id: pending.id, record: record! })),
        );
    }
    const more: Pending[] = [];
    for (const { pending, record, documents } of fetched) {
      if (pending.kind === 'documents') await this.#putDocuments(pending.id, documents ?? []);
      else if (record === undefined)
        more.push(...(await this.remove({ entity: pending.kind, id: pending.id })));
      else more.push(...(await this.#consequences(pending.kind, pending, record)));
    }
    await this.addPending(more);
  }

  /** Writes records of one type. */
  async put(entity: Entity, rows: readonly { id: number; record: MirroredRecord }[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#insert(
      `${TABLES[entity]} (id, record, modified_at, owner_id, load_number)`,
      rows.map(({ id, record }) => [
        id,
        JSON.stringify(record),
        typeof record.modifiedAtUtc === 'string' ? record.modifiedAtUtc : null,
        ownerOf(entity, record)?.id ?? null,
        this.#load,
      ]),
      `ON CONFLICT (id) DO UPDATE SET record = excluded.record, modified_at = excluded.modified_at,
         owner_id = excluded.owner_id, load_number = excluded.load_number`,
    );
    if (entity === 'document' || entity === 'branch') return;
    await this.#database.run(
      `DELETE FROM mirror_mention WHERE entity = ? AND id IN (${rows.map(() => '?').join(', ')})`,
      [entity, ...rows.map(({ id }) => id)],
    );
    await this.#insert(
      'mirror_mention (entity, id, of_entity, of_id, shown)',
      rows.flatMap(({ id, record }) =>
        mentionsOf(entity, record).map(({ entity: of, id: ofId, shown }) => [entity, id, of, ofId, shown]),
      ),
      '',
    );
  }

  /** Deletes a record and what belongs to it alone; answers what showed it and must be read again. */
  async remove(key: RecordKey): Promise<Pending[]> {
    const { entity, id } = key;
    const owner = await this.#storedOwner(key);
    await this.#database.run(`DELETE FROM ${TABLES[entity]} WHERE id = ?`, [id]);
    await this.#database.run('DELETE FROM mirror_mention WHERE entity = ? AND id = ?', [entity, id]);
    await this.#database.run('DELETE FROM mirror_pending WHERE kind = ? AND id = ?', [entity, id]);
    if (entity === 'candidate') {
      await this.#database.run('DELETE FROM document WHERE owner_id = ?', [id]);
      await this.#database.run(`DELETE FROM mirror_pending WHERE kind = 'documents' AND id = ?`, [id]);
    }
    const showing = await this.#database.all<RecordKey>(
      'SELECT entity, id FROM mirror_mention WHERE of_entity = ? AND of_id = ?',
      [entity, id],
    );
    return this.#toPending(owner === undefined ? showing : [...showing, owner], 'related');
  }

  /** The candidate that a stored document belongs to. */
  async candidateOf(documentId: number): Promise<number | undefined> {
    return (await this.#storedOwner({ entity: 'document', id: documentId }))?.id;
  }

  /** A candidate's documents are these and no others. */
  async #putDocuments(candidateId: number, documents: readonly MirroredRecord[]): Promise<void> {
    const ids = documents.map(({ id }) => Number(id));
    await this.#database.run(
      `DELETE FROM document WHERE owner_id = ?${ids.length === 0 ? '' : ` AND id NOT IN (${ids.map(() => '?').join(', ')})`}`,
      [candidateId, ...ids],
    );
    await this.put(
      'document',
      documents.map((record) => ({ id: Number(record.id), record: { ...record, candidateId } })),
    );
  }

  /** What must be read again since this record was read. */
  async #consequences(entity: Entity, { id, reason }: Pending, record: MirroredRecord): Promise<Pending[]> {
    const name = nameOf(entity, record);
    const outdated =
      name === null
        ? []
        : await this.#database.all<RecordKey>(
            'SELECT entity, id FROM mirror_mention WHERE of_entity = ? AND of_id = ? AND shown IS DISTINCT FROM ?',
            [entity, id, name],
          );
    const pending = await this.#toPending(outdated, 'related');
    if (reason === 'change' || reason === 'deep') {
      const owner = ownerOf(entity, record);
      if (owner !== undefined && entity !== 'request')
        pending.push(...(await this.#toPending([owner], 'related')));
    }
    if (reason === 'deep') pending.push(...(await this.#parts(entity, id, record)));
    return pending;
  }

  /** Everything below a company or a site: what it lists, and what is stored as part of it and may be gone. */
  async #parts(entity: Entity, id: number, record: MirroredRecord): Promise<Pending[]> {
    const parts: [list: string, part: Entity][] =
      entity === 'company'
        ? [['offices', 'site']]
        : entity === 'site'
          ? [
              ['locations', 'location'],
              ['contacts', 'contact'],
            ]
          : [];
    const pending: Pending[] = [];
    for (const [list, part] of parts) {
      const stored = await this.#database.all<{ id: number }>(
        `SELECT id FROM ${TABLES[part]} WHERE owner_id = ?`,
        [id],
      );
      const listed = (record[list] as { id: number }[] | undefined) ?? [];
      for (const partId of new Set([...stored, ...listed].map((one) => one.id)))
        pending.push({
          kind: part,
          id: partId,
          endpoint: endpointOf(part, partId),
          // Not 'change' below: the owner has just been read.
          reason: part === 'site' ? 'deep' : 'related',
        });
    }
    return pending;
  }

  async #storedOwner({ entity, id }: RecordKey): Promise<RecordKey | undefined> {
    const record = await this.get(entity, id);
    return record === undefined ? undefined : ownerOf(entity, record);
  }

  async #toPending(keys: readonly RecordKey[], reason: Reason): Promise<Pending[]> {
    const pending: Pending[] = [];
    for (const { entity, id } of keys) {
      // The path of a request depends on its kind.
      const record = entity === 'request' ? await this.get(entity, id) : undefined;
      pending.push({ kind: entity, id, endpoint: endpointOf(entity, id, record), reason });
    }
    return pending;
  }

  /** A stored record; undefined when there is none. */
  async get(entity: Entity, id: number): Promise<MirroredRecord | undefined> {
    return (await this.getAll(entity, [id])).get(id);
  }

  async getAll(entity: Entity, ids: readonly number[]): Promise<Map<number, MirroredRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database.all<StoredRow>(
      `SELECT id, CAST(record AS TEXT) AS record FROM ${TABLES[entity]} WHERE id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    );
    return new Map(rows.map(({ id, record }) => [id, JSON.parse(record) as MirroredRecord]));
  }

  /** All records of a type by id, page by page. */
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

  async masterData(list: string): Promise<Map<number, MirroredRecord>> {
    const rows = await this.#database.all<StoredRow>(
      'SELECT id, CAST(record AS TEXT) AS record FROM masterdata WHERE list = ?',
      [list],
    );
    return new Map(rows.map(({ id, record }) => [id, JSON.parse(record) as MirroredRecord]));
  }

  async putMasterData(list: string, records: readonly MirroredRecord[]): Promise<void> {
    await this.#database.run('DELETE FROM masterdata WHERE list = ?', [list]);
    await this.#insert(
      'masterdata (list, id, record)',
      records.map((record) => [list, Number(record.id), JSON.stringify(record)]),
      '',
    );
  }

  /** Documents whose contents are not kept as they are now. */
  async missingContents(limit: number): Promise<{ id: number; sha256: string }[]> {
    const rows = await this.#database.all<StoredRow>(
      `SELECT document.id, CAST(document.record AS TEXT) AS record FROM document
        LEFT JOIN mirror_content ON mirror_content.id = document.id
        WHERE mirror_content.id IS NULL ORDER BY document.id LIMIT ?`,
      [limit],
    );
    return rows.map(({ id, record }) => ({ id, sha256: String(JSON.parse(record).sha256) }));
  }

  async putContent(id: number, sha256: string): Promise<void> {
    await this.#database.run(
      'INSERT INTO mirror_content (id, sha256) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256',
      [id, sha256],
    );
  }

  /** Documents whose contents are kept although they are gone. */
  async surplusContents(limit: number): Promise<number[]> {
    const rows = await this.#database.all<{ id: number }>(
      'SELECT id FROM mirror_content WHERE id NOT IN (SELECT id FROM document) ORDER BY id LIMIT ?',
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  async removeContent(id: number): Promise<void> {
    await this.#database.run('DELETE FROM mirror_content WHERE id = ?', [id]);
  }

  async #insert(into: string, rows: readonly SqlValue[][], suffix: string): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const part = rows.slice(from, from + ROWS_AT_ONCE);
      const places = `(${part[0]!.map(() => '?').join(', ')})`;
      await this.#database.run(
        `INSERT INTO ${into} VALUES ${part.map(() => places).join(', ')} ${suffix}`,
        part.flat(),
      );
    }
  }
}
