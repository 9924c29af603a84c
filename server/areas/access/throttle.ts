import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemDatabase } from '../../core/db/connection.ts';

export const FAILURES_PER_MINUTE = 10;
export const WINDOW_SECONDS = 60;

/** Where an attempt to get in comes from, and as whom. */
export interface Attempt {
  address: string;
  clientId?: string;
  /** Of a user who signs in; in any case of its letters. */
  email?: string;
}

function subjects({ address, clientId, email }: Attempt): Buffer[] {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return [
    hash(`address ${address}`),
    ...(clientId === undefined ? [] : [hash(`client ${clientId}`)]),
    ...(email === undefined ? [] : [hash(`user ${email.toLowerCase()}`)]),
  ];
}

/** Seconds until this client, user or address may try again; 0 when it may now. Counted in the database: all processes share it. */
export async function throttledSeconds(db: SystemDatabase, attempt: Attempt): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT max(ceil(${WINDOW_SECONDS} - extract(epoch FROM clock_now() - oldest)))::int AS seconds
      FROM (SELECT subject, min(failed_at) AS oldest, count(*) AS failures
              FROM token_failure
             WHERE subject = ANY(${subjects(attempt)})
               AND failed_at > clock_now() - make_interval(secs => ${WINDOW_SECONDS})
             GROUP BY subject) AS recent
     WHERE failures >= ${FAILURES_PER_MINUTE}`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

export async function countFailure(db: SystemDatabase, attempt: Attempt): Promise<void> {
  await sql`INSERT INTO token_failure (subject, failed_at)
            SELECT subject, clock_now() FROM unnest(${subjects(attempt)}::bytea[]) AS subject`.execute(db);
}

/** Removes what no longer counts. */
export async function sweepFailures(db: SystemDatabase): Promise<void> {
  await sql`DELETE FROM token_failure WHERE failed_at < clock_now() - make_interval(secs => ${2 * WINDOW_SECONDS})`.execute(
    db,
  );
}
