import { type RawBuilder, sql } from 'kysely';
import { utcDay } from './end-date.ts';

/** SQL that is true until the end date of the job ad is over. The last day is included. */
export function hasNotEnded(alias: string, now: Date): RawBuilder<boolean> {
  const endDate = sql.ref(`${alias}.end_date`);
  return sql<boolean>`(${endDate} IS NULL OR ${endDate} >= ${utcDay(now)}::date)`;
}

/** SQL of the instant at which the end date of the job ad is over, or null. */
export function endInstant(alias: string): RawBuilder<string | null> {
  return sql`(${sql.ref(`${alias}.end_date`)} + 1)::timestamp AT TIME ZONE 'UTC'`;
}
