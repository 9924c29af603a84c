import pg from 'pg';

/** The transaction lost against another one and may be run again: serialization failure or deadlock. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** The violated unique or foreign-key constraint and its table, if that is what the error is. */
export function violatedConstraint(
  error: unknown,
): { kind: 'unique' | 'reference'; name: string; table: string } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return undefined;
  const { constraint: name, table = '' } = error;
  if (error.code === '23505') return { kind: 'unique', name, table };
  if (error.code === '23503') return { kind: 'reference', name, table };
  return undefined;
}

/** Given here to errors of connections that pg leaves without a code. */
const CONNECTION_LOST = 'CONNECTION_LOST';

const CONNECTION_CODES = new Set([
  CONNECTION_LOST,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Gives an error a code if it has none, and returns it. For the places that know that it means a connection that broke
 * or could not be opened: pg tells most of those apart by their message alone.
 */
export function codeConnectionError<E>(error: E): E {
  if (error instanceof Error) (error as NodeJS.ErrnoException).code ??= CONNECTION_LOST;
  return error;
}

/** The database cannot be reached or is starting or stopping: the same call may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    // FATAL ends the session: the server stops, the database takes no connections, or the login is refused.
    if (error.severity === 'FATAL' || error.severity === 'PANIC') return true;
    return code.startsWith('08') || code.startsWith('57P') || code === '53300';
  }
  return error instanceof Error && CONNECTION_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

/** The server ended the statement or transaction because it exceeded its time limit. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '57014' || error.code === '25P04' || error.code === '25P03')
  );
}

/** Nothing is wrong with the call itself: the same call may succeed a little later. */
export function isTransient(error: unknown): boolean {
  return isUnavailable(error) || isTimeout(error) || isConflict(error);
}
