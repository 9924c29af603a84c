import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  candidateModified,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const UNKNOWN_ID = 999_999;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function read(id: number) {
  return (await api.get(`/candidates/${id}`)).body;
}

/** Changes the contract and returns it as read back. */
async function setContract(id: number, body: object) {
  const response = await api.put(`/candidates/${id}/workcontract`, body);
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(response.body, { success: true });
  return (await read(id)).workContract;
}

test('contract data is returned as sent', async () => {
  const id = await createCandidate();
  const contract = {
    isWorkContractSigned: true,
    workContractSignedAtUtc: '2026-01-05T09:30:00.000Z',
    didNotShowUpForWork: false,
  };
  const wrote = await written(service, async () =>
    assert.deepEqual(await setContract(id, contract), contract),
  );
  assert.deepEqual(wrote, candidateModified(id));
});

test('a missing property stays unchanged, and null clears it', async () => {
  const id = await createCandidate();
  await setContract(id, { isWorkContractSigned: true, workContractSignedAtUtc: '2026-01-05T09:30:00Z' });
  await setContract(id, { didNotShowUpForWork: true });
  assert.deepEqual(await setContract(id, { isWorkContractSigned: false }), {
    isWorkContractSigned: false,
    workContractSignedAtUtc: '2026-01-05T09:30:00.000Z',
    didNotShowUpForWork: true,
  });
  assert.deepEqual(await setContract(id, { workContractSignedAtUtc: null, didNotShowUpForWork: null }), {
    isWorkContractSigned: false,
    workContractSignedAtUtc: null,
    didNotShowUpForWork: null,
  });
});

test('a contract signed without a time gets the time of the call', async () => {
  const id = await createCandidate();
  await service.clock.set('2026-05-04T10:00:00Z');
  const { workContractSignedAtUtc } = await setContract(id, { isWorkContractSigned: true });
  assert.match(workContractSignedAtUtc, /^2026-05-04T10:0/);
});

test('a contract signed again without a time does not keep the time of the first signing', async () => {
  const id = await createCandidate();
  await setContract(id, { isWorkContractSigned: true, workContractSignedAtUtc: '2020-01-05T09:30:00Z' });
  await setContract(id, { isWorkContractSigned: false });
  const { workContractSignedAtUtc } = await setContract(id, { isWorkContractSigned: true });
  assert.doesNotMatch(workContractSignedAtUtc, /^2020/);
});

test('a signed contract keeps its time if null is sent for it', async () => {
  const id = await createCandidate();
  const unknown = { isWorkContractSigned: true, workContractSignedAtUtc: null };
  await service.clock.set('2026-05-04T10:00:00Z');
  const { workContractSignedAtUtc } = await setContract(id, unknown);
  assert.match(workContractSignedAtUtc, /^2026-05-04T10:0/);
  await service.clock.set('2026-05-05T10:00:00Z');
  assert.deepEqual(await written(service, () => setContract(id, unknown)), NOTHING);
});

test('a body that changes nothing records no change', async () => {
  const id = await createCandidate();
  const contract = await setContract(id, { isWorkContractSigned: true });
  for (const body of [{}, { isWorkContractSigned: true }, contract])
    assert.deepEqual(await written(service, () => setContract(id, body)), NOTHING);
  const fresh = await createCandidate();
  assert.deepEqual(await written(service, () => setContract(fresh, { isWorkContractSigned: null })), NOTHING);
});

test('a response lists all faults of contract data', async () => {
  const id = await createCandidate();
  await assertRefused(
    service,
    () =>
      api.put(`/candidates/${id}/workcontract`, {
        isWorkContractSigned: 'yes',
        workContractSignedAtUtc: '2026-01-05',
        didNotShowUpForWork: 0,
      }),
    'didNotShowUpForWork type',
    'isWorkContractSigned type',
    'workContractSignedAtUtc format',
  );
  await assertRefused(service, () => api.put(`/candidates/${id}/workcontract`), ' required');
});

test('the end of operation can be set, moved, and cleared', async () => {
  const id = await createCandidate();
  for (const endOfOperationAtUtc of ['2026-03-31T15:00:00.000Z', '2031-04-30T15:00:00.123Z', null]) {
    const wrote = await written(service, async () => {
      const response = await api.put(`/candidates/${id}/endofoperation`, { endOfOperationAtUtc });
      assert.deepEqual(response.body, { success: true });
    });
    assert.deepEqual(wrote, candidateModified(id));
    assert.equal((await read(id)).endOfOperationAtUtc, endOfOperationAtUtc);
  }
});

test('sending the same end of operation again records no change', async () => {
  const id = await createCandidate();
  const put = (endOfOperationAtUtc: string | null) =>
    api.put(`/candidates/${id}/endofoperation`, { endOfOperationAtUtc });
  assert.deepEqual(await written(service, () => put(null)), NOTHING);
  await put('2026-03-31T15:00:00.123456Z');
  assert.deepEqual(await written(service, () => put('2026-03-31T15:00:00.123Z')), NOTHING);
});

test('the end of operation is required and must be a time in UTC', async () => {
  const id = await createCandidate();
  const put = (body: unknown) => () => api.put(`/candidates/${id}/endofoperation`, body);
  await assertRefused(service, put({}), 'endOfOperationAtUtc required');
  await assertRefused(service, put({ endOfOperationAtUtc: '2026-03-31' }), 'endOfOperationAtUtc format');
  await assertRefused(service, put({ endOfOperationAtUtc: 5 }), 'endOfOperationAtUtc type');
});

test('neither the contract nor the end of operation changes the status', async () => {
  const id = await createCandidate();
  await api.put(`/candidates/${id}/status`, { statusId: 2005 });
  const { statusChangedAtUtc } = await read(id);
  await setContract(id, { isWorkContractSigned: true });
  await api.put(`/candidates/${id}/endofoperation`, { endOfOperationAtUtc: '2026-03-31T15:00:00Z' });
  const candidate = await read(id);
  assert.deepEqual([candidate.statusId, candidate.statusChangedAtUtc], [2005, statusChangedAtUtc]);
});

test('an unknown candidate is not found', async () => {
  await assertNotFound(service, () =>
    api.put(`/candidates/${UNKNOWN_ID}/workcontract`, { isWorkContractSigned: true }),
  );
  await assertNotFound(service, () =>
    api.put(`/candidates/${UNKNOWN_ID}/endofoperation`, { endOfOperationAtUtc: null }),
  );
});
