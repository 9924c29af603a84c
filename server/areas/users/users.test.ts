import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const other = await service.createTenant();

interface UserRow {
  id: number;
  row_guid: string;
}

async function insertUser(values: Record<string, unknown>, tenantId = tenant.id): Promise<UserRow> {
  const row: Record<string, unknown> = { tenant_id: tenantId, email_match: values.email, ...values };
  const columns = Object.keys(row);
  const [inserted] = await service.sql<UserRow>(
    `INSERT INTO user_account (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     RETURNING id, row_guid`,
    Object.values(row),
    tenantId,
  );
  return inserted!;
}

const grace = await insertUser({
  first_name: 'Grace',
  last_name: 'Muster',
  email: 'grace@example.org',
  partner_id: 'P-7',
  user_since: '2020-04-01',
  created_at: '2024-01-10T10:00:00Z',
  modified_at: '2024-03-31T23:59:59.999Z',
});
const alan = await insertUser({
  first_name: null,
  last_name: 'Beispiel',
  email: 'alan@example.org',
  is_active: false,
  created_at: '2024-02-01T00:00:00Z',
  modified_at: '2024-02-01T00:00:00Z',
});
const nameless = await insertUser({
  email: 'team@example.org',
  created_at: '2024-05-01T00:00:00Z',
  modified_at: '2024-05-01T00:00:00Z',
});
const foreign = await insertUser({ last_name: 'Fremd', email: 'fremd@example.org' }, other.id);

const [berlin] = await service.sql<{ id: number }>(
  "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin') RETURNING id",
  [tenant.id],
);
await service.sql(
  'INSERT INTO user_branch (tenant_id, user_id, branch_id, is_primary) VALUES ($1, $2, $3, true)',
  [tenant.id, grace.id, berlin!.id],
);
const [licence] = await service.sql<{ id: number }>(
  `INSERT INTO user_licence (tenant_id, user_id, name, valid_until) VALUES ($1, $2, 'Recruiter', '2030-12-31') RETURNING id`,
  [tenant.id, grace.id],
);

const GRACE_ITEM = {
  id: grace.id,
  rowGuid: grace.row_guid,
  userFullName: 'Grace Muster',
  email: 'grace@example.org',
  isActive: true,
  createdAtUtc: '2024-01-10T10:00:00.000Z',
  modifiedAtUtc: '2024-03-31T23:59:59.999Z',
};
const GRACE_OFFICES = [{ officeId: berlin!.id, name: 'Berlin', isPrimary: true }];

test('GET /users wraps the list in the generic envelope', async () => {
  const { body } = await api.get('/users');
  const { data, ...envelope } = body;
  assert.deepEqual(envelope, {
    isFaulty: false,
    message: null,
    validationErrors: [],
    serviceAlerts: [],
    statusCode: 200,
    messageGuid: null,
  });
  assert.deepEqual(data[0], GRACE_ITEM);
  assert.equal(data.length, 3);
});

test('GET /users/all returns the same list without the envelope', async () => {
  const { body } = await api.get('/users/all');
  assert.deepEqual(Object.keys(body), ['users']);
  assert.deepEqual(body.users, (await api.get('/users')).body.data);
});

test('the full name consists of the names that exist', async () => {
  const { body } = await api.get('/users/all');
  assert.deepEqual(
    body.users.map((user: { userFullName: string | null }) => user.userFullName),
    ['Grace Muster', 'Beispiel', null],
  );
});

for (const [query, expected] of [
  ['', [grace, alan, nameless]],
  ['?startDate=2024-02-01', [grace, alan, nameless]],
  ['?startDate=2024-02-02', [grace, nameless]],
  ['?startDate=2024-03-31', [grace, nameless]],
  ['?startDate=2024-04-01', [nameless]],
  ['?endDate=2024-01-09', []],
  ['?endDate=2024-01-10', [grace]],
  ['?endDate=2024-01-31', [grace]],
  ['?endDate=2024-02-01', [grace, alan]],
  ['?startDate=2024-03-31&endDate=2024-03-31', [grace]],
  ['?startDate=2024-02-02&endDate=2024-03-30', []],
  ['?startDate=2024-02-02&endDate=9999-12-31', [grace, nameless]],
] as const) {
  test(`the period selects users created or changed from its first to its last day: ${query}`, async () => {
    const ids = (expected as readonly UserRow[]).map(({ id }) => id);
    const idsOf = (users: { id: number }[]) => users.map(({ id }) => id);
    assert.deepEqual(idsOf((await api.get(`/users/all${query}`)).body.users), ids);
    assert.deepEqual(idsOf((await api.get(`/users${query}`)).body.data), ids);
  });
}

