import assert from 'node:assert/strict';
import { indexMarked } from '../../server/areas/search/index.ts';
import type { TestService } from '../../server/testing/harness.ts';
import { proposalMaker } from '../../server/testing/makers/proposals.ts';

const FORKLIFT_LICENCE = 326;
const GERMAN = { languageId: 1, languageLevelId: 633 };

/** A request for two forklift drivers in Kiel, with three candidates: who fits, who does not, and who says nothing. */
export async function insertProposals(service: TestService) {
  const make = await proposalMaker(service);
  const { post, recruiter } = make;
  const { professions } = (await recruiter.get('/masterdata/professions')).body;
  const kiel = { zipCode: '24103', city: 'Kiel', countryId: 276 };
  const site = await post(`/customers/${make.companyId}/offices`, { description: 'Werk', location: kiel });
  const requestId = await make.request({
    title: 'Staplerfahrer, Nachtschicht',
    siteId: site,
    professionId: professions[0].id,
    weeklyHours: 37.5,
    shiftModel: 'Nachtschicht',
    hourlyWage: 16,
    requirements: 'Staplerschein und Deutsch B1.\nSchwindelfrei.',
  });
  const ada = await make.candidate({
    firstName: 'Ada',
    lastName: 'Zeller',
    officeId: make.officeId,
    location: kiel,
    availability: {
      availableFrom: '2030-04-01',
      weeklyHours: 40,
      shiftWork: true,
      salaryExpectation: 15.5,
      salaryPeriod: 'hour',
    },
    workPermit: { required: false },
  });
  await post(`/candidates/${ada}/professions`, { professionId: professions[0].id });
  await post(`/candidates/${ada}/driverslicences`, { driversLicenseId: FORKLIFT_LICENCE });
  await post(`/candidates/${ada}/languages`, GERMAN);
  const ben = await make.candidate({
    firstName: 'Ben',
    lastName: 'Adler',
    location: { zipCode: '80331', city: 'München', countryId: 276 },
    availability: { availableFrom: '2030-07-01', weeklyHours: 20, shiftWork: false },
  });
  await post(`/candidates/${ben}/professions`, { professionId: professions[1].id });
  const eva = await make.candidate({ firstName: 'Eva', lastName: 'Vogt' });
  await indexMarked(service.services);
  return {
    ...make,
    requestId,
    ada,
    ben,
    eva,
    async shortlist(...candidateIds: number[]): Promise<number[]> {
      const response = await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds });
      assert.equal(response.status, 200, response.text);
      return response.body.proposals.map(({ id }: { id: number }) => id);
    },
    async move(proposalId: number, ...statuses: string[]): Promise<void> {
      for (const status of statuses)
        assert.equal(
          (await recruiter.put(`/requests/${requestId}/proposals/${proposalId}`, { status })).status,
          204,
        );
    },
  };
}
