import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCursor } from '../../../core/http/page-position.ts';
import { assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const viewer = await service.platform('viewer');

async function insert(text: string, values: unknown[], of: TestTenant = tenant): Promise<number> {
  return (await service.sql<{ id: number }>(`${text} RETURNING id`, [of.id, ...values], of.id))[0]!.id;
}

const insertUser = (name: string) =>
  insert(
    `INSERT INTO user_account (tenant_id, first_name, last_name, email, email_match)
     VALUES ($1, $2, 'Recruiter', $2 || '@example.org', $2 || '@example.org')`,
    [name],
  );
const insertBranch = (name: string) => insert('INSERT INTO branch (tenant_id, name) VALUES ($1, $2)', [name]);

const [rosa, ben] = [await insertUser('rosa'), await insertUser('ben')];
const [berlin, bonn] = [await insertBranch('Berlin'), await insertBranch('Bonn')];
const jobAd = await insert(
  "INSERT INTO job_ad (tenant_id, title, office_id, responsibility) VALUES ($1, 'Lager', $2, $3)",
  [berlin, ben],
);
const otherJobAd = await insert(
  "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Pflege', $2)",
  [bonn],
);

const ada: number = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;

async function apply(body: object, candidateId = ada): Promise<number> {
  return (await api.post(`/candidates/${candidateId}/apply`, { recruiterId: rosa, ...body })).body.id;
}

const first = await apply({ jobAdId: jobAd, appliedAtUtc: '2026-03-01T08:00:00Z' });
const second = await apply({ jobAdId: otherJobAd, appliedAtUtc: '2026-03-02T23:59:59Z' });
const third = await apply({ appliedAtUtc: '2026-03-03T00:00:00Z' });
/** Nobody handles it, so its branch and its user are those of the job ad. */
const fourth = await apply({ jobAdId: jobAd, appliedAtUtc: '2026-03-04T08:00:00Z' });
await service.sql('UPDATE application SET recruiter_id = NULL, office_id = NULL WHERE id = $1', [fourth]);

const search = (body: object = {}) => viewer.post('/applications/search', body);

// biome-ignore lint/suspicious/noExplicitAny: the responses are checked against their schema.
type Json = any;

async function found(body: object): Promise<number[]> {
  const { body: answer } = await search(body);
  assert.deepEqual([answer.total, answer.totalIsExact], [answer.applications.length, true]);
  return answer.applications.map(({ id }: Json) => id);
}

/** Reads all pages. */
async function readAll(body: object, onPage?: () => Promise<unknown>): Promise<Json[]> {
  const all: Json[] = [];
  for (let cursor: string | null = null; ; ) {
    const { body: page, status, text } = await search({ ...body, cursor });
    assert.equal(status, 200, text);
    all.push(...page.applications);
    cursor = page.nextCursor;
    if (cursor === null) return all;
    await onPage?.();
  }
}

test('an application is found with what a queue shows, and nothing is written', async () => {
  const [row] = (await search({ jobAdIds: [otherJobAd] })).body.applications;
  assert.deepEqual(row, {
    id: second,
    candidateId: ada,
    firstName: 'Ada',
    lastName: 'Muster',
    candidateStatusId: null,
    jobAdId: otherJobAd,
    jobAd: 'Pflege',
    officeId: bonn,
    office: 'Bonn',
    responsibility: rosa,
    responsibleUser: 'rosa Recruiter',
    appliedAtUtc: '2026-03-02T23:59:59.000Z',
    stage: 'new',
    stageChangedAtUtc: '2026-03-02T23:59:59.000Z',
    stageReason: null,
    hasCv: false,
    cvDocumentId: null,
  });
  assert.deepEqual(await written(service, () => search()), NOTHING);
});

test('each filter selects its applications, and all of them together those that match all', async () => {
  for (const [filter, expected] of [
    [{}, [fourth, third, second, first]],
    [{ jobAdIds: [jobAd] }, [fourth, first]],
    [{ jobAdIds: [jobAd, otherJobAd] }, [fourth, second, first]],
    [{ officeIds: [bonn] }, [second]],
    [{ officeIds: [berlin] }, [fourth, first]],
    [{ responsibilities: [rosa] }, [third, second, first]],
    [{ responsibilities: [ben] }, [fourth]],
    [{ responsibilities: [rosa, ben], officeIds: [berlin], stages: ['new'] }, [fourth, first]],
    [{ startDate: '2026-03-02', endDate: '2026-03-02' }, [second]],
    [{ startDate: '2026-03-03' }, [fourth, third]],
    [{ endDate: '2026-03-01' }, [first]],
    [
      { stages: [], jobAdIds: [], officeIds: null, responsibilities: null, startDate: null },
      [fourth, third, second, first],
    ],
    [{ stages: ['offer', 'hired'] }, []],
  ] as const)
    assert.deepEqual(await found(filter), expected, JSON.stringify(filter));
});

test('an application without branch, recruiter, and job ad has those of its candidate', async () => {
  const branch = await insertBranch('Köln');
  const user = await insertUser('cleo');
  const profile = { firstName: 'Eva', lastName: 'Muster', officeId: branch, responsibility: user };
  const { body } = await api.post('/candidates', profile);
  const id = await apply({}, body.id);
  await service.sql('UPDATE application SET recruiter_id = NULL WHERE id = $1', [id]);
  assert.deepEqual(await found({ officeIds: [branch] }), [id]);
  assert.deepEqual(await found({ responsibilities: [user] }), [id]);
  const [row] = (await search({ officeIds: [branch] })).body.applications;
  assert.deepEqual([row.officeId, row.office, row.responsibility], [branch, 'Köln', user]);
  await service.sql('DELETE FROM application WHERE id = $1', [id]);
});

test('a moved application is in its new stage, with the reason, and can be sorted by the time of the move', async () => {
  const recruiter = await service.platform('recruiter');
  await recruiter.put(`/applications/${first}/stage`, { stage: 'offer', reason: 'Vertrag verschickt' });
  const [row] = (await search({ stages: ['offer'] })).body.applications;
  assert.deepEqual([row.id, row.stageReason], [first, 'Vertrag verschickt']);
  assert.ok(row.stageChangedAtUtc > '2026-03-05');
  const sort = 'stageChangedAtUtc';
  assert.deepEqual(await found({ sort }), [first, fourth, third, second]);
  assert.deepEqual(await found({ sort, order: 'asc' }), [second, third, fourth, first]);
  assert.deepEqual(await found({ stages: ['new', 'offer', 'new'], order: 'asc' }), [
    first,
    second,
    third,
    fourth,
  ]);
  await recruiter.put(`/applications/${first}/stage`, { stage: 'new' });
});

test('the CV is that of the application, or else the latest of the candidate', async () => {
  const candidateId = (await api.post('/candidates', { firstName: 'Cara', lastName: 'Muster' })).body.id;
  const jobAdId = await insert("INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'CV', $2)", [
    bonn,
  ]);
  const own = await apply({ jobAdId }, candidateId);
  const cvOf = async () => {
    const [row] = (await search({ jobAdIds: [jobAdId] })).body.applications;
    return [row.hasCv, row.cvDocumentId];
  };
  const upload = async (category: string) =>
    (
      await api.post(`/candidates/${candidateId}/documents/${category}`, {
        filename: 'a.txt',
        base64File: Buffer.from('Lebenslauf').toString('base64'),
      })
    ).body.id;
  await upload('other');
  assert.deepEqual(await cvOf(), [false, null]);
  const sent = await upload('cv');
  const later = await upload('cv');
  assert.deepEqual(await cvOf(), [true, later]);
  await service.sql('UPDATE document SET application_id = $1 WHERE id = $2', [own, sent]);
  assert.deepEqual(await cvOf(), [true, sent]);
});

test('pages contain every application exactly once, also with equal times and while others come', async () => {
  const other = await service.createTenant();
  const reader = await service.platform('recruiter', other);
  const candidateId = (await other.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  const add = (count: number, at: string) =>
    service.sql(
      `INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, stage)
       SELECT $1, $2, 51, $4::timestamptz + (g / 5) * interval '1 microsecond',
              (ARRAY['new', 'inReview', 'hired', 'withdrawn'])[1 + g % 4]
         FROM generate_series(1, $3::int) AS g`,
      [other.id, candidateId, count, at],
      other.id,
    );
  await add(43, '2026-03-02T08:00:00Z');
  for (const sort of ['appliedAtUtc', 'stageChangedAtUtc'])
    for (const order of ['asc', 'desc']) {
      const ids: number[] = [];
      let cursor: string | null = null;
      do {
        const { body }: Json = await reader.post('/applications/search', {
          sort,
          order,
          cursor,
          limit: 7,
          startDate: '2026-03-02',
          endDate: '2026-03-02',
        });
        assert.equal(body.total, 43);
        assert.ok(body.applications.length <= 7);
        ids.push(...body.applications.map(({ id }: Json) => id));
        cursor = body.nextCursor;
        await add(3, order === 'asc' ? '2026-03-01T08:00:00Z' : '2026-03-03T08:00:00Z');
      } while (cursor !== null);
      assert.equal(new Set(ids).size, 43);
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => (order === 'asc' ? a - b : b - a)),
      );
    }
  assert.ok((await readAll({})).every(({ candidateId: own }) => own !== candidateId));
});

