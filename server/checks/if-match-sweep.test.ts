import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyEndpoint, operationsOf } from '../core/http/index.ts';
import { ENDPOINTS } from '../endpoints.ts';
import type { ApiResponse, Calls } from '../testing/harness.ts';
import { openTenantDigest } from './records/tenant-digest.ts';
import { RequestsOfB, recordParameters } from './tenant-sweep/requests.ts';
import { startTwoTenants } from './tenant-sweep/two-tenants.ts';

// Every change of a record that has an ETag supports If-Match. Calls each of them with the ETag of an older version, and with
// the one that the read returns, as an application and as a user.

/** Changes of records that have an ETag, but are no state that two people edit. */
const WITHOUT = new Map([
  ['client_revokeTokens', 'tokens are no part of the record'],
  ['duplicatePair_dismiss', 'says one thing, whatever the pair is meanwhile'],
  ['duplicatePair_restore', 'like its dismissal'],
  ['document_delete', 'the contents of a document never change'],
  ['notification_change', 'only its user changes a notification'],
  ['session_delete', 'a session has no ETag'],
  ['session_deleteAll', 'a session has no ETag'],
  ['session_putPassword', 'requires the current password instead'],
  ['password_set', 'requires a link instead'],
  ['requestProposal_create', 'adds proposals and changes nothing of the request'],
  ['platformUser_invite', 'sends a mail and changes nothing of the user'],
  ['client_rotateSecret', 'adds a secret, whatever the client is meanwhile'],
]);

/** Transitions that the status of the draft does not permit, and a merge of the candidate with itself. */
const REFUSED = new Set([
  'jobAd_publish',
  'jobAd_withdraw',
  'jobAd_complete',
  'jobAd_reopen',
  'candidate_merge',
]);

/** A candidate has each of these once. The user's call repeats that of the application. */
const ONCE = new Set([
  'candidate_addLanguage',
  'candidate_addProfession',
  'candidate_addDriversLicense',
  'candidate_addKeyword',
  'candidate_addEmail',
  'candidate_addSms',
  'candidate_addWhatsApp',
]);

const tenants = await startTwoTenants(ENDPOINTS);
const { service, b } = tenants;
const requests = new RequestsOfB(tenants);
const digestOf = await openTenantDigest(service);
const admin = await service.platform('admin', b.tenant);

// A view that is no longer shared is visible only to its owner.
await service.sql('UPDATE saved_view SET user_id = $1', [admin.user.id]);

// Nothing is taken off a candidate on hold.
await service.sql(
  'UPDATE candidate_hold SET released_at = clock_now(), released_by = set_by WHERE tenant_id = $1',
  [b.tenant.id],
  b.tenant.id,
);

/** A POST without a record in its path changes no record that the caller has read. */
const changes = ENDPOINTS.filter(
  (endpoint) =>
    endpoint.method === 'PUT' ||
    endpoint.method === 'DELETE' ||
    (endpoint.method === 'POST' && recordParameters(endpoint).length > 0),
);

test('every change of a record supports If-Match, or is an exception with a reason', () => {
  const without = changes.filter(({ ifMatch }) => ifMatch === undefined).map(({ id }) => id);
  assert.deepEqual(without.sort(), [...WITHOUT.keys()].sort());
});

function call(api: Calls, { method }: AnyEndpoint, path: string, body: unknown, ifMatch: string) {
  const options = { headers: { 'if-match': ifMatch } };
  if (method === 'POST') return api.post(path, body, options);
  return method === 'PUT' ? api.put(path, body, options) : api.delete(path, options);
}

/** The record as the caller reads it. */
async function read(api: Calls, endpoint: AnyEndpoint): Promise<ApiResponse> {
  const { ifMatch, path } = endpoint;
  const own = b.record(path)?.values ?? {};
  const values: Record<string, unknown> = ifMatch!.params?.(own) ?? own;
  for (const id of [ifMatch!.read].flat()) {
    const operation = ENDPOINTS.find((candidate) => candidate.id === id)!;
    const response = await api.get(
      operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name])),
    );
    if (response.status === 200) return response;
  }
  return assert.fail(`no read of ${endpoint.id} finds the record`);
}

// Creations come first: a change deactivates the site, the user, or the list that they need. Deletions come last, and the record
// that owns the others after them.
const order = ({ method, creates, id }: AnyEndpoint) =>
  (creates ? -1 : 0) + (method === 'DELETE' ? 1 : 0) + (id === 'candidate_erase' ? 1 : 0);

const served = (['integration', 'platform'] as const).flatMap((audience) =>
  operationsOf(audience, ENDPOINTS)
    .filter(({ ifMatch }) => ifMatch !== undefined)
    .map((endpoint) => ({ audience, endpoint })),
);
for (const { audience, endpoint } of served.toSorted((x, y) => order(x.endpoint) - order(y.endpoint))) {
  if (audience === 'integration' && endpoint.method === 'DELETE') continue;
  const api = audience === 'integration' ? b.tenant.api : admin;

  test(`${audience}: ${endpoint.id} with the ETag of an older version changes nothing`, async () => {
    const before = await digestOf(b.tenant.id);
    const answer = await call(api, endpoint, requests.path(endpoint), requests.body(endpoint), '"older"');
    assert.equal(answer.status, 412, answer.text);
    assert.deepEqual(await digestOf(b.tenant.id), before);
  });

  test(`${audience}: ${endpoint.id} with the current ETag is made`, async () => {
    const current = (await read(api, endpoint)).headers.get('etag')!;
    const path = requests.path(endpoint);
    const answer = await call(api, endpoint, path, requests.body(endpoint), current);
    const isRefused = REFUSED.has(endpoint.id) || (audience === 'platform' && ONCE.has(endpoint.id));
    assert.equal(answer.status, isRefused ? 400 : endpoint.success.status, answer.text);
  });
}
