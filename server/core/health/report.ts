import { toForeignWayOut, toMissingCause, toMissingWayOut } from '../blobs/store-messages.ts';
import { MORE_CONNECTIONS, TAKES_NO_WRITES } from '../db/faults.ts';
import type { StoreAwayReason } from '../store-away.ts';

/** What is checked: by each process, except `processes`, which the primary knows. */
type CheckName = 'database' | 'servers' | 'documentStore' | 'disk' | 'queue' | 'processes';
export type CheckResult =
  | 'ok'
  | StoreAwayReason
  | 'exhausted'
  | 'read-only'
  | 'refused'
  | 'low'
  | 'stopped'
  | 'unresponsive';
export type Checks = Partial<Record<CheckName, CheckResult>>;

export interface HealthReport {
  /** `degraded`: part of the service fails, but requests are worth sending. `not ready`: they would fail. */
  status: 'ready' | 'degraded' | 'not ready';
  checks: Checks;
  /** Sentences that say what fails. Absent if nothing does. */
  reason?: string;
}

const REASONS: Partial<Record<CheckName, string>> = {
  database: 'The database does not respond.',
  servers:
    'A server of DATABASE_SERVERS or DATABASE_WORKERS does not respond or takes no writes, so calls of its tenants fail. The log names it.',
  documentStore:
    'The document store cannot be used, so documents cannot be stored or read: it does not respond, or its disk fails. The log has the cause.',
  disk: 'A disk is nearly full, so uploads are rejected. Make space, or see DISK_FLOOR_MB.',
  queue: 'The queue has stopped, so background tasks and webhook deliveries wait.',
};

/** For results of which an operator must do something else. */
const OTHER_REASONS: Partial<Record<CheckName, Partial<Record<CheckResult, string>>>> = {
  database: {
    exhausted: `The database has no free connection for the service. ${MORE_CONNECTIONS}`,
    'read-only': `The database takes no writes. ${TAKES_NO_WRITES}`,
  },
  documentStore: {
    failing:
      'The document store cannot be used, so documents cannot be stored or read: it responds with errors. The log has the cause.',
    full: 'The document store is full, or its quota is used up, so documents cannot be stored. Make space, or raise the quota.',
    refused:
      'The system refuses the service files of the document store, so documents cannot be stored or read. "npx stellwerk doctor" names the path and the way out.',
    missing: `The document store has no installation id, so documents cannot be stored or read: ${toMissingCause()}. ${toMissingWayOut()}`,
    foreign: `The document store belongs to another installation, so documents cannot be stored or read. ${toForeignWayOut()}`,
  },
};

/**
 * Judges the results. Without the document store, most requests succeed, and every instance has the same store. So the service
 * is only degraded then: a balancer that removed all instances would turn a partial failure into a complete one.
 */
export function toReport(
  checks: Checks,
  { essential, reasons = {} }: { essential: readonly CheckName[]; reasons?: typeof REASONS },
): HealthReport {
  const failed = (Object.keys(checks) as CheckName[]).filter((name) => checks[name] !== 'ok');
  if (failed.length === 0) return { status: 'ready', checks };
  return {
    status: failed.some((name) => essential.includes(name)) ? 'not ready' : 'degraded',
    checks,
    reason: failed
      .map((name) => reasons[name] ?? OTHER_REASONS[name]?.[checks[name]!] ?? REASONS[name])
      .join(' '),
  };
}

/** Of a service that starts, so that nothing can be checked yet, or that wants no more requests, whatever the checks say. */
export function toStateReport(state: 'starting' | 'stopping'): HealthReport {
  return { status: 'not ready', checks: {}, reason: `The service is ${state}.` };
}

/** The results of all processes together. A check that fails in one of them has failed. */
export function mergeChecks(parts: readonly Checks[]): Checks {
  const merged: Checks = {};
  for (const part of parts) {
    for (const [name, result] of Object.entries(part) as [CheckName, CheckResult][])
      if (merged[name] === undefined || merged[name] === 'ok') merged[name] = result;
  }
  return merged;
}

/** The status code for /health/ready: a degraded service still wants requests. */
export function statusCodeOf({ status }: HealthReport): number {
  return status === 'not ready' ? 503 : 200;
}
