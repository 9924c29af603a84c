import pg from 'pg';

// The login of the service can be another role than the one that owns the tables and migrates them. Then it gets privileges on
// rows only, so that a fault of the service, or somebody who takes it over, cannot change tables, policies, triggers, or
// functions.

const SCHEMAS = ['public', 'graphile_worker'];
/** What a version has migrated. Only the owner writes it. */
const READ_ONLY = ['migration', 'migrations'];
const SHOWN = 5;

/** The roles of DATABASE_URL and MIGRATION_DATABASE_URL do not fit. The message is one line for the operator. */
export class OwnershipError extends Error {
  override readonly name = 'OwnershipError';
}

/** Relations and functions, with their owners. Those of an extension belong to whoever created it. */
const OBJECTS = `
  SELECT c.oid::regclass::text AS name, c.relowner AS owner FROM pg_class AS c
   WHERE c.relnamespace = ANY ($1::regnamespace[]) AND c.relkind IN ('r', 'p', 'S', 'v')
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  UNION ALL
  SELECT p.oid::regprocedure::text, p.proowner FROM pg_proc AS p
   WHERE p.pronamespace = ANY ($1::regnamespace[])
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')`;

async function findSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    'SELECT nspname::text AS name FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY nspname DESC',
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

/** The role that owns the tables, if the login is not that role or a member of it. Undefined too if there are no tables yet. */
export async function findOtherOwner(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT pg_get_userbyid(relowner)::text AS owner FROM pg_class
      WHERE oid = to_regclass('public.migration') AND NOT pg_has_role(relowner, 'USAGE')`,
  );
  return rows[0]?.owner;
}

/**
 * Throws OwnershipError unless the two connections are to one database, with roles of which only the second can change tables.
 */
export async function requireSeparateRoles(service: pg.ClientBase, owner: pg.ClientBase): Promise<void> {
  const identify = async (client: pg.ClientBase) =>
    (
      await client.query(
        `SELECT (pg_control_system()).system_identifier || ' ' || current_database() AS database, current_user::text AS login,
                (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS bypasses`,
      )
    ).rows[0];
  const [own, other] = [await identify(service), await identify(owner)];
  if (own.database !== other.database)
    throw new OwnershipError(
      'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. Nothing was changed. Correct one of them.',
    );
  if (own.bypasses)
    throw new OwnershipError(
      `The login ${own.login} of DATABASE_URL is a superuser or bypasses row-level security, so it can change everything. Nothing was changed. Use another one, or unset MIGRATION_DATABASE_URL.`,
    );
  const { rows } = await service.query("SELECT pg_has_role($1, 'MEMBER') AS member", [other.login]);
  if (rows[0].member)
    throw new OwnershipError(
      `DATABASE_URL has the login ${own.login}, which is the role ${other.login} of MIGRATION_DATABASE_URL or a member of it. Nothing was changed. Use another one, or unset MIGRATION_DATABASE_URL.`,
    );
}

/** Throws OwnershipError if the role cannot change everything in the database. */
export async function requireOwnership(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(
    `SELECT name, pg_get_userbyid(owner)::text AS role, current_user::text AS login FROM (${OBJECTS}) AS found
      WHERE NOT pg_has_role(owner, 'USAGE') ORDER BY 1`,
    [await findSchemas(owner)],
  );
  if (rows.length === 0) return;
  const [{ role, login }] = rows;
  throw new OwnershipError(
    `The role ${login} of MIGRATION_DATABASE_URL does not own ${shorten(rows.map(({ name }) => name))}. Nothing was changed. As a superuser, in this database, run: REASSIGN OWNED BY ${pg.escapeIdentifier(role)} TO ${pg.escapeIdentifier(login)}`,
  );
}

/** Lets the login of the service work with all rows. Call it after migrations, because they create tables. */
export async function grantTo(owner: pg.ClientBase, login: string): Promise<void> {
  const role = pg.escapeIdentifier(login);
  const schemas = await findSchemas(owner);
  await owner.query('BEGIN');
  for (const name of schemas) {
    const schema = pg.escapeIdentifier(name);
    const { rows } = await owner.query("SELECT has_schema_privilege($1, $2, 'USAGE') AS has", [login, name]);
    if (!rows[0].has) await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    await owner.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
    await owner.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`);
  }
  const { rows } = await owner.query(
    'SELECT oid::regclass::text AS name FROM pg_class WHERE relname = ANY ($1) AND relnamespace = ANY ($2::regnamespace[])',
    [READ_ONLY, schemas],
  );
  for (const { name } of rows) await owner.query(`REVOKE INSERT, UPDATE, DELETE ON ${name} FROM ${role}`);
  await openQueue(owner);
  await owner.query('COMMIT');
}

