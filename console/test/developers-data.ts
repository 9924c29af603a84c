import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { Deliverer } from '../../server/areas/webhooks/index.ts';
import type { TestService } from '../../server/testing/harness.ts';
import type { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { openAs } from './open-console.ts';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export const CANDIDATE_CREATED = 1401;
export const STATUS_CHANGED = 1404;

/** The service calls the receivers of tests, and this makes its calls when a test says so. */
export function startDeliverer(service: TestService) {
  const deliverer = new Deliverer(service.services, { random: () => 0 });
  service.beforeClose(() => deliverer.stop());
  return deliverer;
}

/** Opens the screen at this address, and waits until its registrations are there. */
export async function openDevelopersScreen(page: Page, url: string, { cookie }: { cookie: string }) {
  await openAs(page, url, cookie);
  await page.getByRole('heading', { level: 2, name: 'Registrierungen' }).waitFor();
}

/** What makes and finds API clients in a new tenant. */
export async function openClients(service: TestService) {
  const tenant = await service.createTenant(['masterdata:read']);
  const admin = await service.platform('admin', tenant);
  const create = async (name: string, permissions: string[]) =>
    (await admin.post('/clients', { name, permissions })).body as { clientId: string; clientSecret: string };
  const clients = async () => (await admin.get('/clients')).body.clients as Record<string, unknown>[];
  const find = async (name: string) => (await clients()).find((client) => client.name === name)!;
  return { tenant, admin, create, clients, find };
}

/** What makes registrations and deliveries in a new tenant. */
export async function openDevelopers(service: TestService, deliverer: Deliverer, receiver: Receiver) {
  const tenant = await service.createTenant();
  const admin = await service.platform('admin', tenant);
  const { api, id: tenantId } = tenant;
  receiver.calls.length = 0;
  respondWith(200);

  function respondWith(status: number, text = ''): void {
    receiver.respond = (_call, response: ServerResponse) => void response.writeHead(status).end(text);
  }

  async function subscribe(event = CANDIDATE_CREATED, url = receiver.url): Promise<void> {
    const response = await api.post('/webhooks/subscribe', { event, url });
    assert.equal(response.status, 200, response.text);
  }

  const registrations = async () => (await api.get('/webhooks/subscriptions')).body.subscriptions;

  /** Makes all calls that are due. */
  async function deliver(): Promise<void> {
    for (const { id } of await registrations()) await deliverer.drain({ tenantId, registrationId: id });
  }

  async function createCandidate(): Promise<number> {
    return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  }

  const readLog = async () =>
    (await api.post('/webhooks/protocol', { eventDateFromUtc: '2000-01-01T00:00:00Z' })).body.events;

  const sql = <Row>(text: string, ...values: unknown[]) =>
    service.sql<Row>(text, [tenantId, ...values], tenantId);

  return {
    tenant,
    admin,
    receiver,
    respondWith,
    subscribe,
    registrations,
    deliver,
    createCandidate,
    readLog,
    sql,
  };
}

/** What a browser keeps, and shows in its address. */
export const kept = async (page: Page): Promise<string> =>
  page.url() + (await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })'));
