import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createApplication } from '../application.ts';
import { createClient, PERMISSIONS } from '../areas/access/index.ts';
import { createTenant } from '../areas/tenants/index.ts';
import { readSettings } from '../config.ts';
import { claimStore } from '../core/blobs/index.ts';
import { registerMasterKeys } from '../core/crypto/master-keys.ts';
import { startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { openBlobStore, openServices } from '../open-services.ts';
import { callCommand } from './command-call.ts';
import { createTemplate } from './create-template.ts';
import { createApi, requestToken } from './harness.ts';
import { createServerDatabase } from './servers.ts';
import { databaseUrl, TEST_MASTER_KEY } from './template.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// Installations with two servers, for tests. One PostgreSQL server is that of the tests. The other one is started here, and its
// transaction ids are far behind.

const directory = await makeTemporaryDirectory('stellwerk-installations-');
const south = await startEmbeddedPostgres({
  directory: join(directory, 'postgres'),
  settings: { fsync: 'off', shared_buffers: '16MB' },
});
await createTemplate(south.url);
const adminUrls = { tests: process.env.STELLWERK_TEST_POSTGRES!, south: south.url };
const admins = new Map<string, pg.Client>();
for (const url of Object.values(adminUrls)) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  admins.set(url, admin);
}
const cleanUps: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  for (const admin of admins.values()) await admin.end();
  await south.stop();
  await rm(directory, { recursive: true, force: true });
});

type Place = keyof typeof adminUrls;
export type Installation = Awaited<ReturnType<typeof makeInstallation>>;

/** An empty installation with a data directory of its own. `places` say where its servers are. */
export async function makeInstallation(places: { first: Place; north: Place }) {
  const run = randomBytes(8).toString('hex');
  const urls: Record<string, string> = {};
  const readers = new Map<string, pg.Client>();
  for (const [server, place] of Object.entries(places)) {
    const [adminUrl, name] = [adminUrls[place], `test_${run}_${server}`];
    const admin = admins.get(adminUrl)!;
    urls[server] = await createServerDatabase(admin, adminUrl, name);
    // A superuser sees the rows of all tenants.
    const reader = new pg.Client({ connectionString: databaseUrl(adminUrl, name, null) });
    await reader.connect();
    readers.set(server, reader);
    cleanUps.push(async () => {
      await reader.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    });
  }
  const environment = {
    DATA_DIR: join(directory, run),
    DATABASE_URL: urls.first!,
    DATABASE_SERVERS: `north=${urls.north}`,
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
    DATABASE_CONNECTIONS: '3',
    DISK_FLOOR_MB: '0',
  };
  const settings = readSettings(environment);
  return {
    urls,
    environment,
    settings,
    store: openBlobStore(settings),
    sql: async (server: string, text: string) => (await readers.get(server)!.query(text)).rows,
    call: (words: string[], changed: Record<string, string> = {}) =>
      callCommand(words, { ...environment, ...changed }),
    /** Throws if the command fails. */
    async run(words: string[]) {
      const { code, stdout, stderr } = await callCommand([...words, '--json'], environment);
      assert.equal(code, 0, stderr + stdout);
      return JSON.parse(stdout);
    },
    /** Opens services that register new servers. */
    async open() {
      const log = pino({ level: 'silent' });
      const services = openServices({ settings, log, databaseUrl: urls.first!, masterKey: TEST_MASTER_KEY });
      await checkServers(services.database, { registers: true });
      await claimStore(services.database.system, openBlobStore(settings));
      await registerMasterKeys(services.database, services.masterKeys);
      return services;
    },
    /** Runs a service until `use` is over. */
    async serve<T>(use: (service: Service) => Promise<T>): Promise<T> {
      const services = await this.open();
      const application = await createApplication(services);
      const port = await application.listen({ port: 0, host: '127.0.0.1' });
      const baseUrl = `http://127.0.0.1:${port}`;
      try {
        return await use({
          services,
          apiOf: async (client) =>
            createApi(baseUrl, await requestToken(baseUrl, settings.publicUrl, client)),
        });
      } finally {
        await application.close();
        await services.database.close();
        await services.blobs.close();
      }
    },
  };
}

export interface Service {
  services: ReturnType<typeof openServices>;
  apiOf(client: { clientId: string; clientSecret: string }): Promise<ReturnType<typeof createApi>>;
}

/** Creates a tenant with a client that may do everything. */
export async function addTenant({ services }: Service, key: string, server: string) {
  const { id } = await createTenant(services, { key, name: key }, server);
  const client = await createClient(services.database.systemOf(id), {
    tenantId: id,
    name: 'Site',
    permissions: [...PERMISSIONS],
  });
  return { ...client, id, key };
}
