import { randomUUID } from 'node:crypto';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';
import type { Services } from '../../../core/services.ts';
import { eventTypeOf } from '../../changes/index.ts';
import { readWebhookSecrets } from '../../tenants/index.ts';
import { type Outcome, signatureHeaders, toMessage, toReference, WebhookCaller } from '../delivery/index.ts';
import { findDataType } from '../settings/index.ts';

/** Of a process. Each takes a socket for at most 15 seconds. */
const MAXIMUM_RUNNING = 8;
/** An id that no record has: a receiver that fetches it gets a 404, as for a record that has been deleted since. That of a deletion fetches the hour. */
const NO_RECORD = INT32_MAXIMUM;
/** What the events of some records need for their endpoint. */
const ATTRIBUTES: Readonly<Record<string, object>> = { request: { kind: 'temporarystaffing' } };

const NEVER_ABORTED = new AbortController().signal;

/** The tenants whose test calls are running. */
const running = new Set<number>();

/** A test call of the tenant is running, or too many of others are. */
export class TestCallsBusyError extends Error {
  override readonly name = 'TestCallsBusyError';
}

interface TestCall {
  tenantId: number;
  /** The id of an existing event type. */
  eventTypeId: number;
  /** An absolute http or https address. */
  url: string;
}

/**
 * Calls an address as for an event of this type, and returns the outcome. Nothing is stored. A process makes one test call of a
 * tenant at a time, so that nobody can use the service to flood an address; beyond this, throws TestCallsBusyError.
 */
export async function makeTestCall(
  services: Services,
  db: TenantDatabase,
  call: TestCall,
): Promise<{ id: string; outcome: Outcome }> {
  if (running.has(call.tenantId) || running.size >= MAXIMUM_RUNNING) throw new TestCallsBusyError();
  running.add(call.tenantId);
  try {
    return await makeCall(services, db, call);
  } finally {
    running.delete(call.tenantId);
  }
}

async function makeCall(services: Services, db: TenantDatabase, { tenantId, eventTypeId, url }: TestCall) {
  const { settings, log, now } = services;
  const id = randomUUID();
  const [secrets, dataTypeId] = await Promise.all([
    readWebhookSecrets(services, tenantId),
    findDataType(db, tenantId),
  ]);
  const reference = toReference(id, {
    eventTypeId,
    entityId: NO_RECORD,
    occurredAt: now().toISOString(),
    additionalData: { ...ATTRIBUTES[eventTypeOf(eventTypeId).entity], isTest: true },
  });
  const { contentType, body } = toMessage(reference, dataTypeId, `${settings.publicUrl}/v3`);
  // One of its own, which shares no connection with the calls of events.
  const caller = new WebhookCaller({ allowPrivate: settings.webhookAllowPrivate });
  try {
    const headers = { 'content-type': contentType, ...signatureHeaders(id, now(), body, secrets) };
    const outcome = (await caller.post(url, headers, body, NEVER_ABORTED))!;
    // Ids only, as for the calls of events.
    log.info(
      {
        tenantId,
        event: reference.event,
        outcome: outcome.isSuccess ? 'delivered' : 'failed',
        status: outcome.status,
        cause: outcome.cause,
        durationMs: outcome.latencyMs,
      },
      'webhook test call',
    );
    return { id, outcome };
  } finally {
    await caller.close();
  }
}
