import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// What a request may not say, by itself and beside what is stored.

const service = await startTestService();
const { api } = service.tenant;
const branch = await makeBranch(service, 'Nord');
const make = companyMaker(api);
const company = await make.company({ name: 'Muster Logistik GmbH' });
const foreign = await make.all();
const ABSENT = 999_999;

const MINIMAL = {
  temporarystaffing: { officeId: branch, title: 'T', headcount: 1, startDate: '2026-05-01' },
  directplacement: { officeId: branch, title: 'D', headcount: 1, startDate: '2026-05-01' },
  servicecontract: { officeId: branch, title: 'S', headcount: 1, startDate: '2026-05-01', scope: 'S' },
} as const;
type Kind = keyof typeof MINIMAL;

async function create(body: Record<string, unknown> = {}, kind: Kind = 'temporarystaffing'): Promise<number> {
  const answer = await api.post(`/customers/${company}/requests/${kind}`, { ...MINIMAL[kind], ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

const post = (body: Record<string, unknown>, kind: Kind = 'temporarystaffing') =>
  api.post(`/customers/${company}/requests/${kind}`, { ...MINIMAL[kind], ...body });
const put = (id: number, body: Record<string, unknown>, kind: Kind = 'temporarystaffing') =>
  api.put(`/customers/requests/${kind}/${id}`, body);
const read = async (id: number, kind: Kind = 'temporarystaffing') =>
  (await api.get(`/customers/requests/${kind}/${id}`)).body;
test('every fault of a new request is named at once, those that only stored records can tell among them', async () => {
  await assertRefused(
    service,
    () =>
      api.post(`/customers/${company}/requests/temporarystaffing`, {
        officeId: ABSENT,
        siteId: foreign.siteId,
        locationId: 'x',
        contactId: foreign.contactId,
        title: ' ',
        professionId: 5,
        headcount: 0,
        startDate: '2026-02-30',
        weeklyHours: 60.5,
        hourlyWage: -1,
        billingRate: 10_000_000_000,
        shiftModel: 'x'.repeat(256),
        payGroup: 'x'.repeat(101),
        description: 'x'.repeat(65_536),
        responsibility: ABSENT,
        importExternalId: 'x'.repeat(101),
        createdAtUtc: '2999-01-01T00:00:00Z',
      }),
    'officeId unknownReference',
    'siteId unknownReference',
    'locationId type',
    'contactId unknownReference',
    'title required',
    'professionId unknownReference',
    'headcount range',
    'startDate format',
    'weeklyHours range',
    'hourlyWage range',
    'billingRate range',
    'shiftModel length',
    'payGroup length',
    'description length',
    'responsibility unknownReference',
    'importExternalId length',
    'createdAtUtc range',
  );
});

test('what a request must have is required', async () => {
  await assertRefused(
    service,
    () => api.post(`/customers/${company}/requests/servicecontract`, {}),
    'officeId required',
    'title required',
    'headcount required',
    'startDate required',
    'scope required',
  );
});

test('what a request must have cannot be cleared', async () => {
  const id = await create({}, 'servicecontract');
  const required = { officeId: null, title: null, headcount: null, startDate: null, scope: null };
  await assertRefused(
    service,
    () => put(id, required, 'servicecontract'),
    'officeId required',
    'title required',
    'headcount required',
    'startDate required',
    'scope required',
  );
});

for (const [title, body, kind, fault] of [
  ['more than 1000 people', { headcount: 1001 }, 'temporarystaffing', 'headcount range'],
  ['a fee above 100 per cent', { feePercent: 100.5 }, 'directplacement', 'feePercent range'],
  ['a negative fee', { feePercent: -1 }, 'directplacement', 'feePercent range'],
  ['an end before the start', { endDate: '2026-04-30' }, 'temporarystaffing', 'endDate range'],
  ['a highest salary below the lowest', { salaryFrom: 2, salaryTo: 1 }, 'directplacement', 'salaryTo range'],
  ['a blank scope', { scope: ' ' }, 'servicecontract', 'scope required'],
] as const) {
  test(`${title} is refused, when creating as when changing`, async () => {
    const id = await create({}, kind);
    await assertRefused(service, () => post(body, kind), fault);
    await assertRefused(service, () => put(id, body, kind), fault);
  });
}

test('limits themselves are taken', async () => {
  await create({ headcount: 1000, endDate: '2026-05-01', weeklyHours: 60 });
  await create({ feePercent: 100, salaryFrom: 9_999_999_999, salaryTo: 9_999_999_999 }, 'directplacement');
  await create({ feePercent: 0, salaryFrom: 0, salaryTo: 0 }, 'directplacement');
  await create({ fixedPrice: 999_999_999_999 }, 'servicecontract');
});

test('a change of one end is held against the other that is stored', async () => {
  const staffing = await create({ endDate: '2026-10-31' });
  await assertRefused(service, () => put(staffing, { startDate: '2026-11-01' }), 'startDate range');
  assert.equal((await put(staffing, { startDate: '2026-11-01', endDate: '2026-11-30' })).status, 204);
  const placement = await create({ salaryFrom: 40_000, salaryTo: 50_000 }, 'directplacement');
  await assertRefused(
    service,
    () => put(placement, { salaryFrom: 50_001 }, 'directplacement'),
    'salaryFrom range',
  );
  assert.equal((await put(placement, { salaryTo: null, salaryFrom: 60_000 }, 'directplacement')).status, 204);
});

test('of a pair with a malformed end only that is told', async () => {
  const body = { startDate: '2026-02-30', endDate: '2026-01-01' };
  await assertRefused(service, () => post(body), 'startDate format');
  const id = await create();
  await assertRefused(service, () => put(id, body), 'startDate format');
});

test('two changes at once cannot end before they start', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await create({ startDate: '2026-05-01', endDate: '2026-12-31' });
    const answers = await Promise.all([
      put(id, { startDate: '2026-11-01' }),
      put(id, { endDate: '2026-06-30' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400]);
    const { startDate, endDate } = await read(id);
    assert.ok(startDate <= endDate, `${startDate} to ${endDate}`);
  }
});
