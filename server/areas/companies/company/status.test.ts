import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const UNKNOWN_ID = 999_999;

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
  test(`status ${statusId} is shown as ${name} and writes an event and an activity`, async () => {
    const id = await make.company();
    const recorded = await written(service, async () => {
      assert.equal((await api.put(`/customers/${id}/status`, { statusId })).status, 204);
    });
    assert.deepEqual(recorded, setOnce(id, 1413));
    const company = await read(id);
    assert.deepEqual([company.statusId, company.status], [statusId, name]);
    assert.deepEqual(await texts(id), [`statusChanged: Status changed from Lead to ${name}.`]);
  });
}

test('the activity of a status change has the comment, the entity, and the author', async () => {
  const id = await make.company();
  await api.put(`/customers/${id}/status`, { statusId: 3, comment: 'First order' });
  const [activity, ...others] = await make.activities(id);
  assert.deepEqual(others, []);
  assert.equal(activity.text, 'Status changed from Lead to Customer: First order');
  assert.deepEqual([activity.entity, activity.entityId], ['company', id]);
  assert.match(activity.userName, /^client /);
});

test('setting the current status writes nothing without a comment and an activity with one', async () => {
  const id = await make.company();
  const recorded = await written(service, async () => {
    for (const body of [{ statusId: 1 }, { statusId: 1, comment: null }, { statusId: 1, comment: '  ' }])
      assert.equal((await api.put(`/customers/${id}/status`, body)).status, 204);
  });
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await texts(id), []);
  const commented = await written(service, () =>
    api.put(`/customers/${id}/status`, { statusId: 1, comment: 'Called again' }),
  );
  assert.deepEqual(commented, setOnce(id, 1413));
  assert.deepEqual(await texts(id), ['statusChanged: Status remains Lead: Called again']);
});

test('a status that is set again with its comment, because the response was lost, changes nothing', async () => {
  const id = await make.company();
  const set = async (statusId: number, comment?: string) =>
    assert.equal((await api.put(`/customers/${id}/status`, { statusId, comment })).status, 204);
  await set(3, 'Order: 2 forklifts');
  const { modifiedAtUtc } = await read(id);
  const repeated = await written(service, async () => {
    await set(3, 'Order: 2 forklifts');
    await set(3);
  });
  assert.deepEqual(repeated, NOTHING);
  assert.equal((await read(id)).modifiedAtUtc, modifiedAtUtc);
  for (const comment of ['2 forklifts', 'Second order', 'Order: 2 forklifts']) {
    assert.deepEqual(await written(service, () => set(3, comment)), setOnce(id, 1413));
    assert.deepEqual(await written(service, () => set(3, comment)), NOTHING);
  }
  // A note and a contract status in between say nothing about the status, another status does.
  await api.post(`/customers/${id}/activities`, { text: 'Second order' });
  await api.put(`/customers/${id}/contractstatus`, { contractStatusId: 2, comment: 'Second order' });
  assert.deepEqual(await written(service, () => set(3, 'Order: 2 forklifts')), NOTHING);
  await set(4, 'Second order');
  assert.deepEqual(await written(service, () => set(3, 'Second order')), setOnce(id, 1413));
});

test('a contract status that is set again with its day and comment changes nothing', async () => {
  const id = await make.company();
  const set = (body: object) => async () =>
    assert.equal((await api.put(`/customers/${id}/contractstatus`, body)).status, 204);
  const signed = { contractStatusId: 3, validFrom: '2026-04-01', comment: 'Signed by both' };
  await set(signed)();
  for (const body of [signed, { contractStatusId: 3, comment: 'Signed by both' }])
    assert.deepEqual(await written(service, set(body)), NOTHING);
  for (const body of [
    { ...signed, comment: 'Looked at again' },
    { ...signed, validFrom: '2026-05-01', comment: 'Looked at again' },
    { ...signed, validFrom: null, comment: 'Looked at again' },
  ]) {
    assert.deepEqual(await written(service, set(body)), setOnce(id, 1414));
    assert.deepEqual(await written(service, set(body)), NOTHING);
  }
});

