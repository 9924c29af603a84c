import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANDIDATE_STATUS } from '../areas/candidates/index.ts';
import { COMPANY_STATUS, CONTRACT_STATUS } from '../areas/companies/index.ts';
import { type CatalogList, readCatalog } from '../areas/masterdata/index.ts';
import { REQUEST_STATUS } from '../areas/requests/index.ts';

// The code refers to statuses by id. These tests compare the ids with the shared value lists.

for (const [list, ids] of [
  ['customerstatus', COMPANY_STATUS],
  ['contractstatus', CONTRACT_STATUS],
  ['requeststatus', REQUEST_STATUS],
] as [CatalogList, Record<string, number>][]) {
  test(`${list}: the constants have the keys and ids of the list`, () => {
    const keys = readCatalog(list).entries.map(({ id, attributes }) => [attributes?.key, id]);
    assert.deepEqual(Object.fromEntries(keys), ids);
  });
}

test('candidatestatus: the constants have the ids of the list', () => {
  const ids = readCatalog('candidatestatus').entries.map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), Object.values<number>(CANDIDATE_STATUS).toSorted());
});
