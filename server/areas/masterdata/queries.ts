import { sql } from 'kysely';
import type { Database, SystemDatabase, TenantDatabase } from '../../core/db/connection.ts';
import { toNameMatch, toStoredName } from '../../core/text/name-form.ts';
import type { CatalogEntry, CatalogList } from './catalogs.ts';

export interface EntryRow {
  id: number;
  name_en: string;
  name_de: string;
  attributes: Record<string, unknown> | null;
  is_expired: boolean;
}

const COLUMNS = ['id', 'name_en', 'name_de', 'attributes', 'is_expired'] as const;

export async function readSharedList(db: SystemDatabase, list: CatalogList): Promise<EntryRow[]> {
  return (await db
    .selectFrom('catalog_entry')
    .select(COLUMNS)
    .where('list', '=', list)
    .orderBy('id')
    .execute()) as EntryRow[];
}

/** Changes with every entry of the list, also if somebody edits the table by hand. */
export async function readSharedDigest(db: SystemDatabase, list: CatalogList): Promise<string> {
  const { rows } = await sql<{ digest: string | null }>`
    SELECT md5(string_agg(entry::text, ',' ORDER BY id)) AS digest FROM catalog_entry AS entry
     WHERE list = ${list}`.execute(db);
  return rows[0]?.digest ?? '';
}

/** A digest of the entries of each shared list. */
export async function readSharedDigests(db: SystemDatabase): Promise<Map<CatalogList, string>> {
  const { rows } = await sql<{ list: CatalogList; digest: string }>`
    SELECT list, md5(string_agg(entry::text, ',' ORDER BY id)) AS digest
      FROM catalog_entry AS entry GROUP BY list ORDER BY list`.execute(db);
  return new Map(rows.map(({ list, digest }) => [list, digest]));
}

/** The version of each shared list. It changes when the list is loaded or imported. */
export async function readSharedVersions(db: SystemDatabase): Promise<Map<string, string>> {
  const rows = await db.selectFrom('catalog_source').select(['list', 'sha256', 'loaded_at']).execute();
  return new Map(rows.map((row) => [row.list, `${row.sha256} ${row.loaded_at}`]));
}

export async function readTenantList(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
): Promise<EntryRow[]> {
  return (await db
    .selectFrom('tenant_catalog_entry')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('list', '=', list)
    .orderBy('id')
    .execute()) as EntryRow[];
}

/** One statement for each list, so that a connection prepares few. */
const tenantLists = new Map<CatalogList, string>();

/** As `readTenantList`, outside a transaction, over a connection that reads share. */
export function lookUpTenantList(
  database: Database,
  tenantId: number,
  list: CatalogList,
): Promise<EntryRow[]> {
  let text = tenantLists.get(list);
  if (text === undefined) {
    text = `SELECT ${COLUMNS.join(', ')} FROM tenant_catalog_entry WHERE tenant_id = $1 AND list = '${list}' ORDER BY id`;
    tenantLists.set(list, text);
  }
  return database.read<EntryRow>(tenantId, text, [tenantId]);
}

/** Those of the ids that are in the tenant's list. */
export async function findTenantEntries(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
  ids: number[],
  withExpired: boolean,
): Promise<number[]> {
  const rows = await db
    .selectFrom('tenant_catalog_entry')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('list', '=', list)
    .where('id', 'in', ids)
    .$if(!withExpired, (query) => query.where('is_expired', '=', false))
    .execute();
  return rows.map((row) => row.id);
}

