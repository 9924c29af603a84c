import { sql } from 'kysely';
import type { SystemDatabase } from '../../core/db/connection.ts';

export interface AttemptLimits {
  failures: number;
  /** The limit for a subject with a success in the last `sparedDays`. */
  sparedFailures: number;
  windowSeconds: number;
  sparedDays: number;
}

/**
 * Adds an attempt and returns its time, or undefined if the subject has reached its limit. The row lock of the statement makes
 * concurrent attempts wait for each other, so that none is admitted beyond the limit. Times from the future, which remain
 * after the clock was set back, do not count.
 */
export async function insertAttempt(
  db: SystemDatabase,
  subject: Buffer,
  { failures, sparedFailures, windowSeconds, sparedDays }: AttemptLimits,
): Promise<string | undefined> {
  const recent = sql`
    SELECT at FROM unnest(stored.attempted_at) AS at
     WHERE at > excluded.attempted_at[1] - make_interval(secs => ${windowSeconds})
       AND at < excluded.attempted_at[1] + make_interval(secs => ${windowSeconds})`;
  const { rows } = await sql<{ attemptedAt: string }>`
    INSERT INTO sign_in_attempt AS stored (subject, attempted_at) VALUES (${subject}, ARRAY[clock_now()])
    ON CONFLICT (subject) DO UPDATE SET attempted_at = array(${recent}) || excluded.attempted_at
     WHERE cardinality(array(${recent})) <
           CASE WHEN stored.succeeded_at > excluded.attempted_at[1] - make_interval(days => ${sparedDays})
                THEN ${sparedFailures}::int ELSE ${failures}::int END
    RETURNING attempted_at[cardinality(attempted_at)]::text AS "attemptedAt"`.execute(db);
  return rows[0]?.attemptedAt;
}

/** Returns the seconds until the subject is below its limit, and whether it has a recent success. */
export async function readAttempts(
  db: SystemDatabase,
  subject: Buffer,
  { failures, sparedFailures, windowSeconds, sparedDays }: AttemptLimits,
): Promise<{ waitSeconds: number; isSpared: boolean }> {
  const { rows } = await sql<{ isSpared: boolean; ends: number[] }>`
    SELECT coalesce(succeeded_at > now - make_interval(days => ${sparedDays}), false) AS "isSpared",
           array(SELECT ceil(${windowSeconds}::int - extract(epoch FROM now - at))::int
                   FROM unnest(attempted_at) AS at ORDER BY at DESC) AS ends
      FROM sign_in_attempt, (SELECT clock_now() AS now) AS moment WHERE subject = ${subject}`.execute(db);
  const { isSpared, ends } = rows[0] ?? { isSpared: false, ends: [] };
  const limit = isSpared ? sparedFailures : failures;
  return { isSpared, waitSeconds: Math.max(1, ends[limit - 1] ?? 1) };
}

export async function removeAttempt(db: SystemDatabase, subject: Buffer, attemptedAt: string): Promise<void> {
  await sql`UPDATE sign_in_attempt SET attempted_at = array_remove(attempted_at, ${attemptedAt}::timestamptz)
             WHERE subject = ${subject}`.execute(db);
}

/** Records a success at most once an hour, so that a busy network does not cost a write for each. */
export async function recordSuccess(db: SystemDatabase, subject: Buffer): Promise<void> {
  await sql`
    INSERT INTO sign_in_attempt AS stored (subject, attempted_at, succeeded_at) VALUES (${subject}, '{}', clock_now())
    ON CONFLICT (subject) DO UPDATE SET succeeded_at = excluded.succeeded_at
     WHERE stored.succeeded_at IS NULL OR stored.succeeded_at < excluded.succeeded_at - interval '1 hour'`.execute(
    db,
  );
}

export async function deleteAttemptsOlderThan(
  db: SystemDatabase,
  { windowSeconds, sparedDays }: { windowSeconds: number; sparedDays: number },
): Promise<void> {
  await sql`
    DELETE FROM sign_in_attempt
     WHERE NOT EXISTS (SELECT FROM unnest(attempted_at) AS at
                        WHERE at > clock_now() - make_interval(secs => ${windowSeconds}))
       AND coalesce(succeeded_at < clock_now() - make_interval(days => ${sparedDays}), true)`.execute(db);
}
