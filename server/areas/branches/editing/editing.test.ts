import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  NOTHING,
  recordedBy,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const admin = await service.platform('admin');

const BERLIN = {
  name: 'Berlin',
  number: '100',
  location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
  phone: '030 901820',
  email: 'berlin@example.org',
};
async function create(body: Record<string, unknown> = BERLIN): Promise<number> {
  const response = await admin.post('/branches', body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}
async function read(id: number) {
  const { branches } = (await tenant.api.get('/branches')).body;
  return branches.find((branch: { id: number }) => branch.id === id);
}
const change = (id: number, body: unknown) => admin.put(`/branches/${id}`, body);

test('a created branch has coordinates, and its log entry has no event', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = await create();
  });
  assert.deepEqual(recorded, { changes: [{ entity: 'branch', kind: 'new', id }], events: [] });
  const { rowGuid, location, ...branch } = await read(id);
  assert.ok(rowGuid);
  assert.deepEqual(branch, {
    id,
    name: 'Berlin',
    number: '100',
    phone: '030 901820',
    email: 'berlin@example.org',
    isActive: true,
  });
  assert.deepEqual([location.street, location.streetNumber], ['Hauptstraße', '5']);
  assert.ok(Math.abs(location.geoLat - 52.53) < 0.1 && Math.abs(location.geoLon - 13.38) < 0.1);
});

test('a branch needs only a name', async () => {
  const id = await create({ name: 'Bonn' });
  assert.equal((await read(id)).location.city, null);
  await assertRefused(service, () => admin.post('/branches', {}), 'name required');
});

test('all faults of a branch are reported together', async () => {
  await assertRefused(
    service,
    () =>
      admin.post('/branches', {
        ...BERLIN,
        name: ' ',
        email: 'nobody',
        phone: 'none',
        location: { zipCode: '1011', countryId: 276, federalStateId: 99_999 },
      }),
    'name required',
    'email format',
    'phone format',
    'location.zipCode format',
    'location.federalStateId unknownReference',
  );
});

test('only the properties that are sent change, also inside the address', async () => {
  const id = await create();
  const { location, ...before } = await read(id);
  const recorded = await recordedBy(service, () =>
    change(id, { name: 'Berlin-Mitte', number: null, location: { street: 'Nebenstraße 7' } }),
  );
  assert.deepEqual(recorded, { changes: [{ entity: 'branch', kind: 'modified', id }], events: [] });
  assert.deepEqual(await read(id), {
    ...before,
    name: 'Berlin-Mitte',
    number: null,
    location: { ...location, street: 'Nebenstraße', streetNumber: '7' },
  });
});

test('a new address changes the coordinates, and null clears the address and the coordinates', async () => {
  const id = await create();
  await change(id, { location: { zipCode: '80331', city: 'München' } });
  assert.ok(Math.abs((await read(id)).location.geoLat - 48.13) < 0.1);
  await change(id, { location: null });
  const { location } = await read(id);
  assert.deepEqual([location.city, location.geoLat, location.geoLon], [null, null, null]);
});

test('the postal code is checked against the stored country', async () => {
  const id = await create();
  await assertRefused(
    service,
    () => change(id, { location: { zipCode: '1010' } }),
    'location.zipCode format',
  );
  assert.equal((await change(id, { location: { zipCode: '1010', countryId: 40 } })).status, 204);
});

test('a change without effect writes nothing', async () => {
  const id = await create();
  for (const body of [{}, BERLIN, { isActive: true }])
    assert.deepEqual(await written(service, () => change(id, body)), NOTHING);
});

test('new records cannot refer to a closed branch, and existing records keep it', async () => {
  const id = await create();
  assert.equal((await change(id, { isActive: false })).status, 204);
  assert.equal((await read(id)).isActive, false);
  const candidate = { firstName: 'Ada', lastName: 'Muster', officeId: id };
  assert.equal((await tenant.api.post('/candidates', candidate)).status, 400);
  await change(id, { isActive: true });
  const { body } = await tenant.api.post('/candidates', candidate);
  await change(id, { isActive: false });
  assert.equal((await tenant.api.get(`/candidates/${body.id}`)).body.officeId, id);
});

test('the change feed contains the branch', async () => {
  const id = await create();
  await service.settle();
  const { body } = await tenant.api.get('/changes?entities=branch&limit=1000');
  assert.equal(body.changes.at(-1).id, id);
});

test('an unknown branch returns 404', async () => {
  for (const id of [0, 2_147_483_000]) await assertNotFound(service, () => change(id, { name: 'X' }));
});
