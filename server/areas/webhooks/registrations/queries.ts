import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { jobExpression } from '../../../core/queue/jobs.ts';
import {
  FAILED,
  lockRegistrations,
  type RegistrationKey,
  requeue,
  SKIPPED,
  skipPending,
} from '../delivery/index.ts';
import { MAXIMUM_REGISTRATIONS, type RegistrationRow } from './rules.ts';

/** The task that resends what was being written while a registration was reactivated. */
export const RESEND_LATE = 'resend-late-webhooks';

// With the queue's growing delays, ten attempts span more than three hours.
const MAXIMUM_ATTEMPTS = 10;

/** How far the time of an event can be from that of a reactivation that ran at the same time: the longest transaction. */
const CONCURRENT_MINUTES = 10;

/** The payload of its job. */
export interface Reactivation extends RegistrationKey {
  at: string;
}

interface NewRegistration {
  eventTypeId: number;
  url: string;
  urlKey: string;
  resendMissed: boolean;
}

/**
 * Creates a registration or reactivates a paused one. Returns 'duplicate' if an active one exists, and 'tooMany' if the event has more now
 * than it may have: the caller must roll back then.
 */
export async function register(
  db: TenantDatabase,
  tenantId: number,
  { eventTypeId, url, urlKey, resendMissed }: NewRegistration,
): Promise<'created' | 'reactivated' | 'duplicate' | 'tooMany'> {
  // ON CONFLICT locks the row, so the second of two concurrent calls sees the result of the first.
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    INSERT INTO webhook_registration AS registration (tenant_id, event_type_id, url, url_key)
    VALUES (${tenantId}, ${eventTypeId}, ${url}, ${urlKey})
    ON CONFLICT ON CONSTRAINT webhook_registration_pair DO UPDATE
       SET error_count = 0, paused_at = NULL
     WHERE registration.paused_at IS NOT NULL
    RETURNING id, xmax = 0 AS is_new`.execute(db);
  const [row] = rows;
  if (row === undefined) return 'duplicate';
  if (row.is_new) return (await hasTooMany(db, tenantId, eventTypeId)) ? 'tooMany' : 'created';
  if (resendMissed) await requeueMissed(db, tenantId, row.id);
  return 'reactivated';
}

/**
 * One of several that register for the event at once counts after the commit of the others, because they lock the same rows. Only as long
 * as nothing is registered do they not wait for each other: it would take 200 connections to pass the limit then.
 */
async function hasTooMany(db: TenantDatabase, tenantId: number, eventTypeId: number): Promise<boolean> {
  await lockRegistrations(db, tenantId, sql`registration.event_type_id = ${eventTypeId}`);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM webhook_registration
     WHERE tenant_id = ${tenantId} AND event_type_id = ${eventTypeId}`.execute(db);
  return rows[0]!.count > MAXIMUM_REGISTRATIONS;
}

/**
 * Queues the failed and skipped deliveries of a registration, all in the transaction that reactivates it: a part would have no second call
 * that continues it. The timeout of a transaction is enough for a million. A change whose transaction has found the registration paused and
 * is not committed yet is not among them, so a job looks again.
 */
async function requeueMissed(db: TenantDatabase, tenantId: number, registrationId: number): Promise<void> {
  await requeue(
    db,
    tenantId,
    sql`registration.id = ${registrationId} AND delivery.registration_id = ${registrationId}
        AND delivery.send_status_id IN (${FAILED}, ${SKIPPED})`,
  );
  await sql`SELECT ${jobExpression({
    task: RESEND_LATE,
    payload: sql`json_build_object('tenantId', ${tenantId}::int, 'registrationId', ${registrationId}::int, 'at', clock_now())`,
    key: sql<string>`concat_ws(':', ${RESEND_LATE}::text, ${tenantId}::int, ${registrationId}::int)`,
    maximumAttempts: MAXIMUM_ATTEMPTS,
  })}`.execute(db);
}

/**
 * Queues what changes skipped that ran at the same time as the reactivation. Nothing if the registration is paused again. Failed deliveries
 * have been queued, and may be on their way. Events of a later pause stay skipped.
 */
export async function requeueLate(
  db: TenantDatabase,
  { tenantId, registrationId, at }: Reactivation,
): Promise<void> {
  await lockRegistrations(db, tenantId, sql`registration.id = ${registrationId}`);
  const margin = sql`make_interval(mins => ${CONCURRENT_MINUTES}::int)`;
  await requeue(
    db,
    tenantId,
    sql`registration.id = ${registrationId} AND delivery.registration_id = ${registrationId}
        AND delivery.occurred_at BETWEEN ${at}::timestamptz - ${margin} AND ${at}::timestamptz + ${margin}
        AND delivery.send_status_id = ${SKIPPED}`,
  );
}

/** Removes a registration and drops its pending calls. Returns false if the registration does not exist. */
export async function unregister(
  db: TenantDatabase,
  tenantId: number,
  eventTypeId: number,
  urlKey: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM webhook_registration
     WHERE tenant_id = ${tenantId} AND event_type_id = ${eventTypeId} AND url_key = ${urlKey}
    RETURNING id`.execute(db);
  const [row] = rows;
  if (row === undefined) return false;
  await skipPending(db, { tenantId, registrationId: row.id }, 'The registration was removed.');
  return true;
}

/** Whether a pair is registered; with `isActive`, whether it is so and not paused. */
export async function isRegistered(
  db: TenantDatabase,
  tenantId: number,
  eventTypeId: number,
  urlKey: string,
  { isActive = false } = {},
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_registration')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('event_type_id', '=', eventTypeId)
    .where('url_key', '=', urlKey)
    .$if(isActive, (query) => query.where('paused_at', 'is', null))
    .executeTakeFirst();
  return row !== undefined;
}

export function listRegistrations(db: TenantDatabase, tenantId: number): Promise<RegistrationRow[]> {
  return db
    .selectFrom('webhook_registration')
    .select(['id', 'event_type_id', 'url', 'error_count', 'paused_at', 'created_at', 'last_success_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
}
