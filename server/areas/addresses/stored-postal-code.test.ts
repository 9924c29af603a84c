import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { companyMaker } from '../../testing/makers/companies.ts';
import { jobAdMaker } from '../../testing/makers/job-ads.ts';

// The postal code of a stored address, and a change of its country without its postal code.

const service = await startTestService();
const { api } = service.tenant;
const admin = await service.platform('admin');
const make = companyMaker(api);
const branchId = await makeBranch(service, 'Nord');

const location = { zipCode: '20457', city: 'Hamburg', countryId: 276 };
const company = await make.all();
const site = `/customers/${company.companyId}/offices/${company.siteId}`;
const records = [
  ['company', api, `/customers/${company.companyId}`],
  ['site', api, site],
  ['work location', api, `${site}/locations/${company.locationId}`],
  [
    'candidate',
    api,
    `/candidates/${(await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id}`,
  ],
  ['branch', admin, `/branches/${branchId}`],
  ['job ad', admin, `/jobads/${await jobAdMaker(admin, branchId).create()}`],
] as const;

for (const [name, caller, path] of records) {
  test(`a new country that the stored postal code of a ${name} does not fit says to send the postal code`, async () => {
    assert.equal((await caller.put(path, { location })).status, 204);
    const change = (address: object) => caller.put(path, { location: address });
    const response = await change({ countryId: 40 });
    assert.deepEqual(response.body.validationErrors, [
      {
        property: 'location.zipCode',
        code: 'format',
        message:
          'The stored location.zipCode does not fit the country: it must have 4 digits in Austria and not start with 0, such as 1010. Send location.zipCode as well.',
      },
    ]);
    const sent = await change({ countryId: 40, zipCode: '20457' });
    assert.match(sent.body.validationErrors[0].message, /^location\.zipCode must have 4 digits in Austria/);
    assert.equal((await change({ countryId: 40, zipCode: '1010' })).status, 204);
  });
}
