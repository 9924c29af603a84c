import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from './connection.ts';

/** Returns the time of the database in milliseconds since 1970. */
export async function readDatabaseClock(db: SystemDatabase): Promise<number> {
  const { rows } = await sql<{ now: string }>`SELECT clock_now() AS now`.execute(db);
  return Date.parse(rows[0]!.now);
}

/**
 * SQL for an instant as ISO 8601 in UTC with microseconds, such as `2026-03-02T08:15:30.123456Z`. For positions in a
 * list: the API rounds to milliseconds, and several records can share one.
 */
export function exactTime(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
