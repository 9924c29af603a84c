import { LRUCache } from 'lru-cache';
import { type Database, type DatabaseServer, openHandles } from './connection.ts';
import { CONNECTION_LOST } from './faults.ts';

type Servers = readonly [DatabaseServer, ...DatabaseServer[]];

/** Says which server has a tenant. */
export interface Placement {
  /** Returns synchronously if it is known, which is the case for nearly every call. */
  serverOf(tenantId: number): DatabaseServer | Promise<DatabaseServer>;
}

/** The directory places a tenant on a server that this process does not have in its settings. */
export class UnknownServerError extends Error {
  override readonly name = 'UnknownServerError';
  // Only the calls of its tenants fail, with 503, until the process is started with the right settings.
  readonly code = CONNECTION_LOST;
  constructor(name: string) {
    super(`The tenant is on the server "${name}". Add it to DATABASE_SERVERS and start the service again.`);
  }
}

const MAXIMUM_TENANTS = 100_000;

/**
 * Reads the table `placed_tenant` of the first server, which names the server of each tenant that is on another one. A tenant
 * keeps its server, so what was read once is not read again.
 */
export class TenantDirectory implements Placement {
  readonly #servers: Servers;
  readonly #known = new LRUCache<number, DatabaseServer>({ max: MAXIMUM_TENANTS });

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  serverOf(tenantId: number): DatabaseServer | Promise<DatabaseServer> {
    return this.#known.get(tenantId) ?? this.#find(tenantId);
  }

  async #find(tenantId: number): Promise<DatabaseServer> {
    const [first] = this.#servers;
    const placed = await first.database.system
      .selectFrom('placed_tenant')
      .select('server')
      .where('id', '=', tenantId)
      .executeTakeFirst();
    const server = placed === undefined ? first : this.#servers.find(({ name }) => name === placed.server);
    if (server === undefined) throw new UnknownServerError(placed!.server);
    this.#known.set(tenantId, server);
    return server;
  }
}

/** Makes one database of several servers: the sessions of a tenant go to its server, and those of the control plane to the first. */
export function joinServers(servers: Servers, placement: Placement): Database {
  const databaseOf = async (tenantId: number) => (await placement.serverOf(tenantId)).database;
  const first = servers[0].database;
  const tenants = openHandles(async (tenantId) => (await databaseOf(tenantId)).checkout(tenantId));
  const systems = openHandles(async (tenantId) => (await databaseOf(tenantId)).checkout(null));
  return {
    system: first.system,
    systemOf: (tenantId) => systems.memo(tenantId),
    servers,
    tenant: (tenantId) => tenants.memo(tenantId),
    read: async (tenantId, text, values) => (await databaseOf(tenantId)).read(tenantId, text, values),
    checkout: async (tenantId) => (tenantId === null ? first : await databaseOf(tenantId)).checkout(tenantId),
    checkoutStream: async (tenantId) => (await databaseOf(tenantId)).checkoutStream(tenantId),
    pool: first.pool,
    lanes: first.lanes,
    ping: (timeoutMs) => first.ping(timeoutMs),
    async close() {
      await Promise.all(servers.map(({ database }) => database.close()));
    },
  };
}
