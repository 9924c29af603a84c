import pg from 'pg';
import { codeConnectionError } from './faults.ts';
import { PreparedStatements } from './prepared-statements.ts';

export interface SessionSettings {
  /** The server ends a statement or a transaction that takes longer. */
  transactionTimeoutMs: number;
  /** Role to take on after connecting: set when the login role would bypass row-level security. */
  role?: string;
}

/** A connection that the caller has for itself until it calls `release`. */
export interface Session {
  client: pg.PoolClient;
  statements: PreparedStatements;
  /** The connection broke: every further query fails. */
  readonly isLost: boolean;
  /** Gives the connection back. `destroy` closes it: for a session whose state is unsure. */
  release(destroy?: boolean): void;
}

interface SessionState {
  /** The tenant that is set; undefined while that is not known. */
  tenantId: number | null | undefined;
  hasTransactionTimeout: boolean;
  statements: PreparedStatements;
  isLost: boolean;
}

const states = new WeakMap<pg.PoolClient, SessionState>();

/** Takes a connection from the pool, with this tenant set. */
export async function openSession(
  pool: pg.Pool,
  settings: SessionSettings,
  tenantId: number | null,
): Promise<Session> {
  const client = await pool.connect().catch((error) => {
    throw codeConnectionError(error);
  });
  try {
    const state = states.get(client) ?? (await beginSession(client, settings));
    if (state.tenantId !== tenantId) {
      state.tenantId = undefined;
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [
        tenantId === null ? '' : String(tenantId),
      ]);
      state.tenantId = tenantId;
    }
    return toSession(client, state);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Begins a read of one snapshot that may take longer than writes may; one round trip. */
export async function beginLongRead(client: pg.PoolClient, timeoutMs: number): Promise<void> {
  const settings = [
    'statement_timeout',
    ...(states.get(client)?.hasTransactionTimeout ? ['transaction_timeout'] : []),
  ];
  await client.query(
    [
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      ...settings.map((name) => `SET LOCAL ${name} = ${Math.floor(timeoutMs)}`),
    ].join('; '),
  );
}

function toSession(client: pg.PoolClient, state: SessionState): Session {
  const { statements } = state;
  let isReleased = false;
  return {
    client,
    statements,
    get isLost() {
      return state.isLost;
    },
    release(destroy = false) {
      if (isReleased) return;
      isReleased = true;
      if (destroy || !statements.hasEvicted) {
        client.release(destroy);
        return;
      }
      statements.deallocateEvicted(client).then(
        () => client.release(),
        () => client.release(true),
      );
    },
  };
}

async function beginSession(
  client: pg.PoolClient,
  { transactionTimeoutMs, role }: SessionSettings,
): Promise<SessionState> {
  const state: SessionState = {
    tenantId: undefined,
    hasTransactionTimeout: false,
    statements: new PreparedStatements(),
    isLost: false,
  };
  // The pool listens only while a connection is idle. Without a listener one that breaks between two statements of
  // a transaction would end the process. The queries that fail with it reject with this very error.
  client.on('error', (error) => {
    state.isLost = true;
    codeConnectionError(error);
  });
  const timeoutMs = Math.floor(transactionTimeoutMs);
  const statements = [
    "SET TimeZone = 'UTC'",
    `SET statement_timeout = ${timeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${timeoutMs}`,
  ];
  const version = await client.query('SHOW server_version_num');
  // transaction_timeout bounds how long a reader of a finished window can have to wait for a writer; older
  // servers bound each statement and each pause between two instead.
  state.hasTransactionTimeout = Number(version.rows[0].server_version_num) >= 170000;
  if (state.hasTransactionTimeout) statements.push(`SET transaction_timeout = ${timeoutMs}`);
  if (role !== undefined) statements.push(`SET ROLE ${pg.escapeIdentifier(role)}`);
  await client.query(statements.join('; '));
  states.set(client, state);
  return state;
}
