import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createApplication } from '../application.ts';
import type { Settings } from '../config.ts';
import type { Services } from '../core/services.ts';
import { openServices } from '../open-services.ts';
import { type Api, createApi, type TestService } from './harness.ts';

interface AnotherProcess {
  baseUrl: string;
  services: Services;
  /** Calls it with a token, no matter which process issued the token. */
  api(token: string): Api;
}

interface AnotherOptions {
  /** Another way to the same database. */
  databaseUrl?: string;
  settings?: Partial<Settings>;
}

/** A second service on the same database, with separate caches and connections like another process. */
export async function startAnotherProcess(
  service: TestService,
  { databaseUrl = service.databaseUrl, settings: changed }: AnotherOptions = {},
): Promise<AnotherProcess> {
  const { log, masterKeys, now } = service.services;
  const settings = { ...service.services.settings, ...changed };
  const masterKey = masterKeys.own;
  const services = openServices({ settings, log, databaseUrl, masterKey, now });
  const application = await createApplication(services);
  const port = await application.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}`;
  after(async () => {
    await application.close();
    await services.database.close();
    await services.blobs.close();
  });
  return { baseUrl, services, api: (token) => createApi(baseUrl, token) };
}

/** What takes a moment, or a few seconds, can take much longer on a machine that is busy meanwhile. */
const WITHIN_MS = 30_000;

/** Repeats the check until it passes. Fails after `withinMs`. */
export async function eventually(
  what: string,
  holds: () => Promise<boolean>,
  withinMs: number = WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `${what}: not within ${withinMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits for the promise, and returns its value. Fails after half a minute. A test that waits without end does not say for what. */
export async function inTime<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `${what}: not within ${WITHIN_MS / 1000} seconds`;
    timer = setTimeout(() => reject(new assert.AssertionError({ message })), WITHIN_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
