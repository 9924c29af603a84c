import { sql } from 'kysely';
import type { TenantDatabase } from '../db/connection.ts';
import type { Fault } from './errors.ts';

/** The properties of a body that no two records of the tenant can have in common. */
interface UniqueProperties {
  /** Its columns have the names of the properties, in snake case. */
  table: string;
  properties: readonly string[];
  body: object;
  /** What a record of the table is called. Its id is then part of the fault. */
  record?: string;
  /** Only records with these values in their columns are named. */
  named?: Readonly<Record<string, boolean>>;
  /** The record that the body changes, by a column that identifies it. */
  except?: Readonly<Record<string, string | number>> | undefined;
  /** Which other records count, by the names of their columns. Null means that the column must be null. */
  among?: Readonly<Record<string, string | number | null>>;
}

/** In place of the id of a record that is not named. */
const UNNAMED = 0;

/** Finds the texts of a body that another record has already. */
export async function findDuplicates(
  db: TenantDatabase,
  tenantId: number,
  { table, properties, body, record, named = {}, except = {}, among = {} }: UniqueProperties,
): Promise<Fault[]> {
  const values = body as Record<string, unknown>;
  const sent = properties.filter((property) => typeof values[property] === 'string');
  if (sent.length === 0) return [];
  const conditions = [
    ...Object.entries(except).map(([column, value]) => sql`AND x.${sql.ref(column)} <> ${value}`),
    ...Object.entries(among).map(([column, value]) =>
      value === null ? sql`AND x.${sql.ref(column)} IS NULL` : sql`AND x.${sql.ref(column)} = ${value}`,
    ),
  ];
  const isNamed = sql.join(
    [sql`true`, ...Object.entries(named).map(([column, value]) => sql`x.${sql.ref(column)} = ${value}`)],
    sql` AND `,
  );
  const holder =
    record === undefined ? sql`${UNNAMED}::int` : sql`CASE WHEN ${isNamed} THEN x.id ELSE ${UNNAMED} END`;
  const holders = sent.map(
    (property) => sql`(
      SELECT ${holder} FROM ${sql.table(table)} AS x
       WHERE x.tenant_id = ${tenantId} AND x.${sql.ref(toColumnName(property))} = ${values[property]}
         ${sql.join(conditions, sql` `)} LIMIT 1) AS ${sql.ref(property)}`,
  );
  const { rows } = await sql<Record<string, number | null>>`SELECT ${sql.join(holders)}`.execute(db);
  return sent.flatMap((property) => {
    const id = rows[0]![property]!;
    if (id === null) return [];
    return record === undefined || id === UNNAMED
      ? duplicateFault(property)
      : namedFault(property, record, id);
  });
}

export function duplicateFault(property: string): Fault {
  return {
    property,
    code: 'duplicate',
    message: `${property} is already used by another record. Change that record or send a different value.`,
  };
}

/** `record` is what the record is called, and `owner` the record that it belongs to. */
export function namedFault(property: string, record: string, existingId: number, owner = ''): Fault {
  return {
    property,
    code: 'duplicate',
    message: `${property} is already used by ${record} ${existingId}${owner}. If it is this record, use that id. If it is another one, send a different value.`,
    existingId,
  };
}

function toColumnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
