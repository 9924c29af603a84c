import { sql } from 'kysely';
import type { TenantDatabase } from '../db/connection.ts';
import type { Fault } from './errors.ts';

/** The properties of a body that no two records of the tenant can have in common. */
interface UniqueProperties {
  /** Its columns have the names of the properties, in snake case. */
  table: string;
  properties: readonly string[];
  body: object;
  /** The record that the body changes, by a column that identifies it. */
  except?: Readonly<Record<string, string | number>> | undefined;
  /** Which other records count, by the names of their columns. Null means that the column must be null. */
  among?: Readonly<Record<string, string | number | null>>;
}

/** Finds the texts of a body that another record has already. */
export async function findDuplicates(
  db: TenantDatabase,
  tenantId: number,
  { table, properties, body, except = {}, among = {} }: UniqueProperties,
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
  const isTaken = sent.map(
    (property) => sql`EXISTS (
      SELECT FROM ${sql.table(table)} AS x
       WHERE x.tenant_id = ${tenantId} AND x.${sql.ref(toColumnName(property))} = ${values[property]}
         ${sql.join(conditions, sql` `)}) AS ${sql.ref(property)}`,
  );
  const { rows } = await sql<Record<string, boolean>>`SELECT ${sql.join(isTaken)}`.execute(db);
  return sent.filter((property) => rows[0]![property]).map(duplicateFault);
}

export function duplicateFault(property: string): Fault {
  return {
    property,
    code: 'duplicate',
    message: `${property} is already used by another record. Change that record or send a different value.`,
  };
}

function toColumnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
