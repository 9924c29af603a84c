import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { Mirror } from '../sdk/mirror/index.ts';
import type { TestService, TestTenant } from '../server/testing/harness.ts';

// Compares the copy of a mirror with the service, with code that is independent of the mirror.

/** All records, by type and id. */
export type Snapshot = Map<string, unknown>;

const ENTITY_TABLES: Record<string, string> = { user: 'user_account' };

/** How a client of the SDK reaches the service as the application of this tenant. */
export const connectionOf = (
  { baseUrl, services, tenant: own }: TestService,
  { clientId, clientSecret }: TestTenant = own,
) => ({
  baseUrl: `${baseUrl}/v3`,
  authUrl: baseUrl,
  audience: `${services.settings.publicUrl}/api/v3`,
  clientId,
  clientSecret,
  customerName: 'Test',
});

/**
 * Brings a mirror of the service in this process up to date, with the value lists if `refresh` is true. A reload fails the test, because it
 * would hide what was lost before.
 */
export async function catchUp(
  service: TestService,
  target: string,
  { refresh = false, mode = 'feed' }: { refresh?: boolean; mode?: 'feed' | 'windows' } = {},
): Promise<void> {
  const mirror = await Mirror.open({
    connection: connectionOf(service),
    target,
    mode,
    onEvent: ({ type }) => assert.notEqual(type, 'reload'),
  });
  try {
    await mirror.catchUp(undefined, { refresh });
  } finally {
    await mirror.close();
  }
}

/** Reads every record from the service. */
export async function readService({ tenant: { api } }: TestService): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  for (const { entity, id, endpoint } of (await api.get('/changes/inventory')).body.records) {
    const response = await api.get(endpoint);
    assert.equal(response.status, 200, endpoint);
    if (entity === 'branch')
      snapshot.set(
        `branch ${id}`,
        response.body.branches.find((branch: { id: number }) => branch.id === id),
      );
    else if (entity === 'document') {
      const { documentBlob: _, ...rest } = response.body;
      snapshot.set(`document ${id}`, rest);
    } else snapshot.set(`${entity} ${id}`, response.body);
  }
  for (const list of ['qualifications', 'languages', 'channels'])
    for (const entry of (await api.get(`/masterdata/${list}`)).body[list])
      snapshot.set(`${list} ${entry.id}`, entry);
  return snapshot;
}

/** Reads every record from the database of a mirror. */
export function readMirror(target: string): Snapshot {
  const snapshot: Snapshot = new Map();
  const database = new DatabaseSync(target, { readOnly: true });
  for (const entity of [
    'candidate',
    'document',
    'company',
    'site',
    'location',
    'contact',
    'request',
    'jobad',
    'user',
    'branch',
  ])
    for (const { id, record } of database
      .prepare(`SELECT id, record FROM ${ENTITY_TABLES[entity] ?? entity}`)
      .all())
      snapshot.set(`${entity} ${id}`, JSON.parse(String(record)));
  for (const { list, id, record } of database
    .prepare(
      `SELECT list, id, record FROM masterdata WHERE list IN ('qualifications', 'languages', 'channels')`,
    )
    .all())
    snapshot.set(`${list} ${id}`, JSON.parse(String(record)));
  database.close();
  return snapshot;
}

/** Lists the records that differ, with the differences. */
export function differences(service: Snapshot, mirror: Snapshot): string[] {
  const different: string[] = [];
  for (const name of new Set([...service.keys(), ...mirror.keys()])) {
    try {
      assert.deepEqual(mirror.get(name), service.get(name));
    } catch (error) {
      different.push(`${name}: ${(error as Error).message}`);
    }
  }
  return different;
}
