import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { createBackup } from '../core/backup/index.ts';
import type { BlobStore } from '../core/blobs/index.ts';
import { listMigrations } from '../core/db/migrate.ts';
import { openBlobStore } from '../open-services.ts';
import { addTenant, type Installation, makeInstallation, type Service } from './installations.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// An installation with two servers to back up, and others to restore into.

const directory = await makeTemporaryDirectory('stellwerk-several-servers-');
after(() => rm(directory, { recursive: true, force: true }));
export const newPath = () => join(directory, randomUUID());
export const source = await makeInstallation({ first: 'tests', north: 'south' });
/** The servers have changed places, so that each restored one has the transaction ids of the other. */
export const makeTarget = () => makeInstallation({ first: 'south', north: 'tests' });
export const makeSameTarget = () => makeInstallation({ first: 'tests', north: 'south' });

/** The id of the document of each tenant, by its key. */
export const documents = new Map<string, number>();
// "came" has moved and has changed nothing since, so that another server than its own wrote its change log.
export const tenants = await source.serve(async (service) => {
  const made = [
    await addTenant(service, 'acme', 'first'),
    await addTenant(service, 'nord', 'north'),
    await addTenant(service, 'came', 'first'),
  ];
  for (const tenant of made) {
    const api = await service.apiOf(tenant);
    const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: tenant.key });
    const base64File = Buffer.from(`cv of ${tenant.key}`).toString('base64');
    const document = await api.post(`/candidates/${body.id}/documents/cv`, { base64File });
    assert.equal(document.status, 200, document.text);
    documents.set(tenant.key, document.body.id);
  }
  return made;
});
export const [acme, nord, came] = tenants as [(typeof tenants)[0], (typeof tenants)[0], (typeof tenants)[0]];
await source.run(['tenant', 'move', 'came', '--to', 'north']);

type Rows = Record<string, string[]>;

/** All rows of all tables, except those that a restore changes or leaves out. */
export async function rowsOf(installation: Installation, server: string): Promise<Rows> {
  const tables = await installation.sql(
    server,
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relpersistence = 'p'
        AND relname NOT IN ('migration', 'portal_upload', 'candidate_record', 'log_generation', 'ended_log_generation')`,
  );
  const found: Rows = {};
  for (const { name } of tables) {
    // A restore begins a generation for changes that were beyond the oldest running transaction.
    const omitted =
      name === 'change_log'
        ? "- 'generation' - 'transaction_id'"
        : name === 'installation'
          ? "- 'id' - 'created_at' - 'store_claimed_at'"
          : '';
    const rows = await installation.sql(
      server,
      `SELECT (to_jsonb(r) ${omitted})::text AS row FROM ${name} AS r ORDER BY 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

export const list = (installation: Installation, text: string) =>
  Promise.all(['first', 'north'].map((server) => installation.sql(server, text)));

export const placesOf = (installation: Installation) =>
  list(installation, 'SELECT key FROM tenant ORDER BY key').then((found) =>
    found.map((rows) => rows.map(({ key }) => key)),
  );

/** Backs up over the function instead of the command, whose store cannot be replaced. */
export async function backUp(
  { services }: Pick<Service, 'services'>,
  {
    store = openBlobStore(source.settings),
    movePatienceMs,
  }: { store?: BlobStore; movePatienceMs?: number } = {},
) {
  const path = newPath();
  const report = await createBackup({
    path,
    database: services.database,
    store,
    masterKeys: services.masterKeys,
    version: '0',
    migrations: await listMigrations(),
    now: new Date(),
    ...(movePatienceMs !== undefined && { movePatienceMs }),
  });
  return { path, report };
}

const serverOf = (name: 'first' | 'north') => ({ name, url: source.urls[name]!, role: undefined });
export const moveOf = (
  { id, key }: { id: number; key: string },
  from: 'first' | 'north',
  to: 'first' | 'north',
) => ({
  tenant: { id, key },
  first: serverOf('first'),
  from: serverOf(from),
  to: serverOf(to),
});
