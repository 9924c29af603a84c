import pg from 'pg';
import { markConnectionError } from './faults.ts';

/**
 * Opens a connection outside the pool. If that fails, the error has a code: a SQLSTATE, a system error, or CONNECTION_LOST for
 * the failures that pg describes only in words, such as a timeout or a missing password.
 */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  await client.connect().catch((error) => {
    throw markConnectionError(error);
  });
  return client;
}
