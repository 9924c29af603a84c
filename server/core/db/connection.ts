import { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { DB } from './generated/database.ts';
import { openSession, type Session, type SessionSettings } from './session.ts';
import { tenantDialect } from './tenant-driver.ts';

/** Runs queries for one tenant. Every connection that it uses has the tenant set before the first statement. */
export type TenantDatabase = Kysely<DB>;

/** Runs queries of the control plane (tenants, API clients, keys). Tenant tables appear empty to it. */
export type SystemDatabase = Kysely<DB>;

interface DatabaseOptions extends SessionSettings {
  /** libpq connection URL. */
  url: string;
  /** Limit per process. */
  maximumConnections: number;
  applicationName?: string;
}

export interface Database {
  tenant(tenantId: number): TenantDatabase;
  system: SystemDatabase;
  /** Reserves a connection for COPY or LISTEN. The caller must release it, with `destroy` if its state is uncertain. */
  checkout(tenantId: number | null): Promise<Session>;
  pool: pg.Pool;
  close(): Promise<void>;
}

// A handle holds only the tenant's number, no connection. Creating one takes microseconds.
const MAXIMUM_TENANT_HANDLES = 1000;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maximumConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: options.applicationName ?? 'stellwerk',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  // Without a listener, an idle connection that breaks (because the server restarts) would end the process.
  pool.on('error', () => {});

  const checkout = (tenantId: number | null) => openSession(pool, options, tenantId);
  const openHandle = (tenantId: number | null) =>
    new Kysely<DB>({ dialect: tenantDialect(() => checkout(tenantId)) });
  const handles = new LRUCache<number, TenantDatabase>({
    max: MAXIMUM_TENANT_HANDLES,
    memoMethod: (tenantId) => openHandle(tenantId),
  });
  return {
    system: openHandle(null),
    tenant: (tenantId) => handles.memo(tenantId),
    checkout,
    pool,
    async close() {
      await pool.end();
    },
  };
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
