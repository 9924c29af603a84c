import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { insertAd, Visitor } from '../../testing/portal-visitor.ts';
import { getTraffic } from './traffic.ts';

const service = await startTestService();
const visitor = new Visitor(service);
const traffic = getTraffic(service.services);
// Nothing is written every few seconds, only when a test asks for it.
await traffic.close();

async function countsOf(jobAdId: number) {
  await traffic.flush();
  return service.sql(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, channel_id AS channel, views, apply_clicks AS clicks
       FROM job_ad_traffic WHERE job_ad_id = $1 ORDER BY day, channel_id`,
    [jobAdId],
  );
}

test('views and opened forms are counted by channel and by day (UTC)', async () => {
  const id = await insertAd(service);
  await service.clock.set('2026-12-30T23:59:00Z');
  await visitor.own(`/${id}`);
  await visitor.own(`/${id}?channel=9`);
  await visitor.own(`/${id}/apply?channel=9`);
  await service.clock.set('2026-12-31T00:01:00Z');
  await visitor.own(`/${id}?channel=4711`);
  await visitor.own(`/${id}`);
  assert.deepEqual(await countsOf(id), [
    { day: '2026-12-30', channel: 9, views: 1, clicks: 1 },
    { day: '2026-12-30', channel: 28, views: 1, clicks: 0 },
    { day: '2026-12-31', channel: 28, views: 2, clicks: 0 },
  ]);
});

test('new views are added to those already written', async () => {
  const id = await insertAd(service);
  await visitor.own(`/${id}`);
  await countsOf(id);
  await visitor.own(`/${id}`);
  const [row] = await countsOf(id);
  assert.equal(row!.views, 2);
});

test('a 304 counts as a view, but bots, HEAD and prefetched pages do not', async () => {
  const id = await insertAd(service);
  const entityTag = (await visitor.own(`/${id}`)).headers.get('etag')!;
  assert.equal((await visitor.own(`/${id}`, { 'if-none-match': entityTag })).status, 304);
  for (const path of [`/${service.tenant.key}/${id}`, `/${service.tenant.key}/${id}/apply`]) {
    const headers: Record<string, string>[] = [
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': 'curl/8.9.1' },
      { 'user-agent': '' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ];
    for (const sent of headers) assert.equal((await visitor.get(path, sent)).status, 200);
    await visitor.get(path, {}, 'HEAD');
  }
  assert.deepEqual(
    (await countsOf(id)).map(({ views, clicks }) => [views, clicks]),
    [[2, 0]],
  );
});

test('sending a form with errors does not count as another opened form', async () => {
  const id = await insertAd(service);
  assert.equal((await visitor.apply(id, { email: '' })).status, 422);
  const [row] = await countsOf(id);
  assert.deepEqual([row!.views, row!.clicks], [0, 1]);
});

test('an ad that is no longer published is not counted', async () => {
  const id = await insertAd(service, { status: 'Completed' });
  await visitor.own(`/${id}`);
  assert.deepEqual(await countsOf(id), []);
});

test('counts of an ad that was deleted before the write are dropped, and the others are written', async () => {
  const [gone, kept] = [await insertAd(service), await insertAd(service)];
  await visitor.own(`/${gone}`);
  await visitor.own(`/${kept}`);
  await service.sql('DELETE FROM job_ad WHERE id = $1', [gone]);
  assert.equal((await countsOf(kept)).length, 1);
  assert.deepEqual(await countsOf(gone), []);
});

test('each tenant has its own counts', async () => {
  const other = new Visitor(service, await service.createTenant());
  const [mine, theirs] = [await insertAd(service), await insertAd(service, {}, other.tenant)];
  await visitor.own(`/${mine}`);
  await other.own(`/${theirs}`);
  await traffic.flush();
  const rows = await service.sql<{ job_ad_id: number }>(
    'SELECT job_ad_id FROM job_ad_traffic',
    [],
    other.tenant.id,
  );
  assert.deepEqual(rows, [{ job_ad_id: theirs }]);
});

test('nothing about the visitor is stored', async () => {
  const columns = await service.sql<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'job_ad_traffic' ORDER BY 1",
  );
  assert.deepEqual(
    columns.map((row) => row.column_name),
    ['apply_clicks', 'channel_id', 'day', 'job_ad_id', 'list', 'tenant_id', 'views'],
  );
});
