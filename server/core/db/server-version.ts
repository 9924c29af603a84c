const OLDEST_MAJOR_VERSION = 15;

/** The server or its database cannot be used. The message is one line for the operator. */
export class UnsupportedDatabaseError extends Error {
  override readonly name = 'UnsupportedDatabaseError';
}

/**
 * Throws UnsupportedDatabaseError if the server is too old, or if the database cannot store each character. The values are those
 * of its settings server_version_num and server_encoding.
 */
export function requireSupportedServer(versionNumber: number, encoding: string): void {
  if (versionNumber < OLDEST_MAJOR_VERSION * 10_000)
    throw new UnsupportedDatabaseError(
      `Stellwerk needs PostgreSQL ${OLDEST_MAJOR_VERSION} or newer. The server at DATABASE_URL is version ${formatServerVersion(versionNumber)}. Upgrade it.`,
    );
  if (encoding !== 'UTF8')
    throw new UnsupportedDatabaseError(
      `DATABASE_URL: the encoding of the database is ${encoding}, but Stellwerk needs UTF8. Nothing was changed. Create a database with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`,
    );
}

/** Formats the version like PostgreSQL's own programs: in three parts until 9.6, in two parts since version 10. */
export function formatServerVersion(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  return major < 10
    ? `${major}.${Math.floor(versionNumber / 100) % 100}.${versionNumber % 100}`
    : `${major}.${versionNumber % 10_000}`;
}
