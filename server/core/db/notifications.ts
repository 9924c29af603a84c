import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../services.ts';
import type { Database } from './connection.ts';

const RECONNECT_MS = 1000;

/**
 * Hears PostgreSQL's notifications on a connection of its own and reconnects when that breaks. Notifications sent
 * meanwhile are lost: whoever uses them must be right, if later, without them.
 */
export async function listen(
  services: Services,
  channels: Record<string, (payload: string) => void>,
): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController();
  let session: Awaited<ReturnType<Database['checkout']>> | undefined;

  const connect = async (): Promise<void> => {
    session = await services.database.checkout(null);
    const { client } = session;
    client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    client.once('error', () => reconnect());
    client.once('end', () => reconnect());
    await client.query(
      Object.keys(channels)
        .map((channel) => `LISTEN ${channel}`)
        .join('; '),
    );
  };
  let isReconnecting = false;
  const reconnect = async () => {
    if (isReconnecting || stopping.signal.aborted) return;
    isReconnecting = true;
    session?.release(true);
    while (!stopping.signal.aborted) {
      try {
        await delay(RECONNECT_MS, undefined, { signal: stopping.signal });
        await connect();
        break;
      } catch {
        // Tried again; requests report that the database is away.
      }
    }
    isReconnecting = false;
  };

  await connect();
  return {
    async close() {
      stopping.abort();
      session?.release(true);
    },
  };
}
