import { sql } from 'kysely';
import type { SystemDatabase } from './connection.ts';

/** Returns the time of the database in milliseconds since 1970. */
export async function readDatabaseClock(db: SystemDatabase): Promise<number> {
  const { rows } = await sql<{ now: string }>`SELECT clock_now() AS now`.execute(db);
  return Date.parse(rows[0]!.now);
}
