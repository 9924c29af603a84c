import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import type { StoredEvent } from '../../changes/index.ts';
import type { Outcome } from './call.ts';
import { FAILURE_THRESHOLD } from './retry.ts';
import { FAILED, SKIPPED, TRANSFERRED } from './statuses.ts';

/** Longer than the longest call, including the time to write its outcome. */
const LEASE_SECONDS = 30;

type Purpose = 'new' | 'retry' | 'busy';

/** Identifies a registration. */
export interface RegistrationKey {
  tenantId: number;
  registrationId: number;
}

export interface TakenTurn {
  /** Identifies the turn of this process. If the row has another value, another process has taken over. */
  lease: string;
  errorCount: number;
  isPaused: boolean;
  dataTypeId: number;
  /** The tenant's secrets. The current one comes first. */
  sealedSecrets: string[];
  /** The first batch of due calls. */
  due: DueDelivery[];
}

export interface DueDelivery extends StoredEvent {
  id: string;
  url: string;
  /** Number of calls since the delivery was last queued. */
  roundAttempts: number;
  /** The trace of the request that caused the event. */
  traceparent: string | null;
  /** Whether no other call may run beside it, because it is part of a resend. */
  isInOrder: boolean;
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

/** What a process gets that wants the turn of a registration. */
export type Taking = TakenTurn | { busySeconds: number } | 'gone';

/**
 * Takes the turns of registrations, and returns each with its first due calls. If another process has a turn, returns the
 * seconds until that turn ends; the other process is told to look for new calls before it ends. Returns 'gone' for a
 * registration that does not exist.
 */
export async function takeTurns(
  db: TenantDatabase,
  tenantId: number,
  registrationIds: readonly number[],
  limit: number,
): Promise<Map<number, Taking>> {
  const { rows } = await sql<{
    registration_id: number;
    is_busy: boolean;
    busy_seconds: number;
    lease: string;
    error_count: number;
    is_paused: boolean;
    data_type_id: number;
    sealed_secrets: string[];
    due: DueDelivery[];
  }>`
    SELECT * FROM take_webhook_turns(
      ${tenantId}::int, ${registrationIds}::int[], make_interval(secs => ${LEASE_SECONDS}::float8), ${limit}::int)`.execute(
    db,
  );
  const taken = new Map<number, Taking>(registrationIds.map((id) => [id, 'gone']));
  for (const row of rows) {
    taken.set(
      row.registration_id,
      row.is_busy
        ? { busySeconds: Math.max(0, row.busy_seconds) }
        : {
            lease: row.lease,
            errorCount: row.error_count,
            isPaused: row.is_paused,
            dataTypeId: row.data_type_id,
            sealedSecrets: row.sealed_secrets,
            due: row.due,
          },
    );
  }
  return taken;
}

/** Returns due calls, oldest first, or none if the registration is paused or removed or another process has the turn. */
export async function findDue(
  db: TenantDatabase,
  { tenantId, registrationId }: RegistrationKey,
  lease: string,
  excludedIds: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<{ due: DueDelivery[] }>`
    SELECT due_webhook_calls(
      ${tenantId}::int, ${registrationId}::int, ${lease}::timestamptz, ${excludedIds}::uuid[], ${limit}::int) AS due`.execute(
    db,
  );
  return rows[0]!.due;
}

export interface Result {
  id: string;
  outcome: Outcome;
  /** Seconds until the next call; null if there is none. */
  retrySeconds: number | null;
}

/**
 * Writes the outcomes of calls in the given order, adds the mail about a pause if `notifies`, updates the registration's error counter, and extends the turn. If
 * `isLast`, releases the turn instead and returns in `isRequested` whether another process requested it in the meantime. The
 * returned `lease` is undefined if another process has the turn or the registration was removed.
 */
export async function recordResults(
  db: TenantDatabase,
  key: RegistrationKey,
  lease: string,
  results: readonly Result[],
  { isLast, notifies }: { isLast: boolean; notifies: boolean },
): Promise<{ lease: string | undefined; errorCount: number; isPaused: boolean; isRequested?: boolean }> {
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
      )}::json, ${`The registration was paused after ${FAILURE_THRESHOLD} failures.`}::text, ${isLast}, ${notifies})`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return { lease: undefined, errorCount: 0, isPaused: false };
  return {
    lease: row.lease ?? undefined,
    errorCount: row.error_count,
    isPaused: row.is_paused,
    isRequested: row.is_wanted ?? undefined,
  };
}

/**
 * Locks the registrations until the end of the transaction, and returns their ids. Call it before a statement that writes several
 * deliveries: outcomes are written under the lock of their registration, several at once and in any order, so without it both could wait
 * for each other's deliveries. By id, as registrations are locked elsewhere. `condition` is about rows of `registration`.
 */
export async function lockRegistrations(
  db: TenantDatabase,
  tenantId: number,
  condition: RawBuilder<boolean>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM webhook_registration AS registration
     WHERE tenant_id = ${tenantId} AND ${condition}
     ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows.map(({ id }) => id);
}

/** Drops the pending calls of a registration, unless it was reactivated meanwhile. */
export async function skipPaused(db: TenantDatabase, key: RegistrationKey): Promise<void> {
  await runTransaction(db, async (transaction) => {
    const isPaused = sql<boolean>`registration.id = ${key.registrationId} AND registration.paused_at IS NOT NULL`;
    if ((await lockRegistrations(transaction, key.tenantId, isPaused)).length === 0) return;
    await skipPending(transaction, key, 'The registration was paused.');
  });
}

/**
 * Drops all pending calls of a registration, which the caller has locked, or which is removed. Deliveries without any call become skipped.
 * The others keep their status.
 */
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
 * Queues deliveries again, and returns their number. `condition` selects rows of `delivery` and relates each to an active row
 * of `registration` with the same event, which the caller has locked. A delivery is due at the time of its event, or
 * now if the clock was set back since, and no other call runs beside it, so that the receiver gets the oldest first.
 */
export async function requeue(
  db: TenantDatabase,
  tenantId: number,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ registration_id: number; count: number }>`
    WITH queued AS (
      UPDATE webhook_delivery AS delivery
         SET registration_id = registration.id, next_attempt_at = least(occurred_at, clock_now()), round_attempts = 0, is_in_order = true,
             reason = CASE WHEN send_status_id = ${SKIPPED} THEN NULL ELSE reason END,
             send_status_id = nullif(send_status_id, ${SKIPPED})
        FROM webhook_registration AS registration
       WHERE delivery.tenant_id = ${tenantId} AND registration.tenant_id = ${tenantId}
         AND registration.event_type_id = delivery.event_type_id AND registration.paused_at IS NULL AND (${condition})
      RETURNING registration.id)
    SELECT id AS registration_id, count(*) AS count FROM queued GROUP BY id ORDER BY id`.execute(db);
  for (const { registration_id: registrationId } of rows) {
    await wake(db, { tenantId, registrationId }, 0, 'new');
  }
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Releases the turn and schedules the next call, if any. Returns whether another process requested the turn. */
export async function releaseTurn(
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
 * Adds jobs for registrations of a tenant whose calls are overdue although no process is making them. This happens after a
 * crash, or after the restore of a backup, which contains no jobs. Before that, plans calls again whose times are ahead of the
 * clock, because the clock may have been ahead too briefly for ClockWatch. Returns the number of jobs.
 */
export async function wakeOverdue(db: TenantDatabase, tenantId: number): Promise<number> {
  const planned = await planAfterClockStep(db, tenantId);
  const { rows } = await sql`
    SELECT wake_webhook(${tenantId}::int, registration_id, interval '0', 'busy')
      FROM (SELECT DISTINCT delivery.registration_id
              FROM webhook_delivery AS delivery
              LEFT JOIN webhook_registration AS registration
                ON registration.tenant_id = ${tenantId} AND registration.id = delivery.registration_id
             WHERE delivery.tenant_id = ${tenantId} AND delivery.registration_id IS NOT NULL
               AND delivery.next_attempt_at < clock_now() - interval '10 seconds'
               AND coalesce(registration.busy_until, '-infinity') < clock_now()) AS overdue`.execute(db);
  return planned + rows.length;
}

/**
 * Plans calls again whose times lie in the future because the database's clock was set back, and ends turns that would
 * otherwise last as long as the step. Returns the number of registrations. A call that was made or added at a time in the
 * future becomes due at once. Other retries keep their times. A turn that is still running ends too, so a call can be repeated.
 */
export async function planAfterClockStep(db: TenantDatabase, tenantId: number): Promise<number> {
  const ends = sql`busy_until > clock_now() + make_interval(secs => ${2 * LEASE_SECONDS}::float8)`;
  const isAhead = sql`next_attempt_at > clock.at AND coalesce(last_attempt_at, next_attempt_at) > clock.soon`;
  const clock = sql`
    clock AS MATERIALIZED (SELECT clock_now() AS at, clock_now() + interval '1 second' AS soon)`;
  const { rows } = await sql<{ id: number }>`
    WITH ${clock}
    SELECT id FROM webhook_registration WHERE tenant_id = ${tenantId} AND ${ends}
     UNION
    SELECT registration_id FROM webhook_delivery, clock
     WHERE tenant_id = ${tenantId} AND registration_id IS NOT NULL AND ${isAhead}`.execute(db);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await runTransaction(db, async (transaction) => {
    await lockRegistrations(transaction, tenantId, sql`registration.id = ANY (${ids}::int[])`);
    await sql`
      UPDATE webhook_registration SET busy_until = NULL
       WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[]) AND ${ends}`.execute(transaction);
    await sql`
      WITH ${clock}
      UPDATE webhook_delivery SET next_attempt_at = clock.at
        FROM clock
       WHERE tenant_id = ${tenantId} AND registration_id = ANY (${ids}::int[]) AND ${isAhead}`.execute(
      transaction,
    );
    for (const registrationId of ids) await wake(transaction, { tenantId, registrationId }, 0, 'busy');
  });
  return ids.length;
}
