import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// The tests move the clock through early March with one token, which is issued on March 5 with the maximum lifetime.
const service = await startTestService({ TOKEN_SECONDS: '604800' });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIELDS = ['opened', 'filled', 'cancelled', 'open', 'headcountRequested', 'headcountFilled'] as const;
const [IN_PROGRESS, FILLED, CANCELLED, CLOSED, OPEN] = [2, 3, 4, 5, 1];

/** Creates a tenant for one test, because the report counts all requests of a tenant. */
async function startTenant() {
  await at('2027-03-05T00:00:00');
  const tenant = await service.createTenant();
  const company = await companyMaker(tenant.api).company();
  const branch = await makeBranch(service, 'Nord', tenant);
  return { tenant, api: tenant.api, company, branch, ...actions(tenant, company, branch) };
}

function actions({ api }: TestTenant, company: number, branch: number) {
  return {
    async create(body: Record<string, unknown> = {}, kind = 'temporarystaffing'): Promise<number> {
      const response = await api.post(`/customers/${company}/requests/${kind}`, {
        officeId: branch,
        title: 'Gesucht',
        headcount: 1,
        startDate: '2026-05-01',
        ...body,
      });
      assert.equal(response.status, 200, response.text);
      return response.body.id;
    },
    async set(id: number, ...statusIds: number[]): Promise<void> {
      for (const statusId of statusIds)
        assert.equal((await api.put(`/customers/requests/${id}/status`, { statusId })).status, 204);
    },
    async evaluate(query = '') {
      const response = await api.get(`/reports/customerrequests${query}`);
      assert.equal(response.status, 200, response.text);
      return response.body.data;
    },
    async count(query = ''): Promise<(number | null)[]> {
      const { data } = (await api.get(`/reports/customerrequests${query}`)).body;
      assert.ok(data.length <= 1, JSON.stringify(data));
      return data.length === 0 ? [] : [...FIELDS, 'averageDaysToFill'].map((field) => data[0][field]);
    },
  };
}

const at = (time: string) => service.clock.set(`${time}Z`);
const period = (first: string, last = first) => `?startDate=2027-03-${first}&endDate=2027-03-${last}`;

test('without requests the envelope contains no rows', async () => {
  const { api } = await startTenant();
  const { body } = await api.get('/reports/customerrequests');
  assert.deepEqual([body.isFaulty, body.statusCode, body.data], [false, 200, []]);
});

test('each branch and kind with a figure has a row with the name of the branch', async () => {
  const { tenant, branch, create, evaluate } = await startTenant();
  const south = await makeBranch(service, 'Süd', tenant);
  await makeBranch(service, 'Leer', tenant);
  await create({ headcount: 2 });
  await create({ headcount: 3 });
  await create({}, 'directplacement');
  await create({ officeId: south, headcount: 5 });
  const rows = await evaluate();
  const none = { filled: 0, cancelled: 0, headcountFilled: 0, averageDaysToFill: null };
  assert.deepEqual(rows, [
    {
      officeId: branch,
      office: 'Nord',
      kind: 'directplacement',
      opened: 1,
      open: 1,
      headcountRequested: 1,
      ...none,
    },
    {
      officeId: branch,
      office: 'Nord',
      kind: 'temporarystaffing',
      opened: 2,
      open: 2,
      headcountRequested: 5,
      ...none,
    },
    {
      officeId: south,
      office: 'Süd',
      kind: 'temporarystaffing',
      opened: 1,
      open: 1,
      headcountRequested: 5,
      ...none,
    },
  ]);
  assert.deepEqual(await evaluate(`?officeId=${south}`), rows.slice(2));
});

test('a request counts on the right days from creation to closing', async () => {
  const { create, set, count } = await startTenant();
  await at('2027-03-01T12:00:00');
  const id = await create({ headcount: 4 });
  await at('2027-03-03T12:00:00');
  await set(id, IN_PROGRESS);
  await at('2027-03-06T00:00:00');
  await set(id, FILLED);
  await at('2027-03-08T12:00:00');
  await set(id, CLOSED);
  await at('2027-03-10T12:00:00');
  // opened, filled, cancelled, open, headcountRequested, headcountFilled, averageDaysToFill
  assert.deepEqual(await count('?startDate=2027-02-01&endDate=2027-02-28'), []);
  assert.deepEqual(await count(period('01')), [1, 0, 0, 1, 4, 0, null]);
  assert.deepEqual(await count(period('02', '05')), [0, 0, 0, 1, 0, 0, null]);
  assert.deepEqual(await count(period('06')), [0, 1, 0, 0, 0, 4, 4.5]);
  assert.deepEqual(await count(period('07', '09')), []);
  assert.deepEqual(await count(period('01', '09')), [1, 1, 0, 0, 4, 4, 4.5]);
  assert.deepEqual(await count(), [1, 1, 0, 0, 4, 4, 4.5]);
});

