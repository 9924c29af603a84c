import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  NOTHING,
  recordedBy,
  written,
} from '../../../testing/change-watch.ts';
import { createPlatformApi, type PlatformApi, signIn, startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const admin = await service.platform('admin');
const other = await service.createTenant();

const EVA = {
  email: 'Eva.Kern@users.example.org',
  firstName: 'Eva',
  lastName: 'Kern',
  role: 'recruiter',
} as const;
let created = 0;
async function createUser(properties: Record<string, unknown> = {}): Promise<number> {
  created += 1;
  const email = `user-${created}@users.example.org`;
  const response = await admin.post('/users', { ...EVA, email, ...properties });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}
const read = async (id: number) => (await admin.get(`/users/${id}`)).body;
const userModified = (id: number) => ({
  changes: [{ entity: 'user', kind: 'modified', id }],
  events: [{ type: 1472, entityId: id }],
});
async function insertBranch(name: string, tenantId = tenant.id): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING id',
    [tenantId, name],
    tenantId,
  );
  return row!.id;
}
const trySignIn = (user: { email: string; password: string }) =>
  createPlatformApi(service.baseUrl, { id: 0, ...user }, '').post('/session', user);

test('a created user can be read through both APIs and triggers user.created', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = (await admin.post('/users', { ...EVA, userPartnerId: 'P-1', userSince: '2020-04-01' })).body.id;
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'user', kind: 'new', id }],
    events: [{ type: 1471, entityId: id }],
  });
  const { rowGuid, createdAtUtc, modifiedAtUtc, ...rest } = await read(id);
  assert.deepEqual(rest, {
    id,
    ...EVA,
    userFullName: 'Eva Kern',
    isActive: true,
    hasPassword: false,
    invitedUntilUtc: null,
    invitationFailedAtUtc: null,
    lastSignInDate: null,
    userPartnerId: 'P-1',
    userSince: '2020-04-01',
    assignedOffices: [],
    licences: [],
  });
  const integration = (await tenant.api.get(`/users/${id}`)).body;
  assert.deepEqual(
    [integration.rowGuid, integration.userFullName, integration.userPartnerId, integration.userSince],
    [rowGuid, 'Eva Kern', 'P-1', '2020-04-01'],
  );
});

test('a user with a password can sign in, and a user without one cannot', async () => {
  const password = 'correct horse battery';
  await createUser({ email: 'with@users.example.org', password });
  await createUser({ email: 'without@users.example.org' });
  assert.equal((await trySignIn({ email: 'with@users.example.org', password })).status, 200);
  assert.equal((await trySignIn({ email: 'without@users.example.org', password })).status, 401);
});

test('all faults of a new user are reported together', async () => {
  await assertRefused(
    service,
    () => admin.post('/users', { email: 'no address', lastName: ' ', role: 'owner', password: 'short' }),
    'email format',
    'firstName required',
    'lastName required',
    'password length',
    'role enum',
  );
});

test('an email address must be unique in the tenant regardless of case, but not across tenants', async () => {
  await createUser({ email: 'taken@users.example.org' });
  const body = { ...EVA, email: 'TAKEN@users.example.org' };
  await assertRefused(service, () => admin.post('/users', body), 'email duplicate');
  const id = await createUser();
  await assertRefused(service, () => admin.put(`/users/${id}`, { email: body.email }), 'email duplicate');
  const adminOfOther = await service.platform('admin', other);
  assert.equal((await adminOfOther.post('/users', body)).status, 200);
});

test('only the properties that are sent change, and the change triggers user.changed', async () => {
  const id = await createUser({ userPartnerId: 'P-2' });
  const before = await read(id);
  const recorded = await recordedBy(service, () =>
    admin.put(`/users/${id}`, { lastName: 'Kern-Muster', role: 'viewer' }),
  );
  assert.deepEqual(recorded, userModified(id));
  const after = await read(id);
  assert.notEqual(after.modifiedAtUtc, before.modifiedAtUtc);
  assert.deepEqual(
    { ...after, modifiedAtUtc: null },
    {
      ...before,
      lastName: 'Kern-Muster',
      userFullName: 'Eva Kern-Muster',
      role: 'viewer',
      modifiedAtUtc: null,
    },
  );
});

