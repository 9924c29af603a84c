import pg from 'pg';
import { breakConnection, onServerError } from './bounded-client.ts';
import { markConnectionError, READ_ONLY_TRANSACTION } from './faults.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { SESSION_SETTINGS } from './session-settings.ts';
import { TenantAwayError } from './tenant-away.ts';

export interface SessionSettings {
  /** The server cancels a statement or a transaction that takes longer. */
  transactionTimeoutMs: number;
  /** Role to set after connecting. Needed if the login role bypasses row-level security. */
  role?: string;
  /** The server cancels a statement whose connection is gone, even while it has nothing to send. */
  noticesDisconnect?: boolean;
  /** The server plans a statement once for all values. Otherwise, it plans the first five executions on each connection. */
  plansOnce?: boolean;
  /** There are several servers, so a session locks its tenant, which can move to another one: see migrations/0061_moves.sql. */
  locksTenants?: boolean;
  /** The server is a node of Citus, which cannot plan statements for all values. */
  isDistributed?: boolean;
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
  /** The tenant whose lock the session has, or may get. */
  lockedTenantId: number | null;
  /** The connection ends with its present use, because a move wants its lock, or because it takes no writes. */
  isUnwanted: boolean;
  hasTransactionTimeout: boolean;
  statements: PreparedStatements;
  isLost: boolean;
}

/** Sets the tenant of a session without locking it. */
export const SET_TENANT = "SELECT set_config('app.tenant_id', $1, false)";
/** Sets it and locks it. Returns whether it is on this server. */
export const TAKE_TENANT = 'SELECT take_tenant($1) AS taken';
const LEAVE_TENANT = `${SET_TENANT}, pg_advisory_unlock_all()`;

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
      if (settings.locksTenants && tenantId !== null) await takeTenant(client, state, tenantId);
      else await setTenant(client, tenantId, settings.locksTenants ? LEAVE_TENANT : SET_TENANT);
      state.tenantId = tenantId;
      state.lockedTenantId = tenantId;
    }
    return toSession(client, state);
  } catch (error) {
    client.release(!(error instanceof TenantAwayError));
    throw error;
  }
}

async function setTenant(client: pg.PoolClient, tenantId: number | null, statement: string): Promise<void> {
  await client.query(statement, [tenantId === null ? '' : String(tenantId)]);
}

/** Throws TenantAwayError if the tenant is on another server or on its way. The session then has no tenant. */
async function takeTenant(client: pg.PoolClient, state: SessionState, tenantId: number): Promise<void> {
  state.lockedTenantId = tenantId;
  const { rows } = await client.query(TAKE_TENANT, [tenantId]);
  if (rows[0].taken) return;
  state.tenantId = null;
  state.lockedTenantId = null;
  throw new TenantAwayError();
}

/** Ends a connection that has the lock of the tenant: at once if nobody uses it, otherwise when it is released. */
export function endSessionOf(client: pg.PoolClient, tenantId: number, isInUse: boolean): void {
  const state = states.get(client);
  if (state?.lockedTenantId !== tenantId) return;
  if (isInUse) state.isUnwanted = true;
  else breakConnection(client);
}

/**
 * For a long read with a join of rows that two indexes have in the same order: PostgreSQL then merges them, whatever it expects. It
 * reads each row once, and the first rows arrive at once. The settings do not prevent what has no other plan, such as an ORDER BY
 * without an index.
 */
export const MERGES_ONLY: readonly string[] = [
  'SET LOCAL enable_nestloop = off',
  'SET LOCAL enable_hashjoin = off',
  'SET LOCAL enable_sort = off',
];

/**
 * Begins a read-only transaction on one snapshot, with a longer timeout than writes have, and further settings. Takes one round
 * trip.
 */
export async function beginLongRead(
  client: pg.PoolClient,
  timeoutMs: number,
  settings: readonly string[] = [],
): Promise<void> {
  const milliseconds = Math.floor(timeoutMs);
  const statements = [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    `SET LOCAL statement_timeout = ${milliseconds}`,
    ...settings,
  ];
  // BEGIN has started the timer of the session's timeout. PostgreSQL starts another one only after 0 has stopped it.
  if (states.get(client)?.hasTransactionTimeout)
    statements.push('SET LOCAL transaction_timeout = 0', `SET LOCAL transaction_timeout = ${milliseconds}`);
  await client.query(statements.join('; '));
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
      if (destroy || state.isUnwanted || !statements.hasEvicted) {
        client.release(destroy || state.isUnwanted);
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
  {
    transactionTimeoutMs,
    role,
    noticesDisconnect = false,
    plansOnce = false,
    isDistributed = false,
  }: SessionSettings,
): Promise<SessionState> {
  const state: SessionState = {
    tenantId: undefined,
    lockedTenantId: null,
    isUnwanted: false,
    hasTransactionTimeout: false,
    statements: new PreparedStatements(),
    isLost: false,
  };
  client.on('error', () => {
    state.isLost = true;
  });
  // The setting of a role, or the place of a primary, stays with a connection. A new connection has the present one.
  onServerError(client, (code) => {
    if (code === READ_ONLY_TRANSACTION) state.isUnwanted = true;
  });
  const timeoutMs = Math.floor(transactionTimeoutMs);
  const statements = [
    ...SESSION_SETTINGS,
    // By default, PostgreSQL compiles plans that look expensive, such as that of an export, with some 25 sub-plans for each record.
    // That takes longer than it saves.
    'SET jit = off',
    `SET statement_timeout = ${timeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${timeoutMs}`,
  ];
  const version = await client.query('SHOW server_version_num');
  // transaction_timeout limits how long the reader of an ended window can have to wait for a writer. Older servers limit
  // only each statement and each idle period between two statements.
  state.hasTransactionTimeout = Number(version.rows[0].server_version_num) >= 170000;
  if (state.hasTransactionTimeout) statements.push(`SET transaction_timeout = ${timeoutMs}`);
  if (plansOnce) statements.push('SET plan_cache_mode = force_generic_plan');
  // Functions such as record_change() write other tables of the tenant, all on this node.
  if (isDistributed) statements.push('SET citus.allow_nested_distributed_execution = on');
  if (role !== undefined) statements.push(`SET ROLE ${pg.escapeIdentifier(role)}`);
  await client.query(statements.join('; '));
  // Servers on some systems do not support it. They notice when they send the next rows.
  if (noticesDisconnect) await client.query("SET client_connection_check_interval = '5s'").catch(() => {});
  states.set(client, state);
  return state;
}
