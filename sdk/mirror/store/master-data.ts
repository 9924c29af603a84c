import type { MirrorDatabase } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { MirroredRecord } from '../entities.ts';

/** The entries of the value lists. */
export class MasterData {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  async get(list: string): Promise<Map<number, MirroredRecord>> {
    const rows = await this.#database.all<{ id: number; record: string }>(
      'SELECT id, CAST(record AS TEXT) AS record FROM masterdata WHERE list = ?',
      [list],
    );
    return new Map(rows.map(({ id, record }) => [id, JSON.parse(record) as MirroredRecord]));
  }

  async replace(list: string, records: readonly MirroredRecord[]): Promise<void> {
    await this.#database.run('DELETE FROM masterdata WHERE list = ?', [list]);
    await insertRows(
      this.#database,
      'masterdata (list, id, record)',
      records.map((record) => [list, Number(record.id), JSON.stringify(record)]),
    );
  }
}
