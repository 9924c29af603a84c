import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const ABSENT = 999_999;

const read = async (id: number) => (await api.get(`/customers/${id}`)).body;
const setOnce = (id: number, type: number) => ({
  changes: [{ entity: 'company', kind: 'modified', id }],
  events: [{ type, entityId: id, additionalData: null }],
});

async function texts(id: number): Promise<string[]> {
  return (await make.activities(id)).map(({ kind, text }: Record<string, string>) => `${kind}: ${text}`);
}

for (const [statusId, name] of [
  [2, 'Prospect'],
  [3, 'Customer'],
  [4, 'Inactive'],
  [5, 'Blocked'],
  [6, 'Former customer'],
] as const) {
  test(`status ${statusId} is set and shown as ${name}, with its own event and an activity`, async () => {
    const id = await make.company();
    const wrote = await written(service, async () => {
      assert.equal((await api.put(`/customers/${id}/status`, { statusId })).status, 204);
    });
    assert.deepEqual(wrote, setOnce(id, 1413));
    const company = await read(id);
    assert.deepEqual([company.statusId, company.status], [statusId, name]);
    assert.deepEqual(await texts(id), [`statusChanged: Status changed from Lead to ${name}.`]);
  });
}

test('the activity of a status change keeps the comment, its entity and who did it', async () => {
  const id = await make.company();
  await api.put(`/customers/${id}/status`, { statusId: 3, comment: 'First order' });
  const [activity, ...others] = await make.activities(id);
  assert.deepEqual(others, []);
  assert.equal(activity.text, 'Status changed from Lead to Customer: First order');
  assert.deepEqual([activity.entity, activity.entityId], ['company', id]);
  assert.match(activity.userName, /^client /);
});

test('the same status again leaves no trace, with a comment it is set once more', async () => {
  const id = await make.company();
  const wrote = await written(service, async () => {
    for (const body of [{ statusId: 1 }, { statusId: 1, comment: null }, { statusId: 1, comment: '  ' }])
      assert.equal((await api.put(`/customers/${id}/status`, body)).status, 204);
  });
  assert.deepEqual(wrote, NOTHING);
  assert.deepEqual(await texts(id), []);
  const commented = await written(service, () =>
    api.put(`/customers/${id}/status`, { statusId: 1, comment: 'Called again' }),
  );
  assert.deepEqual(commented, setOnce(id, 1413));
  assert.deepEqual(await texts(id), ['statusChanged: Status remains Lead: Called again']);
});

test('of ten calls that set one status at once one leaves a trace', async () => {
  const id = await make.company();
  const wrote = await written(service, () =>
    Promise.all(Array.from({ length: 10 }, () => api.put(`/customers/${id}/status`, { statusId: 2 }))),
  );
  assert.deepEqual(wrote, setOnce(id, 1413));
  assert.equal((await make.activities(id)).length, 1);
});

test('a contract status is set with the day from which it holds', async () => {
  const id = await make.company();
  const wrote = await written(service, async () => {
    const answer = await api.put(`/customers/${id}/contractstatus`, {
      contractStatusId: 3,
      validFrom: '2026-04-01',
      comment: 'Signed by both',
    });
    assert.equal(answer.status, 204);
  });
  assert.deepEqual(wrote, setOnce(id, 1414));
  const company = await read(id);
  assert.deepEqual(
    [company.contractStatusId, company.contractStatus, company.contractValidFrom],
    [3, 'Framework contract signed', '2026-04-01'],
  );
  assert.deepEqual(await texts(id), [
    'contractStatusChanged: Contract status changed from No contract to Framework contract signed, valid from 2026-04-01: Signed by both',
  ]);
});

test('the first day of a contract status stays with the same status and goes with another', async () => {
  const id = await make.company();
  const put = (body: object) => api.put(`/customers/${id}/contractstatus`, body);
  await put({ contractStatusId: 3, validFrom: '2026-04-01' });
  await put({ contractStatusId: 3, comment: 'Looked at again' });
  assert.equal((await read(id)).contractValidFrom, '2026-04-01');
  await put({ contractStatusId: 3, validFrom: '2026-05-01' });
  assert.equal((await read(id)).contractValidFrom, '2026-05-01');
  await put({ contractStatusId: 4 });
  assert.equal((await read(id)).contractValidFrom, null);
  assert.equal((await make.activities(id)).length, 4);
});

test('the same contract status and day again leave no trace', async () => {
  const id = await make.company();
  const body = { contractStatusId: 2, validFrom: '2026-04-01' };
  await api.put(`/customers/${id}/contractstatus`, body);
  const wrote = await written(service, async () => {
    for (const again of [body, { contractStatusId: 2 }])
      assert.equal((await api.put(`/customers/${id}/contractstatus`, again)).status, 204);
  });
  assert.deepEqual(wrote, NOTHING);
});

test('an unknown, missing or misshapen status is a fault', async () => {
  const id = await make.company();
  const status = (body: unknown) => () => api.put(`/customers/${id}/status`, body);
  const contract = (body: unknown) => () => api.put(`/customers/${id}/contractstatus`, body);
  await assertRefused(service, status({}), 'statusId required');
  await assertRefused(service, status({ statusId: 7 }), 'statusId unknownReference');
  await assertRefused(service, status({ statusId: '3' }), 'statusId type');
  await assertRefused(service, status({ statusId: null }), 'statusId required');
  await assertRefused(
    service,
    contract({ validFrom: '2026-02-30' }),
    'contractStatusId required',
    'validFrom format',
  );
  await assertRefused(service, contract({ contractStatusId: 6 }), 'contractStatusId unknownReference');
});

test('an unknown company is not found', async () => {
  await assertNotFound(service, () => api.put(`/customers/${ABSENT}/status`, { statusId: 3 }));
  await assertNotFound(service, () =>
    api.put(`/customers/${ABSENT}/contractstatus`, { contractStatusId: 3 }),
  );
});
