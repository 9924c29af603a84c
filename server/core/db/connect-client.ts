import pg from 'pg';
import { KEEP_ALIVE } from './bounded-client.ts';
import { markConnectionError } from './faults.ts';
import { listClient } from './host-list.ts';
import { SESSION_SETTINGS } from './session-settings.ts';

const CONNECT_MS = 30_000;

/**
 * Opens a connection outside the pool. If that fails, the error has a code: a SQLSTATE, a system error, or CONNECTION_LOST for
 * the failures that pg describes only in words, such as a timeout or a missing password.
 */
export async function connectClient(
  config: pg.ClientConfig,
  Client: typeof pg.Client = pg.Client,
): Promise<pg.Client> {
  const client = new (listClient(Client))({ ...KEEP_ALIVE, connectionTimeoutMillis: CONNECT_MS, ...config });
  await client.connect().catch((error) => {
    throw markConnectionError(error);
  });
  try {
    await client.query(SESSION_SETTINGS.join('; '));
  } catch (error) {
    await client.end().catch(() => {});
    throw markConnectionError(error);
  }
  return client;
}
