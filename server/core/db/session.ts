import pg from 'pg';
import { markConnectionError } from './faults.ts';
import { PreparedStatements } from './prepared-statements.ts';

export interface SessionSettings {
  /** The server cancels a statement or a transaction that takes longer. */
  transactionTimeoutMs: number;
  /** Role to set after connecting. Needed if the login role bypasses row-level security. */
  role?: string;
  /** The server cancels a statement whose connection is gone, even while it has nothing to send. */
  noticesDisconnect?: boolean;
  /** The server plans a statement once for all values. Otherwise, it plans the first five executions on each connection. */
  plansOnce?: boolean;
}

/** A connection reserved for the caller until it calls `release`. */
export interface Session {
  client: pg.PoolClient;
  statements: PreparedStatements;
  /** The connection broke, so every further query fails. */
  readonly isLost: boolean;
  /** Returns the connection to the pool. `destroy` closes it instead, for a session whose state is uncertain. */
  release(destroy?: boolean): void;
}

interface SessionState {
  /** The current tenant of the session; undefined if it is uncertain. */
  tenantId: number | null | undefined;
  hasTransactionTimeout: boolean;
  statements: PreparedStatements;
  isLost: boolean;
}

const states = new WeakMap<pg.PoolClient, SessionState>();

/** Takes a connection from the pool and sets its tenant. */
export async function openSession(
  pool: pg.Pool,
  settings: SessionSettings,
  tenantId: number | null,
): Promise<Session> {
  const client = await pool.connect().catch((error) => {
    throw markConnectionError(error);
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

/** Begins a read-only transaction on one snapshot, with a longer timeout than writes have. Takes one round trip. */
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
  { transactionTimeoutMs, role, noticesDisconnect = false, plansOnce = false }: SessionSettings,
): Promise<SessionState> {
  const state: SessionState = {
    tenantId: undefined,
    hasTransactionTimeout: false,
    statements: new PreparedStatements(),
    isLost: false,
  };
  // The pool listens for errors only while a connection is idle. Without this listener, a connection that breaks between two
  // statements of a transaction would end the process. Its queries reject with the same error object.
  client.on('error', (error) => {
    state.isLost = true;
    markConnectionError(error);
  });
  const timeoutMs = Math.floor(transactionTimeoutMs);
  const statements = [
    "SET TimeZone = 'UTC'",
    `SET statement_timeout = ${timeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${timeoutMs}`,
  ];
  const version = await client.query('SHOW server_version_num');
  // transaction_timeout limits how long the reader of an ended window can have to wait for a writer. Older servers limit
  // only each statement and each idle period between two statements.
  state.hasTransactionTimeout = Number(version.rows[0].server_version_num) >= 170000;
  if (state.hasTransactionTimeout) statements.push(`SET transaction_timeout = ${timeoutMs}`);
  if (plansOnce) statements.push('SET plan_cache_mode = force_generic_plan');
  if (role !== undefined) statements.push(`SET ROLE ${pg.escapeIdentifier(role)}`);
  await client.query(statements.join('; '));
  // Servers on some systems do not support it. They notice when they send the next rows.
  if (noticesDisconnect) await client.query("SET client_connection_check_interval = '5s'").catch(() => {});
  states.set(client, state);
  return state;
}
