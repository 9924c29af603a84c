import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Mirror } from '../sdk/mirror/index.ts';
import { sweepChangeLog } from '../server/areas/changes/index.ts';
import { createApi, requestToken, startTestService } from '../server/testing/harness.ts';
import { connectionOf } from './copies.ts';

// The mirror in windows mode against a service whose change log is older than what it keeps.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const service = await startTestService();
const { baseUrl, services, clock, createTenant, beforeClose } = service;
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-mirror-'));
beforeClose(() => rm(directory, { recursive: true, force: true }));
const target = join(directory, 'mirror.db');

// The mirror compares hours with the real clock, so the past of the service is made, and not its future.
await clock.set(new Date(Date.now() - 401 * DAY_MS));
const tenant = await createTenant();

/** Starts the mirror, catches up, and stops it. Returns the reasons of the reloads. */
async function catchUp(): Promise<string[]> {
  const reasons: string[] = [];
  const mirror = await Mirror.open({
    connection: connectionOf(service, tenant),
    target,
    mode: 'windows',
    // Every start also checks the cursor of the feed.
    refreshMs: 0,
    onEvent: (event) => {
      if (event.type === 'reload') reasons.push(event.reason);
    },
  });
  try {
    await mirror.catchUp();
  } finally {
    await mirror.close();
  }
  return reasons;
}

/** Lets every stream continue with the hour of this time. */
function continueAt(ms: number): void {
  const hour = new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString();
  const database = new DatabaseSync(target);
  database.exec(`DELETE FROM mirror_state WHERE name LIKE 'window.%'`);
  database.prepare(`UPDATE mirror_state SET value = ? WHERE name = 'hour'`).run(hour);
  database.close();
}

function copyOf(id: number): { name: string } {
  const database = new DatabaseSync(target, { readOnly: true });
  const row = database.prepare('SELECT record FROM company WHERE id = ?').get(id);
  database.close();
  return JSON.parse(String(row!.record));
}

test('a mirror of windows that the service no longer has reads everything again', async () => {
  const { body: company } = await tenant.api.post('/customers', { name: 'Old' });
  assert.deepEqual(await catchUp(), []);
  // The load takes the hour from the Date header, which does not follow the clock of the test.
  continueAt(clock.now().getTime());

  await clock.advance(401 * DAY_MS);
  assert.ok((await sweepChangeLog(services.database.tenant(tenant.id), tenant.id, 400)) > 0);
  const api = createApi(baseUrl, await requestToken(baseUrl, services.settings.publicUrl, tenant));
  assert.equal((await api.put(`/customers/${company.id}`, { name: 'Changed' })).status, 204);

  // The service accepts the cursor, because the mirror had read all changes that were deleted. Only the windows show it.
  const reasons = await catchUp();
  assert.equal(reasons.length, 1, 'reloads');
  assert.match(reasons[0]!, /cannot continue from the position .* no longer has all of its changes.*[^.]$/);
  assert.equal(copyOf(company.id).name, 'Changed');

  await api.put(`/customers/${company.id}`, { name: 'Changed again' });
  assert.deepEqual(await catchUp(), []);
  assert.equal(copyOf(company.id).name, 'Changed again');
});

test('a mirror waits for an hour that has not started', async () => {
  continueAt(Date.now() + 2 * HOUR_MS);
  assert.deepEqual(await catchUp(), []);
});
