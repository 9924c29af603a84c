import assert from 'node:assert/strict';
import type { TestService } from '../../server/testing/harness.ts';
import { companyMaker } from '../../server/testing/makers/companies.ts';
import { insertWorld, type World } from '../../server/testing/makers/report-facts.ts';

const HOMEPAGE = 28;
const IMPORT = 51;
const FILLED = 3;

const applied = (jobAd: number | null, at: string, channel = HOMEPAGE) => ({
  jobAd,
  channel,
  office: null,
  recruiter: null,
  at,
});

// Two branches in May 2026. The Sunday on which the clocks change is in March.
const WORLD: World = {
  offices: ['Berlin', 'Bonn'],
  recruiters: ['Ada', 'Ben'],
  jobAds: [
    { title: 'Koch (m/w/d)', office: 0, recruiter: 0, createdAt: '2026-05-01T00:00:00Z' },
    { title: '=Pflege "Nacht"', office: 1, recruiter: 1, createdAt: '2026-05-01T00:00:00Z' },
    {
      title: 'Schweißer',
      office: 1,
      recruiter: null,
      createdAt: '2026-05-01T00:00:00Z',
      deletedAt: '2026-05-30T00:00:00Z',
    },
  ],
  publications: [
    { jobAd: 0, from: '2026-05-01T08:00:00Z', to: '2026-05-10T08:00:00Z' },
    { jobAd: 1, from: '2026-05-05T08:00:00Z', to: '2026-05-08T08:00:00Z' },
  ],
  traffic: [
    { jobAd: 0, day: '2026-05-02', channel: HOMEPAGE, views: 1200, clicks: 9 },
    { jobAd: 0, day: '2026-05-03', channel: 1, views: 40, clicks: 1 },
    { jobAd: 1, day: '2026-05-06', channel: HOMEPAGE, views: 80, clicks: 4 },
  ],
  candidates: [
    {
      applications: [
        { ...applied(0, '2026-05-02T12:00:00Z'), stage: 'hired', stageAt: '2026-05-04T12:00:00Z' },
      ],
      statuses: [],
    },
    {
      applications: [
        { ...applied(1, '2026-05-06T12:00:00Z'), stage: 'rejected', stageAt: '2026-05-09T12:00:00Z' },
      ],
      statuses: [],
    },
    { applications: [applied(1, '2026-05-31T23:59:59Z')], statuses: [] },
    { applications: [applied(2, '2026-05-20T12:00:00Z')], statuses: [] },
    { applications: [applied(null, '2026-05-20T12:00:00Z', IMPORT)], statuses: [] },
    { applications: [applied(0, '2026-03-29T01:30:00Z')], statuses: [] },
    { applications: [applied(0, '2026-03-29T23:30:00Z')], statuses: [] },
  ],
};

/** Job ads with figures, and two requests that are created now. */
export async function insertReports(service: TestService) {
  const { tenant } = service;
  const ids = await insertWorld(service, tenant, WORLD);
  const company = await companyMaker(tenant.api).company();
  const request = async (kind: string, officeId: number, headcount: number): Promise<number> => {
    const body = { officeId, title: 'Gesucht', headcount, startDate: '2026-12-01' };
    const {
      status,
      text,
      body: created,
    } = await tenant.api.post(`/customers/${company}/requests/${kind}`, body);
    assert.equal(status, 200, text);
    return created.id;
  };
  const filled = await request('temporarystaffing', ids.offices[0]!, 3);
  await request('directplacement', ids.offices[0]!, 2);
  await tenant.api.put(`/customers/requests/${filled}/status`, { statusId: FILLED });
  return ids;
}
