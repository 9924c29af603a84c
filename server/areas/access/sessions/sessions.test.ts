import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { recordedBy } from '../../../testing/change-watch.ts';
import {
  type ApiResponse,
  createPlatformApi,
  type PlatformApi,
  sentCookie,
  signIn,
  startTestService,
} from '../../../testing/harness.ts';
import { insertSession, sweepSessions } from './queries.ts';

const service = await startTestService();
const { services, tenant, clock } = service;
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Sends calls without a session. */
const anonymous = createPlatformApi(service.baseUrl, { id: 0, email: '', password: '' }, '');
const attempt = (credentials: Record<string, unknown>): Promise<ApiResponse> =>
  anonymous.post('/session', credentials);
const setUser = (id: number, assignment: string, tenantId = tenant.id) =>
  service.sql(`UPDATE user_account SET ${assignment} WHERE id = $1`, [id], tenantId);
const another = async ({ user }: PlatformApi) =>
  createPlatformApi(service.baseUrl, user, await signIn(service.baseUrl, user));
/** Advances the clock until the failed sign-ins of previous tests no longer count. */
const afterThrottle = () => clock.advance(121_000);

test('signing in returns the user, the permissions, and the end of the session', async () => {
  const { user } = await service.platform('viewer');
  const { body } = await attempt({ ...user, email: user.email.toUpperCase() });
  assert.equal(body.user.id, user.id);
  assert.equal(body.user.email, user.email);
  assert.equal(body.role, 'viewer');
  assert.ok(body.permissions.includes('candidates:read'));
  assert.deepEqual(body.tenant, { key: tenant.key, name: 'Test' });
  assert.equal(Date.parse(body.endsAtUtc) - Date.parse(body.beganAtUtc), 12 * 3_600_000);
});

test('the session can be read with its cookie', async () => {
  const api = await service.platform('recruiter');
  const { body } = await api.get('/session');
  assert.equal(body.user.id, api.user.id);
  assert.equal(body.role, 'recruiter');
});

test('all sessions of a user have one key for drafts, and nobody else has it', async () => {
  const first = await service.platform('recruiter');
  const { draftKey } = (await first.get('/session')).body;
  assert.equal(Buffer.from(draftKey, 'base64').length, 32);
  const signedIn = await attempt(first.user);
  assert.equal(signedIn.body.draftKey, draftKey);
  assert.equal((await (await another(first)).get('/session')).body.draftKey, draftKey);
  const colleague = await service.platform('recruiter');
  const stranger = await service.platform('recruiter', await service.createTenant());
  const others = [colleague, stranger].map(async (api) => (await api.get('/session')).body.draftKey);
  assert.equal(new Set([draftKey, ...(await Promise.all(others))]).size, 3);
});

test('a call for another user than the one of the session is rejected, and changes nothing', async () => {
  const first = await service.platform('recruiter');
  const second = await another(await service.platform('recruiter'));
  const { userKey } = (await first.get('/session')).body;
  const headers = { 'expected-user': userKey };
  const task = { title: 'Anrufen' };
  const refused = await second.post('/tasks', task, { headers });
  assert.equal(refused.status, 401);
  assert.match(refused.body.message, /a different user than the one in Expected-User/);
  assert.match(refused.headers.get('www-authenticate')!, /^Cookie /);
  assert.equal((await second.delete('/session', { headers })).status, 401);
  assert.deepEqual((await second.get('/tasks?mine=true')).body.tasks, []);
  const live = (user: string) =>
    fetch(`${service.baseUrl}/platform/live?user=${user}`, {
      method: 'HEAD',
      headers: { cookie: second.cookie },
    });
  assert.equal((await live(userKey)).status, 401);
  assert.equal((await live((await second.get('/session')).body.userKey)).status, 200);
  assert.equal((await first.post('/tasks', task, { headers })).status, 200);
  const again = await another(first);
  assert.equal((await again.get('/session', { headers })).status, 200);
});

test('users with the same id in different tenants are different users', async () => {
  const first = await service.platform('recruiter');
  const other = await service.createTenant();
  const second = await service.platform('recruiter', other);
  const keys = [first, second].map(async (api) => (await api.get('/session')).body.userKey);
  assert.deepEqual(await Promise.all(keys), [
    `${tenant.id}.${first.user.id}`,
    `${other.id}.${second.user.id}`,
  ]);
});

