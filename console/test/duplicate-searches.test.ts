import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY as NO_CANDIDATE, toDuplicateSearch } from '../areas/applications/new-candidate/values.ts';
import { EMPTY as NO_COMPANY, toDuplicateSearches } from '../areas/companies/new/values.ts';

const LONG = 'a1'.repeat(5000);

test('what is too long for the search of duplicates does not make it fail', () => {
  const search = toDuplicateSearch({
    ...NO_CANDIDATE,
    firstName: LONG,
    lastName: LONG,
    'contact.email': `${LONG}@firm.example`,
    'contact.phone': LONG,
  });
  assert.deepEqual(Object.keys(search), ['phone', 'firstName', 'lastName']);
  assert.deepEqual([...new Set(Object.values(search).map((text) => String(text).length))], [100]);
  const { name, domain, vatId } = toDuplicateSearches({
    ...NO_COMPANY,
    name: LONG,
    'contact.email': `a@${LONG}.example`,
    vatId: LONG,
  });
  assert.deepEqual(
    [name, domain, vatId].map((text) => text?.length),
    [200, 200, 200],
  );
});
