import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, faultsOf, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const officeId = await makeBranch(service, 'Nord');
const company = await companyMaker(api).company();
const FINAL = [4, 5];

interface StatusEntry {
  statusId: number;
  comment: string | null;
}

async function create(kind = 'directplacement', createdAtUtc?: string): Promise<number> {
  const response = await api.post(`/customers/${company}/requests/${kind}`, {
    officeId,
    title: 'Gesucht',
    headcount: 2,
    startDate: '2026-05-01',
    scope: 'Inventur',
    createdAtUtc,
  });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const set = (id: number, statusId: unknown, comment?: string) =>
  api.put(`/customers/requests/${id}/status`, { statusId, comment });
const read = async (id: number) => (await api.get(`/customers/requests/directplacement/${id}`)).body;
const entries = (id: number) =>
  service.sql<{ status_id: number; comment: string | null; set_at: Date; held_until: Date | number }>(
    'SELECT status_id, comment, set_at, held_until FROM customer_request_status_entry WHERE request_id = $1 ORDER BY id',
    [id],
  );

for (const kind of ['temporarystaffing', 'directplacement', 'servicecontract']) {
  test(`setting the status of a ${kind} request writes one event with the kind`, async () => {
    const id = await create(kind);
    const recorded = await written(service, async () => {
      assert.equal((await set(id, 2)).status, 204);
    });
    assert.deepEqual(recorded, {
      changes: [{ entity: 'request', kind: 'modified', id }],
      events: [{ type: 1453, entityId: id, additionalData: { kind } }],
    });
    const [row] = await service.sql(
      'SELECT attributes, office_id FROM change_log WHERE record_id = $1 ORDER BY sequence DESC LIMIT 1',
      [id],
    );
    assert.deepEqual(row, { attributes: { kind }, office_id: officeId });
  });
}

for (const [statusId, name] of [
  [2, 'In progress'],
  [3, 'Filled'],
  [4, 'Cancelled'],
  [5, 'Closed'],
] as const) {
  test(`status ${statusId} is shown as ${name} and updates modifiedAtUtc`, async () => {
    const id = await create();
    const before = await read(id);
    await service.clock.advance(5);
    await set(id, statusId);
    const after = await read(id);
    assert.deepEqual([after.statusId, after.status], [statusId, name]);
    assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
  });
}

test('any status can follow a status that is not final', async () => {
  const id = await create();
  for (const statusId of [3, 1, 2, 3, 2, 1, 5]) {
    assert.equal((await set(id, statusId)).status, 204);
    assert.equal((await read(id)).statusId, statusId);
  }
});

for (const statusId of FINAL) {
  test(`any other status after ${statusId} is rejected`, async () => {
    const id = await create();
    await set(id, statusId);
    for (const other of [1, 2, 3, ...FINAL].filter((next) => next !== statusId))
      await assertRefused(service, () => set(id, other), 'statusId notAllowed');
    const body = { statusId: 1, comment: 5 };
    const refused = () => api.put(`/customers/requests/${id}/status`, body);
    await assertRefused(service, refused, 'comment type', 'statusId notAllowed');
    assert.equal((await read(id)).statusId, statusId);
  });
}

for (const statusId of [1, 2, 3, ...FINAL]) {
  test(`setting status ${statusId} again writes nothing without another comment`, async () => {
    const id = await create();
    await set(id, statusId);
    const modified = {
      changes: [{ entity: 'request', kind: 'modified', id }],
      events: [{ type: 1453, entityId: id, additionalData: { kind: 'directplacement' } }],
    };
    const same = async (...comments: (string | undefined)[]) => {
      for (const comment of comments) assert.equal((await set(id, statusId, comment)).status, 204);
    };
    assert.deepEqual(await written(service, () => same(undefined, '  ')), NOTHING);
    assert.deepEqual(await written(service, () => same('Noch einmal')), modified);
    assert.deepEqual(await written(service, () => same('Noch einmal', ' Noch einmal ', undefined)), NOTHING);
    assert.deepEqual(await written(service, () => same('Und noch einmal')), modified);
    const { statusHistory } = await read(id);
    assert.deepEqual(
      statusHistory.slice(0, 3).map((entry: StatusEntry) => [entry.statusId, entry.comment]),
      [
        [statusId, 'Und noch einmal'],
        [statusId, 'Noch einmal'],
        [statusId, null],
      ],
    );
    assert.equal(statusHistory.length, statusId === 1 ? 3 : 4);
  });
}

test('the request shows every status with its comment and time, newest first', async () => {
  const createdAtUtc = '2026-01-02T03:04:05.000Z';
  for (const kind of ['temporarystaffing', 'directplacement', 'servicecontract']) {
    const id = await create(kind, createdAtUtc);
    const path = `/customers/requests/${kind}/${id}`;
    const before = (await api.get(path)).headers.get('etag')!;
    await set(id, 2, 'Zwei Vorschläge verschickt');
    await set(id, 4, 'Der Kunde besetzt intern');
    const { body } = await api.get(path, { headers: { 'if-none-match': before, 'accept-language': 'de' } });
    const [cancelled, inProgress, created, ...others] = body.statusHistory;
    assert.equal(others.length, 0);
    const { id: entryId, ...entry } = cancelled;
    assert.ok(Number.isInteger(entryId));
    assert.deepEqual(entry, {
      statusId: 4,
      status: body.status,
      comment: 'Der Kunde besetzt intern',
      setAtUtc: body.modifiedAtUtc,
    });
    assert.deepEqual([inProgress.statusId, inProgress.comment], [2, 'Zwei Vorschläge verschickt']);
    assert.deepEqual([created.statusId, created.comment, created.setAtUtc], [1, null, createdAtUtc]);
  }
});

test('a request with a final status can still be corrected', async () => {
  const id = await create();
  await set(id, 5);
  const response = await api.put(`/customers/requests/directplacement/${id}`, { importExternalId: 'erp-1' });
  assert.equal(response.status, 204);
  const { importExternalId, statusId } = await read(id);
  assert.deepEqual([importExternalId, statusId], ['erp-1', 5]);
});

test('only one of two concurrent final statuses is set', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await create();
    const recorded = await written(service, async () => {
      const responses = await Promise.all([set(id, 4), set(id, 5), set(id, 4), set(id, 5)]);
      const { statusId } = await read(id);
      for (const [index, response] of responses.entries()) {
        const isSame = FINAL[index % 2] === statusId;
        assert.equal(response.status, isSame ? 204 : 400);
        if (!isSame) assert.deepEqual(faultsOf(response), ['statusId notAllowed']);
      }
    });
    assert.equal(recorded.changes.length, 1);
    assert.equal(recorded.events.length, 1);
  }
});

