import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatCursor } from '../../../core/http/page-position.ts';
import { faultsOf } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import type { Role } from '../../users/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const north = await makeBranch(service, 'Nord');
const south = await makeBranch(service, 'Süd');
const make = companyMaker(api);
const hansa = await make.company({
  name: 'Hansa Lagerhaus GmbH',
  customerNumber: 'K-20044',
  contact: { phone: '040 6600001', email: 'info@hansa.example' },
  location: { zipCode: '20457', city: 'Hamburg' },
});
const alpen = await make.company({
  name: 'Alpenmetall Gruber',
  location: { zipCode: '80331', city: 'München' },
});

async function create(
  company: number,
  title: string,
  { kind = 'temporarystaffing', ...body }: Record<string, unknown> = {},
) {
  const response = await api.post(`/customers/${company}/requests/${kind}`, {
    officeId: north,
    title,
    headcount: 2,
    startDate: '2026-05-01',
    ...body,
  });
  assert.equal(response.status, 200, response.text);
  return response.body.id as number;
}

// A number of one digit would begin other numbers.
await service.sql("SELECT setval('customer_request_id_seq', 900000)");

const setStatus = (id: number, statusId: number) => api.put(`/customers/requests/${id}/status`, { statusId });

const stapler = await create(hansa, 'Gabelstaplerfahrer (m/w/d), Frühschicht', {
  importExternalId: 'erp-7788',
});
const picker = await create(hansa, 'Kommissionierer', {
  startDate: '2026-04-01',
  endDate: '2026-09-30',
  headcount: 12,
  responsibility: recruiter.user.id,
});
const welder = await create(alpen, 'Schweißer MAG', {
  kind: 'directplacement',
  importExternalId: '2023/0816',
  officeId: south,
  startDate: '2026-06-15',
});
const stock = await create(alpen, 'Inventur', {
  kind: 'servicecontract',
  scope: 'Zählung',
  startDate: '2026-03-20',
});
await setStatus(picker, 2);
await setStatus(stock, 5);
await indexMarked(services);

async function search(body: object, calls: Pick<typeof recruiter, 'post'> = recruiter) {
  const response = await calls.post('/requests/search', body);
  assert.equal(response.status, 200, response.text);
  return response.body;
}
// biome-ignore lint/suspicious/noExplicitAny: the responses are checked against their schema.
const idsOf = ({ requests }: any): number[] => requests.map(({ id }: { id: number }) => id);
const found = async (body: object) => idsOf(await search(body)).toSorted((a, b) => a - b);

describe('words', () => {
  for (const [text, ids] of [
    ['gabel', [stapler]],
    ['fahrer', [stapler]],
    ['Fruehschicht', [stapler]],
    ['hansa', [stapler, picker]],
    ['hansa kommissionierer', [picker]],
    ['kommissionierer gruber', []],
    ['hamburg', [stapler, picker]],
    ['20457', [stapler, picker]],
    ['20044', [stapler, picker]],
    ['Alpenmetal', [welder, stock]],
    ['schweisser', [welder]],
    ['7788', [stapler]],
    ['erp-7788', [stapler]],
    ['2023/0816', [welder]],
    ['20230816', [welder]],
    // The phone number and the address of a company say nothing about its requests.
    ['6600001', []],
    ['@hansa.example', []],
    ['(/)', []],
  ] as const)
    test(`${text} finds ${ids.length} of the requests`, async () => {
      assert.deepEqual(
        await found({ text }),
        ids.toSorted((a, b) => a - b),
      );
    });

  test('the number of a request finds it, and no other', async () => {
    assert.deepEqual(await found({ text: String(welder) }), [welder]);
    assert.deepEqual(await found({ text: `#${welder} schweißer` }), [welder]);
    assert.deepEqual(await found({ text: `${welder} inventur` }), []);
  });

  test('a company with another name is found by it at once, without its requests being indexed again', async () => {
    const company = await make.company({ name: 'Erstname AG' });
    const id = await create(company, 'Elektriker');
    await indexMarked(services);
    await api.put(`/customers/${company}`, { name: 'Zweitname AG' });
    await indexMarked(services);
    assert.deepEqual(await found({ text: 'zweitname' }), [id]);
    assert.deepEqual(await found({ text: 'erstname' }), []);
  });

  test('more than ten words are refused', async () => {
    const response = await recruiter.post('/requests/search', {
      text: 'a b c d e f g h i j k'.replaceAll(' ', 'x '),
    });
    assert.equal(response.status, 400);
    assert.deepEqual(faultsOf(response), ['text range']);
  });
});

describe('filters', () => {
  const both = [hansa, alpen];
  for (const [name, filter, ids] of [
    ['the company', { companyIds: [alpen] }, [welder, stock]],
    ['one kind', { kinds: ['directplacement'] }, [welder]],
    ['several kinds', { kinds: ['directplacement', 'servicecontract'] }, [welder, stock]],
    ['the status', { statusIds: [2] }, [picker]],
    ['open ones', { isOpen: true }, [stapler, picker, welder]],
    ['those that are over', { isOpen: false }, [stock]],
    ['a status that is not open', { isOpen: true, statusIds: [5] }, []],
    ['the branch', { officeIds: [south] }, [welder]],
    ['the responsible user', { responsibilities: [recruiter.user.id] }, [picker]],
    ['the first day of work', { startFrom: '2026-04-01', startUntil: '2026-05-01' }, [stapler, picker]],
    ['words and filters', { text: 'hansa', statusIds: [1] }, [stapler]],
  ] as const)
    test(`limit the list to ${name}`, async () => {
      assert.deepEqual(
        await found({ companyIds: both, ...filter }),
        ids.toSorted((a, b) => a - b),
      );
      assert.equal((await search({ companyIds: both, ...filter })).total, ids.length);
    });

  test('a period that ends before it begins is explained', async () => {
    const response = await recruiter.post('/requests/search', {
      startFrom: '2026-05-02',
      startUntil: '2026-05-01',
    });
    assert.equal(response.status, 400);
    assert.deepEqual(faultsOf(response), ['startUntil range']);
  });
});