test('neither scripts nor other sites can use the cookie', async () => {
  const { user } = await service.platform();
  const cookie = (await attempt(user)).headers.get('set-cookie')!;
  assert.match(cookie, /^stellwerk_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
});

test('only the hash of the token is stored', async () => {
  const { cookie } = await service.platform();
  const token = cookie.split('=')[1]!;
  const [row] = await service.sql<{ found: number }>(
    "SELECT count(*)::int AS found FROM user_session WHERE token_sha256 = sha256(convert_to($1, 'UTF8'))",
    [token],
  );
  assert.equal(row!.found, 1);
});

test('a session can read and write only the records of its tenant', async () => {
  const api = await service.platform('recruiter');
  const created = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', application: {} });
  assert.equal(created.status, 200);
  assert.equal((await api.get(`/candidates/${created.body.id}`)).body.lastName, 'Muster');
  const other = await service.platform('recruiter', await service.createTenant());
  assert.equal((await other.get(`/candidates/${created.body.id}`)).status, 404);
});

test('a write on the platform is recorded like one on the integration API', async () => {
  const api = await service.platform('recruiter');
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', application: {} })).body.id;
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'candidate', kind: 'new', id }],
    events: [{ type: 1405, entityId: id }],
  });
});

test('the access log names the user who read a document', async () => {
  const api = await service.platform('recruiter');
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', application: {} });
  const uploaded = await api.post(`/candidates/${body.id}/documents/other`, {
    filename: 'a.txt',
    base64File: 'YQ==',
  });
  await api.get(`/candidates/export/documents/${uploaded.body.id}`);
  assert.deepEqual(
    await service.sql('SELECT user_id, api_client_id FROM document_access WHERE document_id = $1', [
      uploaded.body.id,
    ]),
    [{ user_id: api.user.id, api_client_id: null }],
  );
});

test('an access token is rejected on the platform, and a session on the integration API', async () => {
  const { cookie } = await service.platform();
  const onIntegrationApi = await fetch(`${service.baseUrl}/v3/users/all`, {
    headers: { cookie, 'user-agent': 'Test/1.0' },
  });
  assert.equal(onIntegrationApi.status, 401);
  const onPlatform = await fetch(`${service.baseUrl}/platform/session`, {
    headers: { authorization: `Bearer ${tenant.api.token}` },
  });
  assert.equal(onPlatform.status, 401);
});

test('signing out ends this session and removes its cookie', async () => {
  const first = await service.platform();
  const second = await another(first);
  const { headers } = await first.delete('/session');
  assert.match(headers.get('set-cookie')!, /^stellwerk_session=; .*Max-Age=0;/);
  assert.equal((await first.get('/session')).status, 401);
  assert.equal((await second.get('/session')).status, 200);
});

test('signing out everywhere ends all sessions of the user and of nobody else', async () => {
  const first = await service.platform();
  const second = await another(first);
  const bystander = await service.platform();
  await first.delete('/sessions');
  assert.equal((await first.get('/session')).status, 401);
  assert.equal((await second.get('/session')).status, 401);
  assert.equal((await bystander.get('/session')).status, 200);
});

test('no session starts if the password is changed or the user deactivated during sign-in', async () => {
  const { user } = await service.platform();
  const db = services.database.tenant(tenant.id);
  const [row] = await service.sql<{ password_hash: string }>(
    'SELECT password_hash FROM user_account WHERE id = $1',
    [user.id],
  );
  const start = () =>
    insertSession(db, {
      tenantId: tenant.id,
      userId: user.id,
      passwordHash: row!.password_hash,
      tokenSha256: randomBytes(32),
      hours: 1,
    });
  assert.equal(await start(), true);
  await setUser(user.id, 'is_active = false');
  assert.equal(await start(), false);
  await setUser(user.id, "is_active = true, password_hash = '$argon2id$another'");
  assert.equal(await start(), false);
});

test('deactivation ends the sessions immediately, and reactivation does not restore them', async () => {
  const api = await service.platform();
  await setUser(api.user.id, 'is_active = false');
  assert.equal((await api.get('/session')).status, 401);
  await setUser(api.user.id, 'is_active = true');
  assert.equal((await api.get('/session')).status, 401);
});

