import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database, TenantDatabase } from '../../core/db/connection.ts';
import { ApiError } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import {
  allocateTransactionId,
  raiseBoundary,
  readOldestRunningTransactionId,
  readWindowTimes,
} from './queries.ts';

interface Settlement {
  /** Every change before it is committed or rolled back, and no further change gets an earlier time. */
  settledMs: number;
  /** The stored boundary, as far as this process has read it. */
  boundaryMs: number;
  /** The latest end that a reader waits for. */
  wantedMs: number;
  running: Promise<void> | undefined;
}

// By tenant. A forgotten one costs a query.
const settlements = new WeakMap<Database, LRUCache<number, Settlement>>();
const MAXIMUM_TENANTS = 10_000;

const FIRST_DELAY_MS = 1;
const MAXIMUM_DELAY_MS = 20;
// The server ends writers at the transaction timeout. This is the time it can take to do so.
const GRACE_MS = 5000;

/**
 * Returns whether the window that ends at `endMs` has ended. If so, it first waits until every transaction that can contain
 * a change in the window has ended, and throws a 503 if one of them exceeds the transaction timeout.
 *
 * The first call for an end raises the tenant's stored boundary to it. From then on, the window has ended for every process
 * and whatever the clocks show, because later changes get times at or after the boundary. A window has ended only if the
 * clocks of this machine and of the database agree, so that one clock that is ahead does not push the boundary ahead.
 */
export async function hasSettled(
  { database, settings, now }: Pick<Services, 'database' | 'settings' | 'now'>,
  tenantId: number,
  endMs: number,
): Promise<boolean> {
  const tenant = settlementOf(database, tenantId);
  if (endMs <= tenant.settledMs) return true;
  const { clockMs, boundaryMs } = await readWindowTimes(database.tenant(tenantId), tenantId);
  tenant.boundaryMs = Math.max(tenant.boundaryMs, boundaryMs);
  if (endMs > boundaryMs && endMs > Math.min(clockMs, now().getTime())) return false;
  // Readers share a run. Those that come while it runs share the next one, so that many ends cost few writes.
  while (endMs > tenant.settledMs) {
    tenant.wantedMs = Math.max(tenant.wantedMs, endMs);
    tenant.running ??= settle(database, tenantId, tenant, settings.transactionTimeoutMs).finally(() => {
      tenant.running = undefined;
    });
    await tenant.running;
  }
  return true;
}

function settlementOf(database: Database, tenantId: number): Settlement {
  let tenants = settlements.get(database);
  if (tenants === undefined) {
    tenants = new LRUCache({ max: MAXIMUM_TENANTS });
    settlements.set(database, tenants);
  }
  let tenant = tenants.get(tenantId);
  if (tenant === undefined) {
    tenant = { settledMs: 0, boundaryMs: 0, wantedMs: 0, running: undefined };
    tenants.set(tenantId, tenant);
  }
  return tenant;
}

/**
 * Raises the boundary to the latest end that a reader waits for, and waits until every transaction that may have read an
 * earlier boundary has ended.
 *
 * A writer gets its transaction id before it reads the boundary. This function does the reverse: it commits the boundary, and
 * then allocates an id. So a writer with a higher id has read this boundary. The proof needs no clock.
 */
async function settle(
  database: Database,
  tenantId: number,
  tenant: Settlement,
  transactionTimeoutMs: number,
): Promise<void> {
  const db = database.tenant(tenantId);
  if (tenant.boundaryMs < tenant.wantedMs) {
    const endMs = tenant.wantedMs;
    await raiseBoundary(db, tenantId, endMs);
    tenant.boundaryMs = Math.max(tenant.boundaryMs, endMs);
  }
  const { boundaryMs } = tenant;
  if (!(await untilEarlierWritersEnd(db, transactionTimeoutMs + GRACE_MS)))
    throw new ApiError('windowUnsettled', { headers: { 'retry-after': '2' } });
  tenant.settledMs = Math.max(tenant.settledMs, boundaryMs);
}

/** Waits until every transaction has ended that can have written before this call. Returns false if that takes longer than `limitMs`. */
export async function untilEarlierWritersEnd(db: TenantDatabase, limitMs: number): Promise<boolean> {
  const ownId = await allocateTransactionId(db);
  const deadlineMs = performance.now() + limitMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAXIMUM_DELAY_MS)) {
    if ((await readOldestRunningTransactionId(db)) >= ownId) return true;
    if (performance.now() > deadlineMs) return false;
    await delay(delayMs);
  }
}
