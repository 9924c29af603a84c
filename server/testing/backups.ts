import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createApplication } from '../application.ts';
import { readSettings } from '../config.ts';
import { BackupFile, createBackup, restoreBackup } from '../core/backup/index.ts';
import type { BlobStore } from '../core/blobs/index.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { listMigrations } from '../core/db/migrate.ts';
import type { Services } from '../core/services.ts';
import { openBlobStore, openServices } from '../open-services.ts';
import { createApi, requestToken, startTestService, type TestTenant } from './harness.ts';
import { copyOfTemplate, databaseUrl, TEST_MASTER_KEY } from './template.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// A service to back up and databases to restore into. They are removed after the tests of the calling file.

export const service = await startTestService();
export const { tenant } = service;
const directory = await makeTemporaryDirectory('stellwerk-backup-');
const cleanUps: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

/** The store of the service that is backed up. */
export const sourceStore = () => openBlobStore(service.services.settings);

/** Backs up the service into a new file. */
export async function backUp(
  store: BlobStore = sourceStore(),
  { database, masterKeys }: Pick<Services, 'database' | 'masterKeys'> = service.services,
) {
  const path = join(directory, randomUUID());
  const report = await createBackup({
    path,
    database,
    store,
    masterKeys,
    version: '0',
    migrations: await listMigrations(),
    now: new Date(),
  });
  return { path, report };
}

/** A new empty database to restore into. `prepare` can change it first. */
export async function makeTarget(prepare?: (client: pg.Client) => Promise<unknown>) {
  const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(copyOfTemplate(name));
  cleanUps.push(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  const url = databaseUrl(adminUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUps.push(() => client.end());
  // The clock of the test service is a sequence, and a restore requires the same schema on both sides.
  await client.query('CREATE SEQUENCE test_clock_offset_ms MINVALUE -9000000000000000');
  await prepare?.(client);
  const settings = readSettings({ DATA_DIR: join(directory, name), DATABASE_CONNECTIONS: '4' });
  const store = openBlobStore(settings);
  return {
    url,
    store,
    settings,
    async sql(text: string, tenantId = tenant.id) {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
      return (await client.query(text)).rows;
    },
    async restore(path: string, changed: { url?: string; store?: BlobStore; onCommit?(): void } = {}) {
      const file = await BackupFile.open(path);
      try {
        await file.verify(TEST_MASTER_KEY);
        const { url: at, ...others } = { url, store, ...changed };
        return await restoreBackup({ file, servers: [{ name: FIRST_SERVER, url: at }], ...others });
      } finally {
        await file.close();
      }
    },
    async serve(of: TestTenant) {
      const log = pino({ level: 'silent' });
      const services = openServices({ settings, log, databaseUrl: url, masterKey: TEST_MASTER_KEY });
      const { listen, close } = await createApplication(services);
      const port = await listen({ port: 0, host: '127.0.0.1' });
      cleanUps.push(async () => {
        await close();
        await services.database.close();
      });
      const baseUrl = `http://127.0.0.1:${port}`;
      return { services, api: createApi(baseUrl, await requestToken(baseUrl, settings.publicUrl, of)) };
    },
  };
}

/** Creates a candidate and returns its id. */
export async function addCandidate(lastName: string): Promise<number> {
  const { status, body } = await tenant.api.post('/candidates', { firstName: 'Back', lastName });
  assert.equal(status, 200);
  return body.id;
}

/** Sends an application with a CV and returns the id of the candidate. */
export async function apply(lastName: string): Promise<number> {
  const { status, body } = await tenant.api.post('/candidates/applies/external', {
    salutationId: 3,
    firstName: 'Back',
    lastName,
    city: 'Berlin',
    zipCode: '10115',
    email: `${randomUUID()}@example.org`,
    sourceOfSupplyId: 1,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [{ filename: 'cv.txt', base64File: Buffer.from(`cv of ${lastName}`).toString('base64') }],
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

/** The cursor after all changes so far, starting at `from`. */
export const nextCursor = async (api = tenant.api, from = '') =>
  (await api.get(`/changes?limit=1000${from && `&cursor=${from}`}`)).body.nextCursor;