/** Those of the ids that are in the shared list. */
export async function findSharedEntries(
  db: SystemDatabase,
  list: CatalogList,
  ids: number[],
  withExpired: boolean,
): Promise<number[]> {
  const rows = await db
    .selectFrom('catalog_entry')
    .select('id')
    .where('list', '=', list)
    .where('id', 'in', ids)
    .$if(!withExpired, (query) => query.where('is_expired', '=', false))
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Inserts or replaces entries of a shared list in one statement, for up to a few thousand. Other entries stay unchanged. An
 * entry without `isExpired` keeps its state, so that loading a list does not bring back what an operator has retired. An entry
 * without `nameEn` keeps its English name, or has the German one if there is none.
 */
export async function upsertSharedEntries(
  db: SystemDatabase,
  list: CatalogList,
  entries: readonly (Omit<CatalogEntry, 'nameEn'> & { nameEn?: string; isExpired?: boolean })[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO catalog_entry (list, id, name_en, name_de, attributes, is_expired)
    SELECT ${list}, entry.id,
           coalesce(entry."nameEn", CASE WHEN known.name_en <> known.name_de THEN known.name_en END, entry."nameDe"),
           entry."nameDe", entry.attributes,
           coalesce(entry."isExpired", known.is_expired, false)
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
           AS entry (id int, "nameEn" text, "nameDe" text, attributes jsonb, "isExpired" boolean)
      LEFT JOIN catalog_entry AS known ON known.list = ${list} AND known.id = entry.id
    ON CONFLICT (list, id) DO UPDATE
       SET name_en = excluded.name_en, name_de = excluded.name_de, attributes = excluded.attributes,
           is_expired = excluded.is_expired`.execute(db);
}

export async function recordSource(db: SystemDatabase, list: CatalogList, sha256: string): Promise<void> {
  await sql`
    INSERT INTO catalog_source (list, sha256, loaded_at) VALUES (${list}, ${sha256}, clock_now())
    ON CONFLICT (list) DO UPDATE SET sha256 = excluded.sha256, loaded_at = excluded.loaded_at`.execute(db);
  await sql`SELECT pg_notify('catalog', ${list})`.execute(db);
  // Triggers do this if the tenants are not distributed: stored records with names of the list are outdated.
  const { is_distributed: isDistributed } = await db
    .selectFrom('installation')
    .select('is_distributed')
    .executeTakeFirstOrThrow();
  if (isDistributed) await sql`UPDATE tenant SET names_version = names_version + 1`.execute(db);
}

/** The lowest id in each list of the tenant that has entries. */
export async function readLowestIds(db: TenantDatabase, tenantId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ list: string; id: number }>`
    SELECT list, min(id) AS id FROM tenant_catalog_entry WHERE tenant_id = ${tenantId} GROUP BY list`.execute(
    db,
  );
  return new Map(rows.map(({ list, id }) => [list, id]));
}

/** Copies the defaults of a tenant-owned list into a tenant that lacks the list, except those whose names the tenant has added. */
export async function copyTenantDefaults(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
  entries: readonly CatalogEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    matchEn: toNameMatch(entry.nameEn),
    matchDe: toNameMatch(entry.nameDe),
  }));
  await sql`
    INSERT INTO tenant_catalog_entry (tenant_id, list, id, name_en, name_de, match_en, match_de, attributes)
    SELECT ${tenantId}, ${list}, id, "nameEn", "nameDe", "matchEn", "matchDe", attributes
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS entry (id int, "nameEn" text, "nameDe" text, "matchEn" text, "matchDe" text, attributes jsonb)
     WHERE NOT EXISTS (
             SELECT FROM tenant_catalog_entry AS own
              WHERE own.tenant_id = ${tenantId} AND own.list = ${list}
                AND (own.match_en IN ("matchEn", "matchDe") OR own.match_de IN ("matchEn", "matchDe")))`.execute(
    db,
  );
}

/**
 * Locks these names (in the form of `toNameMatch`) until the transaction ends, so that no other transaction can add them. A
 * transaction that needs several names locks all of them with one call, which sorts them: two transactions with the same names would
 * otherwise deadlock.
 */
export async function lockEntryNames(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
  names: readonly string[],
): Promise<void> {
  const sorted = [...new Set(names.map(toNameMatch))].sort();
  const keys = sorted.map((name) => `${tenantId} ${list} ${name}`);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${keys}::text[]) AS key`.execute(
    db,
  );
}

/** A tag of all shared lists. It changes when one is loaded or imported. */
export async function readSharedListsTag(db: SystemDatabase): Promise<string> {
  const { rows } = await sql<{ tag: string | null }>`
    SELECT md5(string_agg(list || sha256 || loaded_at::text, ',' ORDER BY list)) AS tag FROM catalog_source`.execute(
    db,
  );
  return rows[0]?.tag ?? '';
}

/**
 * Locks those of the names that no entry of the list has yet, as `lockEntryNames` does. A transaction that calls `findOrAddEntry`
 * for several names calls this before, with all of them.
 */
export async function lockNewEntryNames(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
  names: readonly string[],
): Promise<void> {
  const matches = names.map(toNameMatch);
  const { rows: known } = await sql<{ match: string }>`
    SELECT unnest(ARRAY[match_en, match_de]) AS match FROM tenant_catalog_entry
     WHERE tenant_id = ${tenantId} AND list = ${list}
       AND (match_en = ANY (${matches}::text[]) OR match_de = ANY (${matches}::text[]))`.execute(db);
  const isKnown = new Set(known.map(({ match }) => match));
  const unknown = names.filter((_, index) => !isKnown.has(matches[index]!));
  if (unknown.length > 0) await lockEntryNames(db, tenantId, list, unknown);
}

/**
 * The id of the entry of a tenant-owned list that has this name in either language (see `toNameMatch`). Adds an entry if the
 * name is unknown. Undefined if all entries with this name have expired. Call it in a transaction: a second call with the same
 * new name waits for its end, so that a name is added only once. Calls with a name that is in the list do not wait for each other,
 * as an import with the same names in all rows would. A renaming at the same time then counts as the later one.
 */
export async function findOrAddEntry(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
  name: string,
): Promise<number | undefined> {
  const [entryName, match] = [toStoredName(name), toNameMatch(name)];
  let known = await findEntryByName(db, tenantId, list, match);
  if (known === undefined) {
    await lockEntryNames(db, tenantId, list, [entryName]);
    // Again: its snapshot is newer than the lock, so it sees what the last holder of the lock committed.
    known = await findEntryByName(db, tenantId, list, match);
  }
  if (known !== undefined) return known.is_expired ? undefined : known.id;
  const { rows: added } = await sql<{ id: number }>`
    INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de)
    VALUES (${tenantId}, ${list}, ${entryName}, ${entryName}, ${match}, ${match})
    RETURNING id`.execute(db);
  return added[0]!.id;
}

/** The entry with this name in the form of `toNameMatch`, a valid one rather than an expired one. */
async function findEntryByName(
  db: TenantDatabase,
  tenantId: number,
  list: CatalogList,
  match: string,
): Promise<{ id: number; is_expired: boolean } | undefined> {
  const { rows } = await sql<{ id: number; is_expired: boolean }>`
    SELECT id, is_expired FROM tenant_catalog_entry
     WHERE tenant_id = ${tenantId} AND list = ${list}
       AND (match_en = ${match} OR match_de = ${match})
     ORDER BY is_expired, id LIMIT 1`.execute(db);
  return rows[0];
}