test('null clears the partner id and is rejected for required properties', async () => {
  const id = await createUser({ userPartnerId: 'P-3' });
  await admin.put(`/users/${id}`, { userPartnerId: null });
  assert.equal((await read(id)).userPartnerId, null);
  await assertRefused(
    service,
    () => admin.put(`/users/${id}`, { email: null, lastName: null, role: null, isActive: null }),
    'email required',
    'isActive required',
    'lastName required',
    'role required',
  );
});

test('a change without effect writes nothing', async () => {
  const id = await createUser();
  for (const body of [{}, { firstName: 'Eva', isActive: true, role: 'recruiter' }])
    assert.deepEqual(await written(service, () => admin.put(`/users/${id}`, body)), NOTHING);
});

test('a user can sign in with a changed email address', async () => {
  const password = 'correct horse battery';
  const id = await createUser({ password });
  await admin.put(`/users/${id}`, { email: 'Moved@users.example.org' });
  assert.equal((await trySignIn({ email: 'moved@users.example.org', password })).status, 200);
});

test('a deactivated user is signed out and cannot be responsible for new records', async () => {
  const user = await service.platform('recruiter');
  assert.deepEqual(
    await recordedBy(service, () => admin.put(`/users/${user.user.id}`, { isActive: false })),
    userModified(user.user.id),
  );
  assert.equal((await user.get('/session')).status, 401);
  const response = await tenant.api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Muster',
    responsibility: user.user.id,
  });
  assert.equal(response.body.validationErrors[0].code, 'unknownReference');
});

test('the last active admin with a password cannot be deactivated or lose the role', async () => {
  const alone = await service.createTenant();
  const last = await service.platform('admin', alone);
  const { id } = last.user;
  await last.post('/users', { ...EVA, role: 'admin' });
  await assertRefused(service, () => last.put(`/users/${id}`, { role: 'viewer' }), 'role notAllowed');
  await assertRefused(service, () => last.put(`/users/${id}`, { isActive: false }), 'isActive notAllowed');
  assert.equal((await last.put(`/users/${id}`, { lastName: 'Anders', role: 'admin' })).status, 204);
  const second = await service.platform('admin', alone);
  assert.equal((await last.put(`/users/${id}`, { role: 'viewer' })).status, 204);
  await assertRefused(
    service,
    () => second.put(`/users/${second.user.id}`, { isActive: false }),
    'isActive notAllowed',
  );
});

test('if two admins deactivate each other at the same time, one remains', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const alone = await service.createTenant();
    const [one, two] = await Promise.all([1, 2].map(() => service.platform('admin', alone)));
    const deactivate = (actor: PlatformApi, target: PlatformApi) =>
      actor.put(`/users/${target.user.id}`, { isActive: false });
    await Promise.all([deactivate(one!, two!), deactivate(two!, one!)]);
    const [row] = await service.sql<{ left: number }>(
      `SELECT count(*)::int AS left FROM user_account WHERE role = 'admin' AND is_active`,
      [],
      alone.id,
    );
    assert.equal(row!.left, 1);
  }
});

test('branches can be assigned, and changes record the main branch', async () => {
  const id = await createUser();
  const [berlin, bonn] = [await insertBranch('Berlin'), await insertBranch('Bonn')];
  const put = (assignedOffices: unknown) => admin.put(`/users/${id}/assignedoffices`, { assignedOffices });
  assert.deepEqual(
    await recordedBy(service, () => put([{ officeId: berlin, isPrimary: true }, { officeId: bonn }])),
    userModified(id),
  );
  assert.deepEqual((await read(id)).assignedOffices, [
    { officeId: berlin, name: 'Berlin', isPrimary: true },
    { officeId: bonn, name: 'Bonn', isPrimary: false },
  ]);
  await put([{ officeId: bonn, isPrimary: true }]);
  const [entry] = await service.sql(
    'SELECT office_id, previous_office_id FROM change_log WHERE record_id = $1 ORDER BY sequence DESC LIMIT 1',
    [id],
  );
  assert.deepEqual(entry, { office_id: bonn, previous_office_id: berlin });
  assert.deepEqual(await written(service, () => put([{ officeId: bonn, isPrimary: true }])), NOTHING);
  await put([]);
  assert.deepEqual((await read(id)).assignedOffices, []);
});

