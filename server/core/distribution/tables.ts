import type pg from 'pg';

// Where the tables are if the tenants are distributed. A table with a tenant is distributed by it, so a new one cannot be forgotten.
// The others are in one of these lists.

/** On every node, because statements of tenants use them. The engine writes all copies in one transaction. */
export const REFERENCE_TABLES = [
  'api_client',
  'api_client_secret',
  'catalog_entry',
  'catalog_source',
  'geocoder_answer',
  'master_key',
  'tenant',
];

/** On the coordinator only: the control plane, which no statement of a tenant uses. */
export const COORDINATOR_TABLES = [
  'installation',
  'mail_quota',
  'migration',
  'password_reset_request',
  'placed_tenant',
  'portal_use',
  'retired_master_key',
  'sign_in_attempt',
  'signing_key',
];

/** Of shared lists. They write other tables, which the engine does not allow; see recordSource() and take_tenant(). */
export const REPLACED_TRIGGERS = ['forget_records_of_entry', 'forget_records_of_change', 'tenant_placed_key'];

type TableKind = 'distributed' | 'reference' | 'coordinator';

export interface Table {
  name: string;
  kind: TableKind;
  /** Whether the engine has it as it should be. */
  isPlaced: boolean;
}

interface TableRow {
  name: string;
  hasTenant: boolean;
  isPlaced?: boolean;
}

/** Throws if a table is in no list. */
export function classify({ name, hasTenant, isPlaced = false }: TableRow): Table {
  if (REFERENCE_TABLES.includes(name)) return { name, kind: 'reference', isPlaced };
  if (COORDINATOR_TABLES.includes(name)) return { name, kind: 'coordinator', isPlaced: true };
  if (!hasTenant) throw new Error(`The table ${name} has no tenant_id and is in no list of tables.ts.`);
  return { name, kind: 'distributed', isPlaced };
}

/** The tables of the service, without those of extensions. */
export async function readTables(client: pg.ClientBase): Promise<TableRow[]> {
  const { rows } = await client.query<TableRow>(
    `SELECT c.relname AS name,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id' AND NOT attisdropped) AS "hasTenant"
       FROM pg_class AS c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname`,
  );
  return rows;
}

/** The same, with what the engine has. Needs the engine. */
export async function readDistribution(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_dist_partition JOIN pg_class AS c ON c.oid = logicalrelid
      WHERE c.relnamespace = 'public'::regnamespace AND (partmethod = 'h' OR partmethod = 'n' AND repmodel = 't')`,
  );
  const placed = new Set(rows.map(({ name }) => name));
  return (await readTables(client)).map((table) => classify({ ...table, isPlaced: placed.has(table.name) }));
}
