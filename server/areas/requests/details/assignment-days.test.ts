import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// German law limits the assignment of a temporary worker to 18 months and requires equal pay after nine.
// The periods end as section 188 BGB says: if the last month lacks the day of the start, with the last day of this month.

const service = await startTestService();
const { api } = service.tenant;
const officeId = await makeBranch(service, 'Nord');
const company = await companyMaker(api).company();

async function create(startDate: string): Promise<string> {
  const { body } = await api.post(`/customers/${company}/requests/temporarystaffing`, {
    officeId,
    title: 'Gesucht',
    headcount: 1,
    startDate,
  });
  return `/customers/requests/temporarystaffing/${body.id}`;
}

async function daysOf(path: string): Promise<[string, string]> {
  const { equalPayFrom, maximumAssignmentUntil } = (await api.get(path)).body;
  return [equalPayFrom, maximumAssignmentUntil];
}

for (const [startDate, equalPayFrom, maximumAssignmentUntil] of [
  ['2026-05-01', '2027-02-01', '2027-10-31'],
  ['2026-03-01', '2026-12-01', '2027-08-31'],
  ['2026-05-29', '2027-03-01', '2027-11-28'],
  ['2027-05-29', '2028-02-29', '2028-11-28'],
  ['2026-05-31', '2027-03-01', '2027-11-30'],
  ['2027-05-31', '2028-03-01', '2028-11-30'],
  ['2025-08-29', '2026-05-29', '2027-02-28'],
  ['2026-08-30', '2027-05-30', '2028-02-29'],
  ['2026-08-31', '2027-05-31', '2028-02-29'],
  ['2027-08-31', '2028-05-31', '2029-02-28'],
  ['2028-02-29', '2028-11-29', '2029-08-28'],
  ['2026-12-31', '2027-10-01', '2028-06-30'],
  ['2026-03-31', '2026-12-31', '2027-09-30'],
  ['1900-01-01', '1900-10-01', '1901-06-30'],
  ['9999-01-15', '9999-10-15', '9999-12-31'],
] as const) {
  test(`a start on ${startDate} gives equal pay from ${equalPayFrom} and an end by ${maximumAssignmentUntil}`, async () => {
    assert.deepEqual(await daysOf(await create(startDate)), [equalPayFrom, maximumAssignmentUntil]);
  });
}

test('a changed start changes both days', async () => {
  const path = await create('2026-05-01');
  await api.put(path, { startDate: '2026-08-31' });
  assert.deepEqual(await daysOf(path), ['2027-05-31', '2028-02-29']);
});
