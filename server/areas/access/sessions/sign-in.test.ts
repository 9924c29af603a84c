import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../../core/crypto/password.ts';
import { recordedBy } from '../../../testing/change-watch.ts';
import { type ApiResponse, createPlatformApi, startTestService } from '../../../testing/harness.ts';
import { createUser } from '../../users/index.ts';
import { remainingMs } from '../throttle.ts';
import { startMatchingSession } from './sign-in.ts';

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

test('an unknown address costs as much work as a wrong password', async () => {
  const { user } = await service.platform();
  const durations = { unknown: [] as number[], wrong: [] as number[] };
  // Below the fixed time of a failure.
  const measure = async (into: number[], email: string) => {
    const startedAt = performance.now();
    const credentials = { email, password: 'not the password' };
    assert.equal(await startMatchingSession(services, credentials, '192.0.2.1'), undefined);
    into.push(performance.now() - startedAt);
  };
  for (let round = 0; round < 5; round++) {
    await measure(durations.wrong, user.email);
    await measure(durations.unknown, `nobody-${round}@users.example.org`);
  }
  // Without hashing, it takes a tenth of the time. Nothing that runs beside it makes the fastest one faster.
  assert.ok(Math.min(...durations.unknown) > Math.min(...durations.wrong) / 3, JSON.stringify(durations));
});

test('a failure ends with a whole step, however long its work took', () => {
  for (const workMs of [0, 22, 49, 192, 500]) assert.equal(workMs + remainingMs(workMs, 500), 500);
  for (const workMs of [501, 720, 999.5]) assert.equal(workMs + remainingMs(workMs, 500), 1000);
});

const WRONG = 'not the password';

/** Forgets all attempts and successes, such as the sign-in that created the user's session. */
const forget = () => service.sql('DELETE FROM sign_in_attempt');

test('after ten failures of a user from a network, even the correct password is rejected for a minute', async () => {
  const { user } = await service.platform();
  await forget();
  for (let index = 0; index < 10; index++)
    assert.equal((await attempt({ ...user, password: WRONG })).status, 401);
  const rejected = await attempt({ ...user, email: user.email.toUpperCase() });
  assert.equal(rejected.status, 429);
  assert.ok(Number(rejected.headers.get('retry-after')) > 0);
  await clock.advance(61_000);
  assert.equal((await attempt(user)).status, 200);
  await forget();
});

test('a user who has signed in from a network is not locked out there by ten failures', async () => {
  const { user } = await service.platform();
  for (let index = 0; index < 12; index++)
    assert.equal((await attempt({ ...user, password: WRONG })).status, 401);
  assert.equal((await attempt(user)).status, 200);
  await forget();
});

test('of 300 sign-ins at the same time, at most ten are checked', async () => {
  const { user } = await service.platform();
  await forget();
  const responses = await Promise.all(
    Array.from({ length: 300 }, () => attempt({ ...user, password: WRONG })),
  );
  const judged = responses.filter(({ status }) => status === 401).length;
  assert.ok(judged >= 1 && judged <= 10, String(judged));
  for (const { status, headers } of responses) {
    // A slow machine sheds some of them.
    assert.ok([401, 429, 503].includes(status), String(status));
    if (status === 429) assert.ok(Number(headers.get('retry-after')) >= 1);
  }
  assert.ok(responses.some(({ status }) => status === 429));
  await forget();
});

test('failures of other users in the network slow down its failures, and a correct password still works', async () => {
  const { user } = await service.platform();
  await forget();
  for (let index = 0; index < 10; index++)
    assert.equal((await attempt({ email: `nobody-${index}@example.org`, password: WRONG })).status, 401);
  for (const email of ['nobody@example.org', user.email]) {
    const startedAt = performance.now();
    assert.equal((await attempt({ email, password: WRONG })).status, 429);
    assert.ok(performance.now() - startedAt > 900);
  }
  assert.equal((await attempt(user)).status, 200);
  await forget();
});

