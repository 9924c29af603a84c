import assert from 'node:assert/strict';
import type { TestService } from '../harness.ts';
import { makeBranch } from './branches.ts';
import { companyMaker } from './companies.ts';

/** Makes what proposals are about: requests of one company, and candidates who have applied. */
export async function proposalMaker(service: TestService) {
  const { api } = service.tenant;
  const recruiter = await service.platform('recruiter');
  const officeId = await makeBranch(service, 'Nord');
  const make = companyMaker(api);
  const { companyId, siteId, locationId } = await make.all();
  const post = async (path: string, body: object): Promise<number> => {
    const response = await api.post(path, body);
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  };
  return {
    recruiter,
    officeId,
    companyId,
    siteId,
    locationId,
    post,
    request: (body: object = {}, kind = 'temporarystaffing') =>
      post(`/customers/${companyId}/requests/${kind}`, {
        officeId,
        title: 'Staplerfahrer',
        headcount: 2,
        startDate: '2030-05-01',
        ...body,
      }),
    hidden: (body: object = {}) => post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body }),
    /** A candidate who has applied, so that the platform shows it. */
    async candidate(body: object = {}): Promise<number> {
      const id = await post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body });
      await post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id });
      return id;
    },
  };
}