test('a row has what a list shows, with the name of the status in the language of the caller', async () => {
  const response = await recruiter.post(
    '/requests/search',
    { text: String(picker) },
    { headers: { 'accept-language': 'de' } },
  );
  const [{ createdAtUtc, modifiedAtUtc, ...row }] = response.body.requests;
  assert.ok(createdAtUtc <= modifiedAtUtc);
  assert.deepEqual(row, {
    id: picker,
    kind: 'temporarystaffing',
    title: 'Kommissionierer',
    companyId: hansa,
    company: 'Hansa Lagerhaus GmbH',
    city: 'Hamburg',
    officeId: north,
    office: 'Nord',
    responsibility: recruiter.user.id,
    responsibleUser: 'Test recruiter',
    headcount: 12,
    placed: 0,
    startDate: '2026-04-01',
    endDate: '2026-09-30',
    statusId: 2,
    status: 'In Bearbeitung',
  });
});

describe('pages', async () => {
  const company = await make.company({ name: 'Seitenweise KG' });
  const all: number[] = [];
  for (let n = 0; n < 11; n++) {
    // Several with the same day and the same time.
    if (n % 3 === 0) await service.clock.advance(1);
    all.push(await create(company, `Helfer ${n}`, { startDate: `2026-05-0${1 + (n % 3)}` }));
  }
  await indexMarked(services);

  async function readAll(body: object): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await search({ companyIds: [company], limit: 2, ...body, cursor });
      assert.equal(page.total, all.length);
      ids.push(...idsOf(page));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return ids;
  }

  for (const sort of ['createdAtUtc', 'modifiedAtUtc', 'startDate'])
    for (const order of ['asc', 'desc'])
      for (const text of [undefined, 'helfer'])
        test(`are complete, each request once, by ${sort} ${order}${text === undefined ? '' : ' with a word'}`, async () => {
          const ids = await readAll({ sort, order, text });
          const whole = idsOf(await search({ companyIds: [company], sort, order, text }));
          assert.deepEqual(ids, whole);
          assert.deepEqual(
            ids.toSorted((a, b) => a - b),
            all,
          );
        });

  test('are sorted by creation, the newest first, unless asked otherwise', async () => {
    assert.deepEqual(await readAll({}), all.toReversed());
    const days = (await search({ companyIds: [company], sort: 'startDate' })).requests.map(
      ({ startDate }: { startDate: string }) => startDate,
    );
    assert.deepEqual(days, days.toSorted());
  });

  test('one that was created meanwhile does not repeat another', async () => {
    const first = await search({ companyIds: [company], limit: 5 });
    const added = await create(company, 'Später');
    const rest = await search({ companyIds: [company], limit: 50, cursor: first.nextCursor });
    assert.deepEqual([...idsOf(first), ...idsOf(rest)], all.toReversed());
    await setStatus(added, 4);
    await service.sql('UPDATE customer_request SET company_id = $2 WHERE tenant_id = $3 AND id = $1', [
      added,
      hansa,
      tenant.id,
    ]);
  });

  test('a cursor of another order, or one that was changed, is refused', async () => {
    const { nextCursor } = await search({ companyIds: [company], limit: 2 });
    const newest = { sort: 'createdAtUtc', order: 'desc' } as const;
    const at = '2026-02-03T00:00:00.000000Z';
    for (const body of [
      { cursor: nextCursor, sort: 'startDate' },
      { cursor: nextCursor, order: 'asc' },
      { cursor: 'abc' },
      { cursor: formatCursor(newest, { key: at.replace('03', '30'), id: 7 }) },
      {
        cursor: formatCursor({ sort: 'startDate', order: 'asc' }, { key: '2026-02-30', id: 7 }),
        sort: 'startDate',
      },
      { cursor: formatCursor(newest, { key: at, id: 9_999_999_999 }) },
    ]) {
      const response = await recruiter.post('/requests/search', body);
      assert.equal(response.status, 400, JSON.stringify(body));
      assert.deepEqual(faultsOf(response), ['cursor format']);
    }
    assert.deepEqual(faultsOf(await recruiter.post('/requests/search', { cursor: 'abc', limit: 0 })), [
      'cursor format',
      'limit range',
    ]);
  });
});

test('another tenant finds nothing, and its filters name nothing that it does not have', async () => {
  const other = await service.createTenant();
  const stranger = await service.platform('admin', other);
  assert.deepEqual(idsOf(await search({}, stranger)), []);
  assert.deepEqual(idsOf(await search({ text: 'hansa' }, stranger)), []);
  assert.deepEqual(idsOf(await search({ text: String(stapler) }, stranger)), []);
  const response = await stranger.post('/requests/search', { companyIds: [hansa] });
  assert.equal(response.status, 400);
  assert.deepEqual(faultsOf(response), ['companyIds[0] unknownReference']);
});

for (const [role, status] of [
  ['viewer', 200],
  ['branchManager', 200],
  ['integrator', 403],
  ['dataProtection', 403],
] as const)
  test(`a ${role} receives ${status}`, async () => {
    const user = await service.platform(role as Role);
    assert.equal((await user.post('/requests/search', {})).status, status);
  });
