import assert from 'node:assert/strict';
import type { ServiceContractRequestCreateDto, TemporaryStaffingRequestCreateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { branchId, company, day, NOBODY, site } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { requests } = client;

const OPEN = 1;
const FILLED = 3;
const CANCELLED = 4;
const CLOSED = 5;

async function common() {
  return { officeId: await branchId(), title: 'Lagerhelfer', headcount: 5, startDate: '2027-01-15' };
}

async function staffing(): Promise<number> {
  return (await requests.createTemporaryStaffing(await company(), await common())).id;
}

rule('requests.threeKinds', 'Each kind is created and read at its own paths', async () => {
  const customerId = await company();
  const staff = { ...(await common()), weeklyHours: 38.5, hourlyWage: 15.2, billingRate: 28 };
  const placement = { ...(await common()), salaryFrom: 42000, salaryTo: 48000, feePercent: 25 };
  const contract = { ...(await common()), scope: 'Umbau der Halle', fixedPrice: 12000 };
  const { id: first } = await requests.createTemporaryStaffing(customerId, staff);
  const { id: second } = await requests.createDirectPlacement(customerId, placement);
  const { id: third } = await requests.createServiceContract(customerId, contract);
  shows(await requests.getTemporaryStaffing(first), { kind: 'temporarystaffing', customerId, ...staff });
  shows(await requests.getDirectPlacement(second), { kind: 'directplacement', customerId, ...placement });
  shows(await requests.getServiceContract(third), { kind: 'servicecontract', customerId, ...contract });
  await notFound(requests.getDirectPlacement(first));
  await notFound(requests.createTemporaryStaffing(NOBODY, staff));
});

rule('requests.common', 'A request without the required properties is rejected', async () => {
  const customerId = await company();
  await refused(requests.createTemporaryStaffing(customerId, {} as TemporaryStaffingRequestCreateDto), {
    officeId: 'required',
    title: 'required',
    headcount: 'required',
    startDate: 'required',
  });
  for (const headcount of [0, 1001])
    await refused(requests.createTemporaryStaffing(customerId, { ...(await common()), headcount }), {
      headcount: 'range',
    });
});

rule('requests.scopeRequired', 'A service contract without a scope is rejected', async () => {
  const unscoped = (await common()) as ServiceContractRequestCreateDto;
  await refused(requests.createServiceContract(await company(), unscoped), { scope: 'required' });
});

rule('requests.staffingLimits', 'An assignment that starts in January 2027 ends in July 2028', async () => {
  shows(await requests.getTemporaryStaffing(await staffing()), {
    startDate: '2027-01-15',
    equalPayFrom: '2027-10-15',
    maximumAssignmentUntil: '2028-07-14',
  });
});

rule('requests.onlyOwnParts', 'The site of another company is rejected', async () => {
  const { siteId } = await site();
  await refused(requests.createTemporaryStaffing(await company(), { ...(await common()), siteId }), {
    siteId: 'unknownReference',
  });
});

rule('requests.changePartly', 'A new headcount does not change the title', async () => {
  const id = await staffing();
  assert.equal((await requests.changeTemporaryStaffing(id, { headcount: 7 }).withResponse()).status, 204);
  shows(await requests.getTemporaryStaffing(id), { headcount: 7, title: 'Lagerhelfer' });
});

rule('requests.status', 'A new request is open and can be set to filled', async () => {
  const id = await staffing();
  shows(await requests.getTemporaryStaffing(id), { statusId: OPEN });
  assert.equal((await requests.setStatus(id, { statusId: FILLED }).withResponse()).status, 204);
  shows(await requests.getTemporaryStaffing(id), { statusId: FILLED });
  await notFound(requests.setStatus(NOBODY, { statusId: FILLED }));
});

rule('requests.finalStatus', 'A cancelled or closed request cannot be reopened', async () => {
  for (const statusId of [CANCELLED, CLOSED]) {
    const id = await staffing();
    await requests.setStatus(id, { statusId });
    await refused(requests.setStatus(id, { statusId: OPEN }), { statusId: 'notAllowed' });
  }
});

rule('requests.evaluation', 'A new request increases the count by one', async () => {
  const officeId = await branchId();
  const period = { startDate: day(-1), endDate: day(1), officeId };
  const opened = async () => {
    const { isFaulty, data } = await client.requestEvaluations.list(period);
    assert.equal(isFaulty, false);
    return data.find(({ kind }) => kind === 'temporarystaffing')?.opened ?? 0;
  };
  const before = await opened();
  await staffing();
  assert.equal(await opened(), before + 1);
});
