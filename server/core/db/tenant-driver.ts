import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { DescribedQuery } from './described-query.ts';
import { endsSession, isSentElsewhere, markConnectionError } from './faults.ts';
import type { Session } from './session.ts';
import { traceStatement } from './statement-span.ts';
import { TenantAwayError } from './tenant-away.ts';

/** A Kysely dialect that runs queries in sessions whose tenant is already set. */
export function tenantDialect(open: () => Promise<Session>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TenantDriver(open),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

const COMMIT = 'COMMIT';

class TenantDriver implements Driver {
  readonly #open: () => Promise<Session>;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  async init() {}
  async destroy() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(await this.#open());
  }

  async releaseConnection(connection: PooledConnection) {
    connection.release();
  }

  async beginTransaction(connection: PooledConnection) {
    await connection.executeQuery(CompiledQuery.raw('BEGIN'));
  }

  async commitTransaction(connection: PooledConnection) {
    await connection.executeQuery(CompiledQuery.raw(COMMIT));
  }

  async rollbackTransaction(connection: PooledConnection) {
    // The end of a broken connection rolls back too. The error of another statement on it would replace the one that says why it broke.
    if (!connection.isBroken) await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #session: Session;
  #isBroken = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** It is closed at its release. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return traceStatement(query.sql, () => this.#execute<R>(query));
  }

  async #execute<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { client, statements } = this.#session;
    try {
      if (parameters.length === 0) {
        const { rows, rowCount, command } = await client.query(text);
        // After a statement that failed, PostgreSQL answers COMMIT with ROLLBACK, which is no error for it.
        if (text === COMMIT && command !== COMMIT)
          throw new Error(
            'Nothing was committed: a statement of the transaction failed before, and its error was not thrown.',
          );
        return { rows: rows ?? [], numAffectedRows: BigInt(rowCount ?? 0) };
      }
      const query = new DescribedQuery<R>(statements.nameOf(text), text, parameters);
      client.query(query as never);
      return { rows: await query.result, numAffectedRows: BigInt(query.count) };
    } catch (error) {
      // Its stack leads to the socket. This one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      // After most errors that the server reports, the session is usable. After any other (a broken connection, a ROLLBACK that
      // did not arrive), it is not.
      if (!(error instanceof pg.DatabaseError) || endsSession(error)) this.#isBroken = true;
      if (isSentElsewhere(error)) {
        this.#isBroken = true;
        throw new TenantAwayError();
      }
      throw this.#session.isLost ? markConnectionError(error) : error;
    }
  }

  // biome-ignore lint/correctness/useYield: exports stream with COPY (server/core/db/copy.ts), not with Kysely.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Use copyJson to stream.');
  }

  release() {
    this.#session.release(this.#isBroken);
  }
}
