import type pg from 'pg';

export type Volatility = 'immutable' | 'stable' | 'volatile';

interface Signature {
  minimum: number;
  maximum: number;
  volatility: Volatility;
}

interface StoredFunction {
  name: string;
  language: string;
  /** The CREATE FUNCTION statement. */
  definition: string;
  /** The body only. */
  body: string;
}

interface GeneratedColumn {
  table: string;
  column: string;
  isIdentity: boolean;
  /** The default, as PostgreSQL writes it. */
  expression: string | null;
}

/** What the rules must know of the database. */
export interface SqlCatalog {
  /** Tables with rows of tenants, behind row-level security. */
  protectedTables: ReadonlySet<string>;
  /** Tables with rows of tenants that are read before the tenant is known, without row-level security. */
  openTables: ReadonlySet<string>;
  /** All tables of the service. */
  tables: ReadonlySet<string>;
  /** The functions of the service. */
  functions: readonly StoredFunction[];
  /** Columns of protected tables whose values come from a sequence. */
  sequenceColumns: readonly GeneratedColumn[];
  /** What a call of the function with this number of arguments can be. Functions that are not known are volatile. */
  volatilityOf(name: string, argumentCount: number): Volatility;
}

export async function readSqlCatalog(client: pg.ClientBase): Promise<SqlCatalog> {
  const { rows: tables } = await client.query(
    `SELECT relname AS name, relrowsecurity AS "isProtected",
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id') AS "hasTenant"
       FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  // A body without quotes is stored as a parse tree, and is a part of the definition.
  const { rows: functions } = await client.query(
    `SELECT proname AS name, lanname AS language, pg_get_functiondef(p.oid) AS definition,
            coalesce(nullif(prosrc, ''), pg_get_functiondef(p.oid)) AS body
       FROM pg_proc AS p JOIN pg_language AS l ON l.oid = prolang
      WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p') ORDER BY proname`,
  );
  const { rows: sequenceColumns } = await client.query(
    `SELECT relname AS table, attname AS column, attidentity <> '' AS "isIdentity", pg_get_expr(adbin, adrelid) AS expression
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relrowsecurity AND attnum > 0
        AND NOT attisdropped AND (attidentity <> '' OR pg_get_expr(adbin, adrelid) ~ 'nextval|next_id')
      ORDER BY relname, attname`,
  );
  return {
    protectedTables: new Set(tables.filter(({ isProtected }) => isProtected).map(({ name }) => name)),
    openTables: new Set(
      tables.filter(({ isProtected, hasTenant }) => hasTenant && !isProtected).map(({ name }) => name),
    ),
    tables: new Set(tables.map(({ name }) => name)),
    functions,
    sequenceColumns,
    volatilityOf: volatilities(await readSignatures(client)),
  };
}

async function readSignatures(client: pg.ClientBase): Promise<(Signature & { name: string })[]> {
  const { rows } = await client.query(
    `SELECT proname AS name, pronargs - pronargdefaults - (provariadic <> 0)::int AS minimum,
            CASE WHEN provariadic <> 0 THEN 1000 ELSE pronargs END AS maximum,
            CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END AS volatility
       FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace)`,
  );
  return rows;
}

/** Types are not known here, so of several functions with the same number of arguments the least constant one counts. */
function volatilities(signatures: readonly (Signature & { name: string })[]): SqlCatalog['volatilityOf'] {
  const byName = Map.groupBy(signatures, ({ name }) => name);
  return (name, argumentCount) => {
    const found = (byName.get(name) ?? [])
      .filter(({ minimum, maximum }) => minimum <= argumentCount && argumentCount <= maximum)
      .map(({ volatility }) => volatility);
    if (found.length === 0 || found.includes('volatile')) return 'volatile';
    return found.includes('stable') ? 'stable' : 'immutable';
  };
}
