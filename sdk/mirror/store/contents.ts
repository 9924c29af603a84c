import type { MirrorDatabase } from '../database/database.ts';
import { placeholders } from '../database/insert-rows.ts';

export interface MissingContent {
  id: number;
  sha256: string;
}

const MISSING = `document LEFT JOIN mirror_content ON mirror_content.id = document.id
  WHERE (mirror_content.id IS NULL OR mirror_content.sha256 <> (document.record ->> 'sha256'))`;

/** Which documents have their contents on disk. The files themselves are written by `sync-contents.ts`. */
export class Contents {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  /**
   * Documents with a higher id than `after` whose current contents are not on disk yet. The hashes are compared too: after the
   * service was restored from a backup, an id can belong to another document than before.
   */
  async missing(after: number, limit: number): Promise<MissingContent[]> {
    return this.#database.all<MissingContent>(
      `SELECT document.id, document.record ->> 'sha256' AS sha256 FROM ${MISSING} AND document.id > ?
        ORDER BY document.id LIMIT ?`,
      [after, limit],
    );
  }

  async countMissing(): Promise<number> {
    const [row] = await this.#database.all<{ count: number }>(`SELECT count(*) AS count FROM ${MISSING}`, []);
    return Number(row!.count);
  }

  /** Documents whose contents are on disk although the document is gone. */
  async surplus(limit: number): Promise<number[]> {
    // With NOT IN, PostgreSQL would compare every content with every document once their ids exceed its work_mem.
    const rows = await this.#database.all<{ id: number }>(
      `SELECT id FROM mirror_content WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.id = mirror_content.id)
        ORDER BY id LIMIT ?`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  async put(id: number, sha256: string): Promise<void> {
    await this.#database.run(
      'INSERT INTO mirror_content (id, sha256) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256',
      [id, sha256],
    );
  }

  /** Makes contents count as missing. Their rows stay, so that their files are deleted if their documents go first. */
  async markMissing(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#database.run(
      `UPDATE mirror_content SET sha256 = '' WHERE id IN (${placeholders(ids.length)})`,
      ids,
    );
  }

  /** All rows sorted by id, read page by page. */
  async *pages(pageSize = 200): AsyncGenerator<{ id: number; sha256: string }[]> {
    for (let last = 0; ; ) {
      const rows = await this.#database.all<{ id: number; sha256: string }>(
        'SELECT id, sha256 FROM mirror_content WHERE id > ? ORDER BY id LIMIT ?',
        [last, pageSize],
      );
      if (rows.length === 0) return;
      yield rows;
      last = rows.at(-1)!.id;
    }
  }

  async delete(id: number): Promise<void> {
    await this.#database.run('DELETE FROM mirror_content WHERE id = ?', [id]);
  }
}
