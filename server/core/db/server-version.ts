const OLDEST_MAJOR_VERSION = 15;

/** Throws if the server is too old. `versionNumber` is its setting server_version_num. */
export function requireSupportedServer(versionNumber: number): void {
  if (versionNumber >= OLDEST_MAJOR_VERSION * 10_000) return;
  throw new Error(
    `DATABASE_URL points to PostgreSQL ${formatServerVersion(versionNumber)}. Use version ${OLDEST_MAJOR_VERSION} or newer.`,
  );
}

/** Formats a version like PostgreSQL's programs, in three parts up to 9.6 and in two since then. */
export function formatServerVersion(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  return major < 10
    ? `${major}.${Math.floor(versionNumber / 100) % 100}.${versionNumber % 100}`
    : `${major}.${versionNumber % 10_000}`;
}
