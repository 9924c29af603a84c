import { LRUCache } from 'lru-cache';
import type { Database, DatabaseServer, SystemDatabase } from './connection.ts';

// What is looked for before the tenant is known, such as a session by its token, can be on any server. With one server, these
// functions ask it and nothing else.

const MAXIMUM_REMEMBERED = 50_000;

/** Where something was found the last time, by its key. */
const remembered = new WeakMap<Database, LRUCache<string, DatabaseServer>>();

/**
 * Looks for something on every server. `key` identifies it among everything that is looked for: the next call first asks the
 * server that had it. If it is on none of those that respond, rejects if another one does not respond.
 */
export async function findOnServers<T>(
  database: Database,
  key: string,
  find: (db: SystemDatabase) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (database.servers.length === 1) return find(database.system);
  const known = placesOf(database);
  const place = known.get(key);
  if (place !== undefined) {
    const found = await find(place.database.system);
    if (found !== undefined) return found;
    // Its tenant may have moved.
    known.delete(key);
  }
  const [first] = await collectFromServers(database, async (server) => {
    const found = await find(server.database.system);
    return found === undefined ? [] : [{ found, server }];
  });
  if (first !== undefined) known.set(key, first.server);
  return first?.found;
}

/**
 * Returns what the servers have together. Those that do not respond count as empty, as long as another one has something. Otherwise
 * rejects, because what is looked for may be there. During a move, two servers can have the same rows.
 */
export async function collectFromServers<T>(
  { servers }: Database,
  read: (server: DatabaseServer) => Promise<readonly T[]>,
): Promise<T[]> {
  if (servers.length === 1) return [...(await read(servers[0]!))];
  const found = await readAll(servers, read);
  // Between the answers of two servers, a tenant can have moved from the later one to the earlier one. It arrives before it leaves, so
  // whoever asks again finds it.
  return found.length > 0 ? found : readAll(servers, read);
}

async function readAll<T>(
  servers: readonly DatabaseServer[],
  read: (server: DatabaseServer) => Promise<readonly T[]>,
): Promise<T[]> {
  const results = await Promise.allSettled(servers.map(read));
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (found.length === 0 && failed !== undefined) throw failed.reason;
  return found;
}

function placesOf(database: Database): LRUCache<string, DatabaseServer> {
  let places = remembered.get(database);
  if (places === undefined) {
    places = new LRUCache({ max: MAXIMUM_REMEMBERED });
    remembered.set(database, places);
  }
  return places;
}
