const OLDEST_MAJOR_VERSION = 15;

/** Throws if the server is too old. `versionNumber` is the value of its setting server_version_num. */
export function requireSupportedServer(versionNumber: number): void {
  if (versionNumber >= OLDEST_MAJOR_VERSION * 10_000) return;
  throw new Error(
    `Stellwerk needs PostgreSQL ${OLDEST_MAJOR_VERSION} or newer. The server at DATABASE_URL is version ${formatServerVersion(versionNumber)}. Upgrade it.`,
  );
}

/** Formats the version like PostgreSQL's own programs: in three parts until 9.6, in two parts since version 10. */
export function formatServerVersion(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  return major < 10
    ? `${major}.${Math.floor(versionNumber / 100) % 100}.${versionNumber % 100}`
    : `${major}.${versionNumber % 10_000}`;
}
