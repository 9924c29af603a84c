import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
// More than can be counted, and more than are compared with each other.
const ALL = 21_000;
const { tenant } = service;
const reader = await service.platform('viewer', tenant);
// What the indexer would write for so many companies is inserted, because writing it takes longer.
const [{ id: first }] = (await service.sql<{ id: number }>(
  `WITH made AS (
     INSERT INTO company (tenant_id, name, status_id, contract_status_id, created_at, modified_at)
     SELECT $1, (ARRAY['Ärzte', 'arzt', 'Ost', 'Öl'])[1 + n % 4] || ' ' || lpad((n / 8)::text, 6, '0'), 1 + n % 3, 1,
            timestamptz '2026-03-01' + (n / 5) * interval '1 second', timestamptz '2026-03-02' - (n / 7) * interval '1 second'
       FROM generate_series(1, ${ALL}) AS n RETURNING id)
   SELECT min(id) AS id FROM made`,
  [tenant.id],
  tenant.id,
)) as [{ id: number }];
await service.sql(
  `INSERT INTO record_search_term (tenant_id, entity, record_id, term, weight)
   SELECT $1, 'company', $2 - 1 + n, term, 0 FROM generate_series(1, ${ALL}) AS n,
          LATERAL (VALUES ('gmbh'), (CASE WHEN n % 100 = 0 THEN 'rar' END)) AS terms (term) WHERE term IS NOT NULL`,
  [tenant.id, first],
  tenant.id,
);

async function search(body: object) {
  const response = await reader.post('/companies/search', body);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

const idsOf = ({ companies }: { companies: { id: number }[] }) => companies.map(({ id }) => id);

async function readAll(body: object, limit = 200): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { companies: { id: number }[]; nextCursor: string | null } = await search({
      ...body,
      limit,
      cursor,
    });
    ids.push(...idsOf(page));
    cursor = page.nextCursor;
    if (cursor === null) return ids;
  }
}

const sorted = async (order: string, condition = 'true') =>
  (
    await service.sql<{ id: number }>(
      `SELECT id FROM company WHERE tenant_id = $1 AND ${condition} ORDER BY ${order}`,
      [tenant.id],
      tenant.id,
    )
  ).map(({ id }) => id);

describe('pages', () => {
  for (const [name, body, order, condition] of [
    ['by name', { statusIds: [1] }, 'name_key, id', 'status_id = 1'],
    [
      'by name, descending',
      { statusIds: [1], order: 'desc', sort: 'name' },
      'name_key DESC, id DESC',
      'status_id = 1',
    ],
    [
      'by the last change',
      { statusIds: [2], sort: 'modifiedAtUtc' },
      'modified_at DESC, id DESC',
      'status_id = 2',
    ],
    [
      'by creation',
      { sort: 'createdAtUtc', order: 'asc', statusIds: [2] },
      'created_at, id',
      'status_id = 2',
    ],
    ['by relevance of a rare word', { text: 'rar' }, 'id DESC', '(id - $first + 1) % 100 = 0'],
    [
      'by name, of a rare word',
      { text: 'gmbh rar', sort: 'name' },
      'name_key, id',
      '(id - $first + 1) % 100 = 0',
    ],
    [
      'with a common word, by name instead of relevance',
      { text: 'gmbh', statusIds: [3] },
      'name_key, id',
      'status_id = 3',
    ],
  ] as const)
    test(`${name} contain each company once, in order`, async () => {
      const expected = await sorted(order, condition.replace('$first', String(first)));
      assert.ok(expected.length > 200);
      assert.deepEqual(await readAll(body, expected.length > 1000 ? 200 : 97), expected);
    });

  test('have a total that is exact until 10,000, and then says that there are more', async () => {
    const totals = async (body: object) => {
      const { total, totalIsExact } = await search({ ...body, limit: 1 });
      return [total, totalIsExact];
    };
    assert.deepEqual(await totals({}), [10_000, false]);
    assert.deepEqual(await totals({ text: 'gmbh' }), [10_000, false]);
    assert.deepEqual(await totals({ statusIds: [1] }), [ALL / 3, true]);
    assert.deepEqual(await totals({ text: 'rar' }), [ALL / 100, true]);
  });

  test('stay exact while a company goes to the end of the list', async () => {
    const before = await search({ sort: 'name', limit: 5 });
    const ids = idsOf(before);
    await service.sql(
      `UPDATE company SET name = 'Zuletzt' WHERE tenant_id = $1 AND id = $2`,
      [tenant.id, ids.at(-1)],
      tenant.id,
    );
    const next = await search({ sort: 'name', limit: 5, cursor: before.nextCursor });
    assert.deepEqual(idsOf(next), (await sorted('name_key, id')).slice(4, 9));
  });

  test('do not continue with another sort or order, or a cursor that was changed', async () => {
    const { nextCursor } = await search({ sort: 'name', limit: 5 });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const body of [
      { sort: 'createdAtUtc', cursor: nextCursor },
      { sort: 'name', order: 'desc', cursor: nextCursor },
      { cursor: encode([1, 'name', 'asc', 5, 'a\0']) },
      { cursor: encode([1, 'name', 'asc', 0, 'a']) },
      {
        sort: 'modifiedAtUtc',
        cursor: encode([1, 'modifiedAtUtc', 'desc', 5, '2026-02-30T00:00:00.000000Z']),
      },
      { text: 'rar', cursor: encode([1, 'relevance', 'asc', 5, "'"]) },
    ]) {
      const response = await reader.post('/companies/search', body);
      assert.deepEqual([response.status, response.body.validationErrors?.[0].property], [400, 'cursor']);
    }
  });
});
