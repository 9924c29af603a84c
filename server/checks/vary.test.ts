import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../endpoints.ts';
import type { ApiResponse } from '../testing/harness.ts';
import { RequestsOfB } from './tenant-sweep/requests.ts';
import { startTwoTenants } from './tenant-sweep/two-tenants.ts';

// Reads every operation in both languages. If the responses differ, Vary must name the header, or a cache between the
// service and an integrator serves names in the wrong language.

const tenants = await startTwoTenants(ENDPOINTS);
const requests = new RequestsOfB(tenants);
const localized: string[] = [];

function varyOf({ headers }: ApiResponse): string[] {
  return (headers.get('vary') ?? '').toLowerCase().split(/, */);
}

for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'GET')) {
  test(`Vary names the headers that the response depends on: ${endpoint.id}`, async () => {
    const path = `${requests.path(endpoint)}?${requests.query(endpoint)}`.replace(/[?&]$/, '');
    const read = (language: string) =>
      tenants.b.calls(endpoint).get(path, { headers: { 'accept-language': language } });
    const [english, german] = [await read('en'), await read('de')];
    if (english.status !== 200 || english.text === german.text) return;
    localized.push(endpoint.id);
    for (const response of [english, german])
      assert.ok(varyOf(response).includes('accept-language'), String(response.headers.get('vary')));
    const etag = english.headers.get('etag');
    if (etag === null) return;
    const current = await tenants.b
      .calls(endpoint)
      .get(path, { headers: { 'accept-language': 'en', 'if-none-match': etag } });
    assert.equal(current.status, 304);
    assert.ok(varyOf(current).includes('accept-language'), 'the 304 lacks it');
  });
}

test('the records with names were read', () => {
  for (const id of [
    'candidate_get',
    'candidate_export',
    'company_get',
    'site_get',
    'request_getTemporaryStaffing',
  ])
    assert.ok(localized.includes(id), `${id} is not among ${localized.join(', ')}`);
});
