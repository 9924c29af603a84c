import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUsualBranch } from '../areas/companies/new/usual-branch.ts';

const [closed, first, main] = [
  { id: 2, isActive: false },
  { id: 5, isActive: true },
  { id: 9, isActive: true },
];
const of = (officeId: number, isPrimary = false) => ({ officeId, isPrimary });

test('a new company is proposed the main branch of the user, and never a closed one', () => {
  const branches = [closed, first, main];
  assert.equal(findUsualBranch([of(2), of(5), of(9, true)], branches), 9);
  assert.equal(findUsualBranch([of(2, true), of(5), of(9)], branches), 5);
  assert.equal(findUsualBranch([of(2, true)], branches), undefined);
  assert.equal(findUsualBranch([], branches), undefined);
});
