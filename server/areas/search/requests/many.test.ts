import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { id: tenantId, api } = service.tenant;
const recruiter = await service.platform('recruiter');
const officeId = await makeBranch(service, 'Nord');
const companyId = await companyMaker(api).company();

// More than are compared with each other. What the indexer would write for so many is inserted, because writing it takes longer.
const ALL = 42_000;
const FIRST = 100_000;
await service.sql(
  `INSERT INTO customer_request (tenant_id, id, kind, company_id, office_id, title, headcount, start_date, status_id, created_at)
   SELECT $1, ${FIRST} + n, 'temporarystaffing', $2, $3, 'Helfer', 1, date '2026-01-01' + n % 300, 1 + n % 5,
          timestamptz '2026-03-01' + (n / 3) * interval '1 second' FROM generate_series(0, ${ALL - 1}) AS n`,
  [tenantId, companyId, officeId],
);
await service.sql(
  `INSERT INTO record_search_term (tenant_id, entity, record_id, term, weight)
   SELECT $1, 'request', ${FIRST} + n, term, 4 FROM generate_series(0, ${ALL - 1}) AS n,
          LATERAL (VALUES ('helfer'), ('<' || reverse('helfer')), (CASE WHEN n % 6 = 0 THEN 'rar' END)) AS terms (term)
    WHERE term IS NOT NULL`,
  [tenantId],
);

const search = async (body: object) => {
  const response = await recruiter.post('/requests/search', body);
  assert.equal(response.status, 200, response.text);
  return response.body;
};

test('the total is exact until 10,000, and then says that there are more', async () => {
  const totals = async (body: object) => {
    const { total, totalIsExact } = await search({ ...body, limit: 1 });
    return [total, totalIsExact];
  };
  assert.deepEqual(await totals({}), [10_000, false]);
  assert.deepEqual(await totals({ statusIds: [3] }), [ALL / 5, true]);
  assert.deepEqual(await totals({ text: 'helfer' }), [10_000, false]);
  assert.deepEqual(await totals({ text: 'helfer', statusIds: [1] }), [ALL / 5, true]);
  assert.deepEqual(await totals({ text: 'helfer rar' }), [ALL / 6, true]);
});

test('a word that most requests have is read in the order of the list, page after page', async () => {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 3; page++) {
    const read: { requests: { id: number }[]; nextCursor: string } = await search({
      text: 'helfer',
      limit: 100,
      cursor,
    });
    ids.push(...read.requests.map(({ id }) => id));
    cursor = read.nextCursor;
  }
  assert.deepEqual(
    ids,
    Array.from({ length: 300 }, (_, index) => FIRST + ALL - 1 - index),
  );
});

test('two words of which one is rare find what has both', async () => {
  const { requests } = await search({ text: 'helfer rar', limit: 3 });
  assert.deepEqual(
    requests.map(({ id }: { id: number }) => id),
    [FIRST + ALL - 6, FIRST + ALL - 12, FIRST + ALL - 18],
  );
});
