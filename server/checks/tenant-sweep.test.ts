import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyEndpoint } from '../core/http/index.ts';
import { sampleOf } from '../core/http/openapi-schema.ts';
import type { TSchema } from '../core/http/schema.ts';
import { ENDPOINTS, REFERENCES } from '../endpoints.ts';
import { type ApiResponse, type Calls, startTestService } from '../testing/harness.ts';
import { makeRecords, type RecordKind, type TenantRecords } from './tenant-records.ts';

// Tenant B calls every operation with tenant A's ids and must be answered as for ids that never existed. Driven by
// the endpoint table: an operation or a kind of reference that the lists below do not know fails the sweep.

/** Path up to a parameter → the kind of record that the parameter names. */
const PATH_RECORDS: Record<string, RecordKind> = {
  '/branches/{branchId}': 'branch',
  '/candidates/{candidateId}': 'candidate',
  '/clients/{clientId}': 'apiClient',
  '/candidates/{id}': 'candidate',
  '/candidates/{candidateId}/communications/{id}': 'communication',
  '/candidates/{candidateId}/driverslicences/{driversLicenseId}': 'licence',
  '/candidates/{candidateId}/languages/{languageId}': 'language',
  '/candidates/{id}/professions/{professionId}': 'profession',
  '/candidates/{id}/qualifications/{qualificationId}': 'qualification',
  '/candidates/export/candidates/{candidateId}': 'candidate',
  '/candidates/export/documents/{documentId}': 'document',
  '/customers/{customerId}': 'company',
  '/customers/{customerId}/offices/{officeId}': 'site',
  '/customers/{customerId}/offices/{officeId}/contacts/{contactId}': 'contact',
  '/customers/{customerId}/offices/{officeId}/locations/{locationId}': 'location',
  '/customers/offices/{officeId}': 'site',
  '/customers/contacts/{contactId}': 'contact',
  '/customers/locations/{locationId}': 'location',
  '/customers/requests/directplacement/{requestId}': 'directPlacement',
  '/customers/requests/servicecontract/{requestId}': 'serviceContract',
  '/customers/requests/temporarystaffing/{requestId}': 'temporaryStaffing',
  '/customers/requests/{requestId}': 'serviceContract',
  '/documents/{documentId}': 'document',
  '/jobads/{jobAdId}': 'jobAd',
  '/reports/performance/jobs/{jobAdId}': 'jobAd',
  '/masterdata/{list}/entries/{entryId}': 'qualification',
  '/users/{userId}': 'user',
};

/** Parameters that name no record, and a value for each. */
const PLAIN_PARAMETERS: Record<string, () => string> = {
  date: () => service.clock.now().toISOString().slice(0, 10),
  hour: () => String(service.clock.now().getUTCHours()),
  documentCategory: () => 'cv',
  list: () => 'qualifications',
  webhookEventDataType: () => '1483',
};

/** Kind of reference in bodies and queries → the kind of record. Those not listed are entries of shared lists. */
const REFERENCED_RECORDS: Record<string, RecordKind> = {
  branch: 'branch',
  'open or closed branch': 'branch',
  user: 'user',
  'customer request': 'temporaryStaffing',
  'job ad': 'jobAd',
  qualification: 'qualification',
  channel: 'channel',
  'source of supply': 'sourceOfSupply',
  industry: 'industry',
  candidate: 'candidate',
  company: 'company',
  site: 'site',
  contact: 'contact',
  'work location': 'location',
};

/** Reads that show nothing of the tenant: lists that are the same for all, a choice out of two, random secrets. */
const SHARED_LISTS =
  /^\/(masterdata\/(?!(qualifications|channels|sourcesofsupply|industries)$)|webhooks\/(event\/types|settings|secrets)$)/;

const MARK_A = 'zzmarkofa';
const ABSENT = 2_147_483_000;
// A's ids are made from this one on, so that they are recognised wherever they show.
const FIRST_ID_OF_A = 734_000_000;
const ID_OF_A = /73400\d{4}/;

const service = await startTestService();
const moveSequences = (next: number) =>
  service.sql(
    `SELECT setval(c.oid::regclass, $1) FROM pg_class c
     WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace AND c.relname LIKE '%\\_id\\_seq'`,
    [next],
  );
const tenantB = service.tenant;
await moveSequences(FIRST_ID_OF_A);
const tenantA = await service.createTenant();
const platformA = await service.platform('admin', tenantA);
const shared = await service.sql<{ list: string; ids: number[] }>(
  'SELECT list, array_agg(id ORDER BY id) AS ids FROM catalog_entry WHERE NOT is_expired GROUP BY list',
);
const sharedIds = new Map(shared.map(({ list, ids }) => [list, ids]));
const choice = (index: number) => ({
  language: sharedIds.get('languages')![index]!,
  profession: sharedIds.get('professions')![index]!,
  licence: sharedIds.get('driverslicenses')![index]!,
});
const recordsOfA = await makeRecords(service, tenantA, MARK_A, choice(0));
await moveSequences(50_000);
const platformB = await service.platform('admin', tenantB);
const recordsOfB = await makeRecords(service, tenantB, 'zzmarkofb', choice(1));
await service.settle();

