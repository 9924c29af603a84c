import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { StoredEvent } from '../../changes/index.ts';
import type { Outcome } from './call.ts';
import { FAILURE_THRESHOLD } from './retry.ts';
import { FAILED, SKIPPED, TRANSFERRED } from './statuses.ts';

/** Longer than the longest call and the writing of its outcome take. */
const LEASE_SECONDS = 30;

export type Purpose = 'new' | 'retry' | 'busy';

/** Names a registration. */
export interface RegistrationKey {
  tenantId: number;
  registrationId: number;
}

export interface TakenTurn {
  /** Names this process's turn. Another value in the row means that another process has the turn. */
  lease: string;
  errorCount: number;
  isPaused: boolean;
  dataTypeId: number;
  /** The tenant's secrets, the current one first. */
  sealedSecrets: string[];
  /** The first calls that are due. */
  due: DueDelivery[];
}

export interface DueDelivery extends StoredEvent {
  id: string;
  url: string;
  /** Calls since the delivery was last put in the queue. */
  roundAttempts: number;
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
 * Takes the turn to make a registration's calls, with the first of them. Returns `busySeconds` when another process has
 * it: that process is notified, and looks for new calls before it ends. Returns 'gone' when there is no such registration.
 */
export async function takeTurn(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  limit: number,
): Promise<TakenTurn | { busySeconds: number } | 'gone'> {
  const { rows } = await sql<{
    is_busy: boolean;
    busy_seconds: number;
    lease: string;
    error_count: number;
    is_paused: boolean;
    data_type_id: number;
    sealed_secrets: string[];
    due: DueDelivery[];
  }>`
    SELECT * FROM take_webhook_turn(
      ${tenantId}::int, ${registrationId}::int, make_interval(secs => ${LEASE_SECONDS}::float8), ${limit}::int)`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return 'gone';
  if (row.is_busy) return { busySeconds: Math.max(0, row.busy_seconds) };
  return {
    lease: row.lease,
    errorCount: row.error_count,
    isPaused: row.is_paused,
    dataTypeId: row.data_type_id,
    sealedSecrets: row.sealed_secrets,
    due: row.due,
  };
}

/** Calls that are due, oldest first; none once the registration is paused or removed, or another process has the turn. */
export async function findDue(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  lease: string,
  except: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<{ due: DueDelivery[] }>`
    SELECT due_webhook_calls(
      ${tenantId}::int, ${registrationId}::int, ${lease}::timestamptz, ${except}::uuid[], ${limit}::int) AS due`.execute(
    db,
  );
  return rows[0]!.due;
}

export interface Result {
  id: string;
  outcome: Outcome;
  /** Null when it is not called again. */
  retrySeconds: number | null;
}

/**
 * Writes the outcomes of calls, in their order, with the registration's counter, and extends the turn, or gives it back
 * if it `ends` with them. `lease` is undefined when another process has the turn or the registration was removed.
 * `isWanted` is set when the turn was given back: whether another process asked for it in the meantime.
 */
export async function recordResults(
  db: TenantDatabase,
  key: RegistrationKey,
  lease: string,
  results: readonly Result[],
  ends: boolean,
): Promise<{ lease: string | undefined; errorCount: number; isPaused: boolean; isWanted?: boolean }> {
  const { tenantId, registrationId } = key;
  const { rows } = await sql<{
    lease: string | null;
    error_count: number;
    is_paused: boolean;
    is_wanted: boolean | null;
  }>`
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
      )}::json, ${`The registration was paused after ${FAILURE_THRESHOLD} failures.`}::text, ${ends})`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return { lease: undefined, errorCount: 0, isPaused: false };
  return {
    lease: row.lease ?? undefined,
    errorCount: row.error_count,
    isPaused: row.is_paused,
    isWanted: row.is_wanted ?? undefined,
  };
}

/** Drops all pending calls of a registration: those never made are skipped, the others keep their status. */
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

/**
 * Puts deliveries in the queue again, for the active registration of their event that `which` relates them to. They
 * are due at the time of their event, so the oldest go first. Returns how many. `which` is a condition on `delivery`
 * and `registration`.
 */
export async function requeue(
  db: TenantDatabase,
  tenantId: number,
  which: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ registration_id: number; count: number }>`
    WITH queued AS (
      UPDATE webhook_delivery AS delivery
         SET registration_id = registration.id, next_attempt_at = occurred_at, round_attempts = 0,
             reason = CASE WHEN send_status_id = ${SKIPPED} THEN NULL ELSE reason END,
             send_status_id = nullif(send_status_id, ${SKIPPED})
        FROM webhook_registration AS registration
       WHERE delivery.tenant_id = ${tenantId} AND registration.tenant_id = ${tenantId}
         AND registration.event_type_id = delivery.event_type_id AND registration.paused_at IS NULL AND (${which})
      RETURNING registration.id)
    SELECT id AS registration_id, count(*) AS count FROM queued GROUP BY id ORDER BY id`.execute(db);
  for (const { registration_id: registrationId } of rows) {
    await wake(db, { tenantId, registrationId }, 0, 'new');
  }
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Gives the turn back and schedules the next call, if there is one. Returns whether another process asked for the turn. */
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
 * Adds jobs for registrations of a tenant whose calls are overdue although no process is making them: one has died, or a
 * backup, which holds no jobs, was restored. Returns how many.
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
