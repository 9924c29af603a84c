import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { PERMISSIONS, PLATFORM_PERMISSIONS, permissionsOf } from '../areas/access/index.ts';
import { ROLES, type Role } from '../areas/users/index.ts';
import { type AnyEndpoint, type Audience, operationsOf, PREFIXES } from '../core/http/index.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { type Api, startTestService } from '../testing/harness.ts';

const service = await startTestService();
const { baseUrl, tenant } = service;

// The service refuses these calls before it reads anything, so any value works.
function anyPath({ path }: AnyEndpoint, audience: Audience = 'integration'): string {
  return PREFIXES[audience] + path.replaceAll(/\{\w+\}/g, '1');
}

const INTEGRATION = operationsOf('integration', ENDPOINTS);
const PLATFORM = operationsOf('platform', ENDPOINTS);

const withoutPermission = new Map<string, Promise<Api>>();
function apiWithout(permission: string): Promise<Api> {
  let api = withoutPermission.get(permission);
  if (api === undefined) {
    api = service.createApi(
      tenant,
      PERMISSIONS.filter((name) => name !== permission),
    );
    withoutPermission.set(permission, api);
  }
  return api;
}

// fetch always sends a User-Agent.
function statusWithoutUserAgent(method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(
      `${baseUrl}${path}`,
      { method, headers: { authorization: `Bearer ${tenant.api.token}` } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    )
      .on('error', reject)
      .end();
  });
}

for (const endpoint of INTEGRATION) {
  const { id, method, permission } = endpoint;
  const url = baseUrl + anyPath(endpoint);
  const agent = { 'user-agent': 'Sweep/1.0' };

  test(`${id} without a token is refused with 401 and says how to authenticate`, async () => {
    const response = await fetch(url, { method, headers: agent });
    assert.equal(response.status, 401);
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer /);
    assert.equal(typeof ((await response.json()) as { messageGuid: unknown }).messageGuid, 'string');
  });

  test(`${id} without a User-Agent is refused with 400`, async () => {
    assert.equal(await statusWithoutUserAgent(method, anyPath(endpoint)), 400);
  });

  if (permission !== null) {
    test(`${id} without the permission ${permission} is refused with 403 that names it`, async () => {
      const { token } = await apiWithout(permission);
      const response = await fetch(url, { method, headers: { ...agent, authorization: `Bearer ${token}` } });
      const body = (await response.json()) as { message: string };
      assert.equal(response.status, 403);
      assert.match(body.message, new RegExp(`\\b${permission}\\b`));
    });
  }
}

const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const signedIn: { role: Role; cookie: string; permissions: ReadonlySet<string> }[] = [];
for (const role of ROLES) {
  const { cookie } = await service.platform(role);
  signedIn.push({ role, cookie, permissions: permissionsOf(role) });
}
const viewer = signedIn.find(({ role }) => role === 'viewer')!;

for (const endpoint of PLATFORM) {
  const { id, method, permission, isOpen } = endpoint;
  const url = baseUrl + anyPath(endpoint, 'platform');

  if (!isOpen) {
    test(`platform: ${id} without a session is refused with 401`, async () => {
      for (const headers of [
        FROM_OWN_PAGE,
        { ...FROM_OWN_PAGE, authorization: `Bearer ${tenant.api.token}`, 'user-agent': 'Sweep/1.0' },
        { ...FROM_OWN_PAGE, cookie: `${viewer.cookie}x` },
      ]) {
        const response = await fetch(url, { method, headers });
        assert.equal(response.status, 401);
        assert.match(response.headers.get('www-authenticate') ?? '', /^Cookie /);
      }
    });
  }

  if (method !== 'GET') {
    test(`platform: ${id} from the page of another site is refused with 403`, async () => {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: service.services.settings.publicUrl },
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        {},
      ]) {
        const response = await fetch(url, { method, headers: { ...headers, cookie: viewer.cookie } });
        assert.equal(response.status, 403, JSON.stringify(headers));
      }
    });
  }

  for (const { role, cookie, permissions } of signedIn) {
    if (permission === null || permissions.has(permission)) continue;
    test(`platform: ${id} is refused to the role ${role} with 403 that names ${permission}`, async () => {
      const response = await fetch(url, { method, headers: { ...FROM_OWN_PAGE, cookie } });
      const body = (await response.json()) as { message: string };
      assert.equal(response.status, 403);
      assert.match(body.message, new RegExp(`\\b${permission}\\b`));
    });
  }
}

test('a viewer has no permission to write', () => {
  assert.deepEqual(
    [...permissionsOf('viewer')].filter((name) => !name.endsWith(':read')),
    [],
  );
});

/** Every permission whose operations show or change data about people. */
const PERSONAL = [
  'candidates',
  'documents',
  'applications',
  'communication',
  'customers',
  'requests',
  'jobads',
  'reports',
  'users',
  'privacy',
  'mail',
  'portal',
];

test('an integrator has no permission for data about people', () => {
  const areas = [...permissionsOf('integrator')].map((name) => name.split(':')[0]!);
  assert.deepEqual(
    areas.filter((area) => PERSONAL.includes(area)),
    [],
  );
});

test('a data protection officer writes only what privacy and the own work need', () => {
  const writes = [...permissionsOf('dataProtection')].filter((name) => name.endsWith(':write'));
  assert.deepEqual(writes.sort(), ['privacy:write', 'tasks:write', 'views:write']);
});

test('a branch manager has every permission of a recruiter, and those for reports and branches', () => {
  const more = permissionsOf('branchManager').difference(permissionsOf('recruiter'));
  assert.deepEqual([...permissionsOf('recruiter').difference(permissionsOf('branchManager'))], []);
  assert.deepEqual([...more].sort(), ['branches:write', 'reports:write']);
});

test('an admin has every permission', () => {
  assert.deepEqual([...permissionsOf('admin')].sort(), [...PLATFORM_PERMISSIONS].sort());
});

for (const [audience, operations] of [
  ['integration', INTEGRATION],
  ['platform', PLATFORM],
] as const) {
  for (const path of new Set(operations.map((endpoint) => endpoint.path))) {
    test(`${PREFIXES[audience]}${path} refuses other methods with 405 and names those it supports`, async () => {
      const template = path.replaceAll(/\{\w+\}/g, '{}');
      const ofPath = operations.filter((endpoint) => endpoint.path.replaceAll(/\{\w+\}/g, '{}') === template);
      const response = await fetch(baseUrl + anyPath(ofPath[0]!, audience), {
        method: 'PATCH',
        headers: { 'user-agent': 'Sweep/1.0', authorization: `Bearer ${tenant.api.token}` },
      });
      const expected = ofPath.map(({ method }) => method as string);
      assert.equal(response.status, 405);
      const allowed = (response.headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
      assert.deepEqual(allowed.sort(), expected.sort());
    });
  }
}

test('every permission that an operation requires exists for its callers', () => {
  for (const { id, audience, permission } of ENDPOINTS) {
    const existing = audience === 'integration' ? PERMISSIONS : PLATFORM_PERMISSIONS;
    assert.ok(permission === null || existing.includes(permission), id);
  }
});

test('the only open operations sign in or set a password with a link, and require no permission', () => {
  const open = ENDPOINTS.filter(({ isOpen }) => isOpen);
  assert.deepEqual(
    open.map(({ id, audience, permission }) => ({ id, audience, permission })),
    ['session_create', 'password_requestReset', 'password_set'].map((id) => ({
      id,
      audience: 'platform',
      permission: null,
    })),
  );
});