type Ids = (kind: RecordKind) => string;
const idsOf =
  (records: TenantRecords): Ids =>
  (kind) =>
    String(records[kind]);
const absentIds: Ids = () => String(ABSENT);

/** Parameters of a path that name records, as the path up to each. */
function recordParameters({ path }: AnyEndpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .filter((match) => !Object.hasOwn(PLAIN_PARAMETERS, match[1]!))
    .map((match) => path.slice(0, match.index + match[0].length));
}

/** The path with B's own ids before parameter `from`, and those of `ids` from there on. */
function fillPath(endpoint: AnyEndpoint, ids: Ids, from: number): string {
  let position = 0;
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (match, name: string, index: number) => {
    const plain = PLAIN_PARAMETERS[name];
    if (plain !== undefined) return plain();
    const place = endpoint.path.slice(0, index + match.length);
    const kind = PATH_RECORDS[place];
    assert.ok(kind !== undefined, `Add ${place} of ${endpoint.id} to PATH_RECORDS.`);
    return position++ < from ? idsOf(recordsOfB)(kind) : ids(kind);
  });
}

function referencedId(kind: string, ids: Ids): number {
  const record = REFERENCED_RECORDS[kind];
  if (record !== undefined) return Number(ids(record));
  const list = /^GET \/masterdata\/(\w+)$/.exec(REFERENCES[kind]?.source ?? '')?.[1];
  const known = sharedIds.get(list ?? '');
  assert.ok(known !== undefined, `Add the kind of reference "${kind}" to REFERENCED_RECORDS.`);
  return known[0]!;
}

type Keys = (string | number)[];

/** Where a schema refers to records of a tenant. */
function* referencePlaces(schema: TSchema, keys: Keys = []): Generator<{ keys: Keys; kind: string }> {
  if (schema.reference !== undefined) {
    if (Object.hasOwn(REFERENCED_RECORDS, schema.reference)) yield { keys, kind: schema.reference };
    else referencedId(schema.reference, absentIds);
  }
  if (schema.items !== undefined) yield* referencePlaces(schema.items, [...keys, 0]);
  for (const [name, child] of Object.entries((schema.properties ?? {}) as Record<string, TSchema>))
    yield* referencePlaces(child, [...keys, name]);
}

/** The value with every reference in it replaced by an id that B may use. */
function withOwnReferences(schema: TSchema, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (schema.reference !== undefined) {
    // A value of a shared list can mean something to the operation: it stays when it exists.
    const list = /^GET \/masterdata\/(\w+)$/.exec(REFERENCES[schema.reference]?.source ?? '')?.[1] ?? '';
    if (sharedIds.get(list)?.includes(value as number)) return value;
    return referencedId(schema.reference, idsOf(recordsOfB));
  }
  if (Array.isArray(value)) return value.map((item) => withOwnReferences(schema.items ?? {}, item));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      withOwnReferences(schema.properties?.[name] ?? {}, child),
    ]),
  );
}

function validBody({ body, examples }: AnyEndpoint): unknown {
  if (body === undefined) return undefined;
  return withOwnReferences(body, examples?.[0]?.body ?? sampleOf(body));
}

/** The value with `id` at this place; what is missing on the way is made from the schema. */
function put(schema: TSchema, value: unknown, [key, ...rest]: Keys, id: number): unknown {
  if (key === undefined) return id;
  if (typeof key === 'number') {
    const items =
      Array.isArray(value) && value.length > 0
        ? [...value]
        : [withOwnReferences(schema.items, sampleOf(schema.items))];
    items[key] = put(schema.items, items[key], rest, id);
    return items;
  }
  const child = schema.properties[key];
  return {
    ...(value as object),
    [key]: put(child, (value as Record<string, unknown> | undefined)?.[key], rest, id),
  };
}

/** How the tenant calls this operation: by its application, or as its administrator. */
function callsOfA({ audience }: AnyEndpoint): Calls {
  return audience === 'platform' ? platformA : tenantA.api;
}

function callsOfB({ audience }: AnyEndpoint): Calls {
  return audience === 'platform' ? platformB : tenantB.api;
}

function call(api: Calls, { method }: AnyEndpoint, path: string, body?: unknown): Promise<ApiResponse> {
  if (method === 'POST') return api.post(path, body);
  if (method === 'PUT') return api.put(path, body);
  return method === 'DELETE' ? api.delete(path) : api.get(path);
}

function comparable({ status, body, text }: ApiResponse): unknown {
  if (status === 200 || body === undefined) return { status, text };
  return { status, body: { ...body, messageGuid: undefined } };
}

