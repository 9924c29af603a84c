import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { entryTerm } from '../terms.ts';

const service = await startTestService();
const recruiter = await service.platform('recruiter');

// More than can be counted, and more than are compared with each other. What the indexer would write for so many candidates is
// inserted, because writing it takes longer.
const ALL = 24_000;
/** Every second one. */
const HALF = ALL / 2;
const EVENS = 9;
const first = await insertCandidates();

async function insertCandidates(): Promise<number> {
  const names = "'M' || lpad((1000000 - n)::text, 7, '0')";
  const [{ id }] = (await service.sql<{ id: number }>(
    `WITH made AS (
       INSERT INTO candidate (tenant_id, first_name, last_name, is_visible)
       SELECT $1, CASE WHEN n % 2 = 0 THEN 'Eva' ELSE 'Adam' END, ${names}, true FROM generate_series(1, ${ALL}) AS n RETURNING id)
     SELECT min(id) AS id FROM made`,
    [service.tenant.id],
  )) as [{ id: number }];
  await service.sql(
    `INSERT INTO candidate_search (tenant_id, candidate_id, name_key, created_at, applied_at, responsibility, profession_ids,
                                   license_ids, languages, applied_job_ad_ids, applied_stages, applied_on)
     SELECT $1, $2 - 1 + n, lower(${names}), '2026-03-01', timestamptz '2026-03-01' + (n / 3) * interval '1 second', $3,
            CASE WHEN n % 4 = 0 THEN ARRAY[${EVENS}] ELSE '{}' END, '{}', '{}', '{}', '{}', '{}'
       FROM generate_series(1, ${ALL}) AS n`,
    [service.tenant.id, id, recruiter.user.id],
  );
  await service.sql(
    `INSERT INTO candidate_search_term (tenant_id, candidate_id, term, weight)
     SELECT $1, $2 - 1 + n, term, 0 FROM generate_series(1, ${ALL}) AS n,
            LATERAL (VALUES ('mfolge'), (CASE WHEN n % 2 = 0 THEN 'eva' ELSE 'adam' END), ($3),
                            (CASE WHEN n % 4 = 0 THEN 'rar' END)) AS terms (term)
      WHERE term IS NOT NULL`,
    [service.tenant.id, id, entryTerm('responsibility', recruiter.user.id)],
  );
  return id;
}

const search = async (body: object) => {
  const { status, body: answer, text } = await recruiter.post('/candidates/search', body);
  assert.equal(status, 200, text);
  return answer;
};

async function readAll(body: object, limit: number, pages: number): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const answer: { candidates: { id: number }[]; nextCursor: string | null } = await search({
      ...body,
      limit,
      cursor,
    });
    ids.push(...answer.candidates.map(({ id }) => id));
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return ids;
}

describe('the total', () => {
  test('is exact until 10,000, and then says that there are more', async () => {
    const totals = async (body: object) => {
      const { total, totalIsExact } = await search({ ...body, limit: 1 });
      return [total, totalIsExact];
    };
    assert.deepEqual(await totals({}), [10_000, false]);
    assert.deepEqual(await totals({ text: 'mfolge' }), [10_000, false]);
    assert.deepEqual(await totals({ text: 'mfolge adam' }), [10_000, false]);
    assert.deepEqual(await totals({ text: 'rar' }), [HALF / 2, true]);
    assert.deepEqual(await totals({ text: 'mfolge rar adam' }), [0, true]);
    assert.deepEqual(await totals({ responsibilities: [recruiter.user.id], text: 'rar' }), [HALF / 2, true]);
    await service.sql(
      'UPDATE candidate_search SET status_id = 2003 WHERE tenant_id = $1 AND candidate_id < $2',
      [service.tenant.id, first + 10_000],
    );
    assert.deepEqual(await totals({ statusIds: [2003] }), [10_000, true]);
    assert.deepEqual(await totals({ statusIds: [2003], text: 'mfolge' }), [10_000, true]);
    assert.deepEqual(await totals({ statusIds: [2003], text: 'eva' }), [5000, true]);
  });

  test('with the limit 0 is all that is returned', async () => {
    const status = { statusIds: [2003] };
    for (const body of [{}, status, { text: 'mfolge' }, { text: 'rar' }, { ...status, text: 'eva' }]) {
      const { total, totalIsExact } = await search(body);
      const nothing = { candidates: [], nextCursor: null, isCurrent: true, around: null };
      assert.deepEqual(await search({ ...body, limit: 0 }), { ...nothing, total, totalIsExact });
    }
    assert.equal((await recruiter.post('/candidates/search', { limit: -1 })).status, 400);
  });
});

describe('pages', () => {
  const last = first + ALL - 1;
  for (const [name, body, expected] of [
    ['of all candidates', {}, 'newest'],
    ['of a common word', { text: 'mfolge' }, 'newest'],
    ['of a common word by name', { text: 'mfolge', sort: 'name' }, 'newest'],
    ['of a common word, oldest first', { text: 'mfolge', sort: 'appliedAtUtc', order: 'asc' }, 'oldest'],
    ['by creation, at the same time', { sort: 'createdAtUtc', order: 'asc' }, 'oldest'],
  ] as const) {
    test(`${name} contain each of them once, in order`, async () => {
      const ids = await readAll(body, 7, 6);
      const from = expected === 'newest' ? last : first;
      const step = expected === 'newest' ? -1 : 1;
      assert.deepEqual(
        ids,
        Array.from({ length: 42 }, (_, index) => from + step * index),
      );
    });
  }

  test('of a rare word end with the last one', async () => {
    const ids = await readAll({ text: 'rar' }, 200, 100);
    assert.equal(ids.length, HALF / 2);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('by relevance and by time stay exact while others come, change, and go', async () => {
    for (const body of [{ text: 'adam' }, { text: 'mfolge' }, { text: 'adam', sort: 'name' }] as const) {
      const before = await search({ ...body, limit: 5 });
      const ids: number[] = before.candidates.map(({ id }: { id: number }) => id);
      // The last of the page goes, and one that would be on the first page comes: neither moves the second page.
      await service.sql('DELETE FROM candidate WHERE tenant_id = $1 AND id = $2', [
        service.tenant.id,
        ids.at(-1),
      ]);
      const rest = await search({ ...body, limit: 5, cursor: before.nextCursor });
      const next: number[] = rest.candidates.map(({ id }: { id: number }) => id);
      assert.equal(new Set([...ids, ...next]).size, 10);
      const step = body.text === 'adam' ? 2 : 1;
      assert.equal(next[0], ids.at(-1)! - step);
    }
  });

  test('do not continue with another sort or order, or a cursor that was changed', async () => {
    const { nextCursor } = await search({ text: 'adam', limit: 5 });
    const decoded = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const body of [
      { text: 'adam', sort: 'name', cursor: nextCursor },
      { text: 'adam', cursor: encode([...decoded, 1]) },
      { text: 'adam', cursor: encode([1, 'relevance', 'asc', 0, '1']) },
      { text: 'adam', cursor: encode([1, 'relevance', 'asc', 5, "'"]) },
      { text: 'adam', sort: 'name', cursor: encode([1, 'name', 'asc', 5, 'Ü']) },
      { text: 'adam', cursor: encode({}) },
      { cursor: encode([1, 'appliedAtUtc', 'desc', 5, '2026-02-30T00:00:00.000000Z']) },
    ]) {
      const response = await recruiter.post('/candidates/search', body);
      assert.deepEqual([response.status, response.body.validationErrors[0].property], [400, 'cursor']);
    }
  });
});
