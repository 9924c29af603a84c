import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';

export interface TrafficCounter {
  tenantId: number;
  jobAdId: number;
  /** UTC, YYYY-MM-DD. */
  day: string;
  channelId: number;
  views: number;
  applyClicks: number;
}

/** Adds the counts to those that are stored. */
export async function writeTraffic(
  db: TenantDatabase,
  tenantId: number,
  counters: readonly TrafficCounter[],
): Promise<void> {
  // Every process writes in the same order, which prevents deadlocks. The joins drop counts of ads and channels that no longer
  // exist.
  await sql`
    INSERT INTO job_ad_traffic AS t (tenant_id, job_ad_id, day, channel_id, views, apply_clicks)
    SELECT ${tenantId}, c."jobAdId", c.day, c."channelId", c.views, c."applyClicks"
      FROM jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
           AS c ("jobAdId" int, day date, "channelId" int, views int, "applyClicks" int)
      JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = c."jobAdId"
      JOIN tenant_catalog_entry AS e ON e.tenant_id = ${tenantId} AND e.list = 'channels' AND e.id = c."channelId"
     ORDER BY c."jobAdId", c.day, c."channelId"
    ON CONFLICT (tenant_id, job_ad_id, day, channel_id) DO UPDATE
       SET views = t.views + excluded.views, apply_clicks = t.apply_clicks + excluded.apply_clicks`.execute(
    db,
  );
}
