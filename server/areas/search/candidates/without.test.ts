import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const berlin = await makeBranch(service, 'Berlin');
const QUALIFIED = 2005;

/** A candidate with an application, as the search finds them. */
async function makeCandidate(lastName: string, statusId: number | null, rest: object): Promise<number> {
  const created = await api.post('/candidates', { firstName: 'Ada', lastName, ...rest });
  assert.equal(created.status, 200, created.text);
  const { id } = created.body;
  assert.equal((await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id })).status, 200);
  // An application can give a candidate what it does not have.
  const text = 'UPDATE candidate SET office_id = $2, responsibility = $3, status_id = $4 WHERE id = $1';
  const { officeId = null, responsibility = null } = rest as Record<string, number | undefined>;
  await service.sql(text, [id, officeId, responsibility, statusId]);
  return id;
}
const assigned = { officeId: berlin, responsibility: recruiter.user.id };
const complete = await makeCandidate('Vollständig', QUALIFIED, assigned);
const bare = await makeCandidate('Bloß', null, {});
await indexMarked(service.services);

async function found(body: object): Promise<number[]> {
  const { status, body: page, text } = await recruiter.post('/candidates/search', { sort: 'name', ...body });
  assert.equal(status, 200, text);
  assert.deepEqual([page.total, page.totalIsExact], [page.candidates.length, true]);
  return page.candidates.map(({ id }: { id: number }) => id);
}

for (const [without, list, value] of [
  ['withoutOffice', 'officeIds', berlin],
  ['withoutResponsibility', 'responsibilities', recruiter.user.id],
  ['withoutStatus', 'statusIds', QUALIFIED],
] as const)
  test(`${without} finds those without one, alone, with ${list}, and with words`, async () => {
    assert.deepEqual(await found({ [without]: true }), [bare]);
    assert.deepEqual(await found({ [without]: true, [list]: [] }), [bare]);
    assert.deepEqual(await found({ [without]: true, [list]: [value] }), [bare, complete]);
    assert.deepEqual(await found({ [without]: true, text: 'Bloß' }), [bare]);
    assert.deepEqual(await found({ [without]: true, text: 'Vollständig' }), []);
    assert.deepEqual(await found({ [without]: true, [list]: [value], text: 'Vollständig' }), [complete]);
    assert.deepEqual(await found({ [without]: false, [list]: [value] }), [complete]);
    assert.deepEqual(await found({ [without]: null }), [bare, complete]);
  });

test('the three together are met by one candidate', async () => {
  const all = { withoutOffice: true, withoutResponsibility: true, withoutStatus: true };
  assert.deepEqual(await found(all), [bare]);
  assert.deepEqual(await found({ withoutOffice: true, statusIds: [QUALIFIED] }), []);
});
