import type { Database } from '../../core/db/connection.ts';
import { contentTag } from '../../core/http/entity-tag.ts';
import type { Language } from '../../core/http/index.ts';
import type { CatalogList } from './catalogs.ts';
import { type EntryRow, readSharedList } from './queries.ts';

// An import notifies every process. If a notification is missed, the list is stale for at most this time.
const MAXIMUM_AGE_MS = 60_000;

interface LoadedList {
  rows: EntryRow[];
  byId: ReadonlyMap<number, EntryRow>;
  loadedAtMs: number;
  /** The complete responses, built once per language. */
  responses: Map<Language, { body: Buffer; entityTag: string }>;
}

const lists = new WeakMap<Database, Map<CatalogList, Promise<LoadedList>>>();

/** Returns a shared list from memory, and loads it if needed. */
export function sharedList(database: Database, list: CatalogList): Promise<LoadedList> {
  let loaded = lists.get(database);
  if (loaded === undefined) {
    loaded = new Map();
    lists.set(database, loaded);
  }
  let entry = loaded.get(list);
  if (entry === undefined) {
    entry = load(database, list);
    loaded.set(list, entry);
    entry.catch(() => loaded.delete(list));
  }
  return entry.then((value) => {
    if (Date.now() - value.loadedAtMs <= MAXIMUM_AGE_MS) return value;
    const fresh = load(database, list);
    loaded.set(list, fresh);
    fresh.catch(() => loaded.delete(list));
    return fresh;
  });
}

/** Called when a list was imported, in this or another process. */
export function forgetSharedList(database: Database, list: string): void {
  lists.get(database)?.delete(list as CatalogList);
}

async function load(database: Database, list: CatalogList): Promise<LoadedList> {
  const rows = await readSharedList(database.system, list);
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    loadedAtMs: Date.now(),
    responses: new Map(),
  };
}

export function toEntry(row: EntryRow, language: Language) {
  return {
    id: row.id,
    name: language === 'de' ? row.name_de : row.name_en,
    ...(row.attributes ?? {}),
    isExpired: row.is_expired,
  };
}

export function listResponse(
  list: CatalogList,
  loaded: LoadedList,
  language: Language,
): { body: Buffer; entityTag: string } {
  let response = loaded.responses.get(language);
  if (response === undefined) {
    const body = Buffer.from(JSON.stringify({ [list]: loaded.rows.map((row) => toEntry(row, language)) }));
    response = { body, entityTag: contentTag(body) };
    loaded.responses.set(language, response);
  }
  return response;
}
