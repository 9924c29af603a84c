import type { MirrorDatabase } from '../database/database.ts';

/** Which documents have their contents on disk. The files themselves are written by `sync-contents.ts`. */
export class Contents {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  /** Documents whose contents are not on disk yet. */
  async missing(limit: number): Promise<{ id: number; sha256: string }[]> {
    const rows = await this.#database.all<{ id: number; record: string }>(
      `SELECT document.id, CAST(document.record AS TEXT) AS record FROM document
        LEFT JOIN mirror_content ON mirror_content.id = document.id
        WHERE mirror_content.id IS NULL ORDER BY document.id LIMIT ?`,
      [limit],
    );
    return rows.map(({ id, record }) => ({ id, sha256: String(JSON.parse(record).sha256) }));
  }

  /** Documents whose contents are on disk although the document is gone. */
  async surplus(limit: number): Promise<number[]> {
    const rows = await this.#database.all<{ id: number }>(
      'SELECT id FROM mirror_content WHERE id NOT IN (SELECT id FROM document) ORDER BY id LIMIT ?',
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

  async delete(id: number): Promise<void> {
    await this.#database.run('DELETE FROM mirror_content WHERE id = ?', [id]);
  }
}
