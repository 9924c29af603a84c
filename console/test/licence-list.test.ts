import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, replace, without } from '../areas/users/account/licence-list.ts';

const until = (validUntil: string | null, name = 'AEVO') => ({ name, validUntil });
const other = until(null, 'Ersthelferin');
const [opened, byColleague, entered] = [until('2026-12-31'), until('2027-12-31'), until('2028-12-31')];

test('a licence that a colleague has changed or removed is not changed, and none is added', () => {
  const stored = [byColleague, other];
  for (const list of [stored, [other], []]) assert.equal(replace(list, [opened], entered), undefined);
  assert.deepEqual(replace([opened, other], [opened], entered), [other, entered]);
});

test('a licence that an earlier attempt has stored is not stored again', () => {
  assert.deepEqual(replace([other, entered], [opened], entered), [other, entered]);
  assert.deepEqual(add([other, entered], entered, [entered]), [other, entered]);
  assert.deepEqual(add([other], entered, [entered]), [other, entered]);
  // Without such an attempt, the service refuses the duplicate.
  assert.deepEqual(add([other, entered], entered, []), [other, entered, entered]);
});

test('a licence that is corrected after attempts without a response takes the place of what they stored', () => {
  const [lost, corrected] = [byColleague, entered];
  assert.deepEqual(add([other, lost], corrected, [lost]), [other, corrected]);
  assert.deepEqual(add([other], corrected, [lost]), [other, corrected]);
  // The second attempt can have failed where the first was stored.
  assert.deepEqual(add([other, opened], corrected, [opened, lost]), [other, corrected]);
  assert.deepEqual(replace([other, lost], [opened, lost], corrected), [other, corrected]);
  assert.deepEqual(replace([other, opened], [opened, lost], corrected), [other, corrected]);
  assert.equal(replace([other], [opened, lost], corrected), undefined);
});

test('only one of two equal licences is removed', () => {
  assert.deepEqual(without([other, other, opened], other), [other, opened]);
  assert.deepEqual(without([other], opened), [other]);
});