test('the history names only the properties that a status changes', async () => {
  const admin = await service.platform('admin');
  const id = await make.company();
  const after = async (path: string, body: object) => {
    await api.put(`/customers/${id}/${path}`, body);
    return (await admin.get(`/companies/${id}/history`)).body.entries[0].changedProperties.toSorted();
  };
  assert.deepEqual(await after('status', { statusId: 3, comment: 'First order' }), [
    'activities',
    'statusId',
  ]);
  assert.deepEqual(await after('status', { statusId: 3, comment: 'Second order' }), ['activities']);
  const contract = (body: object) => after('contractstatus', { contractStatusId: 3, ...body });
  assert.deepEqual(await contract({}), ['activities', 'contractStatusId']);
  assert.deepEqual(await contract({ validFrom: '2026-04-01' }), ['activities', 'contractValidFrom']);
  assert.deepEqual(await contract({ comment: 'Looked at again' }), ['activities']);
});

test('ten concurrent calls that set the same status write one change', async () => {
  const id = await make.company();
  const recorded = await written(service, () =>
    Promise.all(Array.from({ length: 10 }, () => api.put(`/customers/${id}/status`, { statusId: 2 }))),
  );
  assert.deepEqual(recorded, setOnce(id, 1413));
  assert.equal((await make.activities(id)).length, 1);
});

test('a contract status is set with its first valid day', async () => {
  const id = await make.company();
  const recorded = await written(service, async () => {
    const response = await api.put(`/customers/${id}/contractstatus`, {
      contractStatusId: 3,
      validFrom: '2026-04-01',
      comment: 'Signed by both',
    });
    assert.equal(response.status, 204);
  });
  assert.deepEqual(recorded, setOnce(id, 1414));
  const company = await read(id);
  assert.deepEqual(
    [company.contractStatusId, company.contractStatus, company.contractValidFrom],
    [3, 'Framework contract signed', '2026-04-01'],
  );
  assert.deepEqual(await texts(id), [
    'contractStatusChanged: Contract status changed from No contract to Framework contract signed, valid from 2026-04-01: Signed by both',
  ]);
});

test('the same contract status keeps its first valid day and a new one clears it', async () => {
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

test('the activity of a contract status says which day was set, changed, or cleared', async () => {
  const id = await make.company();
  for (const [validFrom, comment] of [
    [undefined],
    ['2026-04-01'],
    ['2026-05-01', 'Postponed'],
    ['2026-05-01', 'Looked at again'],
    [null],
  ])
    await api.put(`/customers/${id}/contractstatus`, { contractStatusId: 3, validFrom, comment });
  const remains = 'contractStatusChanged: Contract status remains Framework contract signed';
  assert.deepEqual(await texts(id), [
    `${remains}, no longer with the first valid day 2026-05-01.`,
    `${remains}, valid from 2026-05-01: Looked at again`,
    `${remains}, valid from 2026-05-01 instead of 2026-04-01: Postponed`,
    `${remains}, valid from 2026-04-01.`,
    'contractStatusChanged: Contract status changed from No contract to Framework contract signed.',
  ]);
});

test('setting the current contract status and day writes nothing', async () => {
  const id = await make.company();
  const body = { contractStatusId: 2, validFrom: '2026-04-01' };
  await api.put(`/customers/${id}/contractstatus`, body);
  const recorded = await written(service, async () => {
    for (const again of [body, { contractStatusId: 2 }])
      assert.equal((await api.put(`/customers/${id}/contractstatus`, again)).status, 204);
  });
  assert.deepEqual(recorded, NOTHING);
});

test('an unknown, missing, or malformed status is rejected', async () => {
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
  await assertNotFound(service, () => api.put(`/customers/${UNKNOWN_ID}/status`, { statusId: 3 }));
  await assertNotFound(service, () =>
    api.put(`/customers/${UNKNOWN_ID}/contractstatus`, { contractStatusId: 3 }),
  );
});
