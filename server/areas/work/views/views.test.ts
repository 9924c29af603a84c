import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { type PlatformApi, startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const [admin, manager, owner, colleague, elsewhere, viewer, integrator] = await Promise.all(
  (['admin', 'branchManager', 'recruiter', 'recruiter', 'recruiter', 'viewer', 'integrator'] as const).map(
    (role) => service.platform(role),
  ),
);
const branches = await service.sql<{ id: number }>(
  "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin'), ($1, 'Bonn') RETURNING id",
  [service.tenant.id],
);
const [berlin, bonn] = branches.map(({ id }) => id);
for (const [user, officeId] of [
  [owner, berlin],
  [colleague, berlin],
  [viewer, berlin],
  [integrator, berlin],
  [elsewhere, bonn],
] as const)
  await admin!.put(`/users/${user!.user.id}/assignedoffices`, {
    assignedOffices: [{ officeId, isPrimary: true }],
  });

const FILTER = {
  words: 'Stapler\u00e4',
  radiusKm: 30.5,
  status: [1, null],
  nested: { '': [' kept '] },
  z: 1,
  a: 2,
};
let count = 0;
async function save(body: object = {}, by: PlatformApi = owner!): Promise<number> {
  count += 1;
  const response = await by.post('/views', {
    name: `View ${count}`,
    screen: 'candidates',
    filter: FILTER,
    ...body,
  });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}
const idsOf = async (user: PlatformApi, query = '') =>
  (await user.get(`/views${query}`)).body.views.map(({ id }: { id: number }) => id);

test('a view keeps its filter as it was sent, and only its owner sees it', async () => {
  let id = 0;
  assert.deepEqual(
    await written(service, async () => {
      id = await save({ name: ' Nearby ' });
    }),
    NOTHING,
  );
  const { createdAtUtc, modifiedAtUtc, ...view } = (await owner!.get(`/views/${id}`)).body;
  assert.ok(createdAtUtc && modifiedAtUtc);
  assert.deepEqual(Object.keys(view.filter), Object.keys(FILTER));
  assert.deepEqual(view, {
    id,
    name: 'Nearby',
    screen: 'candidates',
    filter: FILTER,
    branchId: null,
    ownerId: owner!.user.id,
    ownerName: 'Test recruiter',
  });
  for (const user of [admin!, manager!, colleague!]) {
    assert.ok(!(await idsOf(user)).includes(id));
    await assertNotFound(service, () => user.get(`/views/${id}`));
    await assertNotFound(service, () => user.put(`/views/${id}`, { name: 'x' }));
    await assertNotFound(service, () => user.delete(`/views/${id}`));
  }
});

test('the users of a branch see its views, unless their role cannot open the screen', async () => {
  const id = await save({ branchId: berlin });
  for (const user of [owner!, colleague!, viewer!, admin!]) assert.ok((await idsOf(user)).includes(id));
  for (const user of [elsewhere!, integrator!, manager!]) {
    assert.deepEqual(await idsOf(user), []);
    await assertNotFound(service, () => user.get(`/views/${id}`));
  }
  const tasks = await save({ branchId: berlin, screen: 'tasks' });
  assert.deepEqual(await idsOf(integrator!), [tasks]);
  assert.deepEqual(await idsOf(colleague!, '?screen=tasks'), [tasks]);
  assert.deepEqual(await idsOf(colleague!, `?limit=1&after=${id}`), [tasks]);
});

test('only the owner and admins change and delete a shared view', async () => {
  const id = await save({ branchId: berlin });
  assert.equal((await colleague!.put(`/views/${id}`, { name: 'mine' })).status, 403);
  assert.equal((await colleague!.delete(`/views/${id}`)).status, 403);
  assert.equal((await viewer!.put(`/views/${id}`, { name: 'mine' })).status, 403);
  assert.equal((await admin!.put(`/views/${id}`, { name: 'Renamed' })).status, 204);
  assert.equal((await owner!.put(`/views/${id}`, { filter: {}, screen: 'applications' })).status, 204);
  const { name, filter, screen, branchId } = (await colleague!.get(`/views/${id}`)).body;
  assert.deepEqual(
    { name, filter, screen, branchId },
    { name: 'Renamed', filter: {}, screen: 'applications', branchId: berlin },
  );
  assert.equal((await owner!.put(`/views/${id}`, { branchId: null })).status, 204);
  await assertNotFound(service, () => colleague!.get(`/views/${id}`));
  assert.equal((await owner!.delete(`/views/${id}`)).status, 204);
  await assertNotFound(service, () => owner!.get(`/views/${id}`));
});

test('a view is shared with own branches only, except by those who manage branches', async () => {
  const body = { name: 'x', screen: 'tasks', filter: {}, branchId: bonn };
  await assertRefused(service, () => owner!.post('/views', body), 'branchId notAllowed');
  const own = await save();
  await assertRefused(service, () => owner!.put(`/views/${own}`, { branchId: bonn }), 'branchId notAllowed');
  const shared = await save({ branchId: bonn }, manager!);
  assert.ok((await idsOf(elsewhere!)).includes(shared));
});

test('a role saves views only for screens that it can open', async () => {
  const body = { name: 'x', screen: 'candidates', filter: {} };
  await assertRefused(service, () => integrator!.post('/views', body), 'screen notAllowed');
  const id = await save({ screen: 'clients' }, integrator!);
  await assertRefused(
    service,
    () => integrator!.put(`/views/${id}`, { screen: 'privacy' }),
    'screen notAllowed',
  );
});

test('the name is unique for the owner and screen', async () => {
  const body = { name: 'Twice', screen: 'tasks', filter: {} };
  await save(body);
  await assertRefused(service, () => owner!.post('/views', body), 'name duplicate');
  await save({ ...body, screen: 'jobads' });
  await save(body, colleague!);
});

test('only who may change a view learns the names of the other views of its owner', async () => {
  const shared = await save({ branchId: berlin });
  await save({ name: 'Secret list' });
  await save({ name: 'Secret list', screen: 'privacy' }, admin!);
  // A filter that is too deep is an error whether or not the name is taken.
  const filter = JSON.parse('{"a":'.repeat(9) + '1' + '}'.repeat(9));
  const answerOf = async (user: PlatformApi, id: number, body: object) => {
    const response = await user.put(`/views/${id}`, { filter, ...body });
    return response.body.validationErrors.map(
      ({ property, code }: Record<string, string>) => `${property} ${code}`,
    );
  };
  for (const name of ['Secret list', 'Nobody has this'])
    assert.deepEqual(await answerOf(colleague!, shared, { name }), ['filter length']);
  for (const user of [owner!, admin!])
    assert.deepEqual(await answerOf(user, shared, { name: 'Secret list' }), [
      'filter length',
      'name duplicate',
    ]);
  // Nor for a screen that only the admin can open.
  const ofAdmin = await save({ branchId: berlin }, admin!);
  assert.deepEqual(await answerOf(colleague!, ofAdmin, { name: 'Secret list', screen: 'privacy' }), [
    'filter length',
  ]);
});

test('a filter is an object with limited size and depth', async () => {
  const post = (filter: unknown) => () => owner!.post('/views', { name: 'x', screen: 'tasks', filter });
  for (const filter of [[], 'x', 1]) await assertRefused(service, post(filter), 'filter type');
  await assertRefused(service, post(undefined), 'filter required');
  await assertRefused(service, post({ odd: '\ud800' }), 'filter.odd format');
  await assertRefused(service, post({ text: 'x'.repeat(8192) }), 'filter length');
  const nest = (levels: number): object => (levels === 0 ? {} : { a: nest(levels - 1) });
  await assertRefused(service, post(nest(8)), 'filter length');
  await assertRefused(service, post({ a: JSON.parse('['.repeat(20) + ']'.repeat(20)) }), 'filter length');
  await save({ filter: nest(7) });
  await save({ filter: { text: 'x'.repeat(8192 - '{"text":""}'.length) } });
});

test('a change with the ETag of an older version is rejected', async () => {
  const id = await save();
  const headers = { 'if-match': (await owner!.get(`/views/${id}`)).headers.get('etag')! };
  assert.equal((await owner!.put(`/views/${id}`, { name: 'First' }, { headers })).status, 204);
  assert.equal((await owner!.put(`/views/${id}`, { name: 'Second' }, { headers })).status, 412);
  assert.equal((await owner!.delete(`/views/${id}`, { headers })).status, 412);
  assert.equal((await owner!.get(`/views/${id}`)).body.name, 'First');
});
