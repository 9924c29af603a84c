import { type Insertable, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { DB } from '../../../core/db/generated/database.ts';

/** Deletes what finds the candidates. */
export async function deleteEntries(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('candidate_search')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', 'in', ids)
    .execute();
}

export type EntryColumns = Omit<Insertable<DB['candidate_search']>, 'tenant_id'>;

/**
 * Writes what candidates are filtered and sorted by. Every entry must have the same columns. Leaves rows alone that are the same,
 * because most changes of a candidate change none of it.
 */
export async function writeEntries(
  db: TenantDatabase,
  tenantId: number,
  entries: readonly EntryColumns[],
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const columns = (Object.keys(first) as (keyof EntryColumns)[]).filter((name) => name !== 'candidate_id');
  await db
    .insertInto('candidate_search')
    .values(entries.map((entry) => ({ ...entry, tenant_id: tenantId })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'candidate_id'])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)])))
        .where(
          sql<boolean>`${row('candidate_search', columns)} IS DISTINCT FROM ${row('excluded', columns)}`,
        ),
    )
    .execute();
}

const row = (table: string, columns: readonly string[]) =>
  sql`(${sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))})`;

export interface TermRow {
  /** Of the record. */
  id: number;
  term: string;
  weight: number;
}

export async function readTerms(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    SELECT candidate_id AS id, term, weight FROM candidate_search_term
     WHERE tenant_id = ${tenantId} AND candidate_id = ANY (${ids}::int[])`.execute(db);
  return rows;
}

export async function deleteTerms(
  db: TenantDatabase,
  tenantId: number,
  rows: readonly TermRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM candidate_search_term AS t
     USING unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.term)}::text[]) AS gone (candidate_id, term)
     WHERE t.tenant_id = ${tenantId} AND t.candidate_id = gone.candidate_id AND t.term = gone.term COLLATE "C"`.execute(
    db,
  );
}

export async function writeTerms(
  db: TenantDatabase,
  tenantId: number,
  rows: readonly TermRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO candidate_search_term (tenant_id, candidate_id, term, weight)
    SELECT ${tenantId}, added.candidate_id, added.term, added.weight
      FROM unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.term)}::text[],
                  ${rows.map((row) => row.weight)}::smallint[]) AS added (candidate_id, term, weight)`.execute(
    db,
  );
}
