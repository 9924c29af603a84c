import assert from 'node:assert/strict';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createApplication } from '../../application.ts';
import { readSettings } from '../../config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../core/db/embedded/index.ts';
import { openServices } from '../../open-services.ts';
import { createTemplate } from '../../testing/create-template.ts';
import { type Api, createApi, requestToken } from '../../testing/harness.ts';
import { settle } from '../../testing/settle.ts';
import { databaseUrl, TEMPLATE, TEST_MASTER_KEY } from '../../testing/template.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { createClient, PERMISSIONS } from '../access/index.ts';
import { createTenant } from '../tenants/index.ts';

const directory = await makeTemporaryDirectory('stellwerk-failover-');
const cleanUps: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function startServer(name: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    directory: join(directory, name),
    settings: { fsync: 'off', shared_buffers: '16MB', ...settings },
  });
  cleanUps.push(() => server.stop());
  return server;
}

const settings = readSettings({
  DATA_DIR: join(directory, 'data'),
  DATABASE_CONNECTIONS: '4',
  DISK_FLOOR_MB: '0',
});

function openServer({ url }: EmbeddedPostgres) {
  const log = pino({ level: 'silent' });
  return openServices({ settings, log, databaseUrl: databaseUrl(url, TEMPLATE), masterKey: TEST_MASTER_KEY });
}

/** Runs a service on the server until `use` is over. The service and the server have transactions besides those of the test. */
async function serve<T>(
  server: EmbeddedPostgres,
  client: { clientId: string; clientSecret: string },
  use: (api: Api, settled: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const services = openServer(server);
  const application = await createApplication(services);
  const port = await application.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}`;
  const inspector = new pg.Client({ connectionString: databaseUrl(server.url, TEMPLATE) });
  await inspector.connect();
  try {
    const token = await requestToken(baseUrl, settings.publicUrl, client);
    return await use(createApi(baseUrl, token), () => settle(inspector));
  } finally {
    await inspector.end();
    await application.close();
    await services.database.close();
    await services.blobs.close();
  }
}

async function add(api: Api, lastName: string): Promise<number> {
  const { status, body } = await api.post('/candidates', { firstName: 'Failed', lastName });
  assert.equal(status, 200);
  return body.id;
}

async function readFeed(api: Api, cursor = '') {
  const { body } = await api.get(`/changes?entities=candidate&limit=1000${cursor && `&cursor=${cursor}`}`);
  return { ids: body.changes.map(({ id }: { id: number }) => id) as number[], cursor: body.nextCursor };
}

test('a server that continues from an earlier state assigns transaction ids again, and no reader misses a change', {
  timeout: 300_000,
}, async () => {
  const first = await startServer('first');
  await createTemplate(first.url);
  const services = openServer(first);
  const { id: tenantId } = await createTenant(services, { key: 'failed-over', name: 'Test' });
  const client = await createClient(services.database.system, {
    tenantId,
    name: 'Reader',
    permissions: [...PERMISSIONS],
  });
  await services.database.close();
  await services.blobs.close();
  const early = await serve(first, client, async (api, settled) => {
    const id = await add(api, 'Early');
    await settled();
    const { ids, cursor } = await readFeed(api);
    assert.deepEqual(ids, [id]);
    return { id, cursor };
  });
  await first.stop();
  await cp(join(directory, 'first'), join(directory, 'second'), {
    recursive: true,
    preserveTimestamps: true,
  });

  const again = await startServer('first');
  const late = await serve(again, client, async (api, settled) => {
    for (const name of ['One', 'Two', 'Three']) await add(api, name);
    await settled();
    return (await readFeed(api, early.cursor)).cursor;
  });
  await again.stop();

  // What a standby does that becomes the primary before it has received the last changes.
  await writeFile(join(directory, 'second', 'cluster', 'recovery.signal'), '');
  const second = await startServer('second', { restore_command: 'false' });
  await serve(second, client, async (api, settled) => {
    assert.deepEqual((await readFeed(api, early.cursor)).ids, []);
    const position = (await api.get('/candidates/export/candidates')).headers.get('stream-position')!;
    const added = await add(api, 'After');
    await settled();
    assert.deepEqual((await readFeed(api, early.cursor)).ids, [added]);
    assert.deepEqual((await readFeed(api, position)).ids, [added]);
    assert.deepEqual((await readFeed(api)).ids, [early.id, added]);
    const rejected = await api.get(`/changes?cursor=${late}`);
    assert.equal(rejected.status, 400);
    assert.match(rejected.body.validationErrors[0].message, /Make a full export/);
  });
});
