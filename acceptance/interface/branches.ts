import assert from 'node:assert/strict';
import { branchId, candidate, day } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

rule('branches.list', 'A branch has a name and an address', async () => {
  const { branches } = await client.branches.list();
  assert.ok(branches.length > 0);
  for (const { id, rowGuid, name, location } of branches) assert.ok(id && rowGuid && name && location);
});

rule(
  ['branches.filterChanges', 'changes.byBranch'],
  'The stream of one branch has no records of another',
  async () => {
    const officeId = await branchId();
    const id = await candidate({ officeId });
    const inStreamOf = async (branch: number) =>
      (
        await client.candidates.listChanges({ startDate: day(-1), endDate: day(1), officeId: branch })
      ).new.some((entry) => entry.id === id);
    assert.ok(await inStreamOf(officeId));
    const { branches } = await client.branches.list();
    for (const other of branches) assert.equal(await inStreamOf(other.id), other.id === officeId);
  },
);