test('a user who has signed in from a network gets in while others guess there', async () => {
  const { user } = await service.platform();
  const guess = (index: number) => attempt({ email: `guessed-${index}@example.org`, password: WRONG });
  // As many as are judged at once.
  const guesses = Array.from({ length: 8 }, (_, index) => guess(index));
  assert.equal((await attempt(user)).status, 200);
  assert.ok((await Promise.all(guesses)).every(({ status }) => status === 401));
  await forget();
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
  // Both have the same name, which does not say which is meant.
  assert.deepEqual(response.body.validationErrors[0].choices, [tenant.key, other.key]);
  const rename = (name: string) => service.sql('UPDATE tenant SET name = $1 WHERE id = $2', [name, other.id]);
  const choices = async () => (await attempt(user)).body.validationErrors[0].choices;
  await rename('Zwei Personal GmbH');
  assert.deepEqual(await choices(), ['Test', 'Zwei Personal GmbH']);
  assert.equal((await attempt({ ...user, tenant: 'Test' })).body.role, 'viewer');
  assert.equal((await attempt({ ...user, tenant: 'ZWEI Personal GmbH' })).body.role, 'admin');
  // A third tenant, with another password, is not mentioned. Nor does its name change anything.
  const third = await service.createTenant();
  await createUser(services.database.tenant(third.id), third.id, {
    email: user.email,
    password: 'quite another one',
    firstName: 'Test',
    lastName: 'Three',
    role: 'admin',
  });
  assert.deepEqual(await choices(), ['Test', 'Zwei Personal GmbH']);
  // A name that is the key of the other one.
  await rename(tenant.key);
  assert.deepEqual(await choices(), ['Test', other.key]);
  assert.equal((await attempt({ ...user, tenant: other.key.toUpperCase() })).body.role, 'admin');
  assert.equal((await attempt({ ...user, tenant: tenant.key })).body.role, 'viewer');
  // A failure waits for the end of the step, so that its time does not show that there are two.
  const startedAt = performance.now();
  assert.equal((await attempt({ ...user, password: WRONG })).status, 401);
  assert.ok(performance.now() - startedAt > 450);
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

/** A user of another tenant with the same email address. Returns what changes the password of this user. */
async function createNamesake(email: string, password: string) {
  const other = await service.createTenant();
  const name = { firstName: 'Test', lastName: 'Namesake', role: 'admin' } as const;
  const id = await createUser(services.database.tenant(other.id), other.id, { email, password, ...name });
  const setPassword = async (to: string) =>
    service.sql(
      'UPDATE user_account SET password_hash = $1 WHERE id = $2',
      [await hashPassword(to), id],
      other.id,
    );
  return { key: other.key, setPassword };
}

test('a user with the same address in another tenant does not help to guess: ten passwords are checked in a minute', async () => {
  const { user } = await service.platform('viewer');
  await forget();
  const own = await createNamesake(user.email, 'password of the own user');
  // The own user has signed in from this network, the other one has not.
  assert.equal(
    (await attempt({ email: user.email, password: 'password of the own user', tenant: own.key })).status,
    200,
  );
  const guess = async (password: string) => {
    await own.setPassword(password);
    const { status, body } = await attempt({ email: user.email, password });
    return status === 200 ? body.tenant.key : body.validationErrors.map(({ code }: { code: string }) => code);
  };
  for (let index = 0; index < 10; index++) assert.equal(await guess(`guess number ${index}`), own.key);
  // As if nobody else had the address.
  assert.equal(await guess(user.password), own.key);
  assert.equal((await attempt({ ...user, tenant: tenant.key })).status, 401);
  await clock.advance(61_000);
  assert.deepEqual(await guess(user.password), ['required']);
  await forget();
});

test('with different passwords in two tenants, somebody signs in as often as needed, with and without the tenant', async () => {
  const { user } = await service.platform('viewer');
  await forget();
  const other = await createNamesake(user.email, 'quite another one');
  const asOther = { email: user.email, password: 'quite another one' };
  const tenantOf = async (credentials: object) => (await attempt({ ...credentials })).body.tenant?.key;
  assert.equal(await tenantOf(asOther), other.key);
  for (let round = 0; round < 11; round++) assert.equal(await tenantOf(user), tenant.key);
  assert.equal(await tenantOf(asOther), other.key);
  for (let round = 0; round < 12; round++)
    assert.equal((await attempt({ ...asOther, tenant: other.key })).status, 200);
  await forget();
});

test('the time of a sign-in does not show whether another tenant has the address', async () => {
  const { user } = await service.platform('viewer');
  const duration = async () => {
    const startedAt = performance.now();
    assert.equal((await attempt(user)).body.tenant?.key, tenant.key);
    return performance.now() - startedAt;
  };
  assert.ok((await duration()) > 450);
  const { setPassword } = await createNamesake(user.email, 'quite another one');
  assert.ok((await duration()) > 450);
  await setPassword(user.password);
  const startedAt = performance.now();
  assert.equal((await attempt(user)).status, 400);
  assert.ok(performance.now() - startedAt > 450);
  await forget();
});

test('who names the user of a session that ended is signed in as this user or not at all', async () => {
  const other = await service.createTenant();
  const { user, ...calls } = await service.platform('viewer');
  const { userKey } = (await calls.get('/session')).body;
  await createUser(services.database.tenant(other.id), other.id, {
    ...user,
    firstName: 'Test',
    lastName: 'Two',
    role: 'admin',
  });
  assert.equal((await attempt({ ...user, userKey })).body.userKey, userKey);
  const colleague = await service.platform('recruiter');
  assert.equal((await attempt({ ...colleague.user, userKey })).status, 401);
  assert.equal((await attempt({ ...user, password: WRONG, userKey })).status, 401);
});

test('admins see the day of the last sign-in, others do not, and it changes nothing else', async () => {
  await clock.set('2031-05-15T12:00:00Z');
  // Not signed in by the harness.
  const { id: createdId } = (
    await (
      await service.platform('admin')
    ).post('/users', {
      email: 'eva.kern@users.example.org',
      firstName: 'Eva',
      lastName: 'Kern',
      role: 'recruiter',
      password: 'correct horse battery',
    })
  ).body;
  const signInOnce = () =>
    attempt({ email: 'eva.kern@users.example.org', password: 'correct horse battery' });
  const readAs = async (role: 'admin' | 'recruiter') => {
    const reader = await service.platform(role);
    const { users } = (await reader.get('/users')).body;
    const listed = users.find(({ id }: { id: number }) => id === createdId);
    assert.deepEqual((await reader.get(`/users/${createdId}`)).body, listed);
    return listed;
  };
  const today = () => clock.now().toISOString().slice(0, 10);
  const before = await readAs('admin');
  assert.equal(before.lastSignInDate, null);
  const recorded = await recordedBy(service, async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, signInOnce));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200],
    );
  });
  assert.deepEqual(recorded, { changes: [], events: [] });
  assert.deepEqual(await readAs('admin'), { ...before, lastSignInDate: today() });
  assert.equal((await readAs('recruiter')).lastSignInDate, null);
  await clock.advance(24 * 60 * 60 * 1000);
  assert.notEqual((await readAs('admin')).lastSignInDate, today());
  assert.equal((await signInOnce()).status, 200);
  assert.equal((await readAs('admin')).lastSignInDate, today());
});
