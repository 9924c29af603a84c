import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANDIDATE_STATUS } from '../areas/candidates/index.ts';
import { COMPANY_STATUS, CONTRACT_STATUS } from '../areas/companies/index.ts';
import { type CatalogList, readCatalog } from '../areas/masterdata/index.ts';
import { REQUEST_STATUS } from '../areas/requests/index.ts';

// Code names a status by its id; the shared lists say what the ids are.

for (const [list, ids] of [
  ['customerstatus', COMPANY_STATUS],
  ['contractstatus', CONTRACT_STATUS],
  ['requeststatus', REQUEST_STATUS],
] as [CatalogList, Record<string, number>][]) {
  test(`${list}: each id is known by its key`, () => {
    const keys = readCatalog(list).entries.map(({ id, attributes }) => [attributes?.key, id]);
    assert.deepEqual(Object.fromEntries(keys), ids);
  });
}

test('candidatestatus: each id is known', () => {
  const ids = readCatalog('candidatestatus').entries.map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), Object.values<number>(CANDIDATE_STATUS).toSorted());
});
