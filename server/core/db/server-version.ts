const OLDEST_MAJOR_VERSION = 15;

/** Throws when a server is too old. `versionNumber` is its setting server_version_num. */
export function requireSupportedServer(versionNumber: number): void {
  if (versionNumber >= OLDEST_MAJOR_VERSION * 10_000) return;
  throw new Error(
    `PostgreSQL ${OLDEST_MAJOR_VERSION} or newer is needed; DATABASE_URL leads to version ${formatServerVersion(versionNumber)}.`,
  );
}

/** The version as PostgreSQL's own programs print it: up to 9.6 in three parts, since then in two. */
export function formatServerVersion(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  return major < 10
    ? `${major}.${Math.floor(versionNumber / 100) % 100}.${versionNumber % 100}`
    : `${major}.${versionNumber % 10_000}`;
}
