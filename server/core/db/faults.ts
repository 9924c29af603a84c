import pg from 'pg';
import { isStoreAway, isStoreFull } from '../store-away.ts';

/**
 * A transaction would have to wait for a record that comes before one that it holds, so it could wait for one that waits for it. It ends
 * instead, and begins again.
 */
export class LockOrderError extends Error {
  override readonly name = 'LockOrderError';
}

/** A serialization failure or a deadlock, or what would be one: the transaction conflicted with another one and can be repeated. */
export function isConflict(error: unknown): boolean {
  if (error instanceof LockOrderError) return true;
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Returns the unique or foreign key constraint that the error says is violated, with its table; undefined for other errors. */
export function violatedConstraint(
  error: unknown,
): { kind: 'unique' | 'reference'; name: string; table: string } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return undefined;
  // On a distributed engine, a table is stored in parts. Their names, and those of their constraints, end with a number.
  const [part = ''] = /_\d+$/.exec(error.table ?? '') ?? [];
  const [name, table] = [error.constraint, error.table ?? ''].map((text) =>
    text.endsWith(part) ? text.slice(0, text.length - part.length) : text,
  ) as [string, string];
  if (error.code === '23505') return { kind: 'unique', name, table };
  if (error.code === '23503') return { kind: 'reference', name, table };
  return undefined;
}

/** Our code for connection errors to which pg assigns none. */
export const CONNECTION_LOST = 'CONNECTION_LOST';

/** A statement got no response for longer than it may take. */
export class SilentConnectionError extends Error {
  override readonly name = 'SilentConnectionError';
  readonly code = CONNECTION_LOST;

  constructor() {
    super('The connection to the database is silent.');
  }
}

/** The database responds and takes no writes: it is a standby or read-only. */
export class ReadOnlyDatabaseError extends Error {
  override readonly name: string = 'ReadOnlyDatabaseError';

  constructor(message = 'The database takes no writes.') {
    super(message);
  }
}

/** SQLSTATE of a write that the server rejects because it takes none. */
export const READ_ONLY_TRANSACTION = '25006';

/** Reads may work. */
export function takesNoWrites(error: unknown): boolean {
  return (
    error instanceof ReadOnlyDatabaseError ||
    (error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION)
  );
}

const CONNECTION_CODES = new Set<string>([
  CONNECTION_LOST,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  // The server is frozen, and the queue of its socket is full.
  'EAGAIN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What pg says, without a code, of a statement for a connection that broke before it. */
const BROKEN_BEFORE = /is not queryable$|^Connection terminated/;

/**
 * Assigns CONNECTION_LOST to an error without a code, and returns the error. Call it only if the error means that a
 * connection broke or could not be opened. pg distinguishes most of these errors only by their message.
 */
export function markConnectionError<E>(error: E): E {
  if (error instanceof Error) (error as NodeJS.ErrnoException).code ??= CONNECTION_LOST;
  return error;
}

/** Connections that break, failed logins, databases that do not exist, and servers that start or stop. */
const REFUSED_SESSION = /^(08|28|3D|57P)/;

/** The database is unreachable, starting or stopping. The same call may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    // FATAL ends the session: the server is stopping, the database accepts no connections, or the login failed.
    if (error.severity === 'FATAL' || error.severity === 'PANIC') return true;
    // The server translates the word into its language. A failed login is known by its code.
    return REFUSED_SESSION.test(code) || isOutOfConnections(error);
  }
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? BROKEN_BEFORE.test(error.message) : CONNECTION_CODES.has(code);
}

/** The server has ended the session. Only the code says so: the server translates the severity of an error into its language. */
export function endsSession(error: pg.DatabaseError): boolean {
  return isUnavailable(error) || error.code === '25P03' || error.code === '25P04';
}

/** The server, its database, or the role has all connections that it may have. */
export function isOutOfConnections(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53300';
}

export const MORE_CONNECTIONS =
  'Raise max_connections or the limit of the role, or lower DATABASE_CONNECTIONS, STREAM_CONNECTIONS, or WORKERS.';

export const TAKES_NO_WRITES =
  'It is a standby, or default_transaction_read_only is on. Run "npx stellwerk doctor", which says what to do.';

/**
 * The server rejected a statement that was a transaction of its own, so nothing of it is stored. False if that is uncertain,
 * because the connection broke.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isUnavailable(error);
}

/**
 * The database has no disk space, memory, or other resource, or accepts no writes (it is a standby, or its disk is read-only).
 * The transaction is rolled back.
 */
function isExhausted(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return code.startsWith('53') || code === '58030' || code === READ_ONLY_TRANSACTION;
}

/** The database, the system, or the document store cannot store anything because a disk or a quota of it is full. */
export function isStorageFull(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || isStoreFull(error) || isDatabaseFull(error);
}

/** The disk of the database server is full. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100';
}

/** The files of a tenant would exceed its quota: see migrations/0041_document_quotas.sql. */
export function isOverDocumentQuota(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'SW507';
}

/**
 * A node of Citus has sent the statement to another one, whose session has neither a tenant nor our settings: the tenant has moved
 * there. Nothing is read or written.
 */
export function isSentElsewhere(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return (
    (code === '42704' && message.includes('app.tenant_id')) ||
    (code === 'XX000' && message.includes('distributed query from a query on a shard'))
  );
}

/** The server canceled the statement or transaction because it exceeded its timeout. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '57014' || error.code === '25P04' || error.code === '25P03')
  );
}

/** The statement has waited for as long as it may. If it were repeated, its caller could wait for as long again. */
export function hasWaitedInVain(error: unknown): boolean {
  return isTimeout(error) || error instanceof SilentConnectionError;
}

/** The call itself is correct. The same call may succeed a little later. */
export function isTransient(error: unknown): boolean {
  return (
    isUnavailable(error) || isStoreAway(error) || isTimeout(error) || isConflict(error) || isExhausted(error)
  );
}