test('a new role takes effect with the next call', async () => {
  const api = await service.platform('recruiter');
  await setUser(api.user.id, "role = 'viewer'");
  assert.equal(
    (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', application: {} })).status,
    403,
  );
});

test('after a change of the email address, only the new one can sign in', async () => {
  const { user } = await service.platform();
  await setUser(user.id, "email = 'new@users.example.org', email_match = 'new@users.example.org'");
  assert.equal((await attempt(user)).status, 401);
  assert.equal((await attempt({ ...user, email: 'new@users.example.org' })).status, 200);
});

test('a session ends after two hours without a call', async () => {
  const api = await service.platform();
  await clock.advance(119 * 60_000);
  assert.equal((await api.get('/session')).status, 200);
  await clock.advance(119 * 60_000);
  assert.equal((await api.get('/session')).status, 200);
  await clock.advance(121 * 60_000);
  assert.equal((await api.get('/session')).status, 401);
});

test('a session ends after twelve hours even if it is used', async () => {
  const api = await service.platform();
  for (let hour = 1; hour < 12; hour++) {
    await clock.advance(3_600_000);
    assert.equal((await api.get('/session')).status, 200);
  }
  await clock.advance(3_600_000);
  assert.equal((await api.get('/session')).status, 401);
});

test('the sweep deletes only sessions that have ended', async () => {
  await clock.advance(13 * 3_600_000);
  const api = await service.platform();
  await sweepSessions(services.database.system, services.settings.sessionIdleMinutes);
  const [row] = await service.sql('SELECT count(*)::int AS sessions FROM user_session');
  assert.deepEqual(row, { sessions: 1 });
  assert.equal((await api.get('/session')).status, 200);
});

test('changing the password ends all sessions and starts a new one', async () => {
  const first = await service.platform();
  const second = await another(first);
  const response = await first.put('/session/password', {
    currentPassword: first.user.password,
    newPassword: 'correct horse battery',
  });
  assert.equal(response.status, 204);
  for (const { get } of [first, second]) assert.equal((await get('/session')).status, 401);
  const replacement = createPlatformApi(service.baseUrl, first.user, sentCookie(response));
  assert.equal((await replacement.get('/session')).status, 200);
  assert.equal((await attempt(first.user)).status, 401);
  assert.equal((await attempt({ ...first.user, password: 'correct horse battery' })).status, 200);
});

test('a password set by the operator ends all sessions too', async () => {
  const api = await service.platform();
  await setUser(api.user.id, "password_hash = '$argon2id$another'");
  assert.equal((await api.get('/session')).status, 401);
});

test('all faults of a password change are reported together, and nothing is changed', async () => {
  const api = await service.platform();
  const response = await api.put('/session/password', {
    currentPassword: 'not the password',
    newPassword: 'too short',
  });
  assert.equal(response.status, 400);
  assert.deepEqual(
    response.body.validationErrors.map(({ property, code }: Record<string, string>) => `${property} ${code}`),
    ['newPassword length', 'currentPassword notAllowed'],
  );
  const { password } = api.user;
  const emoji = await api.put('/session/password', {
    currentPassword: password,
    newPassword: '😀'.repeat(11),
  });
  assert.equal(emoji.body.validationErrors[0].code, 'length');
  const same = await api.put('/session/password', { currentPassword: password, newPassword: password });
  assert.equal(same.body.validationErrors[0].code, 'notAllowed');
  assert.equal((await api.get('/session')).status, 200);
});

test('after ten wrong current passwords within a minute, the response is a 429', async () => {
  await afterThrottle();
  const api = await service.platform();
  const change = (currentPassword: string) =>
    api.put('/session/password', { currentPassword, newPassword: 'correct horse battery' });
  for (let index = 0; index < 10; index++) assert.equal((await change('not the password')).status, 400);
  assert.equal((await change(api.user.password)).status, 429);
  await afterThrottle();
});

test('a correct Origin is accepted if the browser sends no Sec-Fetch-Site', async () => {
  const { user } = await service.platform();
  const send = (headers: Record<string, string>) =>
    fetch(`${service.baseUrl}/platform/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(user),
    });
  assert.equal((await send({ origin: services.settings.publicUrl })).status, 200);
  assert.equal((await send({})).status, 403);
});

test('a body with a content type that forms can send is rejected', async () => {
  const { cookie } = await service.platform();
  const response = await fetch(`${service.baseUrl}/platform/session/password`, {
    method: 'PUT',
    headers: { ...OWN_PAGE, cookie, 'content-type': 'text/plain' },
    body: '{}',
  });
  assert.equal(response.status, 415);
});

test('no response can be read by a page of another origin', async () => {
  const { cookie } = await service.platform();
  const response = await fetch(`${service.baseUrl}/platform/session`, {
    headers: { cookie, origin: 'https://elsewhere.example' },
  });
  assert.equal(response.headers.get('access-control-allow-origin'), null);
});

test('the log contains neither the email address, the password, the token, nor the key of drafts', async () => {
  const { user, cookie, get } = await service.platform();
  const { draftKey } = (await get('/session')).body;
  await attempt({ ...user, password: 'not the password' });
  const text = JSON.stringify(service.logLines);
  for (const secret of [user.email, user.password, 'not the password', cookie.split('=')[1]!, draftKey])
    assert.ok(!text.includes(secret));
  assert.ok(service.logLines.some(({ userId }) => userId !== undefined));
});
