import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { toNameMatch } from '../../../core/text/name-form.ts';
import { changeExpression } from '../../changes/index.ts';
import { type EntryRow, lockEntryNames } from '../queries.ts';
import type { TenantList } from './schema.ts';

interface Names {
  name_en: string;
  name_de: string;
}

/**
 * The names that another entry of the list has in either language (see `toNameMatch`). Locks these names until the transaction
 * ends, so that no other transaction can add them.
 */
export async function findTakenNames(
  db: TenantDatabase,
  tenantId: number,
  list: TenantList,
  names: Names,
  entryId: number | null,
): Promise<string[]> {
  const [en, de] = [toNameMatch(names.name_en), toNameMatch(names.name_de)];
  await lockEntryNames(db, tenantId, list, [en, de]);
  const { rows } = await sql<{ en: boolean; de: boolean }>`
    SELECT coalesce(bool_or(${en} IN (match_en, match_de)), false) AS en,
           coalesce(bool_or(${de} IN (match_en, match_de)), false) AS de
      FROM tenant_catalog_entry
     WHERE tenant_id = ${tenantId} AND list = ${list} AND id IS DISTINCT FROM ${entryId}
       AND (match_en IN (${en}, ${de}) OR match_de IN (${en}, ${de}))`.execute(db);
  return [...(rows[0]!.en ? ['nameEn'] : []), ...(rows[0]!.de ? ['nameDe'] : [])];
}

/** Adds an entry. The change feed omits its log entry, which only renews the entity tags of responses that show names. */
export async function insertEntry(
  db: TenantDatabase,
  tenantId: number,
  list: TenantList,
  { name_en, name_de }: Names,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH added AS (
      INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de)
      VALUES (${tenantId}, ${list}, ${name_en}, ${name_de}, ${toNameMatch(name_en)}, ${toNameMatch(name_de)})
      RETURNING id)
    SELECT added.id, ${changeExpression(tenantId, { entity: 'valueList', kind: 'new', id: sql.ref('added.id'), event: null })}
      FROM added`.execute(db);
  return rows[0]!.id;
}

/**
 * The stored entry, locked until the transaction ends. Others can still refer to it.
 */
export async function lockEntry(
  db: TenantDatabase,
  tenantId: number,
  list: TenantList,
  entryId: number,
): Promise<EntryRow | undefined> {
  return (await db
    .selectFrom('tenant_catalog_entry')
    .select(['id', 'name_en', 'name_de', 'attributes', 'is_expired'])
    .where('tenant_id', '=', tenantId)
    .where('list', '=', list)
    .where('id', '=', entryId)
    .forNoKeyUpdate()
    .executeTakeFirst()) as EntryRow | undefined;
}

/**
 * Whether the list has another valid entry. Locks the list until the transaction ends, so that two calls cannot each expire the
 * entry that the other one relies on.
 */
export async function hasOtherValidEntry(
  db: TenantDatabase,
  tenantId: number,
  list: TenantList,
  entryId: number,
): Promise<boolean> {
  // The lock of the empty name stands for the whole list, because no entry has that name.
  await lockEntryNames(db, tenantId, list, ['']);
  const other = await db
    .selectFrom('tenant_catalog_entry')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('list', '=', list)
    .where('id', '<>', entryId)
    .where('is_expired', '=', false)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateEntry(
  db: TenantDatabase,
  tenantId: number,
  list: TenantList,
  entry: EntryRow,
): Promise<void> {
  const { id, name_en, name_de, is_expired } = entry;
  await sql`
    WITH changed AS (
      UPDATE tenant_catalog_entry
         SET name_en = ${name_en}, name_de = ${name_de}, match_en = ${toNameMatch(name_en)}, match_de = ${toNameMatch(name_de)},
             is_expired = ${is_expired}
       WHERE tenant_id = ${tenantId} AND list = ${list} AND id = ${id}
      RETURNING id)
    SELECT ${changeExpression(tenantId, { entity: 'valueList', kind: 'modified', id: sql.ref('changed.id'), event: null })}
      FROM changed`.execute(db);
}
