import type { Page } from 'playwright-core';
import { CANDIDATE_CREATED, type openDevelopers } from './developers-data.ts';
import { openAs } from './open-console.ts';

export type Data = Awaited<ReturnType<typeof openDevelopers>>;

/** Opens the list of deliveries with these filters. */
export async function openDeliveries(
  page: Page,
  urlOf: (path: string) => string,
  { admin }: Data,
  search = '',
): Promise<void> {
  await openAs(page, urlOf(`/developers?tab=deliveries${search}`), admin.cookie);
  await page.getByRole('heading', { level: 2, name: 'Zustellungen' }).waitFor();
}

/** Entries of the log, each so many minutes older than the one before it. */
export const insertEntries = ({ sql }: Data, count: number, minutes: number, statusId = 130) =>
  sql(
    `INSERT INTO webhook_delivery (tenant_id, event_id, event_type_id, entity_id, occurred_at, url, send_status_id)
     SELECT $1, gen_random_uuid(), ${CANDIDATE_CREATED}, g, clock_now() - g * $3 * interval '1 minute', 'https://old.example.com/', $4
       FROM generate_series(1, $2) AS g`,
    count,
    minutes,
    statusId,
  );
