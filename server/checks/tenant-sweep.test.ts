import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyEndpoint } from '../core/http/index.ts';
import { INT32_MAXIMUM, type TSchema } from '../core/http/schema.ts';
import { ENDPOINTS } from '../endpoints.ts';
import type { ApiResponse, Calls } from '../testing/harness.ts';
import { namesRecord } from './records/path-records.ts';
import { readRecordTables } from './records/record-owners.ts';
import { openTenantDigest } from './records/tenant-digest.ts';
import {
  ABSENT,
  type IdSource,
  idsOf,
  RequestsOfB,
  recordParameters,
  references,
} from './tenant-sweep/requests.ts';
import { ID_OF_A, MARK_OF_A, startTwoTenants } from './tenant-sweep/two-tenants.ts';

// Tenant B calls every operation with ids of tenant A. The response must be the same as for ids that never existed. The
// requests follow from what the endpoint declares: its path, its schemas and its examples.

/** Reads that show no record of the tenant: a choice out of two, random secrets, a number. */
const SHOWS_NO_RECORDS = new Set([
  'webhookEventType_list',
  'webhookSettings_read',
  'webhookSecret_list',
  'notification_countUnread',
  'cvSettings_get',
  'requestLog_count',
  'retention_get',
  // Its test has another tenant.
  'report_listDays',
  // Its query has to name a candidate that was merged. Its test has another tenant.
  'candidate_findMerged',
  // Its records have to match words.
  'search_find',
  // Its query has to name a company. Its test has another tenant.
  'company_findDuplicates',
]);

const tenants = await startTwoTenants(ENDPOINTS);
const { service, a, b } = tenants;
const requests = new RequestsOfB(tenants);
const idsOfA = idsOf(a);

function call(api: Calls, { method }: AnyEndpoint, path: string, body?: unknown): Promise<ApiResponse> {
  if (method === 'POST') return api.post(path, body);
  if (method === 'PUT') return api.put(path, body);
  return method === 'DELETE' ? api.delete(path) : api.get(path);
}

function comparable({ status, body, text }: ApiResponse): unknown {
  if (status === 200 || body === undefined) return { status, text };
  return { status, body: { ...body, messageGuid: undefined } };
}

/** Whether the response differs from tenant to tenant; shared value lists are the same for all. */
function showsRecords({ id, path }: AnyEndpoint): boolean {
  const list = /^\/masterdata\/(\w+)$/.exec(path)?.[1];
  return !SHOWS_NO_RECORDS.has(id) && (list === undefined || !tenants.isSharedList(list));
}

const digestOf = await openTenantDigest(service);

/** A fingerprint of every row of both tenants. */
async function everything(): Promise<unknown> {
  return [await digestOf(a.tenant.id), await digestOf(b.tenant.id)];
}

/** Calls as B, once with A's ids and once with ids that never existed. Compares the two and returns the first response. */
async function assertAsIfAbsent(
  endpoint: AnyEndpoint,
  request: (ids: IdSource) => { path: string; body?: unknown },
): Promise<ApiResponse> {
  const before = await everything();
  const foreign = request(idsOfA);
  const absent = request(ABSENT);
  const response = await call(b.calls(endpoint), endpoint, foreign.path, foreign.body);
  const expected = await call(b.calls(endpoint), endpoint, absent.path, absent.body);
  assert.deepEqual(comparable(response), comparable(expected));
  assert.doesNotMatch(response.text, new RegExp(MARK_OF_A));
  assert.deepEqual(await everything(), before, 'the call changed something');
  return response;
}

function sweepPath(endpoint: AnyEndpoint): void {
  for (const [index, name] of recordParameters(endpoint).entries()) {
    const place = endpoint.path.slice(0, endpoint.path.indexOf(`{${name}}`) + name.length + 2);
    test(`${endpoint.id}: another tenant's ${place} is not found`, async () => {
      const response = await assertAsIfAbsent(endpoint, (ids) => ({
        path: requests.path(endpoint, ids, index),
        body: requests.body(endpoint),
      }));
      assert.equal(response.status, 404, response.text);
    });
  }
}

function sweepReferences(endpoint: AnyEndpoint): void {
  const { id, body, query } = endpoint;
  for (const { place, kind } of body === undefined ? [] : references(body)) {
    if (tenants.isShared(kind)) continue;
    test(`${id}: another tenant's ${kind} in ${place.join('.')} is an unknown reference`, async () => {
      const response = await assertAsIfAbsent(endpoint, (ids) => ({
        path: requests.path(endpoint),
        body: requests.body(endpoint, place, ids.reference(kind)),
      }));
      assert.equal(response.status, 400, response.text);
      assert.deepEqual(
        response.body.validationErrors.map((fault: { code: string }) => fault.code),
        ['unknownReference'],
      );
    });
  }
  for (const { place, kind } of query === undefined ? [] : references(query)) {
    if (tenants.isShared(kind)) continue;
    test(`${id}: another tenant's ${kind} in the query ${place[0]} selects what an unknown one does`, async () => {
      await assertAsIfAbsent(endpoint, (ids) => ({
        path: `${requests.path(endpoint)}?${requests.query(endpoint, place[0])}${place[0]}=${ids.reference(kind)}`,
      }));
    });
  }
}

