import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { JOB_ADS } from '../lists/job-ad-texts.ts';
import { addDays, toDateText } from '../plan/dates.ts';
import { jobAdTimes } from '../plan/job-ads.ts';
import { CHANNELS } from '../plan/proceedings.ts';
import { Random } from '../plan/random.ts';

// Visits to the job portal: many in an ad's first week, fewer on weekends, most from the homepage.

const SEED = 20_260_302;
const FRESH_DAYS = 7;
const FRESH_FACTOR = 2.5;
const WEEKEND_FACTOR = 0.6;
const CLICK_CHANCE = 0.08;

interface DemoTraffic {
  /** Index into JOB_ADS. */
  jobAd: number;
  /** YYYY-MM-DD, UTC. */
  day: string;
  channelId: number;
  views: number;
  applyClicks: number;
}

/** One entry per job ad, day, and channel with a view, for the days on which the ad was published. */
export function planTraffic(now: Date): DemoTraffic[] {
  return JOB_ADS.flatMap((_, jobAd) => planAd(new Random(SEED + jobAd), jobAd, now));
}

function planAd(random: Random, jobAd: number, now: Date): DemoTraffic[] {
  const appeal = random.integer(4, 12);
  const entries: DemoTraffic[] = [];
  for (const { from, to } of jobAdTimes(jobAd, now).published) {
    const lastDay = toDateText(to ?? now);
    for (let age = 0; toDateText(addDays(from, age)) <= lastDay; age++) {
      const date = addDays(from, age);
      const isWeekend = [0, 6].includes(date.getUTCDay());
      const expected = appeal * (age < FRESH_DAYS ? FRESH_FACTOR : 1) * (isWeekend ? WEEKEND_FACTOR : 1);
      const visitors = Math.round(expected * (0.5 + random.next()));
      entries.push(...planDay(random, visitors).map((entry) => ({ jobAd, day: toDateText(date), ...entry })));
    }
  }
  return entries;
}

function planDay(random: Random, visitors: number): Omit<DemoTraffic, 'jobAd' | 'day'>[] {
  const channels = new Map<number, { views: number; applyClicks: number }>();
  for (let visitor = 0; visitor < visitors; visitor++) {
    const channelId = random.pick(CHANNELS);
    const counts = channels.get(channelId) ?? { views: 0, applyClicks: 0 };
    counts.views++;
    if (random.chance(CLICK_CHANCE)) counts.applyClicks++;
    channels.set(channelId, counts);
  }
  return [...channels].map(([channelId, counts]) => ({ channelId, ...counts }));
}

/** Stores the traffic in one statement, as JSON: there are too many rows for one parameter per value. */
export async function writeTraffic(
  db: TenantDatabase,
  tenantId: number,
  jobAdIds: readonly number[],
  traffic: readonly DemoTraffic[],
): Promise<void> {
  const rows = traffic.map(({ jobAd, day, channelId, views, applyClicks }) => ({
    job_ad_id: jobAdIds[jobAd]!,
    day,
    channel_id: channelId,
    views,
    apply_clicks: applyClicks,
  }));
  await sql`
    INSERT INTO job_ad_traffic (tenant_id, job_ad_id, day, channel_id, views, apply_clicks)
    SELECT ${tenantId}::int, job_ad_id, day, channel_id, views, apply_clicks
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS t (job_ad_id integer, day date, channel_id integer, views integer, apply_clicks integer)`.execute(
    db,
  );
}
