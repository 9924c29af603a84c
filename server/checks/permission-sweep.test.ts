import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { PERMISSIONS } from '../areas/access/index.ts';
import type { AnyEndpoint } from '../core/http/index.ts';
import { type Api, startTestService } from '../core/testing/harness.ts';
import { ENDPOINTS } from '../endpoints.ts';

const service = await startTestService();
const { baseUrl, tenant } = service;

// Refusals come before anything is read, so any value does.
function anyPath({ path }: AnyEndpoint): string {
  return `/v3${path.replaceAll(/\{\w+\}/g, '1')}`;
}

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

for (const endpoint of ENDPOINTS) {
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

const paths = new Set(ENDPOINTS.map(({ path }) => path));
for (const path of paths) {
  test(`${path} refuses other methods with 405 and names those it takes`, async () => {
    const example = ENDPOINTS.find((endpoint) => endpoint.path === path)!;
    const response = await fetch(baseUrl + anyPath(example), {
      method: 'PATCH',
      headers: { 'user-agent': 'Sweep/1.0', authorization: `Bearer ${tenant.api.token}` },
    });
    const expected = ENDPOINTS.filter((endpoint) => endpoint.path === path).map(
      ({ method }) => method as string,
    );
    assert.equal(response.status, 405);
    const allowed = (response.headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
    assert.deepEqual(allowed.sort(), expected.sort());
  });
}

test('every permission that an operation needs exists', () => {
  const needed = ENDPOINTS.map(({ permission }) => permission).filter((permission) => permission !== null);
  assert.deepEqual(
    needed.filter((permission) => !PERMISSIONS.includes(permission)),
    [],
  );
});
