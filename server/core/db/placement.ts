import { LRUCache } from 'lru-cache';
import { type Database, type DatabaseServer, openHandles } from './connection.ts';
import { CONNECTION_LOST } from './faults.ts';
import { TenantAwayError } from './tenant-away.ts';

type Servers = readonly [DatabaseServer, ...DatabaseServer[]];

/** The directory places a tenant on a server that this process does not have in its settings. */
export class UnknownServerError extends Error {
  override readonly name = 'UnknownServerError';
  // Only the calls of its tenants fail, with 503, until the process is started with the right settings.
  readonly code = CONNECTION_LOST;
  constructor(name: string, setting = 'DATABASE_SERVERS') {
    super(`The tenant is on the server "${name}". Add it to ${setting} and start the service again.`);
  }
}

const MAXIMUM_TENANTS = 100_000;

/**
 * Says which server has a tenant, and remembers it. That can be outdated, because a tenant can move. So the server that is asked says
 * whether it has the tenant.
 */
export abstract class Placement {
  readonly #known = new LRUCache<number, DatabaseServer>({ max: MAXIMUM_TENANTS });

  /** Returns synchronously if it is known, which is the case for nearly every call. */
  serverOf(tenantId: number): DatabaseServer | Promise<DatabaseServer> {
    return this.#known.get(tenantId) ?? this.#findAndRemember(tenantId);
  }

  /** The next call of `serverOf` finds out again. */
  forget(tenantId: number): void {
    this.#known.delete(tenantId);
  }

  async #findAndRemember(tenantId: number): Promise<DatabaseServer> {
    const server = await this.find(tenantId);
    this.#known.set(tenantId, server);
    return server;
  }

  protected abstract find(tenantId: number): Promise<DatabaseServer>;
}

/** Reads the table `placed_tenant` of the first server, which names the server of each tenant that is on another one. */
export class TenantDirectory extends Placement {
  readonly #servers: Servers;

  constructor(servers: Servers) {
    super();
    this.#servers = servers;
  }

  protected override async find(tenantId: number): Promise<DatabaseServer> {
    const [first] = this.#servers;
    const placed = await first.database.system
      .selectFrom('placed_tenant')
      .select('server')
      .where('id', '=', tenantId)
      .executeTakeFirst();
    const server = placed === undefined ? first : this.#servers.find(({ name }) => name === placed.server);
    if (server === undefined) throw new UnknownServerError(placed!.server);
    return server;
  }
}

/**
 * Makes one database of several servers: the sessions of a tenant go to its server, and those of the control plane to the first.
 * `servers` are those of `nodes` that have a control plane.
 */
export function joinServers(nodes: Servers, placement: Placement, servers = nodes): Database {
  /** A server that refuses the tenant has done nothing yet, so the one that has it now is asked instead. */
  const ask = async <T>(tenantId: number, use: (database: Database) => Promise<T>): Promise<T> => {
    const { database } = await placement.serverOf(tenantId);
    try {
      return await use(database);
    } catch (error) {
      if (!(error instanceof TenantAwayError)) throw error;
      placement.forget(tenantId);
      return use((await placement.serverOf(tenantId)).database);
    }
  };
  const first = nodes[0].database;
  const tenants = openHandles((tenantId) => ask(tenantId, (database) => database.checkout(tenantId)));
  return {
    system: first.system,
    // With the tenant set, because only that keeps the tenant on its server meanwhile.
    systemOf: (tenantId) => tenants.memo(tenantId),
    servers,
    nodes,
    tenant: (tenantId) => tenants.memo(tenantId),
    read: (tenantId, text, values) => ask(tenantId, (database) => database.read(tenantId, text, values)),
    checkout: (tenantId) =>
      tenantId === null ? first.checkout(null) : ask(tenantId, (database) => database.checkout(tenantId)),
    checkoutStream: (tenantId) => ask(tenantId, (database) => database.checkoutStream(tenantId)),
    forgetTenant(tenantId) {
      placement.forget(tenantId);
      for (const { database } of nodes) database.forgetTenant(tenantId);
    },
    pool: first.pool,
    lanes: first.lanes,
    ping: (timeoutMs) => first.ping(timeoutMs),
    isResponding() {
      const states = nodes.map(({ database }) => database.isResponding());
      if (states.includes(false)) return false;
      return states.includes(undefined) ? undefined : true;
    },
    async close() {
      await Promise.all(nodes.map(({ database }) => database.close()));
    },
  };
}
