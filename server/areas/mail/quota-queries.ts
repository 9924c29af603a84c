import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';

export interface Quota {
  /** Separates the limits of different purposes. */
  purpose: string;
  limit: number;
  windowSeconds: number;
}

/** Longer than the window of every quota. */
const LONGEST_WINDOW_SECONDS = 86_400;

/**
 * Counts a use by `subject` unless the limit is reached. Returns whether it was counted. Holds a lock on the subject until
 * the caller's transaction ends. The subject, such as an address, is stored as a keyed hash.
 */
export async function takeFromQuota(
  db: SystemDatabase,
  { masterKeys }: Pick<Services, 'masterKeys'>,
  { purpose, limit, windowSeconds }: Quota,
  subject: string,
): Promise<boolean> {
  const key = Buffer.from(hkdfSync('sha256', masterKeys.own, '', 'stellwerk/mail-quota/v1', 32));
  const hash = createHmac('sha256', key).update(`${purpose} ${subject}`).digest();
  const recent = sql`
    SELECT at FROM unnest(stored.taken_at) AS at
     WHERE at > excluded.taken_at[1] - make_interval(secs => ${windowSeconds})
       AND at < excluded.taken_at[1] + make_interval(secs => ${windowSeconds})`;
  const { rows } = await sql`
    INSERT INTO mail_quota AS stored (subject, taken_at) VALUES (${hash}, ARRAY[clock_now()])
    ON CONFLICT (subject) DO UPDATE SET taken_at = array(${recent}) || excluded.taken_at
     WHERE cardinality(array(${recent})) < ${limit}::int
    RETURNING 1 AS taken`.execute(db);
  return rows.length === 1;
}

/** Deletes counts that no longer matter. */
export async function sweepQuotas(db: SystemDatabase): Promise<void> {
  await sql`
    DELETE FROM mail_quota
     WHERE NOT EXISTS (SELECT FROM unnest(taken_at) AS at
                        WHERE at > clock_now() - make_interval(secs => ${LONGEST_WINDOW_SECONDS}))`.execute(
    db,
  );
}
