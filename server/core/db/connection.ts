import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { DB } from './generated/database.ts';

/** Queries of one tenant. Every connection it uses has that tenant set before the first statement. */
export type TenantDatabase = Kysely<DB>;

/** Queries of the control plane (tenants, API clients, keys); tenant tables show no rows through it. */
export type SystemDatabase = Kysely<DB>;

export interface DatabaseOptions {
  /** libpq connection URL. */
  url: string;
  /** Connections this process may hold. */
  maximumConnections: number;
  /** A statement or a transaction that takes longer is ended by the server. */
  transactionTimeoutMs: number;
  /** Role to take on after connecting: set when the login role would bypass row-level security. */
  role?: string;
  applicationName?: string;
}

export interface Database {
  tenant(tenantId: number): TenantDatabase;
  system: SystemDatabase;
  /** A connection of its own, for COPY and LISTEN. The caller releases it; `destroy` when its state is unsure. */
  checkout(tenantId: number | null): Promise<{ client: pg.PoolClient; release(destroy?: boolean): void }>;
  pool: pg.Pool;
  close(): Promise<void>;
}

const tenantOf = Symbol('tenant');
const hasTransactionTimeout = Symbol('has transaction_timeout');
type SessionClient = pg.PoolClient & { [tenantOf]?: number | null; [hasTransactionTimeout]?: boolean };

// One Kysely instance a tenant is kept; it holds no connection, only the tenant's number.
const MAXIMUM_TENANT_HANDLES = 1000;
// Statements are prepared under a name once per connection, which saves parsing and planning them. The number
// of names is bounded: the SQL of a partial change varies with the properties sent.
const MAXIMUM_PREPARED_STATEMENTS = 500;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maximumConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: options.applicationName ?? 'stellwerk',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  // Without a listener an idle connection that breaks (a server restart) would end the process.
  pool.on('error', () => {});

  const checkout = async (tenantId: number | null) => {
    const client = (await pool.connect()) as SessionClient;
    try {
      if (client[tenantOf] === undefined) {
        // The pool listens only while a connection is idle. One that breaks between two statements of a
        // transaction would otherwise end the process; the next statement reports it.
        client.on('error', () => {});
        await openSession(client, options);
      }
      if (client[tenantOf] !== tenantId) {
        client[tenantOf] = undefined;
        await client.query("SELECT set_config('app.tenant_id', $1, false)", [
          tenantId === null ? '' : String(tenantId),
        ]);
        client[tenantOf] = tenantId;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    let released = false;
    return {
      client,
      release(destroy = false) {
        if (released) return;
        released = true;
        client.release(destroy);
      },
    };
  };

  const kyselyOf = (tenantId: number | null) =>
    new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new TenantDriver(checkout, tenantId),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });

  const handles = new Map<number, TenantDatabase>();
  return {
    system: kyselyOf(null),
    tenant(tenantId) {
      let handle = handles.get(tenantId);
      if (handle === undefined) {
        if (handles.size >= MAXIMUM_TENANT_HANDLES) handles.clear();
        handle = kyselyOf(tenantId);
        handles.set(tenantId, handle);
      }
      return handle;
    },
    checkout,
    pool,
    async close() {
      await pool.end();
    },
  };
}

/** Begins a read of one snapshot that may take longer than writes may; one round trip. */
export async function beginLongRead(client: pg.PoolClient, timeoutMs: number): Promise<void> {
  const settings = [
    'statement_timeout',
    ...((client as SessionClient)[hasTransactionTimeout] ? ['transaction_timeout'] : []),
  ];
  await client.query(
    [
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      ...settings.map((name) => `SET LOCAL ${name} = ${Math.floor(timeoutMs)}`),
    ].join('; '),
  );
}

async function openSession(client: SessionClient, options: DatabaseOptions): Promise<void> {
  const timeoutMs = Math.floor(options.transactionTimeoutMs);
  const statements = [
    "SET TimeZone = 'UTC'",
    `SET statement_timeout = ${timeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${timeoutMs}`,
  ];
  const version = await client.query('SHOW server_version_num');
  // transaction_timeout bounds how long a reader of a finished window can have to wait for a writer; older
  // servers bound each statement and each pause between two instead.
  client[hasTransactionTimeout] = Number(version.rows[0].server_version_num) >= 170000;
  if (client[hasTransactionTimeout]) {
    statements.push(`SET transaction_timeout = ${timeoutMs}`);
  }
  if (options.role !== undefined) statements.push(`SET ROLE ${pg.escapeIdentifier(options.role)}`);
  await client.query(statements.join('; '));
}

class TenantDriver implements Driver {
  readonly #checkout: Database['checkout'];
  readonly #tenantId: number | null;

  constructor(checkout: Database['checkout'], tenantId: number | null) {
    this.#checkout = checkout;
    this.#tenantId = tenantId;
  }

  async init() {}
  async destroy() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(await this.#checkout(this.#tenantId));
  }

  async releaseConnection(connection: PooledConnection) {
    connection.release();
  }

  async beginTransaction(connection: PooledConnection) {
    await connection.executeQuery(CompiledQuery.raw('BEGIN'));
  }

  async commitTransaction(connection: PooledConnection) {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(connection: PooledConnection) {
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }
}

const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < MAXIMUM_PREPARED_STATEMENTS) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

class PooledConnection implements DatabaseConnection {
  readonly #session: Awaited<ReturnType<Database['checkout']>>;
  #broken = false;

  constructor(session: Awaited<ReturnType<Database['checkout']>>) {
    this.#session = session;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { sql: text, parameters } = query;
      const result =
        parameters.length === 0
          ? await this.#session.client.query(text)
          : await this.#session.client.query({
              name: statementName(text),
              text,
              values: parameters as unknown[],
            });
      return {
        rows: result.rows ?? [],
        numAffectedRows: BigInt(result.rowCount ?? 0),
      };
    } catch (error) {
      // A fault the server reports leaves the session usable; anything else (a broken connection, a ROLLBACK
      // that did not arrive) does not.
      if (!isServerFault(error)) this.#broken = true;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: exports stream by COPY (server/core/db/copy.ts), not through Kysely.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Use copyRows to stream.');
  }

  release() {
    this.#session.release(this.#broken);
  }
}

function isServerFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

// Values arrive as the API writes them, so that no handler converts: times as ISO 8601 in UTC with milliseconds,
// dates as text (a Date would move them by the zone), int8 and numeric as numbers (all of ours are below 2^53).
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  switch (oid) {
    case 20:
    case 1700:
      return Number;
    case 1082:
      return (value) => value;
    case 1184:
      return (value) => new Date(value).toISOString();
    default:
      return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown;
  }
}
