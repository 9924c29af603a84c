import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { MAXIMUM_READ } from './schema.ts';

const service = await startTestService();
const PATH = '/webhooks/protocol/search';
const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-03-01T12:00:00Z');
/** Holds every entry that the tests insert. */
const PERIOD = { eventDateFromUtc: '2026-01-01T00:00:00.000Z', eventDateToUtc: '2026-12-31T00:00:00.000Z' };

interface Entry {
  entity: number;
  /** After the start. */
  minutes: number;
  status?: number | null;
  type?: number;
}

const insert = (tenant: TestTenant, entries: readonly Entry[]) =>
  service.sql(
    `INSERT INTO webhook_delivery (tenant_id, event_id, event_type_id, entity_id, occurred_at, url, send_status_id)
     SELECT $1, gen_random_uuid(), e.type, e.entity, e.at, 'https://hooks.example.com/', e.status
       FROM json_to_recordset($2) AS e(entity int, type int, at timestamptz, status int)`,
    [
      tenant.id,
      JSON.stringify(
        entries.map(({ entity, minutes, status = 130, type = 1401 }) => ({
          entity,
          type,
          status,
          at: new Date(START_MS + minutes * MINUTE_MS).toISOString(),
        })),
      ),
    ],
    tenant.id,
  );

/** A new tenant with entries, and its administrator. */
async function createLog(entries: readonly Entry[]) {
  const tenant = await service.createTenant();
  await insert(tenant, entries);
  const admin = await service.platform('admin', tenant);
  const search = async (body: object = {}) => {
    const response = await admin.post(PATH, { ...PERIOD, ...body });
    assert.equal(response.status, 200, response.text);
    const { events, readSinceUtc, nextCursor } = response.body;
    return { ids: events.map(({ entityId }: { entityId: number }) => entityId), readSinceUtc, nextCursor };
  };
  return { tenant, admin, search };
}

const inSteps = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({ entity: index + 1, minutes: index }));

test('the newest entry comes first, and each is on exactly one page, even if others come meanwhile', async () => {
  // Three have the same time.
  const same = [11, 12, 13].map((entity) => ({ entity, minutes: 4 }));
  const { tenant, search } = await createLog([...inSteps(8), ...same]);
  const pages: number[][] = [];
  let cursor: string | null = null;
  do {
    const { ids, nextCursor } = await search({ cursor, limit: 3 });
    pages.push(ids);
    cursor = nextCursor;
    await insert(tenant, [{ entity: 100 + pages.length, minutes: 60 + pages.length }]);
  } while (cursor !== null);
  assert.deepEqual(
    pages.map(({ length }) => length),
    [3, 3, 3, 2],
  );
  const [first, ...rest] = pages;
  assert.deepEqual(first, [8, 7, 6]);
  assert.deepEqual(
    rest.flat().sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 11, 12, 13],
  );
  assert.deepEqual(pages.flat().slice(-4), [4, 3, 2, 1]);
});

test('the filters select by status, also those that have none yet, by record, event, and time', async () => {
  const { search } = await createLog([
    { entity: 1, minutes: 1, status: 131 },
    { entity: 2, minutes: 2, status: null },
    { entity: 3, minutes: 3, status: 132, type: 1402 },
    { entity: 1, minutes: 4 },
  ]);
  assert.deepEqual((await search({ sendStatusIds: [131, null] })).ids, [2, 1]);
  assert.deepEqual((await search({ sendStatusIds: [null] })).ids, [2]);
  assert.deepEqual((await search({ sendStatusIds: [132, 130] })).ids, [1, 3]);
  assert.deepEqual((await search({ sendStatusIds: [], eventTypes: [] })).ids, [1, 3, 2, 1]);
  assert.deepEqual((await search({ entityId: 1 })).ids, [1, 1]);
  assert.deepEqual((await search({ eventTypes: [1402] })).ids, [3]);
  const times = { eventDateFromUtc: '2026-03-01T12:02:00Z', eventDateToUtc: '2026-03-01T12:03:00Z' };
  assert.deepEqual(await search(times), {
    ids: [3, 2],
    readSinceUtc: '2026-03-01T12:02:00.000Z',
    nextCursor: null,
  });
});

test('a page ends after the entries that it may read, and the next one goes on from there', async () => {
  const rest = MAXIMUM_READ - 1;
  const { search } = await createLog([
    { entity: 1, minutes: -2, status: 131 },
    { entity: 2, minutes: -1 },
    ...Array.from({ length: rest }, () => ({ entity: 3, minutes: 0 })),
  ]);
  const first = await search({ sendStatusIds: [131] });
  assert.deepEqual(first.ids, []);
  assert.equal(first.readSinceUtc, '2026-03-01T11:59:00.000Z');
  const second = await search({ sendStatusIds: [131], cursor: first.nextCursor });
  assert.deepEqual(second, { ids: [1], readSinceUtc: PERIOD.eventDateFromUtc, nextCursor: null });
});

test('without a period, the last 30 days are searched', async () => {
  const { tenant, admin } = await createLog([]);
  const daysAgo = (days: number) => ({
    entity: days,
    minutes: (Date.now() - START_MS) / MINUTE_MS - days * 24 * 60,
  });
  await insert(tenant, [daysAgo(31), daysAgo(29)]);
  const { body } = await admin.post(PATH, {});
  assert.deepEqual(
    body.events.map(({ entityId }: { entityId: number }) => entityId),
    [29],
  );
});

test('the log of another tenant cannot be searched, nor with its cursor', async () => {
  const own = await createLog(inSteps(3));
  const other = await createLog([{ entity: 77, minutes: 0 }]);
  const { nextCursor } = await own.search({ limit: 1 });
  assert.deepEqual((await other.search({})).ids, [77]);
  assert.deepEqual((await other.search({ cursor: nextCursor })).ids, [77]);
});

test('a cursor that is not one, an unknown status, and a reversed period are refused', async () => {
  const { admin } = await createLog([]);
  const day = '2026-02-30T00:00:00.000000Z~6f1c2a34-5b7d-4e8f-9a01-23456789abcd';
  for (const cursor of ['x', day, '2026-02-03T00:00:00.000000Z~77'])
    assert.deepEqual(faultsOf(await admin.post(PATH, { cursor })), ['cursor format'], cursor);
  const unknown = await admin.post(PATH, { sendStatusIds: [1] });
  assert.deepEqual(faultsOf(unknown), ['sendStatusIds[0] enum']);
  const { eventDateFromUtc: eventDateToUtc, eventDateToUtc: eventDateFromUtc } = PERIOD;
  const reversed = await admin.post(PATH, { eventDateFromUtc, eventDateToUtc });
  assert.deepEqual(faultsOf(reversed), ['eventDateToUtc range']);
});