/** The tables of the queue have row-level security without a policy, so that only their owner has access. */
async function openQueue(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(
    `SELECT c.oid::regclass::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = 'graphile_worker' AND c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)`,
  );
  for (const { name } of rows)
    await owner.query(`CREATE POLICY service ON ${name} USING (true) WITH CHECK (true)`);
}

interface Privileges {
  login: string;
  /** As findOtherOwner() returns it. */
  owner: string | undefined;
  /** What the login needs and may not do, such as "INSERT on candidate". */
  missing: string[];
  /** What the login could change although another role owns the tables. */
  changeable: string[];
}

/** Says what the login of this connection may do. */
export async function inspectPrivileges(client: pg.ClientBase): Promise<Privileges> {
  const owner = await findOtherOwner(client);
  const login = (await client.query('SELECT current_user::text AS login')).rows[0].login;
  if (owner === undefined) return { login, owner, missing: [], changeable: [] };
  const schemas = await findSchemas(client);
  const missing = await client.query(
    `SELECT privilege || ' on ' || c.oid::regclass AS name
       FROM pg_class AS c
       CROSS JOIN unnest(CASE WHEN c.relkind = 'S' THEN ARRAY['USAGE', 'SELECT', 'UPDATE']
                              WHEN c.relname = ANY ($2) OR c.relkind = 'v' THEN ARRAY['SELECT']
                              ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) AS privilege
      WHERE c.relnamespace = ANY ($1::regnamespace[]) AND c.relkind IN ('r', 'p', 'S', 'v')
        AND NOT CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, privilege) ELSE has_table_privilege(c.oid, privilege) END
     UNION ALL
     SELECT 'EXECUTE on ' || oid::regprocedure FROM pg_proc
      WHERE pronamespace = ANY ($1::regnamespace[]) AND NOT has_function_privilege(oid, 'EXECUTE')
     UNION ALL
     SELECT 'USAGE on the schema ' || nspname FROM pg_namespace WHERE oid = ANY ($1::regnamespace[]) AND NOT has_schema_privilege(oid, 'USAGE')
     UNION ALL
     SELECT 'a policy on ' || c.oid::regclass FROM pg_class AS c
      WHERE c.relnamespace = ANY ($1::regnamespace[]) AND c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)
     UNION ALL
     SELECT 'TEMPORARY on the database' WHERE NOT has_database_privilege(current_database(), 'TEMPORARY')
     ORDER BY 1`,
    [schemas, READ_ONLY],
  );
  const changeable = await client.query(
    `SELECT name FROM (${OBJECTS}) AS found WHERE pg_has_role(owner, 'MEMBER')
     UNION ALL
     SELECT 'the schema ' || nspname FROM pg_namespace WHERE oid = ANY ($1::regnamespace[]) AND pg_has_role(nspowner, 'MEMBER')
     UNION ALL
     SELECT 'the database' FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')
     ORDER BY 1`,
    [schemas],
  );
  const namesOf = ({ rows }: pg.QueryResult) => rows.map(({ name }) => name);
  return { login, owner, missing: namesOf(missing), changeable: namesOf(changeable) };
}

/** The first of some names, and how many more there are. */
export function shorten(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? `${shown}, and ${names.length - SHOWN} more` : shown;
}
