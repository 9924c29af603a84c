// A connection URL of PostgreSQL can lack its host, as in postgres:///database, which pg takes for localhost. With a user, as in
// postgres://user@/database, the class URL does not allow that.

const withHost = (url: string) =>
  url.replace('@/', '@localhost/').replace(/^(\w+:\/\/)(?=[/?#]|$)/, '$1localhost');

/** Whether the text is a connection URL of one host. */
export function canParseDatabaseUrl(url: string): boolean {
  return URL.canParse(withHost(url));
}

/** Parses a connection URL of one host. A missing host becomes `localhost`. */
export function parseDatabaseUrl(url: string): URL {
  return new URL(withHost(url));
}