/** Reads whose path names no record return only records of the caller's tenant. */
function sweepLists(endpoint: AnyEndpoint): void {
  if (endpoint.method !== 'GET' || recordParameters(endpoint).length > 0) return;
  const path = () => `${requests.path(endpoint)}?${requests.query(endpoint)}`;

  test(`${endpoint.id}: shows nothing of another tenant`, async () => {
    const { status, text } = await b.calls(endpoint).get(path());
    assert.equal(status, 200, text);
    for (const trace of [new RegExp(MARK_OF_A), ID_OF_A, new RegExp(a.tenant.clientId)])
      assert.doesNotMatch(text, trace);
  });

  if (!showsRecords(endpoint)) return;
  // Otherwise the test above could pass because there was nothing to see.
  test(`${endpoint.id}: shows the tenant its own`, async () => {
    const { text } = await a.calls(endpoint).get(path());
    assert.ok(
      ID_OF_A.test(text) || text.includes(MARK_OF_A) || text.includes(a.tenant.clientId),
      `Let makeRecords create something that ${endpoint.id} shows.`,
    );
  });
}

for (const endpoint of ENDPOINTS) {
  sweepPath(endpoint);
  sweepReferences(endpoint);
  sweepLists(endpoint);
}

// A new path then finds the record that it names.
test('both tenants have a row in every table of records', async () => {
  const { tables } = await readRecordTables(service);
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int FROM ${name}`);
  for (const { tenant } of [a, b]) {
    const found = await service.sql<{ name: string; count: number }>(
      counts.join(' UNION ALL '),
      [],
      tenant.id,
    );
    const empty = found.filter(({ count }) => count === 0);
    assert.deepEqual(empty, [], 'let makeRecords create a row in each of them');
  }
});

// The sweep relies on the names of parameters: it would never put another tenant's id into one with another name.
test('path parameters that take the id of a record are called id, or end in Id or Guid', () => {
  for (const { id, params } of ENDPOINTS)
    for (const [name, { minimum, maximum }] of Object.entries<TSchema>(params?.properties ?? {}))
      assert.ok(namesRecord(name) || minimum !== 1 || maximum !== INT32_MAXIMUM, `${id}: ${name}`);
});

test('another tenant’s user is not found by its rowGuid either', async () => {
  const guidOf = ({ record }: typeof a) => record('/users/{userId}')!.rowGuid;
  const answer = await b.tenant.api.get(`/users/${guidOf(a)}`);
  const absent = await b.tenant.api.get('/users/6f1c2a34-5b7d-4e8f-9a01-23456789abcd');
  assert.equal(answer.status, 404);
  assert.deepEqual(comparable(answer), comparable(absent));
});

/** Properties that no body declares. A handler that spread its body could take one of them for the tenant or the record. */
function undeclared({ tenant, record }: typeof a): Record<string, unknown> {
  const candidateId = Number(record('/candidates/{candidateId}')!.values.candidateId);
  const names = [
    'tenantId',
    'tenant_id',
    'id',
    'candidateId',
    'candidate_id',
    'companyId',
    'company_id',
    'userId',
    'user_id',
  ];
  const ids = names.map((name): [string, unknown] => [
    name,
    name.startsWith('tenant') ? tenant.id : candidateId,
  ]);
  return Object.fromEntries(ids);
}

// Last, because these calls change B.
for (const endpoint of ENDPOINTS) {
  if (endpoint.body === undefined || endpoint.method === 'GET') continue;
  test(`${endpoint.id}: what the body says beyond its schema changes nothing of another tenant`, async () => {
    const before = await digestOf(a.tenant.id);
    const declared = Object.keys((endpoint.body!.properties ?? {}) as object);
    const extra = Object.entries(undeclared(a)).filter(([name]) => !declared.includes(name));
    const valid = requests.body(endpoint);
    const body = Array.isArray(valid) ? valid : { ...(valid as object), ...Object.fromEntries(extra) };
    const { status, text } = await call(b.calls(endpoint), endpoint, requests.path(endpoint), body);
    // Nobody can sign in with the password of the example.
    assert.ok(status < 500 && (status !== 401 || endpoint.id === 'session_create'), `${status} ${text}`);
    assert.deepEqual(await digestOf(a.tenant.id), before);
  });
}
