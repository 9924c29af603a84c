import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../services.ts';
import type { Database } from './connection.ts';
import type { Session } from './session.ts';

const RECONNECT_MS = 1000;

type Channels = Record<string, (payload: string) => void>;

/**
 * Listens for PostgreSQL's notifications on a reserved connection and reconnects when that breaks. Notifications sent
 * in the meantime are lost: a receiver must also become right, if later, without them.
 */
export async function listen(
  { database }: Pick<Services, 'database'>,
  channels: Channels,
): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController();
  const first = await openListener(database, channels);

  const keepListening = async () => {
    let session: Session | undefined = first;
    while (session !== undefined) {
      await ended(session, stopping.signal);
      session.release(true);
      session = await reconnect();
    }
  };
  const reconnect = async (): Promise<Session | undefined> => {
    while (!stopping.signal.aborted) {
      try {
        await delay(RECONNECT_MS, undefined, { signal: stopping.signal });
        return await openListener(database, channels);
      } catch {
        // Tried again; requests report that the database is unavailable.
      }
    }
    return undefined;
  };

  const listening = keepListening();
  return {
    async close() {
      stopping.abort();
      await listening;
    },
  };
}

async function openListener(database: Database, channels: Channels): Promise<Session> {
  const session = await database.checkout(null);
  try {
    session.client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    await session.client.query(
      Object.keys(channels)
        .map((channel) => `LISTEN ${channel}`)
        .join('; '),
    );
    return session;
  } catch (error) {
    // Whatever LISTEN has begun ends with the connection, which makes room in the pool.
    session.release(true);
    throw error;
  }
}

/** Resolves when the connection breaks or `signal` asks to stop. */
async function ended({ client, isLost }: Session, signal: AbortSignal): Promise<void> {
  if (isLost) return;
  // Rejects on an error of the connection and on the signal, which both end the wait too.
  await once(client, 'end', { signal }).catch(() => {});
}
