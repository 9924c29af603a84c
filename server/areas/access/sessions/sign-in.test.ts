import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, createPlatformApi, startTestService } from '../../../testing/harness.ts';
import { createUser } from '../../users/index.ts';

const service = await startTestService();
const { services, tenant, clock } = service;

/** Sends calls without a session. */
const anonymous = createPlatformApi(service.baseUrl, { id: 0, email: '', password: '' }, '');
const attempt = (credentials: Record<string, unknown>): Promise<ApiResponse> =>
  anonymous.post('/session', credentials);
const setUser = (id: number, assignment: string) =>
  service.sql(`UPDATE user_account SET ${assignment} WHERE id = $1`, [id]);
/** Advances the clock until the failed sign-ins of previous tests no longer count. */
const afterThrottle = () => clock.advance(121_000);

test('an unknown address, a wrong password, an inactive user, and a user without a password return the same error', async () => {
  const [wrong, inactive, passwordless] = await Promise.all(
    [1, 2, 3].map(() => service.platform('recruiter')),
  );
  await setUser(inactive!.user.id, 'is_active = false');
  await setUser(passwordless!.user.id, 'password_hash = NULL');
  for (const credentials of [
    { email: 'nobody@users.example.org', password: 'not the password' },
    { email: wrong!.user.email, password: 'not the password' },
    inactive!.user,
    passwordless!.user,
    { ...wrong!.user, tenant: 'no-such-tenant' },
  ]) {
    const { status, headers, body } = await attempt({ ...credentials });
    assert.equal(status, 401);
    assert.equal(headers.get('set-cookie'), null);
    assert.deepEqual(
      { ...body, messageGuid: null },
      {
        messageGuid: null,
        message: 'The email address or the password is wrong, or the user is not allowed to sign in.',
        validationErrors: [],
      },
    );
  }
  await afterThrottle();
});

test('an unknown address takes as long as a wrong password', async () => {
  const { user } = await service.platform();
  const durations = { unknown: [] as number[], wrong: [] as number[] };
  const measure = async (into: number[], email: string) => {
    const startedAt = performance.now();
    assert.equal((await attempt({ email, password: 'not the password' })).status, 401);
    into.push(performance.now() - startedAt);
  };
  for (let round = 0; round < 5; round++) {
    await measure(durations.wrong, user.email);
    await measure(durations.unknown, `nobody-${round}@users.example.org`);
    await afterThrottle();
  }
  // Without hashing, a response takes a tenth of the time.
  const median = (values: number[]) => values.sort((a, b) => a - b)[2]!;
  assert.ok(median(durations.unknown) > median(durations.wrong) / 3, JSON.stringify(durations));
});

test('after ten failures for one address, even the correct password is rejected for a minute', async () => {
  const { user } = await service.platform();
  for (let index = 0; index < 10; index++)
    assert.equal((await attempt({ ...user, password: 'not the password' })).status, 401);
  const rejected = await attempt(user);
  assert.equal(rejected.status, 429);
  assert.ok(Number(rejected.headers.get('retry-after')) > 0);
  await clock.advance(61_000);
  assert.equal((await attempt(user)).status, 200);
  await afterThrottle();
});

test('only users with the same address and password in several tenants are asked for the tenant', async () => {
  const other = await service.createTenant();
  const { user } = await service.platform('viewer');
  await createUser(services.database.tenant(other.id), other.id, {
    ...user,
    firstName: 'Test',
    lastName: 'Two',
    role: 'admin',
  });
  const response = await attempt(user);
  assert.equal(response.status, 400);
  assert.deepEqual(
    response.body.validationErrors.map(({ property, code }: Record<string, string>) => [property, code]),
    [['tenant', 'required']],
  );
  assert.equal((await attempt({ ...user, password: 'not the password' })).status, 401);
  assert.equal((await attempt({ ...user, tenant: other.key })).body.role, 'admin');
  assert.equal((await attempt({ ...user, tenant: tenant.key })).body.role, 'viewer');
});

test('the tenant can be omitted if the passwords differ between tenants', async () => {
  const other = await service.createTenant();
  const { user } = await service.platform('viewer');
  await createUser(services.database.tenant(other.id), other.id, {
    email: user.email,
    password: 'quite another one',
    firstName: 'Test',
    lastName: 'Two',
    role: 'admin',
  });
  assert.equal((await attempt(user)).body.tenant.key, tenant.key);
  assert.equal((await attempt({ ...user, password: 'quite another one' })).body.tenant.key, other.key);
});
