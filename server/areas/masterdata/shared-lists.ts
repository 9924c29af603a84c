import type { Database } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import { StaticText } from '../../core/http/static-text.ts';
import type { CatalogList } from './catalogs.ts';
import { type EntryRow, readSharedDigest, readSharedList } from './queries.ts';

// An import notifies every process. If a notification is missed, the list is stale for at most this time.
const MAXIMUM_AGE_MS = 60_000;

interface LoadedList {
  rows: EntryRow[];
  byId: ReadonlyMap<number, EntryRow>;
  /** Of the rows, or of older ones if the list changed while it was loaded: the next comparison then finds a difference. */
  digest: string;
  /** When the list was read or compared last. */
  checkedAtMs: number;
  /** The complete responses, built once per language. */
  responses: Map<Language, StaticText>;
}

interface KnownList {
  loading: Promise<LoadedList>;
  /** Undefined until it has been read. */
  loaded: LoadedList | undefined;
}

const lists = new WeakMap<Database, Map<CatalogList, KnownList>>();

/** Returns a shared list from memory, and loads it if needed. */
export async function sharedList(database: Database, list: CatalogList): Promise<LoadedList> {
  const known = knownLists(database).get(list);
  const loaded = await (known?.loading ?? remember(database, list, load(database, list)));
  if (isFresh(loaded)) return loaded;
  const current = knownLists(database).get(list);
  // Another caller has begun to compare it, or an import has replaced it.
  if (current !== known) return sharedList(database, list);
  return remember(database, list, refresh(database, list, loaded));
}

/** Returns a shared list if it is in memory and fresh. */
export function peekSharedList(database: Database, list: CatalogList): LoadedList | undefined {
  const loaded = lists.get(database)?.get(list)?.loaded;
  return loaded !== undefined && isFresh(loaded) ? loaded : undefined;
}

/** Called when a list was imported, in this or another process. */
export function forgetSharedList(database: Database, list: string): void {
  lists.get(database)?.delete(list as CatalogList);
}

function isFresh({ checkedAtMs }: LoadedList): boolean {
  return Date.now() - checkedAtMs <= MAXIMUM_AGE_MS;
}

function knownLists(database: Database): Map<CatalogList, KnownList> {
  let known = lists.get(database);
  if (known === undefined) {
    known = new Map();
    lists.set(database, known);
  }
  return known;
}

function remember(database: Database, list: CatalogList, loading: Promise<LoadedList>): Promise<LoadedList> {
  const known = knownLists(database);
  const entry: KnownList = { loading, loaded: undefined };
  known.set(list, entry);
  loading.then(
    (loaded) => {
      entry.loaded = loaded;
    },
    () => {
      if (known.get(list) === entry) known.delete(list);
    },
  );
  return loading;
}

async function load(database: Database, list: CatalogList): Promise<LoadedList> {
  const checkedAtMs = Date.now();
  const digest = await readSharedDigest(database.system, list);
  const rows = await readSharedList(database.system, list);
  return { rows, byId: new Map(rows.map((row) => [row.id, row])), digest, checkedAtMs, responses: new Map() };
}

/** Keeps the list with its responses if nothing in it has changed. */
async function refresh(database: Database, list: CatalogList, loaded: LoadedList): Promise<LoadedList> {
  const checkedAtMs = Date.now();
  const digest = await readSharedDigest(database.system, list);
  return digest === loaded.digest ? { ...loaded, checkedAtMs } : load(database, list);
}

export function toEntry(row: EntryRow, language: Language) {
  return {
    id: row.id,
    name: language === 'de' ? row.name_de : row.name_en,
    ...(row.attributes ?? {}),
    isExpired: row.is_expired,
  };
}

export function listResponse(list: CatalogList, loaded: LoadedList, language: Language): StaticText {
  let response = loaded.responses.get(language);
  if (response === undefined) {
    const text = JSON.stringify({ [list]: loaded.rows.map((row) => toEntry(row, language)) });
    response = new StaticText('application/json; charset=utf-8', text);
    loaded.responses.set(language, response);
  }
  return response;
}