const walled = await service.sql<{ name: string }>(
  `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
   WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
);
const digestSql = walled
  .map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS digest FROM ${name} t`,
  )
  .join(' UNION ALL ');

/** Fingerprint of every row of both tenants. */
async function everything(): Promise<unknown> {
  return [await service.sql(digestSql, [], tenantA.id), await service.sql(digestSql, [], tenantB.id)];
}

/** Calls as B once with A's ids and once with ids that never existed; answers the first after comparing. */
async function assertAsIfAbsent(
  endpoint: AnyEndpoint,
  request: (ids: Ids) => { path: string; body?: unknown },
): Promise<ApiResponse> {
  const before = await everything();
  const foreign = request(idsOf(recordsOfA));
  const absent = request(absentIds);
  const answer = await call(callsOfB(endpoint), endpoint, foreign.path, foreign.body);
  const expected = await call(callsOfB(endpoint), endpoint, absent.path, absent.body);
  assert.deepEqual(comparable(answer), comparable(expected));
  assert.doesNotMatch(answer.text, new RegExp(MARK_A));
  assert.deepEqual(await everything(), before, 'the call changed something');
  return answer;
}

for (const endpoint of ENDPOINTS) {
  const { id, method, query, body } = endpoint;

  for (const [index, place] of recordParameters(endpoint).entries()) {
    test(`${id}: another tenant's ${place} is not found`, async () => {
      const answer = await assertAsIfAbsent(endpoint, (ids) => ({
        path: fillPath(endpoint, ids, index),
        body: validBody(endpoint),
      }));
      assert.equal(answer.status, 404, answer.text);
    });
  }

  for (const { keys, kind } of body === undefined ? [] : referencePlaces(body)) {
    test(`${id}: another tenant's ${kind} in ${keys.join('.')} is an unknown reference`, async () => {
      const answer = await assertAsIfAbsent(endpoint, (ids) => ({
        path: fillPath(endpoint, idsOf(recordsOfB), 0),
        body: put(body!, validBody(endpoint), keys, referencedId(kind, ids)),
      }));
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(
        answer.body.validationErrors.map((fault: { code: string }) => fault.code),
        ['unknownReference'],
      );
    });
  }

  for (const { keys, kind } of query === undefined ? [] : referencePlaces(query)) {
    test(`${id}: another tenant's ${kind} in the query ${keys[0]} selects what an unknown one does`, async () => {
      await assertAsIfAbsent(endpoint, (ids) => ({
        path: `${fillPath(endpoint, idsOf(recordsOfB), 0)}?${requiredQuery(endpoint, keys[0])}${keys[0]}=${referencedId(kind, ids)}`,
      }));
    });
  }

  if (method === 'GET' && recordParameters(endpoint).length === 0) {
    const path = () => `${fillPath(endpoint, absentIds, 0)}?${requiredQuery(endpoint)}`;

    test(`${id}: shows nothing of another tenant`, async () => {
      const { status, text } = await callsOfB(endpoint).get(path());
      assert.equal(status, 200, text);
      for (const trace of [new RegExp(MARK_A), ID_OF_A, new RegExp(tenantA.clientId)])
        assert.doesNotMatch(text, trace);
    });

    if (!SHARED_LISTS.test(endpoint.path)) {
      // Without this the test above could pass because there was nothing to be seen.
      test(`${id}: shows the tenant its own`, async () => {
        const { text } = await callsOfA(endpoint).get(path());
        assert.ok(
          ID_OF_A.test(text) || text.includes(MARK_A) || text.includes(tenantA.clientId),
          `Let makeRecords make something that ${id} shows.`,
        );
      });
    }
  }
}

/** Required parameters except the one given, ending in &. An e-mail address is A's, to be looked for. */
function requiredQuery({ query }: AnyEndpoint, except?: string | number): string {
  const values = ((query?.required ?? []) as string[])
    .filter((name) => name !== except)
    .map((name): [string, string] => [
      name,
      name === 'email' ? recordsOfA.email : String(sampleOf(query!.properties[name])),
    ]);
  return values.length === 0 ? '' : `${new URLSearchParams(values)}&`;
}

test('another tenant’s user is not found by its rowGuid either', async () => {
  const [user] = await service.sql<{ row_guid: string }>('SELECT row_guid FROM user_account', [], tenantA.id);
  const answer = await tenantB.api.get(`/users/${user!.row_guid}`);
  const absent = await tenantB.api.get('/users/6f1c2a34-5b7d-4e8f-9a01-23456789abcd');
  assert.equal(answer.status, 404);
  assert.deepEqual(comparable(answer), comparable(absent));
});

test('every kind of reference is known to the sweep', () => {
  for (const kind of Object.keys(REFERENCES)) referencedId(kind, absentIds);
});
