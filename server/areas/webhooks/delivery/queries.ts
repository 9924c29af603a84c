import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Outcome } from './call.ts';
import { FAILURE_THRESHOLD } from './retry.ts';

export const TRANSFERRED = 130;
export const FAILED = 131;
export const SKIPPED = 132;

/** More than the longest call and the writing of its outcome take. */
const LEASE_SECONDS = 30;

export type Purpose = 'new' | 'retry' | 'busy';

/** A place among the registrations: tenant first, as everywhere. */
export interface RegistrationKey {
  tenantId: number;
  registrationId: number;
}

export interface Drain {
  /** Names this process's turn; another value in the row means that it has passed to another. */
  lease: string;
  errorCount: number;
  isPaused: boolean;
  dataTypeId: number;
}

export interface DueDelivery {
  id: string;
  event_type_id: number;
  entity_id: number;
  additional_data: Record<string, unknown> | null;
  occurred_at: string;
  url: string;
  round_attempts: number;
}

/** Adds the job that makes a registration's calls, in the caller's transaction. */
export async function wake(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  delaySeconds: number,
  purpose: Purpose,
): Promise<void> {
  await sql`SELECT wake_webhook(${tenantId}::int, ${registrationId}::int,
    make_interval(secs => ${delaySeconds}::float8), ${purpose}::text)`.execute(db);
}

/**
 * Takes the turn to make a registration's calls. `busySeconds` when another process has it: that one is told that
 * somebody asked, so it looks again before it ends. `gone` when there is no such registration.
 */
export async function takeTurn(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
): Promise<Drain | { busySeconds: number } | 'gone'> {
  const { rows } = await sql<{
    is_wanted: boolean;
    lease: string;
    busy_seconds: number;
    error_count: number;
    is_paused: boolean;
    data_type_id: number;
  }>`
    UPDATE webhook_registration AS registration
       SET is_wanted = coalesce(busy_until > clock_now(), false),
           busy_until = CASE WHEN busy_until > clock_now() THEN busy_until
                             ELSE clock_now() + make_interval(secs => ${LEASE_SECONDS}) END
     WHERE tenant_id = ${tenantId} AND id = ${registrationId}
    RETURNING is_wanted, without_waiting_for_disk(), busy_until::text AS lease, error_count, paused_at IS NOT NULL AS is_paused,
              extract(epoch FROM busy_until - clock_now())::float8 AS busy_seconds,
              coalesce((SELECT data_type_id FROM webhook_setting WHERE tenant_id = ${tenantId}), 1482) AS data_type_id`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return 'gone';
  if (row.is_wanted) return { busySeconds: Math.max(0, row.busy_seconds) };
  return {
    lease: row.lease,
    errorCount: row.error_count,
    isPaused: row.is_paused,
    dataTypeId: row.data_type_id,
  };
}

/** Calls that are due, the oldest first; none once the registration is paused or gone, or the turn has passed on. */
export async function findDue(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  lease: string,
  except: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    SELECT delivery.id, delivery.event_type_id, delivery.entity_id, delivery.additional_data, delivery.occurred_at,
           delivery.url, delivery.round_attempts
      FROM webhook_delivery AS delivery
      JOIN webhook_registration AS registration
        ON registration.tenant_id = delivery.tenant_id AND registration.id = delivery.registration_id
     WHERE delivery.tenant_id = ${tenantId} AND delivery.registration_id = ${registrationId}
       AND delivery.next_attempt_at <= clock_now() AND delivery.id <> ALL (${except}::uuid[])
       AND registration.paused_at IS NULL AND registration.busy_until = ${lease}::timestamptz
     ORDER BY delivery.next_attempt_at
     LIMIT ${limit}`.execute(db);
  return rows;
}

export interface Result {
  id: string;
  outcome: Outcome;
  /** Null: it is not called again. */
  retrySeconds: number | null;
}

/**
 * Writes what came of calls, in their order, with the registration's counter, and prolongs the turn; `lease` undefined
 * says that another process has it by now, or the registration is gone.
 */
export async function recordResults(
  db: TenantDatabase,
  key: RegistrationKey,
  lease: string,
  results: readonly Result[],
): Promise<{ lease: string | undefined; errorCount: number; isPaused: boolean }> {
  const { tenantId, registrationId } = key;
  const { rows } = await sql<{ lease: string | null; error_count: number; is_paused: boolean }>`
    SELECT * FROM record_webhook_results(
      ${tenantId}::int, ${registrationId}::int, ${lease}::timestamptz, make_interval(secs => ${LEASE_SECONDS}::float8),
      ${FAILURE_THRESHOLD}::int,
      ${JSON.stringify(
        results.map(({ id, outcome, retrySeconds }) => ({
          id,
          status: outcome.isSuccess ? TRANSFERRED : FAILED,
          success: outcome.isSuccess,
          reason: outcome.reason,
          latency: outcome.latencyMs,
          excerpt: outcome.excerpt,
          retry: retrySeconds,
        })),
      )}::json, ${`The registration was paused after ${FAILURE_THRESHOLD} failures.`}::text)`.execute(db);
  const [row] = rows;
  if (row === undefined) return { lease: undefined, errorCount: 0, isPaused: false };
  return { lease: row.lease ?? undefined, errorCount: row.error_count, isPaused: row.is_paused };
}

/** Ends the waiting of all calls of a registration: those never made are skipped, the others stay what they are. */
export async function skipPending(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  reason: string,
): Promise<void> {
  await sql`
    UPDATE webhook_delivery
       SET next_attempt_at = NULL, reason = CASE WHEN send_status_id IS NULL THEN ${reason} ELSE reason END,
           send_status_id = coalesce(send_status_id, ${SKIPPED})
     WHERE tenant_id = ${tenantId} AND registration_id = ${registrationId} AND next_attempt_at IS NOT NULL`.execute(
    db,
  );
}

/** Gives the turn back and plans the next call, if one is waiting. True when somebody asked for the turn meanwhile. */
export async function giveTurnBack(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  lease: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_wanted: boolean }>`
    SELECT give_webhook_turn_back(${tenantId}::int, ${registrationId}::int, ${lease}::timestamptz) AS is_wanted`.execute(
    db,
  );
  return rows[0]!.is_wanted;
}

/**
 * Adds jobs for registrations of a tenant whose calls are overdue although nobody is at work on them: a process has
 * died, or a backup, which holds no jobs, was restored. Answers how many.
 */
export async function wakeOverdue(db: TenantDatabase, tenantId: number): Promise<number> {
  const { rows } = await sql`
    SELECT wake_webhook(${tenantId}::int, registration_id, interval '0', 'busy')
      FROM (SELECT DISTINCT delivery.registration_id
              FROM webhook_delivery AS delivery
              LEFT JOIN webhook_registration AS registration
                ON registration.tenant_id = delivery.tenant_id AND registration.id = delivery.registration_id
             WHERE delivery.tenant_id = ${tenantId} AND delivery.registration_id IS NOT NULL
               AND delivery.next_attempt_at < clock_now() - interval '10 seconds'
               AND coalesce(registration.busy_until, '-infinity') < clock_now()) AS overdue`.execute(db);
  return rows.length;
}