test('the period includes both days entirely, in UTC', async () => {
  const { create, set, count } = await startTenant();
  await at('2027-03-01T00:00:00.010');
  await create();
  await at('2027-03-02T23:59:59.500');
  const cancelled = await create();
  await set(cancelled, CANCELLED);
  await at('2027-03-03T00:00:00.010');
  assert.deepEqual(await count(period('01', '02')), [2, 0, 1, 1, 2, 0, null]);
  assert.deepEqual(await count(period('02', '02')), [1, 0, 1, 1, 1, 0, null]);
  assert.deepEqual(await count(period('03', '03')), [0, 0, 0, 1, 0, 0, null]);
});

test('a period can be open at either end', async () => {
  const { create, count } = await startTenant();
  await at('2027-03-01T12:00:00');
  await create();
  await at('2027-03-05T12:00:00');
  await create();
  assert.equal((await count('?startDate=2027-03-05'))[0], 1);
  assert.equal((await count('?endDate=2027-03-04'))[0], 1);
  assert.equal((await count('?endDate=2027-03-05'))[0], 2);
});

test('a request that is filled twice counts once, with the days until it was first filled', async () => {
  const { create, set, count } = await startTenant();
  await at('2027-03-01T00:00:00');
  const id = await create({ headcount: 3 });
  await at('2027-03-03T00:00:00');
  await set(id, FILLED, OPEN, FILLED);
  await at('2027-03-11T00:00:00');
  await set(id, OPEN, FILLED);
  assert.deepEqual(await count(), [1, 1, 0, 0, 3, 3, 2]);
  assert.deepEqual(await count(period('11')), [0, 1, 0, 0, 0, 3, 2]);
});

test('a request that is opened again counts as what it is at the end of the period', async () => {
  const { create, set, count } = await startTenant();
  await at('2027-03-01T00:00:00');
  const id = await create({ headcount: 3 });
  await at('2027-03-03T00:00:00');
  await set(id, FILLED);
  await at('2027-03-05T00:00:00');
  await set(id, OPEN);
  await at('2027-03-07T00:00:00');
  await set(id, CANCELLED);
  assert.deepEqual(await count(period('03', '04')), [0, 1, 0, 0, 0, 3, 2]);
  assert.deepEqual(await count(period('03', '05')), [0, 0, 0, 1, 0, 0, null]);
  assert.deepEqual(await count(period('01', '06')), [1, 0, 0, 1, 3, 0, null]);
  assert.deepEqual(await count(period('01', '07')), [1, 0, 1, 0, 3, 0, null]);
  assert.deepEqual(await count(), [1, 0, 1, 0, 3, 0, null]);
});

test('a filled request that is closed still counts as filled, unless it was opened in between', async () => {
  const { create, set, count } = await startTenant();
  await at('2027-03-01T00:00:00');
  const [kept, reopened] = [await create({ headcount: 2 }), await create({ headcount: 5 })];
  await at('2027-03-02T00:00:00');
  await set(kept, FILLED, CLOSED);
  await set(reopened, FILLED, IN_PROGRESS, CLOSED);
  assert.deepEqual(await count(), [2, 1, 0, 0, 7, 2, 1]);
});

test('averageDaysToFill is an average over requests, with one decimal', async () => {
  const { create, set, count } = await startTenant();
  await at('2027-03-01T00:00:00');
  const ids = [await create({ headcount: 50 }), await create(), await create()];
  for (const [index, id] of ids.entries()) {
    await at(
      new Date(Date.parse('2027-03-01T00:00:00Z') + (index + 1) * DAY_MS + 8 * HOUR_MS)
        .toISOString()
        .slice(0, -1),
    );
    await set(id, FILLED);
  }
  assert.equal((await count())[6], 2.3);
});

test('a comment on the current status does not count the request again', async () => {
  const { api, create, set, count } = await startTenant();
  await at('2027-03-02T12:00:00');
  const [filled, cancelled] = [await create(), await create()];
  await set(filled, FILLED);
  await set(cancelled, CANCELLED);
  await at('2027-03-04T12:00:00');
  for (const [id, statusId] of [
    [filled, FILLED],
    [cancelled, CANCELLED],
  ])
    assert.equal(
      (await api.put(`/customers/requests/${id}/status`, { statusId, comment: 'Bestätigt' })).status,
      204,
    );
  assert.deepEqual(await count(period('02')), [2, 1, 1, 0, 2, 1, 0]);
  assert.deepEqual(await count(period('04')), []);
  assert.deepEqual(await count(period('02', '04')), [2, 1, 1, 0, 2, 1, 0]);
  assert.deepEqual(await count(), [2, 1, 1, 0, 2, 1, 0]);
});

