import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../../endpoints.ts';
import { createRouter } from './direct-routes.ts';

// Nobody notices whether a request is served without the framework, except by its speed. So this asks the router.

const find = createRouter(ENDPOINTS);

for (const [method, url, operation, id] of [
  ['GET', '/v3/candidates/17', 'candidate_get', 17],
  ['GET', '/v3/candidates/2147483647', 'candidate_get', 2_147_483_647],
  ['GET', '/v3/masterdata/countries', 'masterdata_countries', 0],
  ['GET', '/v3/masterdata/qualifications', 'masterdata_qualifications', 0],
  ['GET', '/v3/candidates?startDate=2026-03-01&endDate=2026-03-02', 'candidate_list', 0],
  ['POST', '/v3/candidates', 'candidate_create', 0],
] as const)
  test(`${method} ${url} is served without the framework`, () => {
    const { endpoint, ...found } = find(method, url)!;
    assert.deepEqual([endpoint.id, found.id], [operation, id]);
  });

for (const [method, url] of [
  ['GET', '/v3/candidates/2147483648'],
  ['GET', '/v3/candidates/12345678901'],
  ['GET', '/v3/candidates/17x'],
  ['GET', '/v3/candidates/17/'],
  ['GET', '/v3/candidates/17?x=1'],
  ['GET', '/v3/candidates/'],
  ['GET', '/v3/candidates?unknown=1'],
  ['GET', '/v3/companies/1234'],
  ['GET', '/v3/masterdata/countriez'],
  ['GET', '/v3/masterdata/countries?search=ger'],
  ['HEAD', '/v3/candidates/17'],
  ['POST', '/v3/candidates/17'],
  ['POST', '/v3/masterdata/countries'],
] as const)
  test(`${method} ${url} is left to the framework`, () => {
    assert.equal(find(method, url), undefined);
  });
