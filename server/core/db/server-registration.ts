import { sql } from 'kysely';
import { type Database, FIRST_SERVER, hasWorkers, type SystemDatabase } from './connection.ts';
import { isUnavailable } from './faults.ts';

// Each server of an installation has the installation's id and its own name, so that a wrong URL is noticed before anything is
// written. The first server has no name.

/** Tables whose ids are unique on a server only by themselves. A tenant brings its rows to another server. */
const TABLES_WITH_RANGES = ['api_client', 'api_client_secret'];
const RANGE = 20_000_000;

/** The settings do not fit the servers. The message is one line for the operator. */
export class ServerRegistrationError extends Error {
  override readonly name = 'ServerRegistrationError';
}

interface Identity {
  id: string;
  server: string | null;
  number: number | null;
  hasTenants: boolean;
  isUnfinished: boolean;
  isDistributed: boolean;
}

async function readIdentity(db: SystemDatabase): Promise<Identity> {
  const { rows } = await sql<Identity>`
    SELECT id::text, server, server_number AS number, EXISTS (SELECT FROM tenant) AS "hasTenants",
           restore_began_at IS NOT NULL AS "isUnfinished", is_distributed AS "isDistributed"
      FROM installation`.execute(db);
  return rows[0]!;
}

/**
 * Makes sure that the servers belong to one installation, and that none is missing which has tenants. With `registers`, a new
 * server becomes part of the installation. `isMigrating`: the tenants may be distributed later. Throws ServerRegistrationError.
 */
export async function checkServers(
  database: Database,
  { registers = false, isMigrating = false } = {},
): Promise<void> {
  const { servers } = database;
  const [first, ...others] = servers.map(({ name, database }) => ({ name, db: database.system }));
  const own = await readIdentity(first!.db);
  if (own.server !== null)
    throw new ServerRegistrationError(
      `DATABASE_URL is the server "${own.server}" of the installation ${own.id}. Set DATABASE_URL to its first server, and put this one into DATABASE_SERVERS.`,
    );
  if (own.isDistributed && !hasWorkers(database))
    throw new ServerRegistrationError(
      'The tenants of DATABASE_URL are distributed over the workers of Citus. Set DATABASE_WORKERS to them.',
    );
  if (hasWorkers(database) && !own.isDistributed && !isMigrating)
    throw new ServerRegistrationError(
      'DATABASE_WORKERS is set, but the tenants are not distributed. Run "npx stellwerk distribute", or unset it.',
    );
  if (own.isUnfinished)
    throw new ServerRegistrationError(
      'A restore into several servers was interrupted, and may have reached only some of them. Run "npx stellwerk restore" with its file again. Or use empty databases.',
    );
  await requireServers(
    first!.db,
    others.map(({ name }) => name),
  );
  for (const { name, db } of others) {
    const found = await readIdentity(db);
    if (found.id === own.id && found.server === name) continue;
    refuseForeign(name, found, own);
    await refuseLost(first!.db, name);
    if (!registers)
      throw new ServerRegistrationError(
        `The server "${name}" of DATABASE_SERVERS is new. Run "npx stellwerk migrate" or start the service.`,
      );
    await register(db, { id: own.id, name, number: await nextNumber(others.map((other) => other.db)) });
  }
}

async function nextNumber(others: readonly SystemDatabase[]): Promise<number> {
  const numbers = await Promise.all(others.map(async (db) => (await readIdentity(db)).number ?? 0));
  return Math.max(...numbers) + 1;
}

async function register(
  db: SystemDatabase,
  { id, name, number }: { id: string; name: string; number: number },
) {
  await db.transaction().execute(async (transaction) => {
    await sql`
      UPDATE installation SET id = ${id}::uuid, server = ${name}, server_number = ${number}::int,
             store_claimed_at = clock_now()`.execute(transaction);
    for (const table of TABLES_WITH_RANGES)
      await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${number * RANGE}::bigint)`.execute(
        transaction,
      );
  });
}

/** Throws ServerRegistrationError if there are tenants on other servers than these and the first one, or on their way there. */
async function requireServers(first: SystemDatabase, names: readonly string[]): Promise<void> {
  const placed = await first.selectFrom('placed_tenant').select(['server', 'moving_to']).distinct().execute();
  const missing = placed
    .flatMap(({ server, moving_to: movingTo }) => [server, movingTo ?? server])
    .filter((server) => server !== FIRST_SERVER && !names.includes(server))
    .sort()[0];
  if (missing !== undefined)
    throw new ServerRegistrationError(
      `There are tenants on the server "${missing}", which DATABASE_SERVERS does not have. Add it.`,
    );
}

/**
 * A process with one server does not lock tenants. A move that began while it started either finds its connections or is found
 * here. Call it when they are open.
 */
export async function refuseMovesAtStart({ servers, system }: Database): Promise<void> {
  if (servers.length > 1) return;
  await requireServers(system, []).catch((error) => {
    // A process that is replaced while the database is away begins its work later, and no move is possible without the database.
    if (!isUnavailable(error)) throw error;
  });
}

function refuseForeign(name: string, found: Identity, own: Identity): void {
  if (found.server !== null)
    throw new ServerRegistrationError(
      `DATABASE_SERVERS calls a server "${name}" which is the server "${found.server}" of the installation ${found.id}. Nothing was changed. Correct DATABASE_SERVERS.`,
    );
  if (found.id === own.id)
    throw new ServerRegistrationError(
      `The server "${name}" of DATABASE_SERVERS is the database of DATABASE_URL, or a copy of it. Nothing was changed. Use an empty database.`,
    );
  if (found.hasTenants)
    throw new ServerRegistrationError(
      `The server "${name}" of DATABASE_SERVERS has tenants of the installation ${found.id}. Nothing was changed. Use an empty database.`,
    );
}

/** Another database under the name of a server that has tenants would hide their records, as if they were lost. */
async function refuseLost(first: SystemDatabase, name: string): Promise<void> {
  const placed = await first
    .selectFrom('placed_tenant')
    .select('key')
    .where((where) => where.or([where('server', '=', name), where('moving_to', '=', name)]))
    .orderBy('id')
    .executeTakeFirst();
  if (placed !== undefined)
    throw new ServerRegistrationError(
      `The server "${name}" of DATABASE_SERVERS is a new database, but "${name}" has tenants, such as "${placed.key}". Correct its URL. If its database is lost, restore a backup into empty databases.`,
    );
}