test('an imported request counts from its creation time in the source system', async () => {
  const { create, count } = await startTenant();
  await at('2027-03-10T12:00:00');
  await create({ createdAtUtc: '2027-03-02T08:00:00Z' });
  assert.deepEqual(await count(period('02')), [1, 0, 0, 1, 1, 0, null]);
  assert.deepEqual(await count(period('01')), []);
  assert.deepEqual(await count(period('10')), [0, 0, 0, 1, 0, 0, null]);
});

test('a request counts for its current branch with its current headcount', async () => {
  const { tenant, api, create, evaluate } = await startTenant();
  const south = await makeBranch(service, 'Süd', tenant);
  const id = await create();
  await api.put(`/customers/requests/temporarystaffing/${id}`, { officeId: south, headcount: 7 });
  assert.deepEqual(
    (await evaluate()).map(({ officeId, headcountRequested }: Record<string, number>) => [
      officeId,
      headcountRequested,
    ]),
    [[south, 7]],
  );
});

test('the figures agree with a count over all status entries', async () => {
  const { tenant, create, set, count } = await startTenant();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const open: number[] = [];
  for (let hour = 0; hour < 24 * 9; hour += 2) {
    await at(
      `2027-03-${String(1 + Math.floor(hour / 24)).padStart(2, '0')}T${String(hour % 24).padStart(2, '0')}:30:00`,
    );
    if (random(2) === 0) open.push(await create({ headcount: 1 + random(9) }));
    if (open.length === 0) continue;
    const index = random(open.length);
    const statusId = 1 + random(5);
    await set(open[index]!, statusId);
    if (statusId >= CANCELLED) open.splice(index, 1);
  }
  for (const [first, last] of [
    ['01', '01'],
    ['02', '04'],
    ['05', '09'],
    ['01', '09'],
  ] as const) {
    const [expected] = await service.sql<Record<string, number>>(
      PLAIN_COUNT,
      [
        tenant.id,
        `2027-03-${first}T00:00:00Z`,
        `2027-03-${String(Number(last) + 1).padStart(2, '0')}T00:00:00Z`,
      ],
      tenant.id,
    );
    assert.deepEqual(
      await count(period(first, last)),
      [...FIELDS, 'averageDaysToFill'].map((field) => expected![field]),
    );
  }
});

/** Computes the same figures from the status entries of each request, without regard to cost. */
const PLAIN_COUNT = `
  WITH life AS (
    SELECT r.headcount, r.created_at >= $2 AND r.created_at < $3 AS is_opened,
           bool_or(e.status_id = 3 AND e.set_at >= $2 AND e.set_at < $3)
             AND (array_agg(e.status_id ORDER BY e.id DESC) FILTER (WHERE e.set_at < $3 AND e.status_id <> 5))[1] = 3 AS is_filled,
           bool_or(e.status_id = 4 AND e.set_at >= $2 AND e.set_at < $3) AS is_cancelled,
           (array_agg(e.status_id ORDER BY e.id DESC) FILTER (WHERE e.set_at < $3))[1] IN (1, 2) AS is_open,
           extract(epoch FROM min(e.set_at) FILTER (WHERE e.status_id = 3) - r.created_at) / 86400 AS days
      FROM customer_request r JOIN customer_request_status_entry e ON e.tenant_id = r.tenant_id AND e.request_id = r.id
     WHERE r.tenant_id = $1 AND r.created_at < $3 GROUP BY r.id, r.headcount, r.created_at)
  SELECT count(*) FILTER (WHERE is_opened)::int AS opened, count(*) FILTER (WHERE is_filled)::int AS filled,
         count(*) FILTER (WHERE is_cancelled)::int AS cancelled, count(*) FILTER (WHERE is_open)::int AS open,
         coalesce(sum(headcount) FILTER (WHERE is_opened), 0)::int AS "headcountRequested",
         coalesce(sum(headcount) FILTER (WHERE is_filled), 0)::int AS "headcountFilled",
         round(avg(days) FILTER (WHERE is_filled), 1)::float AS "averageDaysToFill"
    FROM life`;

test('invalid days, an end before the start, and an unknown branch are rejected', async () => {
  const { api } = await startTenant();
  for (const [query, ...faults] of [
    ['startDate=2027-02-30', 'startDate format'],
    ['startDate=2027-03-02&endDate=2027-03-01', 'endDate range'],
    ['officeId=999999', 'officeId unknownReference'],
    ['from=2027-03-01', 'from unknownProperty'],
  ]) {
    const response = await api.get(`/reports/customerrequests?${query}`);
    assert.equal(response.status, 400);
    assert.deepEqual(faultsOf(response), faults);
  }
});

test('an unchanged report returns 304', async () => {
  const { api, create } = await startTenant();
  const read = (etag: string) => api.get('/reports/customerrequests', { headers: { 'if-none-match': etag } });
  const etag = (await read('"none"')).headers.get('etag')!;
  assert.equal((await read(etag)).status, 304);
  await create();
  assert.equal((await read(etag)).status, 200);
});
