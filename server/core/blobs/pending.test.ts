import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Deliverer } from '../../areas/webhooks/index.ts';
import { maintenanceTasks } from '../../maintenance.ts';
import { openBlobStore } from '../../open-services.ts';
import { startTestService, type TestService } from '../../testing/harness.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import { claimStore } from './ownership.ts';
import { openPendingBlob, sweepOrphans } from './pending.ts';

const HOUR_MS = 3_600_000;

const directory = await mkdtemp(join(tmpdir(), 'objects-'));
const objects = await startObjectStore(directory);
after(async () => {
  await objects.close();
  await rm(directory, { recursive: true });
});

const stores: [string, Record<string, string>][] = [
  ['files', {}],
  [
    'objects',
    {
      BLOB_URL: objects.url(),
      AWS_ACCESS_KEY_ID: objects.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: objects.credentials.secretAccessKey,
    },
  ],
];

// Before the first test is defined, because the file ends with the last test that is known by then.
const started: [string, TestService][] = [];
for (const [name, environment] of stores) started.push([name, await startTestService(environment)]);

for (const [name, service] of started) {
  const { services, tenant, clock } = service;
  const { api } = tenant;
  const createCandidate = async (): Promise<number> =>
    (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  const keys = async () =>
    (await Array.fromAsync(openBlobStore(services.settings).list())).map(({ key }) => key);

  test(`${name}: a blob that is not adopted within 24 hours is deleted, a newer one is kept`, async () => {
    const old = await announce(service);
    await clock.advance(24 * HOUR_MS - 60_000);
    const young = await announce(service);
    assert.equal(await sweepOrphans(services, tenant.id), 0);
    await clock.advance(60_000);
    assert.equal(await sweepOrphans(services, tenant.id), 1);
    assert.deepEqual([(await keys()).includes(old), (await keys()).includes(young)], [false, true]);
    await clock.advance(24 * HOUR_MS);
    assert.equal(await sweepOrphans(services, tenant.id), 1);
  });

  test(`${name}: an announcement without a blob is removed`, async () => {
    const { writer } = await openPendingBlob(services, tenant.id, 100);
    await writer.abort();
    await clock.advance(25 * HOUR_MS);
    assert.equal(await sweepOrphans(services, tenant.id), 1);
    assert.equal(await sweepOrphans(services, tenant.id), 0);
  });

  test(`${name}: a document's blob is never swept`, async () => {
    const contents = randomBytes(200_000).toString('base64');
    await clock.set(new Date());
    const candidateId = await createCandidate();
    const { id } = (await api.post(`/candidates/${candidateId}/documents/cv`, { base64File: contents })).body;
    await clock.advance(1000 * HOUR_MS);
    assert.equal(await sweepOrphans(services, tenant.id), 0);
    // The clock has moved past the expiry of the token.
    await clock.set(new Date());
    const { body } = await api.get(`/candidates/export/documents/${id}`);
    assert.ok(body.documentBlob === contents);
  });

  test(`${name}: another tenant's orphans stay`, async () => {
    await announce(service);
    await clock.advance(25 * HOUR_MS);
    assert.equal(await sweepOrphans(services, (await service.createTenant()).id), 0);
    assert.equal(await sweepOrphans(services, tenant.id), 1);
  });

  test(`${name}: a large document comes back whole and in ranges`, async () => {
    const contents = randomBytes(10_000_000);
    await clock.set(new Date());
    const candidateId = await createCandidate();
    const { id } = (
      await api.post(`/candidates/${candidateId}/documents/cv`, { base64File: contents.toString('base64') })
    ).body;
    const download = async (range?: string) =>
      Buffer.from(
        await (
          await fetch(`${service.baseUrl}/v3/candidates/export/documents/${id}/content`, {
            headers: {
              authorization: `Bearer ${api.token}`,
              'user-agent': 'Tests/1.0',
              ...(range === undefined ? {} : { range }),
            },
          })
        ).arrayBuffer(),
      );
    assert.ok(contents.equals(await download()));
    assert.deepEqual(await download('bytes=9000000-9100000'), contents.subarray(9_000_000, 9_100_001));
  });
}

test('an orphan that cannot be deleted keeps no other one', async () => {
  const [, service] = started[0]!;
  const { services, clock } = service;
  await clock.set(new Date());
  const tenant = await service.createTenant();
  const store = openBlobStore(services.settings);
  const keys: string[] = [];
  for (let count = 0; count < 4; count++) keys.push(await announce({ ...service, tenant }));
  await clock.advance(25 * HOUR_MS);
  // They are read in the order of their age, or of their keys. A directory cannot be deleted as a file.
  const broken = [...new Set([keys[0]!, keys.toSorted()[0]!])];
  for (const key of broken) {
    await rm(store.locate(key));
    await mkdir(store.locate(key));
  }
  await assert.rejects(sweepOrphans(services, tenant.id));
  for (const key of keys.filter((key) => !broken.includes(key)))
    assert.equal(await store.size(key), undefined);
  for (const key of broken) await rm(store.locate(key), { recursive: true });
  assert.equal(await sweepOrphans(services, tenant.id), broken.length);
});

test('a tenant whose orphans cannot be deleted keeps those of no other tenant', async () => {
  const [, service] = started[0]!;
  const { services, clock } = service;
  await clock.set(new Date());
  const store = openBlobStore(services.settings);
  const broken = await announce({ ...service, tenant: await service.createTenant() });
  const sound = await announce({ ...service, tenant: await service.createTenant() });
  await clock.advance(25 * HOUR_MS);
  // A directory cannot be deleted as a file.
  await rm(store.locate(broken));
  await mkdir(store.locate(broken));
  const task = maintenanceTasks(services, new Deliverer(services)).find(
    ({ name }) => name === 'sweep-orphaned-blobs',
  );
  await assert.rejects(task!.run(undefined));
  assert.equal(await store.size(sound), undefined);
  await rm(store.locate(broken), { recursive: true });
  await task!.run(undefined);
});

for (const [name, service] of started) {
  const { services, tenant, clock } = service;
  const changeId = () => service.sql('UPDATE installation SET id = gen_random_uuid() RETURNING id::text');
  const claim = (takesOver = false) =>
    claimStore(services.database.system, openBlobStore(services.settings), { takesOver });

  test(`${name}: sweeps refuse the documents of another installation and keep their lists`, async () => {
    await clock.set(new Date());
    const [own] = await service.sql<{ id: string }>('SELECT id::text FROM installation');
    await claim();
    await claim();
    const key = await announce(service);
    await clock.advance(25 * HOUR_MS);
    const [other] = await changeId();
    const store = openBlobStore(services.settings);
    const isRefused = ({ message }: Error) =>
      message.includes(`${own!.id}`) && message.includes(`${other!.id}`);
    await assert.rejects(sweepOrphans(services, tenant.id), isRefused);
    const task = maintenanceTasks(services, new Deliverer(services)).find(
      ({ name: task }) => task === 'sweep-unfinished-blobs',
    );
    await assert.rejects(task!.run(undefined), isRefused);
    await assert.rejects(claim(), isRefused);
    assert.notEqual(await store.size(key), undefined);
    await claim(true);
    assert.equal(await sweepOrphans(services, tenant.id), 1);
    assert.equal(await store.size(key), undefined);
  });

  test(`${name}: of two installations that claim a store at once, one gets it`, async () => {
    const store = openBlobStore({ ...services.settings, ...(await emptyStore(name)) });
    const ids = [randomUUID(), randomUUID()];
    const results = await Promise.allSettled(ids.map((id) => store.writeOwner(id, { replaces: false })));
    const owner = await store.readOwner();
    assert.ok(ids.some((id) => id === owner));
    if (name === 'files') assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(await Array.fromAsync(store.list()), []);
  });

  test(`${name}: a store that has lost its id, such as a missing mount, is refused`, async () => {
    const settings = { ...services.settings, ...(await emptyStore(name)) };
    await assert.rejects(
      claimStore(services.database.system, openBlobStore(settings)),
      /has no installation id.*: its volume is not mounted, or .*Mount the volume, or correct .*Or, if the documents were moved here and are to become the documents of this one, run/,
    );
    await claimStore(services.database.system, openBlobStore(settings), { takesOver: true });
    await claimStore(services.database.system, openBlobStore(settings));
  });
}

// An object store responds with its own message.
test('files: a store whose id is empty is not said to be of another installation', async () => {
  const { services } = started[0]![1];
  const settings = { ...services.settings, ...(await emptyStore('files')) };
  const store = openBlobStore(settings);
  await store.writeOwner('', { replaces: false });
  await assert.rejects(
    claimStore(services.database.system, store),
    /id that is empty or damaged, .* run the command once with --take-over-documents/,
  );
  await claimStore(services.database.system, store, { takesOver: true });
  await claimStore(services.database.system, store);
});

async function emptyStore(name: string): Promise<{ blobUrl?: string; dataDirectory?: string }> {
  return name === 'objects'
    ? { blobUrl: objects.url() }
    : { dataDirectory: await mkdtemp(join(directory, 'empty-')) };
}

/** A written blob without a record, as left by a process that died before its transaction. */
async function announce({ services, tenant }: TestService): Promise<string> {
  const { key, writer } = await openPendingBlob(services, tenant.id, 100);
  await writer.write(Buffer.from('orphan'));
  await writer.end();
  return key;
}
