import { CompiledQuery, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { boundedClient, KEEP_ALIVE } from './bounded-client.ts';
import { ReadOnlyDatabaseError } from './faults.ts';
import type { DB } from './generated/database.ts';
import { listClient, ReadOnlyHostError } from './host-list.ts';
import { Lanes, type LaneValue } from './lanes.ts';
import { openSession, type Session, type SessionSettings } from './session.ts';
import { SESSION_SETTINGS } from './session-settings.ts';
import { SessionsOfTenants } from './sessions-of-tenants.ts';
import { SilenceWatch } from './silence.ts';
import { tenantDialect } from './tenant-driver.ts';

/** Runs queries for one tenant. Every connection that it uses has the tenant set before the first statement. */
export type TenantDatabase = Kysely<DB>;

/** Runs queries of the control plane (tenants, API clients, keys). Tenant tables appear empty to it. */
export type SystemDatabase = Kysely<DB>;

/** A PostgreSQL server of the installation, with a database that reaches only this one. */
export interface DatabaseServer {
  name: string;
  database: Database;
}

/** The server at DATABASE_URL. It has the control plane, and all tenants that are on no other server. */
export const FIRST_SERVER = 'first';

interface DatabaseOptions extends SessionSettings {
  /** How settings and commands call the server. FIRST_SERVER by default. */
  name?: string;
  /** libpq connection URL. */
  url: string;
  /** Limit per process. */
  maximumConnections: number;
  /** Limit of further connections per process, which only `checkoutStream` uses. 1 by default. */
  maximumStreams?: number;
  /** See SilenceWatch. */
  silenceMs?: number;
  applicationName?: string;
}

export interface Database {
  tenant(tenantId: number): TenantDatabase;
  /** The control plane, on the first server. */
  system: SystemDatabase;
  /**
   * Like `system`, on the server of a tenant: for what belongs to a tenant but has no row-level security, such as its API clients
   * and sessions.
   */
  systemOf(tenantId: number): SystemDatabase;
  /** All servers, the first one first. */
  servers: readonly DatabaseServer[];
  /** All databases with connections. As `servers`, but with Citus the coordinator, which is the only server, and its workers. */
  nodes: readonly DatabaseServer[];
  /**
   * Runs a short read in a connection that requests share (see Lanes). It must not wait for a lock. `text` is one of a few
   * constants.
   */
  read<R>(tenantId: number, text: string, values: readonly LaneValue[]): Promise<R[]>;
  /** Reserves a connection for COPY or LISTEN. The caller must release it, with `destroy` if its state is uncertain. */
  checkout(tenantId: number | null): Promise<Session>;
  /**
   * Like `checkout`, for a response that is sent while it is read. Its connections are separate, because the reader decides
   * how long it takes.
   */
  checkoutStream(tenantId: number): Promise<Session>;
  /**
   * Forgets what the process remembers of a tenant that is about to move or has moved, and ends the sessions that have its lock when
   * their present use is over.
   */
  forgetTenant(tenantId: number): void;
  /** Of the first server. */
  pool: pg.Pool;
  /** Of the first server. */
  lanes: Lanes;
  /**
   * Rejects unless the first server executes a statement within this time and takes writes. Does not wait for a connection of the
   * pool.
   */
  ping(timeoutMs: number): Promise<void>;
  /** False if a server responds to nothing. Undefined while that is uncertain: see SilenceWatch. */
  isResponding(): boolean | undefined;
  close(): Promise<void>;
}

/** Whether the tenants are on workers of Citus. */
export function hasWorkers({ nodes, servers }: Pick<Database, 'nodes' | 'servers'>): boolean {
  return nodes.length > servers.length;
}

// A handle holds only the tenant's number, no connection. Creating one takes microseconds.
const MAXIMUM_TENANT_HANDLES = 1000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 10_000;
/** How much later than the server the client gives up a statement. */
const RESPONSE_MARGIN_MS = 5000;
const PING_MS = 1200;
/** Statements of one lane run one after another, so a second one uses another core. */
const LANES = 2;

export function openDatabase(options: DatabaseOptions): Database {
  const { silenceMs = SILENCE_MS, name = FIRST_SERVER } = options;
  const applicationName = nameOf(options);
  const pool = openPool(options, options.maximumConnections, applicationName);
  const streams = openPool(options, options.maximumStreams ?? 1, `${applicationName} streams`);
  const shared = openPool(options, LANES, applicationName, { pipeline: true });
  const lanes = new Lanes(shared, { ...options, plansOnce: !options.isDistributed });

  // One connection that only pings use: a pool whose connections are all busy is no failure.
  let pings: pg.Pool | undefined;
  const ping = async (timeoutMs: number) => {
    pings ??= openPingPool(options, timeoutMs);
    // A connection keeps the settings that its role had when it was opened. So what it says counts if a new one says it too.
    if (!(await isReadOnly(pings)) || !(await isReadOnly(pings))) return;
    throw new ReadOnlyDatabaseError();
  };
  const watch = new SilenceWatch({ ping: () => hear(ping), pingMs: PING_MS, silenceMs });
  for (const one of [pool, streams, shared]) watch.observe(one);
  const locks = new SessionsOfTenants([pool, streams]);

  const checkout = async (tenantId: number | null) => {
    watch.check();
    return openSession(pool, options, tenantId);
  };
  const handles = openHandles(checkout);
  const system = openHandle(() => checkout(null));
  const servers: DatabaseServer[] = [];
  const database: Database = {
    system,
    systemOf: () => system,
    servers,
    nodes: servers,
    tenant: (tenantId) => handles.memo(tenantId),
    async read<R>(tenantId: number, text: string, values: readonly LaneValue[]) {
      watch.check();
      const rows = await lanes.read<R>(tenantId, text, values);
      if (rows !== undefined) return rows;
      return (await handles.memo(tenantId).executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;
    },
    checkout,
    async checkoutStream(tenantId) {
      watch.check();
      return openSession(streams, { ...options, noticesDisconnect: true }, tenantId);
    },
    forgetTenant(tenantId) {
      locks.end(tenantId);
      lanes.endSessionsOf(tenantId);
    },
    pool,
    lanes,
    ping,
    isResponding: () => watch.isResponding(),
    async close() {
      watch.close();
      await Promise.all([lanes.close(), pool.end(), streams.end(), pings?.end()]);
    },
  };
  servers.push({ name, database });
  return database;
}

function openHandle(checkout: () => Promise<Session>): Kysely<DB> {
  return new Kysely<DB>({ dialect: tenantDialect(checkout) });
}

/** A handle for each tenant, whose sessions `checkout` opens. */
export function openHandles(
  checkout: (tenantId: number) => Promise<Session>,
): LRUCache<number, TenantDatabase> {
  return new LRUCache<number, TenantDatabase>({
    max: MAXIMUM_TENANT_HANDLES,
    memoMethod: (tenantId) => openHandle(() => checkout(tenantId)),
  });
}

function openPool(
  options: DatabaseOptions,
  maximumConnections: number,
  applicationName: string,
  further: { pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...further,
    ...KEEP_ALIVE,
    Client: listClient(boundedClient(options.transactionTimeoutMs + RESPONSE_MARGIN_MS)),
    connectionString: options.url,
    max: maximumConnections,
    connectionTimeoutMillis: Math.min(CONNECT_MS, options.silenceMs ?? SILENCE_MS),
    idleTimeoutMillis: 60_000,
    application_name: applicationName,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  // Without a listener, an idle connection that breaks (because the server restarts) would end the process.
  pool.on('error', () => {});
  return pool;
}

/** An error that the server reports is a response too. That no server of a list takes writes is none of the one that did. */
async function hear(ping: (timeoutMs: number) => Promise<void>): Promise<void> {
  await ping(PING_MS).catch((error) => {
    const isResponse =
      error instanceof pg.DatabaseError ||
      (error instanceof ReadOnlyDatabaseError && !(error instanceof ReadOnlyHostError));
    if (!isResponse) throw error;
  });
}

/** Takes one round trip. Closes the connection if it takes no writes. */
async function isReadOnly(pings: pg.Pool): Promise<boolean> {
  const client = await pings.connect();
  let isClosed = true;
  try {
    const { rows } = await client.query(
      "SELECT current_setting('transaction_read_only') = 'on' AS read_only",
    );
    isClosed = rows[0].read_only;
    return rows[0].read_only;
  } finally {
    client.release(isClosed);
  }
}

/** See running-processes.ts. */
function nameOf({ applicationName, locksTenants }: DatabaseOptions): string {
  return applicationName ?? (locksTenants ? 'stellwerk placed' : 'stellwerk');
}

function openPingPool(options: DatabaseOptions, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...KEEP_ALIVE,
    Client: listClient(),
    connectionString: options.url,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    // After this, the pool closes the connection: the server may have accepted the statement and then hung.
    query_timeout: timeoutMs,
    idleTimeoutMillis: 60_000,
    application_name: `${nameOf(options)} health`,
    onConnect: (client) => client.query(SESSION_SETTINGS.join('; ')),
  });
  pool.on('error', () => {});
  return pool;
}

/**
 * Converts the text of a timestamptz, such as `2026-03-02 08:15:30.123456+00`. Date.parse reads the years 1 to 99 correctly
 * only in the ISO 8601 form.
 */
function toIsoInstant(value: string): string {
  return new Date(value.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00')).toISOString();
}

// Parses values into the form that the API returns, so that handlers need no conversion. Times become ISO 8601 in UTC with
// milliseconds. Dates stay text, because a Date would shift them by the time zone. int8 and numeric become numbers, because
// all of our values are below 2^53.
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  switch (oid) {
    case 20:
    case 1700:
      return Number;
    case 1082:
      return (value) => value;
    case 1184:
      return toIsoInstant;
    default:
      return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown;
  }
}
