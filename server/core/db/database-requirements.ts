import type pg from 'pg';
import { requireOwnSession } from './own-session.ts';
import { requireSupportedServer } from './server-version.ts';

/**
 * Throws UnsupportedDatabaseError if the service cannot use the database at `url`, to which `client` is connected. Changes nothing, so
 * a database that takes no writes is usable.
 */
export async function requireUsableDatabase(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query(`
    SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding`);
  const { version, encoding } = rows[0];
  requireSupportedServer(version, encoding);
  await requireOwnSession(client, url);
}

/** Why the database at `client` takes no writes, with the way out. Undefined if it does. */
export async function findWriteFault(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(
    "SELECT current_setting('transaction_read_only')::boolean AS read_only, pg_is_in_recovery() AS standby",
  );
  const { read_only: isReadOnly, standby: isStandby } = rows[0];
  if (isStandby)
    return 'DATABASE_URL: the server is a standby, which takes no writes. Promote it, or set DATABASE_URL to the primary.';
  if (isReadOnly)
    return 'DATABASE_URL: the database takes no writes, because default_transaction_read_only is on. A provider sets it when the disk is full: make space. Otherwise, reset it for the role (ALTER ROLE name RESET default_transaction_read_only), the database, or the server.';
  return undefined;
}
