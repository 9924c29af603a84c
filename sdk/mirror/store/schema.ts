import type { MirrorDatabase } from '../database/database.ts';
import { TABLES } from '../entities.ts';

/** The version of the schema below, stored with it. */
export const SCHEMA_VERSION = '1';

/**
 * Creates the tables that do not exist yet. There is one table for each record type: the id, the record as JSON, and
 * `modified_at` and `owner_id` taken from the record. Tables whose names start with `mirror_` are internal.
 */
export async function createTables(database: MirrorDatabase): Promise<void> {
  const json = database.kind === 'postgres' ? 'json' : 'TEXT';
  for (const table of Object.values(TABLES)) {
    await database.run(`CREATE TABLE IF NOT EXISTS ${table} (
      id INTEGER PRIMARY KEY, record ${json} NOT NULL, modified_at TEXT, owner_id INTEGER, load_number INTEGER NOT NULL)`);
    await database.run(`CREATE INDEX IF NOT EXISTS ${table}_owner ON ${table} (owner_id)`);
  }
  await database.run(`CREATE TABLE IF NOT EXISTS masterdata (
    list TEXT NOT NULL, id INTEGER NOT NULL, record ${json} NOT NULL, PRIMARY KEY (list, id))`);
  await database.run('CREATE TABLE IF NOT EXISTS mirror_state (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  await database.run(`CREATE TABLE IF NOT EXISTS mirror_pending (
    kind TEXT NOT NULL, id INTEGER NOT NULL, endpoint TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, id))`);
  await database.run(`CREATE TABLE IF NOT EXISTS mirror_mention (
    entity TEXT NOT NULL, id INTEGER NOT NULL, of_entity TEXT NOT NULL, of_id INTEGER NOT NULL, shown TEXT,
    PRIMARY KEY (of_entity, of_id, entity, id))`);
  await database.run('CREATE INDEX IF NOT EXISTS mirror_mention_by ON mirror_mention (entity, id)');
  await database.run(
    'CREATE TABLE IF NOT EXISTS mirror_content (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL)',
  );
}
