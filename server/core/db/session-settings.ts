/**
 * What the service depends on, whatever the server, the database, or the role has. Sent when a connection is open, because PgBouncer
 * refuses some of them as parameters of its start.
 */
export const SESSION_SETTINGS: readonly string[] = [
  // The form in which dates and times are read.
  "SET TimeZone = 'UTC'",
  "SET DateStyle = 'ISO, MDY'",
  "SET IntervalStyle = 'postgres'",
  // A change is recorded only in a transaction that sees what others have committed meanwhile.
  "SET default_transaction_isolation = 'read committed'",
  'SET standard_conforming_strings = on',
  // If it is off, a statement fails wherever a policy would hide rows.
  'SET row_security = on',
  // Tables are in the schema public, and so are those that a migration creates. Other schemas stay in the path for what an operator has
  // added. An old database can have all tables in another schema. There, nothing changes.
  `SELECT set_config('search_path', concat_ws(', ', 'public', nullif(current_setting('search_path'), '')), false)
    WHERE current_schema() IS DISTINCT FROM 'public'
      AND (to_regclass('migration') IS NULL
           OR EXISTS (SELECT FROM pg_class WHERE relname = 'migration' AND relnamespace = to_regnamespace('public')))`,
  // A wait for a row is part of its statement, which has a timeout.
  'SET lock_timeout = 0',
  // Idle connections hold locks, listen, or wait in a pool. Servers that are too old for the setting are refused by their version.
  "SELECT set_config('idle_session_timeout', '0', false) WHERE current_setting('idle_session_timeout', true) IS NOT NULL",
];

/** For work that takes as long as the data is large. The server, the database, or the role can have timeouts for all sessions. */
export const REMOVE_TIMEOUTS = `
  SELECT set_config(name, '0', false) FROM pg_settings
   WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;
