import type { Database } from '../../core/db/connection.ts';
import { contentTag } from '../../core/http/entity-tag.ts';
import type { Language } from '../../core/http/index.ts';
import type { CatalogList } from './catalogs.ts';
import { type EntryRow, readSharedList } from './queries.ts';

// A list changes when somebody imports one, which every process hears of; a missed notification ends with this.
const MAXIMUM_AGE_MS = 60_000;

export interface LoadedList {
  rows: EntryRow[];
  byId: ReadonlyMap<number, EntryRow>;
  loadedAtMs: number;
  /** The whole answer, made once per language. */
  answers: Map<Language, { body: Buffer; entityTag: string }>;
}

const lists = new WeakMap<Database, Map<CatalogList, Promise<LoadedList>>>();

/** A shared list out of memory. */
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

/** Another process imported a list. */
export function forgetSharedList(database: Database, list: string): void {
  lists.get(database)?.delete(list as CatalogList);
}

async function load(database: Database, list: CatalogList): Promise<LoadedList> {
  const rows = await readSharedList(database.system, list);
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    loadedAtMs: Date.now(),
    answers: new Map(),
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

export function listAnswer(
  list: CatalogList,
  loaded: LoadedList,
  language: Language,
): { body: Buffer; entityTag: string } {
  let answer = loaded.answers.get(language);
  if (answer === undefined) {
    const body = Buffer.from(JSON.stringify({ [list]: loaded.rows.map((row) => toEntry(row, language)) }));
    answer = { body, entityTag: contentTag(body) };
    loaded.answers.set(language, answer);
  }
  return answer;
}