test('the total is exact up to 10,000 and then says that there are more', async () => {
  const other = await service.createTenant();
  const reader = await service.platform('viewer', other);
  const candidateId = (await other.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  const add = (count: number) =>
    service.sql(
      `INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at)
       SELECT $1, $2, 51, '2026-03-02T08:00:00Z'::timestamptz + g * interval '1 second' FROM generate_series(1, $3::int) AS g`,
      [other.id, candidateId, count],
      other.id,
    );
  const total = async () => {
    const { body } = await reader.post('/applications/search', { limit: 1 });
    return [body.total, body.totalIsExact];
  };
  await add(10_000);
  assert.deepEqual(await total(), [10_000, true]);
  await add(1);
  assert.deepEqual(await total(), [10_000, false]);
});

test('every fault of a search is reported, and a cursor belongs to its order', async () => {
  await assertRefused(
    service,
    () =>
      search({
        stages: ['accepted'],
        jobAdIds: [999_999],
        officeIds: ['1'],
        sort: 'name',
        limit: 201,
        startDate: '2026-03-02',
        endDate: '2026-03-01',
      }),
    'endDate range',
    'jobAdIds[0] unknownReference',
    'limit range',
    'officeIds[0] type',
    'sort enum',
    'stages[0] enum',
  );
  await assertRefused(service, () => search({ cursor: 'x', limit: 201 }), 'cursor format', 'limit range');
  const { nextCursor } = (await search({ limit: 1 })).body;
  const impossible = formatCursor(
    { sort: 'appliedAtUtc', order: 'desc' },
    { key: '2026-02-30T00:00:00.000000Z', id: 1 },
  );
  for (const body of [{ cursor: 'x' }, { cursor: impossible }, { cursor: nextCursor, order: 'asc' }])
    await assertRefused(service, () => search(body), 'cursor format');
});
