import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Database, SystemDatabase, TenantDatabase } from '../../core/db/connection.ts';
import { type Catalog, type CatalogEntry, type CatalogList, catalogLists, catalogUrl } from './catalogs.ts';
import { checkFile, ProfessionFileError } from './profession-file.ts';
import { readProfessions } from './profession-import.ts';
import {
  copyTenantDefaults,
  type EntryRow,
  readLowestIds,
  readSharedDigests,
  readSharedList,
  readSharedVersions,
  recordSource,
  upsertSharedEntries,
} from './queries.ts';

const BATCH = 1000;

async function readSource(list: CatalogList): Promise<{ catalog: Catalog; sha256: string }> {
  const text = await readFile(catalogUrl(list), 'utf8');
  return { catalog: JSON.parse(text) as Catalog, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Updates the shared lists to this version. Skips lists whose file has not changed. */
export async function loadBuiltInLists(db: SystemDatabase): Promise<void> {
  const versions = await readSharedVersions(db);
  for (const list of catalogLists) {
    const { catalog, sha256 } = await readSource(list);
    if (catalog.owner !== 'shared' || versions.get(list)?.startsWith(sha256)) continue;
    await db.transaction().execute(async (transaction) => {
      await upsertSharedEntries(transaction, list, catalog.entries);
      await recordSource(transaction, list, sha256);
    });
  }
}

/** The shared lists of another server that differ from those of the first one. */
export async function findDifferentLists(database: Database, other: SystemDatabase): Promise<CatalogList[]> {
  const [own, others] = await Promise.all([readSharedDigests(database.system), readSharedDigests(other)]);
  return [...own].filter(([list, digest]) => others.get(list) !== digest).map(([list]) => list);
}

/** Makes the shared lists of the other servers equal to those of the first one. Skips those that are. */
export async function copySharedLists(database: Database): Promise<void> {
  const [, ...others] = database.servers;
  for (const other of others) {
    for (const list of await findDifferentLists(database, other.database.system)) {
      const entries = (await readSharedList(database.system, list)).map(toCatalogEntry);
      const sha256 = (await readSharedVersions(database.system)).get(list)!.split(' ')[0]!;
      await other.database.system.transaction().execute(async (transaction) => {
        for (let start = 0; start < entries.length; start += BATCH)
          await upsertSharedEntries(transaction, list, entries.slice(start, start + BATCH));
        await recordSource(transaction, list, sha256);
      });
    }
  }
}

function toCatalogEntry({
  id,
  name_en: nameEn,
  name_de: nameDe,
  attributes,
  is_expired: isExpired,
}: EntryRow): CatalogEntry & { isExpired: boolean } {
  // Every row was written from such an entry.
  return { id, nameEn, nameDe, isExpired, ...(attributes !== null && { attributes }) } as CatalogEntry & {
    isExpired: boolean;
  };
}

/** The lists that each tenant has of its own, with the entries that a new tenant gets. */
export type TenantLists = ReadonlyMap<CatalogList, readonly CatalogEntry[]>;

export async function readTenantLists(): Promise<TenantLists> {
  const lists = new Map<CatalogList, readonly CatalogEntry[]>();
  for (const list of catalogLists) {
    const { catalog } = await readSource(list);
    if (catalog.owner === 'tenant') lists.set(list, catalog.entries);
  }
  return lists;
}

/**
 * The lists that a tenant lacks since its creation was interrupted, by an earlier version or on workers. Nobody can delete entries, and
 * those that the tenant has added have higher ids than the defaults.
 */
export async function findMissingLists(
  db: TenantDatabase,
  tenantId: number,
  lists: TenantLists,
): Promise<CatalogList[]> {
  const lowest = await readLowestIds(db, tenantId);
  return [...lists].flatMap(([list, entries]) =>
    entries.some(({ id }) => id === lowest.get(list)) ? [] : [list],
  );
}

/** Copies the tenant-owned lists into a new tenant. */
export async function createTenantLists(
  db: TenantDatabase,
  tenantId: number,
  lists: TenantLists,
): Promise<void> {
  for (const [list, entries] of lists) await copyTenantDefaults(db, tenantId, list, entries);
}

/**
 * Imports an occupation catalog (XML or CSV, see profession-import.ts) into the list professions, completely or not at all.
 * Entries that are not in the file stay, because ids are never deleted. The file has only German titles, so entries with an English
 * name keep it. Returns the number of imported rows.
 */
export async function importProfessions(
  db: SystemDatabase,
  source: AsyncIterable<Uint8Array>,
  format: 'xml' | 'csv',
  today: string,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    let batch = new Map<number, Parameters<typeof upsertSharedEntries>[2][number]>();
    let count = 0;
    const flush = async () => {
      await upsertSharedEntries(transaction, 'professions', [...batch.values()]);
      batch = new Map();
    };
    for await (const row of readProfessions(source, format, today)) {
      const attributes: Record<string, string | number> = { kind: row.kind };
      if (row.code !== null) attributes.code = row.code;
      if (row.levelId !== null) attributes.levelId = row.levelId;
      batch.set(row.id, {
        id: row.id,
        nameDe: row.title,
        attributes,
        isExpired: row.isExpired,
      });
      count++;
      if (batch.size === BATCH) await flush();
    }
    // An empty file is a failed download, and must not count as the source of the list.
    if (count === 0) throw new ProfessionFileError(1, 'the file has no entries', checkFile);
    await flush();
    const { sha256 } = await readSource('professions');
    await recordSource(transaction, 'professions', sha256);
    return count;
  });
}
