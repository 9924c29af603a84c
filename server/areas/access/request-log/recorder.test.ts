import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openDatabase } from '../../../core/db/connection.ts';
import { ApiError, type SentError } from '../../../core/http/errors.ts';
import type { EndedRequest } from '../../../core/http/index.ts';
import { ENDPOINTS } from '../../../endpoints.ts';
import { eventually } from '../../../testing/another-process.ts';
import { openDatabaseRelay } from '../../../testing/database-relay.ts';
import { startTestService } from '../../../testing/harness.ts';
import { MAXIMUM_LISTED, RequestRecorder } from './recorder.ts';

// What happens to collected calls if they cannot be written at once.

const service = await startTestService();
const { services, tenant } = service;
const endpoint = ENDPOINTS.find(({ id }) => id === 'candidate_list')!;

function call(tenantId = tenant.id, sentError?: SentError): EndedRequest {
  return {
    requestId: randomUUID(),
    method: 'GET',
    operation: endpoint.id,
    endpoint,
    status: sentError?.error.status ?? 200,
    elapsedMs: 2.5,
    isInterrupted: false,
    caller: {
      kind: 'client',
      tenantId,
      apiClientId: 4711,
      clientId: 'swc_test',
      permissions: new Set(),
    },
    sentError,
  };
}

const stored = async (tenantId = tenant.id) => ({
  requests: (
    await service.sql<{ request_id: string }>(
      'SELECT request_id FROM client_request ORDER BY id',
      [],
      tenantId,
    )
  ).map(({ request_id }) => request_id),
  counts: await service.sql<{ status: number; requests: number; duration_ms: number }>(
    'SELECT status, requests::int, duration_ms::int FROM client_request_hour ORDER BY status',
    [],
    tenantId,
  ),
});

test('calls from before an outage of the database are written after it, once', async () => {
  const relay = await openDatabaseRelay(service.databaseUrl);
  const database = openDatabase({
    url: relay.url,
    maximumConnections: 1,
    transactionTimeoutMs: 3000,
    silenceMs: 1000,
  });
  const recorder = new RequestRecorder({ ...services, database });
  after(async () => {
    await recorder.close();
    await database.close();
    relay.close();
  });
  const calls = [
    call(),
    call(tenant.id, { error: new ApiError('recordNotFound'), messageGuid: randomUUID() }),
  ];
  relay.cut();
  recorder.add(calls[0]!);
  await recorder.flush();
  assert.deepEqual(await stored(), { requests: [], counts: [] });
  recorder.add(calls[1]!);
  await recorder.flush();
  relay.restore();
  await eventually('the calls are written', async () => {
    await recorder.flush();
    return (await stored()).requests.length === calls.length;
  });
  assert.deepEqual(await stored(), {
    requests: calls.map(({ requestId }) => requestId),
    counts: [
      { status: 200, requests: 1, duration_ms: 3 },
      { status: 404, requests: 1, duration_ms: 3 },
    ],
  });
});

test('of many calls, some are listed, and failures have places of their own', async () => {
  const other = await service.createTenant();
  const recorder = new RequestRecorder(services);
  const failed = { error: new ApiError('recordNotFound'), messageGuid: randomUUID() };
  // In one turn of the event loop, so that no timer writes meanwhile.
  for (let index = 0; index < MAXIMUM_LISTED + 20; index++) recorder.add(call(other.id));
  recorder.add(call(other.id, failed));
  await recorder.close();
  const { requests, counts } = await stored(other.id);
  assert.equal(requests.length, MAXIMUM_LISTED + 1);
  assert.deepEqual(
    counts.map(({ status, requests }) => [status, requests]),
    [
      [200, MAXIMUM_LISTED + 20],
      [404, 1],
    ],
  );
});

test('calls that another process wrote later are listed by their time', async () => {
  const other = await service.createTenant();
  const [early, late] = [new RequestRecorder(services), new RequestRecorder(services)];
  await service.clock.set('2027-01-05T10:00:01Z');
  const [first, second] = [call(other.id), call(other.id)];
  late.add(first);
  await service.clock.set('2027-01-05T10:00:02Z');
  early.add(second);
  await early.close();
  await late.close();
  const { body } = await (await service.platform('admin', other)).get('/request-log');
  assert.deepEqual(
    body.requests.map(({ requestId }: { requestId: string }) => requestId),
    [second.requestId, first.requestId],
  );
});

test('a recorder that is closed writes what it has', async () => {
  const other = await service.createTenant();
  const recorder = new RequestRecorder(services);
  const one = call(other.id);
  recorder.add(one);
  await recorder.close();
  assert.deepEqual((await stored(other.id)).requests, [one.requestId]);
});
