import { databaseServers, integer } from './values.ts';

/** Settings of how the service waits for its database. */
export const DATABASE_SETTINGS = [
  {
    name: 'DATABASE_SERVERS',
    key: 'databaseServers',
    default: '(none: all tenants are on DATABASE_URL)',
    meaning:
      'Further PostgreSQL servers for tenants: north=postgres://… south=postgres://…, separated by spaces. A tenant is created on one of them with --server. Keep the names.',
    read: (text: string | undefined) => (text === undefined ? [] : databaseServers(text)),
  },
  {
    name: 'DATABASE_SILENCE_MS',
    key: 'databaseSilenceMs',
    default: '10000',
    meaning:
      'Milliseconds without any response of the database after which running calls fail with 503. Further calls then fail at once until it responds again.',
    limits: '1000 to 25000',
    read: (text: string | undefined) => integer(text, 10_000, 1000, 25_000),
  },
] as const;
