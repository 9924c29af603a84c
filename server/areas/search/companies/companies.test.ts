import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { services } = service;
const recruiter = await service.platform('recruiter');
const make = companyMaker(service.tenant.api);

async function search(body: object, calls: Pick<typeof recruiter, 'post'> = recruiter, options = {}) {
  const response = await calls.post('/companies/search', body, options);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

const idsOf = ({ companies }: { companies: { id: number }[] }) => companies.map(({ id }) => id);
const find = async (text: string) => idsOf(await search({ text }));

test('a company is found by its name in any spelling, its number, its cities, and its contacts', async () => {
  const company = await make.company({
    name: 'Bäckerei Maier & Söhne',
    name2: 'Filialbetrieb',
    customerNumber: 'K-48210',
    contact: { email: 'info@maier-soehne.example', phone: '0511 5550140' },
    location: { zipCode: '30159', city: 'Hannover' },
  });
  const site = await make.site(company, { location: { zipCode: '29221', city: 'Celle' } });
  const contact = await make.contact(company, site, {
    firstName: 'Jürgen',
    lastName: 'Grothe',
    email: 'j.grothe@maier-soehne.example',
    mobile: '+49 171 5550141',
  });
  await make.company({ name: 'Nordkai Logistik' });
  await indexMarked(services);
  for (const text of [
    'bäckerei',
    'Baeckerei Meyer',
    'soehne',
    'filial',
    'K-48210',
    '48210',
    '30159 Hannover',
    'Celle',
    'Grote',
    'Jürgen Maier',
    'j.grothe@maier-soehne.example',
    '@maier-soehne.example',
    '0171 5550141',
    'Hannover Celle Grothe',
  ])
    assert.deepEqual(await find(text), [company], text);
  for (const text of ['Bremen', 'Maier Nordkai', '…', '0171 555014177'])
    assert.deepEqual(await find(text), [], text);

  const { companies } = await search({ text: 'Grothe' });
  assert.deepEqual(companies[0].matches, [
    { field: 'contact', excerpt: 'Jürgen Grothe', start: 7, length: 6 },
  ]);
  // The person gets another name.
  await service.tenant.api.put(`/customers/${company}/offices/${site}/contacts/${contact}`, {
    lastName: 'Thiele',
    email: null,
  });
  await indexMarked(services);
  assert.deepEqual([await find('Jürgen Grothe'), await find('Thiele')], [[], [company]]);
});

test('companies with the word in their name come before those with such a contact, and the newest first', async () => {
  const [old, withContact, young] = [
    await make.company({ name: 'Ziegler Bau' }),
    await make.company({ name: 'Holzhandel Brandt' }),
    await make.company({ name: 'Spedition Ziegler' }),
  ] as const;
  await make.contact(withContact, await make.site(withContact), { lastName: 'Ziegler' });
  await indexMarked(services);
  assert.deepEqual(await find('Ziegler'), [young, old, withContact]);
});

test('an item has what a list shows, in the language of the caller', async () => {
  const branch = await makeBranch(service, 'Hannover');
  const company = await make.company({
    name: 'Falkenberg Metall GmbH',
    customerNumber: 'F-1',
    industryId: 8,
    officeId: branch,
    responsibility: recruiter.user.id,
    location: { zipCode: '30159', city: 'Hannover' },
  });
  await indexMarked(services);
  const headers = { 'accept-language': 'de' };
  const { companies, ...rest } = await search({ text: 'Falkenberg' }, recruiter, { headers });
  const [{ createdAtUtc, modifiedAtUtc, matches: _, ...item }] = companies;
  const { body: stored } = await recruiter.get(`/customers/${company}`, { headers });
  assert.deepEqual(rest, { total: 1, totalIsExact: true, nextCursor: null });
  assert.deepEqual([createdAtUtc, modifiedAtUtc], [stored.createdAtUtc, stored.modifiedAtUtc]);
  assert.notEqual(stored.industry, null);
  assert.deepEqual(item, {
    id: company,
    name: 'Falkenberg Metall GmbH',
    name2: null,
    customerNumber: 'F-1',
    zipCode: '30159',
    city: 'Hannover',
    statusId: 1,
    contractStatusId: 1,
    industryId: 8,
    industry: stored.industry,
    officeId: branch,
    office: 'Hannover',
    responsibility: recruiter.user.id,
    responsibleUser: stored.responsibility === null ? null : item.responsibleUser,
  });
  assert.equal(typeof item.responsibleUser, 'string');
});

test('filters limit the list with and without words', async () => {
  const branch = await makeBranch(service, 'Kassel');
  const all = { name: 'Filterbau', officeId: branch, industryId: 8, responsibility: recruiter.user.id };
  const [whole, other] = [await make.company(all), await make.company({ name: 'Filterwerk' })];
  await recruiter.put(`/customers/${whole}/status`, { statusId: 3 });
  await recruiter.put(`/customers/${whole}/contractstatus`, { contractStatusId: 2 });
  await indexMarked(services);
  assert.deepEqual((await find('Filter')).toSorted(), [whole, other].toSorted());
  for (const filter of [
    { officeIds: [branch] },
    { industryIds: [8], officeIds: [branch] },
    { responsibilities: [recruiter.user.id], officeIds: [branch] },
    { statusIds: [2, 3], officeIds: [branch] },
    { contractStatusIds: [2], officeIds: [branch] },
  ])
    for (const text of ['Filter', undefined])
      assert.deepEqual(
        idsOf(await search({ ...filter, text })),
        [whole],
        JSON.stringify({ ...filter, text }),
      );
  assert.deepEqual(idsOf(await search({ text: 'Filter', statusIds: [1] })), [other]);
  assert.equal((await search({ officeIds: [branch], statusIds: [5] })).total, 0);
  const unknown = await recruiter.post('/companies/search', {
    officeIds: [2_000_000_000],
    industryIds: [999_999],
  });
  assert.deepEqual(
    unknown.body.validationErrors.map(({ property }: { property: string }) => property),
    ['officeIds[0]', 'industryIds[0]'],
  );
});

test('another tenant and a role without the permission find nothing', async () => {
  const company = await make.company({ name: 'Nachbarschaft GmbH' });
  await indexMarked(services);
  const other = await service.createTenant();
  const stranger = await service.platform('admin', other);
  assert.deepEqual(await find('Nachbarschaft'), [company]);
  assert.deepEqual(await search({ text: 'Nachbarschaft' }, stranger), {
    companies: [],
    total: 0,
    totalIsExact: true,
    nextCursor: null,
  });
  assert.equal((await search({}, stranger)).total, 0);
  const integrator = await service.platform('integrator');
  assert.equal((await integrator.post('/companies/search', {})).status, 403);
  assert.equal((await search({ text: 'Nachbarschaft' }, await service.platform('viewer'))).total, 1);
});

describe('pages', async () => {
  // More than can be counted, and more than are compared with each other.
  const ALL = 21_000;
  const tenant = await service.createTenant();
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

  async function readAll(body: object, limit = 200): Promise<number[]> {
    const ids: number[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: { companies: { id: number }[]; nextCursor: string | null } = await search(
        { ...body, limit, cursor },
        reader,
      );
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
      const { total, totalIsExact } = await search({ ...body, limit: 1 }, reader);
      return [total, totalIsExact];
    };
    assert.deepEqual(await totals({}), [10_000, false]);
    assert.deepEqual(await totals({ text: 'gmbh' }), [10_000, false]);
    assert.deepEqual(await totals({ statusIds: [1] }), [ALL / 3, true]);
    assert.deepEqual(await totals({ text: 'rar' }), [ALL / 100, true]);
  });

  test('stay exact while a company goes to the end of the list', async () => {
    const before = await search({ sort: 'name', limit: 5 }, reader);
    const ids = idsOf(before);
    await service.sql(
      `UPDATE company SET name = 'Zuletzt' WHERE tenant_id = $1 AND id = $2`,
      [tenant.id, ids.at(-1)],
      tenant.id,
    );
    const next = await search({ sort: 'name', limit: 5, cursor: before.nextCursor }, reader);
    assert.deepEqual(idsOf(next), (await sorted('name_key, id')).slice(4, 9));
  });

  test('do not continue with another sort or order, or a cursor that was changed', async () => {
    const { nextCursor } = await search({ sort: 'name', limit: 5 }, reader);
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
