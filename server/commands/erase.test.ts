import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Deliverer } from '../areas/webhooks/index.ts';
import { maintenanceTasks } from '../maintenance.ts';
import { openBlobStore } from '../open-services.ts';
import { callCommand } from '../testing/command-call.ts';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';
import { keysOf, putBlob } from '../testing/store-contract.ts';

const service = await startTestService();
const { tenant, services } = service;
const commands = await commandsOf(service);
const store = openBlobStore(services.settings);

/** A candidate with one file. */
async function createCandidate(): Promise<{ id: number; key: string }> {
  const before = await keysOf(store);
  const { id } = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Kern' })).body;
  const base64File = Buffer.from('the CV').toString('base64');
  assert.equal((await tenant.api.post(`/candidates/${id}/documents/cv`, { base64File })).status, 200);
  const [key] = (await keysOf(store)).filter((one) => !before.includes(one));
  return { id, key: key! };
}

const wordsFor = (id: number) => ['erase', 'candidate', String(id), '--tenant', tenant.key];
const statusOf = async (id: number) => (await tenant.api.get(`/candidates/${id}`)).status;

test('nobody is erased while the document store is not that of the installation', async () => {
  const { id, key } = await createCandidate();
  const urlOf = (name: string) => pathToFileURL(join(commands.directory, name)).href;
  const ofAnother = openBlobStore({ ...services.settings, blobUrl: urlOf('of-another') });
  await ofAnother.writeOwner(randomUUID(), { replaces: false });
  for (const [name, message] of [
    ['of-another', /^stellwerk: The document store belongs to the installation .* Nothing was changed\./],
    ['not-mounted', /its volume is not mounted, .* Nothing was changed\./],
  ] as const) {
    const { code, stdout, stderr } = await callCommand(wordsFor(id), {
      ...commands.environment,
      BLOB_URL: urlOf(name),
    });
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(stderr, message);
    assert.equal(await statusOf(id), 200);
  }
  const { code, stdout } = await commands.run(wordsFor(id));
  assert.deepEqual([code, stdout], [0, `Erased candidate ${id}.\n`]);
  assert.deepEqual([await statusOf(id), await store.size(key)], [404, undefined]);
});

test('if the files of an erased candidate cannot be deleted, the command says so, and the service deletes them', async () => {
  const { id, key } = await createCandidate();
  // A directory cannot be deleted as a file.
  const path = store.locate(key);
  await unlink(path);
  await mkdir(path);
  const { code, stdout, stderr } = await commands.run(wordsFor(id));
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(
    stdout,
    new RegExp(
      `^Erased candidate ${id}\\. Its files could not be deleted yet \\(.+\\); the service deletes them within an hour\\.\n$`,
    ),
  );
  assert.equal(await statusOf(id), 404);
  await rmdir(path);
  await putBlob(store, key, 'the CV');
  const task = maintenanceTasks(services, new Deliverer(services)).find(
    ({ name }) => name === 'sweep-orphaned-blobs',
  )!;
  assert.match(task.schedule!, /^\d+ \* \* \* \*$/);
  await task.run(undefined);
  assert.equal(await store.size(key), undefined);
});
