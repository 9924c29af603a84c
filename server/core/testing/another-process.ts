import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createApplication } from '../../application.ts';
import { openServices } from '../../open-services.ts';
import type { Services } from '../services.ts';
import { type Api, createApi, type TestService } from './harness.ts';

export interface AnotherProcess {
  baseUrl: string;
  services: Services;
  /** Calls it with a token, whichever process issued that. */
  api(token: string): Api;
}

/** A second service over the same database with caches and connections of its own, as another process has them. */
export async function startAnotherProcess(service: TestService): Promise<AnotherProcess> {
  const { settings, log, masterKey, now } = service.services;
  const services = openServices({ settings, log, databaseUrl: service.databaseUrl, masterKey, now });
  const application = await createApplication(services);
  await application.app.listen({ port: 0, host: '127.0.0.1' });
  const address = application.app.server.address();
  assert.ok(address !== null && typeof address === 'object');
  const baseUrl = `http://127.0.0.1:${address.port}`;
  after(async () => {
    await application.close();
    await services.database.close();
  });
  return { baseUrl, services, api: (token) => createApi(baseUrl, token) };
}

/** Waits until something holds, trying again and again. Fails after five seconds, or after `withinMs`. */
export async function eventually(
  what: string,
  holds: () => Promise<boolean>,
  withinMs: number = 5000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `${what}: not within ${withinMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
