import type { MirrorDatabase } from '../database/database.ts';

/** How far the mirror has got: named values such as the cursor, the phase of the load and ETags. */
export class States {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  async get(name: string): Promise<string | undefined> {
    const rows = await this.#database.all<{ value: string }>(
      'SELECT value FROM mirror_state WHERE name = ?',
      [name],
    );
    return rows[0]?.value;
  }

  async all(): Promise<Record<string, string>> {
    const rows = await this.#database.all<{ name: string; value: string }>(
      'SELECT name, value FROM mirror_state',
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  /** Stores the value, or deletes it if it is undefined. */
  async set(name: string, value: string | undefined): Promise<void> {
    if (value === undefined) await this.#database.run('DELETE FROM mirror_state WHERE name = ?', [name]);
    else
      await this.#database.run(
        'INSERT INTO mirror_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [name, value],
      );
  }
}
