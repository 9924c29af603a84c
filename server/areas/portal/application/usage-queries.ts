import { sql } from 'kysely';
import type { SystemDatabase } from '../../../core/db/connection.ts';

export interface Usage {
  uses: number;
  bytes: number;
}

export type UsageLimit = Usage & { windowSeconds: number };

/**
 * Adds to the use of a subject in the current window. Returns false and adds nothing if the sum would exceed the limit. The row
 * lock of the statement makes concurrent calls wait for each other. A window that ends too late, because the clock was set
 * back, is over.
 */
export async function addUse(
  db: SystemDatabase,
  subject: Buffer,
  { uses, bytes }: Usage,
  limit: UsageLimit,
): Promise<boolean> {
  const isOver = sql`(stored.ends_at <= excluded.ends_at - make_interval(secs => ${limit.windowSeconds})
                      OR stored.ends_at > excluded.ends_at)`;
  const { rows } = await sql`
    INSERT INTO portal_use AS stored (subject, uses, bytes, ends_at)
    VALUES (${subject}, ${uses}, ${bytes}, clock_now() + make_interval(secs => ${limit.windowSeconds}))
    ON CONFLICT (subject) DO UPDATE
       SET uses = CASE WHEN ${isOver} THEN excluded.uses ELSE stored.uses + excluded.uses END,
           bytes = CASE WHEN ${isOver} THEN excluded.bytes ELSE stored.bytes + excluded.bytes END,
           ends_at = CASE WHEN ${isOver} THEN excluded.ends_at ELSE stored.ends_at END
     WHERE ${isOver} OR (stored.uses + excluded.uses <= ${limit.uses}::bigint
                         AND stored.bytes + excluded.bytes <= ${limit.bytes}::bigint)
    RETURNING uses`.execute(db);
  return rows.length > 0;
}

/** Returns the seconds until the window of a subject ends, at least 1. */
export async function readWaitSeconds(db: SystemDatabase, subject: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM ends_at - clock_now()))::int AS seconds FROM portal_use
     WHERE subject = ${subject}`.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

export async function deleteEndedUse(db: SystemDatabase): Promise<void> {
  await sql`DELETE FROM portal_use WHERE ends_at < clock_now()`.execute(db);
}
