import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// Invalid values of a request, alone and in combination with the stored values.

const service = await startTestService();
const { api } = service.tenant;
const branch = await makeBranch(service, 'Nord');
const make = companyMaker(api);
const company = await make.company({ name: 'Muster Logistik GmbH' });
const otherCompany = await make.all();
const UNKNOWN_ID = 999_999;

const MINIMAL = {
  temporarystaffing: { officeId: branch, title: 'T', headcount: 1, startDate: '2026-05-01' },
  directplacement: { officeId: branch, title: 'D', headcount: 1, startDate: '2026-05-01' },
  servicecontract: { officeId: branch, title: 'S', headcount: 1, startDate: '2026-05-01', scope: 'S' },
} as const;
type Kind = keyof typeof MINIMAL;

async function create(body: Record<string, unknown> = {}, kind: Kind = 'temporarystaffing'): Promise<number> {
  const response = await api.post(`/customers/${company}/requests/${kind}`, { ...MINIMAL[kind], ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const post = (body: Record<string, unknown>, kind: Kind = 'temporarystaffing') =>
  api.post(`/customers/${company}/requests/${kind}`, { ...MINIMAL[kind], ...body });
const put = (id: number, body: Record<string, unknown>, kind: Kind = 'temporarystaffing') =>
  api.put(`/customers/requests/${kind}/${id}`, body);
const read = async (id: number, kind: Kind = 'temporarystaffing') =>
  (await api.get(`/customers/requests/${kind}/${id}`)).body;

test('the response names every fault of a new request, including unknown references', async () => {
  await assertRefused(
    service,
    () =>
      api.post(`/customers/${company}/requests/temporarystaffing`, {
        officeId: UNKNOWN_ID,
        siteId: otherCompany.siteId,
        locationId: 'x',
        contactId: otherCompany.contactId,
        title: ' ',
        professionId: 5,
        headcount: 0,
        startDate: '2026-02-30',
        weeklyHours: 60.5,
        hourlyWage: -1,
        billingRate: 10_000_000_000,
        shiftModel: 'x'.repeat(256),
        payGroup: 'x'.repeat(256),
        description: 'x'.repeat(65_536),
        responsibility: UNKNOWN_ID,
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

test('required properties cannot be left out', async () => {
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

test('required properties cannot be cleared', async () => {
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
  ['a headcount above 1000', { headcount: 1001 }, 'temporarystaffing', 'headcount range'],
  ['a fee above 100 percent', { feePercent: 100.5 }, 'directplacement', 'feePercent range'],
  ['a negative fee', { feePercent: -1 }, 'directplacement', 'feePercent range'],
  ['an end before the start', { endDate: '2026-04-30' }, 'temporarystaffing', 'endDate range'],
  ['a maximum salary below the minimum', { salaryFrom: 2, salaryTo: 1 }, 'directplacement', 'salaryTo range'],
  ['a blank scope', { scope: ' ' }, 'servicecontract', 'scope required'],
] as const) {
  test(`${title} is rejected on creation and on change`, async () => {
    const id = await create({}, kind);
    await assertRefused(service, () => post(body, kind), fault);
    await assertRefused(service, () => put(id, body, kind), fault);
  });
}

test('values at the limits are accepted', async () => {
  await create({ headcount: 1000, endDate: '2026-05-01', weeklyHours: 60 });
  await create({ feePercent: 100, salaryFrom: 9_999_999_999, salaryTo: 9_999_999_999 }, 'directplacement');
  await create({ feePercent: 0, salaryFrom: 0, salaryTo: 0 }, 'directplacement');
  await create({ fixedPrice: 999_999_999_999 }, 'servicecontract');
});

test('a changed lower bound is checked against the stored upper bound', async () => {
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

test('a range is reported at the upper bound if it was sent, even if it equals the stored one', async () => {
  const staffing = await create({ endDate: '2026-06-30' });
  const dates = await put(staffing, { startDate: '2026-07-01', endDate: '2026-06-30' });
  assert.deepEqual(dates.body.validationErrors, [
    { property: 'endDate', code: 'range', message: 'endDate must not be before startDate.' },
  ]);
  const placement = await create({ salaryFrom: 40_000, salaryTo: 50_000 }, 'directplacement');
  const salaries = await put(placement, { salaryFrom: 60_000, salaryTo: 50_000 }, 'directplacement');
  assert.deepEqual(salaries.body.validationErrors, [
    { property: 'salaryTo', code: 'range', message: 'salaryTo must not be below salaryFrom.' },
  ]);
});

test('a malformed start is the only fault of a range', async () => {
  const body = { startDate: '2026-02-30', endDate: '2026-01-01' };
  await assertRefused(service, () => post(body), 'startDate format');
  const id = await create();
  await assertRefused(service, () => put(id, body), 'startDate format');
});

test('concurrent changes cannot set an end before the start', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await create({ startDate: '2026-05-01', endDate: '2026-12-31' });
    const responses = await Promise.all([
      put(id, { startDate: '2026-11-01' }),
      put(id, { endDate: '2026-06-30' }),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 400]);
    const { startDate, endDate } = await read(id);
    assert.ok(startDate <= endDate, `${startDate} to ${endDate}`);
  }
});
