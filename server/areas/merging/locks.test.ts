import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { callDuring } from '../../testing/held-transaction.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';

const service = await startTestService();
const maker = mergedMaker(service, service.tenant.api, await service.platform('recruiter'));

const LOCK = 'SELECT FROM candidate WHERE id = $1 FOR UPDATE';

test('a merge holds nothing that others need while it waits for somebody who is another person', async () => {
  const third = await maker.candidate({ lastName: 'Dritter' });
  const twin = await maker.candidate({ lastName: 'Dritter' });
  const { id: mergeId } = (await maker.merge(third, { mergedCandidateId: twin })).body;
  const kept = await maker.candidate({ lastName: 'Zweiter' });
  // Taken apart, they are two people, and the one with the lowest number is locked first.
  const merged = (await maker.undo(third, mergeId)).body.candidateId;
  assert.ok(third < kept && kept < merged);
  const { status, text } = await callDuring(
    service,
    LOCK,
    [third],
    () => maker.merge(kept, { mergedCandidateId: merged }),
    { statement: `${LOCK} NOWAIT`, values: [kept] },
  );
  assert.equal(status, 200, text);
  const carried = await service.sql(
    'SELECT first_id AS "firstId" FROM duplicate_pair WHERE second_id = $1 AND dismissed_at IS NOT NULL',
    [kept],
  );
  assert.deepEqual(carried, [{ firstId: third }]);
});