test('the branches of a user can be sent again after one of them was closed', async () => {
  const id = await createUser();
  const [open, closed, neverAssigned] = [
    await insertBranch('Emden'),
    await insertBranch('Fulda'),
    await insertBranch('Gera'),
  ];
  const put = (assignedOffices: unknown) => admin.put(`/users/${id}/assignedoffices`, { assignedOffices });
  await put([{ officeId: open, isPrimary: true }, { officeId: closed }]);
  for (const branch of [closed, neverAssigned])
    assert.equal((await admin.put(`/branches/${branch}`, { isActive: false })).status, 204);

  const same = await written(service, async () => {
    const response = await put([{ officeId: closed }, { officeId: open, isPrimary: true }]);
    assert.equal(response.status, 204, response.text);
  });
  assert.deepEqual(same, NOTHING);
  await assertRefused(
    service,
    () => put([{ officeId: neverAssigned }, { officeId: closed }]),
    'assignedOffices[0].officeId unknownReference',
  );
  assert.equal((await put([{ officeId: closed, isPrimary: true }])).status, 204);
  assert.deepEqual((await read(id)).assignedOffices, [{ officeId: closed, name: 'Fulda', isPrimary: true }]);
});

test('a duplicate branch, a second main branch, and an unknown branch are rejected together', async () => {
  const id = await createUser();
  const branch = await insertBranch('Bremen');
  const foreign = await insertBranch('Fremd', other.id);
  const assignedOffices = [
    { officeId: branch, isPrimary: true },
    { officeId: branch, isPrimary: true },
    { officeId: foreign },
  ];
  await assertRefused(
    service,
    () => admin.put(`/users/${id}/assignedoffices`, { assignedOffices }),
    'assignedOffices[1].isPrimary notAllowed',
    'assignedOffices[1].officeId duplicate',
    'assignedOffices[2].officeId unknownReference',
  );
});

test('licences are replaced as a whole, and unchanged ones keep their ids', async () => {
  const id = await createUser();
  const put = (licences: unknown) => admin.put(`/users/${id}/licences`, { licences });
  const first = { name: 'AEVO' };
  const second = { name: 'Staplerschein', validUntil: '2030-12-31' };
  assert.deepEqual(await recordedBy(service, () => put([first, second])), userModified(id));
  const before = (await read(id)).licences;
  assert.deepEqual(
    before.map(({ name, validUntil }: Record<string, unknown>) => [name, validUntil]),
    [
      ['AEVO', null],
      ['Staplerschein', '2030-12-31'],
    ],
  );
  await put([second, { name: 'Ersthelferin' }]);
  const after = (await read(id)).licences;
  assert.equal(after[0].id, before[1].id);
  assert.equal(after[1].name, 'Ersthelferin');
  assert.deepEqual(await written(service, () => put([{ name: 'Ersthelferin' }, second])), NOTHING);
  const later = { ...second, validUntil: '2035-12-31' };
  await assertRefused(service, () => put([second, later, second]), 'licences[2].name duplicate');
});

test('an admin can set the password of another user, which ends the user’s sessions', async () => {
  const user = await service.platform('recruiter');
  const newPassword = 'correct horse battery';
  assert.deepEqual(
    await written(service, () => admin.put(`/users/${user.user.id}/password`, { newPassword })),
    NOTHING,
  );
  assert.equal((await user.get('/session')).status, 401);
  await signIn(service.baseUrl, { email: user.user.email, password: newPassword });
  await assertRefused(
    service,
    () => admin.put(`/users/${user.user.id}/password`, { newPassword: 'short' }),
    'newPassword length',
  );
});

test('users cannot change their own password without the current one', async () => {
  await assertRefused(
    service,
    () => admin.put(`/users/${admin.user.id}/password`, { newPassword: 'correct horse battery' }),
    'newPassword notAllowed',
  );
});

test('no response contains a password or its hash', async () => {
  for (const path of ['/users', `/users/${admin.user.id}`])
    assert.doesNotMatch((await admin.get(path)).text, /argon2|password_hash/i);
});

test('every operation returns 404 for an unknown user', async () => {
  for (const id of [0, 2_147_483_000]) {
    await assertNotFound(service, () => admin.get(`/users/${id}`));
    await assertNotFound(service, () => admin.put(`/users/${id}`, { lastName: 'X' }));
    await assertNotFound(service, () => admin.put(`/users/${id}/assignedoffices`, { assignedOffices: [] }));
    await assertNotFound(service, () => admin.put(`/users/${id}/licences`, { licences: [] }));
    await assertNotFound(service, () =>
      admin.put(`/users/${id}/password`, { newPassword: 'correct horse battery' }),
    );
  }
});