test('GET /users/responsibilities lists active users with their branches', async () => {
  const { body } = await api.get('/users/responsibilities');
  assert.deepEqual(body, {
    users: [
      { id: grace.id, rowGuid: grace.row_guid, userFullName: 'Grace Muster', assignedOffices: GRACE_OFFICES },
      { id: nameless.id, rowGuid: nameless.row_guid, userFullName: null, assignedOffices: [] },
    ],
  });
});

test('only the listed users can be responsible for records', async () => {
  const body = { firstName: 'Ada', lastName: 'Muster' };
  assert.equal((await api.post('/candidates', { ...body, responsibility: grace.id })).status, 200);
  for (const { id } of [alan, foreign]) {
    const response = await api.post('/candidates', { ...body, responsibility: id });
    assert.equal(response.status, 400);
    assert.equal(response.body.validationErrors[0].code, 'unknownReference');
  }
});

test('a user can be read by id and by rowGuid, regardless of case', async () => {
  const expected = {
    id: grace.id,
    rowGuid: grace.row_guid,
    firstName: 'Grace',
    lastName: 'Muster',
    userFullName: 'Grace Muster',
    userPartnerId: 'P-7',
    userSince: '2020-04-01',
    email: 'grace@example.org',
    isActive: true,
    createdAtUtc: '2024-01-10T10:00:00.000Z',
    modifiedAtUtc: '2024-03-31T23:59:59.999Z',
    licences: [{ id: licence!.id, name: 'Recruiter', validUntil: '2030-12-31' }],
    assignedOffices: GRACE_OFFICES,
  };
  for (const key of [grace.id, grace.row_guid, grace.row_guid.toUpperCase()]) {
    assert.deepEqual((await api.get(`/users/${key}`)).body, expected);
  }
});

test('an inactive user without licences and branches can be read', async () => {
  const { body } = await api.get(`/users/${alan.id}`);
  assert.deepEqual(
    [body.firstName, body.lastName, body.licences, body.assignedOffices],
    [null, 'Beispiel', [], []],
  );
});

for (const key of [
  '0',
  '-1',
  '2147483647',
  '2147483648',
  '1.5',
  'ALL',
  'abc',
  '%00',
  '00000000-0000-0000-0000-000000000000',
  `{${grace.row_guid}}`,
  `${grace.row_guid}0`,
]) {
  test(`an unknown user returns 404: ${key}`, async () => {
    const response = await api.get(`/users/${encodeURI(key).replaceAll('%25', '%')}`);
    assert.equal(response.status, 404);
    assert.match(response.body.message, /^User not found/);
  });
}

test('the users of another tenant are invisible', async () => {
  for (const key of [foreign.id, foreign.row_guid])
    assert.equal((await api.get(`/users/${key}`)).status, 404);
  assert.equal((await other.api.get(`/users/${foreign.id}`)).status, 200);
  for (const path of ['/users', '/users/all', '/users/responsibilities'])
    assert.doesNotMatch((await api.get(path)).text, /Fremd/);
});

test('no response contains a password or sign-in data', async () => {
  await service.sql("UPDATE user_account SET password_hash = '$argon2id$secret' WHERE id = $1", [grace.id]);
  for (const path of ['/users', '/users/all', '/users/responsibilities', `/users/${grace.id}`])
    assert.doesNotMatch((await api.get(path)).text, /argon2|password|email_match/i);
});

// The last test, because the clock ends the tokens of the others.
test('the period also selects users that changed again later', async () => {
  const own = await service.createTenant();
  await service.clock.set('2027-05-01T12:00:00Z');
  const { id } = (await service.platform('admin', own)).user;
  for (const day of ['03', '05', '07']) {
    await service.clock.set(`2027-05-${day}T12:00:00Z`);
    const admin = await service.platform('admin', own);
    assert.equal((await admin.put(`/users/${id}`, { userPartnerId: `P-${day}` })).status, 204);
  }
  const reader = await service.createApi(own, ['users:read']);
  for (const [day, isListed] of [
    ['01', true],
    ['03', true],
    ['04', false],
    ['05', true],
    ['06', false],
    ['07', true],
  ] as const) {
    const period = `?startDate=2027-05-${day}&endDate=2027-05-${day}`;
    const hasUser = (users: { id: number }[]) => users.some((user) => user.id === id);
    assert.equal(hasUser((await reader.get(`/users/all${period}`)).body.users), isListed, day);
    assert.equal(hasUser((await reader.get(`/users${period}`)).body.data), isListed, day);
  }
});
