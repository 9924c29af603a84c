import pg from 'pg';

/** The transaction lost against another one and may be run again: serialisation failure or deadlock. */
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

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The database cannot be reached or is starting or stopping: the same call may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    // FATAL ends the session: the server stops, the database takes no connections, or the login is refused.
    if (error.severity === 'FATAL' || error.severity === 'PANIC') return true;
    return code.startsWith('08') || code.startsWith('57P') || code === '53300';
  }
  if (!(error instanceof Error)) return false;
  if (NETWORK_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** The server ended the statement or transaction because it ran past its time-out. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '57014' || error.code === '25P04' || error.code === '25P03')
  );
}
