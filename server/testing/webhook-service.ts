import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { Deliverer } from '../areas/webhooks/index.ts';
import { startTestService } from './harness.ts';
import { startReceiver } from './webhook-receiver.ts';

/** Event type for which tests register. */
const CANDIDATE_CREATED = 1401;
/** Of calls to receivers that respond, also while the machine is slow, or after work of their own. */
const PATIENCE_MS = 60_000;
/** Of calls to receivers that do not respond. */
const IMPATIENCE_MS = 500;

/**
 * Starts a service with a receiver of webhook calls, and a deliverer that makes calls only when a test calls `drain`. Every
 * test of the file starts without registrations, deliveries and jobs, and with a receiver that accepts every call.
 */
export async function startWebhookService(environment: Record<string, string> = {}) {
  const service = await startTestService({
    WEBHOOK_ALLOW_PRIVATE: 'true',
    TOKEN_SECONDS: '604800',
    ...environment,
  });
  const { services, clock } = service;
  const { api, id: tenantId } = service.tenant;
  const openDeliverer = (timeoutMs: number) => {
    const deliverer = new Deliverer(services, { random: () => 0, timeoutMs });
    service.beforeClose(() => deliverer.stop());
    return deliverer;
  };
  const deliverer = openDeliverer(PATIENCE_MS);
  const impatient = openDeliverer(IMPATIENCE_MS);
  const receiver = await startReceiver();

  beforeEach(async () => {
    await clock.set(new Date());
    receiver.calls.length = 0;
    accept();
    for (const table of ['webhook_delivery', 'webhook_registration', 'webhook_setting'])
      await service.sql(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
    await removeJobs();
  });

  function accept(): void {
    receiver.respond = (_call, response) => void response.end();
  }

  function failWith(status: number, headers: Record<string, string> = {}, body = ''): void {
    receiver.respond = (_call, response) => void response.writeHead(status, headers).end(body);
  }

  /** Registers the receiver and returns the id of the registration. */
  async function subscribe(body: object = {}): Promise<number> {
    const response = await api.post('/webhooks/subscribe', {
      event: CANDIDATE_CREATED,
      url: receiver.url,
      ...body,
    });
    assert.equal(response.status, 200, response.text);
    return (await subscription()).id;
  }

  async function subscription() {
    return (await api.get('/webhooks/subscriptions')).body.subscriptions[0];
  }

  async function createCandidate(): Promise<number> {
    return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  }

  async function readLog() {
    const response = await api.post('/webhooks/protocol', {
      eventDateFromUtc: '2000-01-01T00:00:00Z',
      eventDateToUtc: '2100-01-01T00:00:00Z',
    });
    assert.equal(response.status, 200, response.text);
    return response.body.events;
  }

  const removeJobs = () => service.sql('DELETE FROM graphile_worker._private_jobs');

  return {
    service,
    services,
    clock,
    api,
    tenantId,
    receiver,
    accept,
    failWith,
    subscribe,
    subscription,
    createCandidate,
    /** Makes the due calls of a registration. */
    drain: (registrationId: number) => deliverer.drain({ tenantId, registrationId }),
    /** Makes them too, and gives up soon on a receiver that does not respond. */
    drainImpatiently: (registrationId: number) => impatient.drain({ tenantId, registrationId }),
    readLog,
    jobs: () =>
      service.sql<{ key: string; seconds: number }>(
        'SELECT key, extract(epoch FROM run_at - clock_timestamp())::float8 AS seconds FROM graphile_worker._private_jobs ORDER BY key',
      ),
    removeJobs,
  };
}
