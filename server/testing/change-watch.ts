import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EVENT_TYPES } from '../areas/webhooks/index.ts';
import type { ApiResponse, TestService, TestTenant } from './harness.ts';

interface Recorded {
  changes: { entity: string; kind: string; id: number }[];
  events: { type: number; entityId: number }[];
}

export interface Written extends Recorded {
  events: { type: number; entityId: number; additionalData: Record<string, unknown> | null }[];
}

export const NOTHING: Written = { changes: [], events: [] };

/** The change log entries and events that `work` writes for a tenant, oldest first. */
export async function recordedBy(
  service: TestService,
  work: () => Promise<unknown>,
  tenant: TestTenant = service.tenant,
): Promise<Recorded> {
  const { changes, events } = await written(service, work, tenant);
  return { changes, events: events.map(({ type, entityId }) => ({ type, entityId })) };
}

/**
 * Like recordedBy, with the additional data of the events. Works even if `work` moves the clock. An event is known by its deliveries,
 * so there is a registration for each type meanwhile. They are paused, so nothing is sent.
 */
export async function written(
  service: TestService,
  work: () => Promise<unknown>,
  { id: tenantId }: TestTenant = service.tenant,
): Promise<Written> {
  const sql = <T>(text: string, values: unknown[]) => service.sql<T>(text, [tenantId, ...values], tenantId);
  const [before] = await sql<{ sequence: string | null }>(
    'SELECT max(sequence) AS sequence FROM change_log WHERE tenant_id = $1',
    [],
  );
  const url = `https://watch.example/${randomUUID()}`;
  await sql(
    `INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key, paused_at)
     SELECT $1, id, $2, $2, clock_now() FROM unnest($3::int[]) AS id`,
    [url, EVENT_TYPES.map(({ id }) => id)],
  );
  await work();
  const events = await sql<Written['events'][number]>(
    `SELECT event_type_id AS type, entity_id AS "entityId", additional_data AS "additionalData" FROM webhook_delivery
      WHERE tenant_id = $1 AND url = $2 ORDER BY occurred_at, id`,
    [url],
  );
  const changes = await sql<Written['changes'][number]>(
    'SELECT entity, kind, record_id AS id FROM change_log WHERE tenant_id = $1 AND sequence > $2 ORDER BY sequence',
    [before!.sequence ?? 0],
  );
  for (const table of ['webhook_registration', 'webhook_delivery'])
    await sql(`DELETE FROM ${table} WHERE tenant_id = $1 AND url = $2`, [url]);
  return { changes, events };
}

/** The records of one change of a candidate: a log entry and an event. */
export function candidateModified(
  candidateId: number,
  eventTypeId = 1402,
  additionalData: Record<string, unknown> | null = null,
): Written {
  return {
    changes: [{ entity: 'candidate', kind: 'modified', id: candidateId }],
    events: [{ type: eventTypeId, entityId: candidateId, additionalData }],
  };
}

/** `property code` of every fault, sorted. */
export function faultsOf({ body }: ApiResponse): string[] {
  return body.validationErrors
    .map(({ property, code }: Record<string, string>) => `${property} ${code}`)
    .sort();
}

/** Asserts that the response is a 400 with exactly these faults (`property code`) and that the call changed nothing. */
export async function assertRefused(
  service: TestService,
  call: () => Promise<ApiResponse>,
  ...faults: string[]
): Promise<void> {
  let answer: ApiResponse | undefined;
  assert.deepEqual(
    await written(service, async () => {
      answer = await call();
    }),
    NOTHING,
  );
  assert.equal(answer!.status, 400, answer!.text);
  assert.deepEqual(faultsOf(answer!), faults.sort());
}

/** Asserts that the response is a 404 and that the call changed nothing. */
export async function assertNotFound(service: TestService, call: () => Promise<ApiResponse>): Promise<void> {
  let answer: ApiResponse | undefined;
  assert.deepEqual(
    await written(service, async () => {
      answer = await call();
    }),
    NOTHING,
  );
  assert.equal(answer!.status, 404, answer!.text);
}

/**
 * Sends the same call ten times at once. Asserts that one succeeds and the others fail as duplicates of `property`. Returns
 * the response of the call that succeeded.
 */
export async function assertOneOfTenSucceeds(
  call: () => Promise<ApiResponse>,
  property: string,
): Promise<ApiResponse> {
  const answers = await Promise.all(Array.from({ length: 10 }, call));
  const succeeded = answers.filter(({ status }) => status === 200);
  assert.equal(succeeded.length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(faultsOf(answer), [`${property} duplicate`]);
  }
  return succeeded[0]!;
}

/** Asserts that a creation with an Idempotency-Key returns the same response a second time, and creates nothing. */
export async function assertRepeatable(
  service: TestService,
  create: (options: { headers: Record<string, string> }) => Promise<ApiResponse>,
): Promise<void> {
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const first = await create(options);
  assert.equal(first.status, 200, first.text);
  const recorded = await written(service, async () => {
    const again = await create(options);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
  });
  assert.deepEqual(recorded, NOTHING);
}
