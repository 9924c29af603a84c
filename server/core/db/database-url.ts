// A connection URL of PostgreSQL can lack its host, as in postgres://user@/database, which the class URL does not allow.

const withHost = (url: string) => url.replace('@/', '@localhost/');

/** Whether the text is a connection URL of one host. */
export function canParseDatabaseUrl(url: string): boolean {
  return URL.canParse(withHost(url));
}

/** Parses a connection URL of one host. A missing host becomes `localhost`. */
export function parseDatabaseUrl(url: string): URL {
  return new URL(withHost(url));
}
