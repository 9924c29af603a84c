import type pg from 'pg';
import {
  type Faults,
  type FileFault,
  MAXIMUM_FAULTS,
  mergeFaults,
  namingColumns,
  TABLES_WITH_FILES,
} from '../document-files/index.ts';
import type { BackedUpTable } from './catalog.ts';

export interface UnreadableRecords {
  /** Files that the backup lacks. */
  missing: number;
  /** Files that were damaged before the backup. */
  damaged: number;
  /** The records of both. */
  faults: Faults;
}

const KEYS_PER_INSERT = 500;

/**
 * The documents that a restore has written on one server. They can be many, so they are in a table, which only its transaction
 * has. It is no temporary one, which the login may not be allowed to create.
 */
export class RestoredKeys {
  readonly #client: pg.ClientBase;
  #unsaved: { key: string; isDamaged: boolean }[] = [];

  private constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  static async begin(client: pg.ClientBase): Promise<RestoredKeys> {
    await client.query(
      'CREATE UNLOGGED TABLE public.restored_blob (key text NOT NULL, is_damaged boolean NOT NULL)',
    );
    return new RestoredKeys(client);
  }

  async add(key: string): Promise<void> {
    if (this.#unsaved.length === KEYS_PER_INSERT) await this.#save();
    this.#unsaved.push({ key, isDamaged: false });
  }

  /** Marks the key that was added last. */
  markDamaged(): void {
    this.#unsaved.at(-1)!.isDamaged = true;
  }

  async #save(): Promise<void> {
    await this.#client.query(
      'INSERT INTO public.restored_blob SELECT * FROM unnest($1::text[], $2::boolean[])',
      [this.#unsaved.map(({ key }) => key), this.#unsaved.map(({ isDamaged }) => isDamaged)],
    );
    this.#unsaved = [];
  }

  /** The restored records without a document that can be read. Call it last, while the transaction sees the rows of all tenants. */
  async findUnreadable(tables: readonly BackedUpTable[]): Promise<UnreadableRecords> {
    await this.#save();
    await this.#client.query('ANALYZE public.restored_blob');
    const found: UnreadableRecords = { missing: 0, damaged: 0, faults: { count: 0, list: [] } };
    for (const { withFiles: table } of tables) {
      if (table === undefined) continue;
      const records = `FROM public.${table} AS r LEFT JOIN public.restored_blob AS b ON b.key = r.blob_key
        WHERE r.blob_key IS NOT NULL AND b.is_damaged IS NOT FALSE`;
      const { rows: counts } = await this.#client.query(
        `SELECT count(*) FILTER (WHERE b.key IS NULL)::int AS missing, count(b.key)::int AS damaged ${records}`,
      );
      const { missing, damaged } = counts[0];
      found.missing += missing;
      found.damaged += damaged;
      if (missing + damaged === 0) continue;
      const { rows } = await this.#client.query<Omit<FileFault, 'table'>>(
        `SELECT ${namingColumns(table, 'r.tenant_id')},
                CASE WHEN b.key IS NULL THEN 'missing' ELSE 'damaged' END AS reason,
                (SELECT key FROM public.tenant WHERE id = r.tenant_id) AS tenant
           ${records} ORDER BY r.tenant_id, r.${TABLES_WITH_FILES[table].id} LIMIT ${MAXIMUM_FAULTS}`,
      );
      mergeFaults(found.faults, {
        count: missing + damaged,
        list: rows.map((row) => ({ ...row, table })),
      });
    }
    await this.#client.query('DROP TABLE public.restored_blob');
    return found;
  }
}