test('every status is kept with its comment, start, and end', async () => {
  const createdAtUtc = '2026-01-02T03:04:05.000Z';
  const id = await create('directplacement', createdAtUtc);
  await set(id, 2, 'Zwei Vorschläge verschickt');
  await service.clock.advance(60_000);
  await set(id, 3);
  const [first, second, third, ...others] = await entries(id);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [first, second, third].map((entry) => [entry!.status_id, entry!.comment]),
    [
      [1, null],
      [2, 'Zwei Vorschläge verschickt'],
      [3, null],
    ],
  );
  assert.equal(first!.set_at.toISOString(), createdAtUtc);
  assert.deepEqual([first!.held_until, second!.held_until], [second!.set_at, third!.set_at]);
  assert.equal(third!.held_until, Number.POSITIVE_INFINITY);
});

test('an unknown or missing status is rejected', async () => {
  const id = await create();
  await assertRefused(service, () => set(id, 6), 'statusId unknownReference');
  await assertRefused(service, () => set(id, '3'), 'statusId type');
  await assertRefused(service, () => set(id, undefined), 'statusId required');
  await assertRefused(
    service,
    () => set(id, null, 'x'.repeat(65_536)),
    'statusId required',
    'comment length',
  );
});

test('an unknown request is not found', async () => {
  for (const id of ['999999', '0', 'abc', '2147483648'])
    await assertNotFound(service, () => api.put(`/customers/requests/${id}/status`, { statusId: 2 }));
});
