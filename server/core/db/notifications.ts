import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../services.ts';
import type { Database } from './connection.ts';
import { isUnavailable, takesNoWrites } from './faults.ts';
import type { Session } from './session.ts';

const RECONNECT_MS = 1000;

type Channels = Record<string, (payload: string) => void>;

/**
 * Listens for PostgreSQL notifications on a reserved connection, and reconnects if the connection breaks. Notifications sent
 * in the meantime are lost, so a receiver must also reach the correct state without them, even if later. If the database is
 * unavailable, the first connection too is made later, so that a process that is replaced meanwhile can start.
 */
export async function listen(
  { database }: Pick<Services, 'database'>,
  channels: Channels,
): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController();
  const first = await openListener(database, channels).catch((error) => {
    // A standby does not let anybody listen.
    if (!isUnavailable(error) && !takesNoWrites(error)) throw error;
    return undefined;
  });

  const keepListening = async () => {
    let session: Session | undefined = first ?? (await reconnect());
    while (session !== undefined) {
      await waitForEnd(session, stopping.signal);
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
        // The loop retries. Requests report that the database is unavailable.
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

/** The channel on which a server says that a tenant is about to leave it or has arrived. */
export const TENANT_MOVED = 'tenant_moved';

/** Forgets tenants that move, in a process that listens to nothing else. With one server, there are none. */
export async function listenForMoves({ database }: Services): Promise<{ close(): Promise<void> }> {
  const { nodes } = database;
  const channels = { [TENANT_MOVED]: (tenantId: string) => database.forgetTenant(Number(tenantId)) };
  const listeners = nodes.length > 1 ? await Promise.all(nodes.map((node) => listen(node, channels))) : [];
  return {
    async close() {
      await Promise.all(listeners.map((one) => one.close()));
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
    // Closes the connection, which ends every LISTEN that succeeded and frees the place in the pool.
    session.release(true);
    throw error;
  }
}

/** Resolves when the connection breaks or `signal` aborts. */
async function waitForEnd({ client, isLost }: Session, signal: AbortSignal): Promise<void> {
  if (isLost) return;
  // Rejects if the connection fails or `signal` aborts. Both end the wait.
  await once(client, 'end', { signal }).catch(() => {});
}
