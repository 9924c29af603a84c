import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openBlobStore } from '../../open-services.ts';
import { changeStore } from '../../testing/changed-store.ts';
import { addTenant } from '../../testing/installations.ts';
import { backUp, makeTarget, nord, placesOf, source } from '../../testing/several-servers.ts';
import { SealedBlobs } from '../blobs/index.ts';
import { copyFiles, removeSurplus, verifyFiles } from './index.ts';

// A tenant is deleted while all files are read. Its server then refuses it as if it were being moved.

const services = await source.open();
after(async () => {
  await services.database.close();
  await services.blobs.close();
});
const { database, masterKeys } = services;
const onProgress = () => {};

/** Makes a tenant with a document on a server. The store deletes the tenant when the document is first read. */
async function makeDoomedTenant(key: string, server: 'first' | 'north') {
  const tenant = await source.serve(async (service) => {
    const made = await addTenant(service, key, server);
    const api = await service.apiOf(made);
    const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: key });
    const base64File = Buffer.from(`cv of ${key}`).toString('base64');
    const { status } = await api.post(`/candidates/${body.id}/documents/cv`, { base64File });
    assert.equal(status, 200);
    return made;
  });
  const original = openBlobStore(source.settings);
  let isDeleted = false;
  const store = changeStore(original, {
    async read(asked, range) {
      if (!isDeleted && asked.startsWith(`t${tenant.id}/`)) {
        isDeleted = true;
        await source.run(['tenant', 'delete', key, '--name', key]);
        // An idle connection that has the tenant would not ask whether the tenant is there.
        await sql`SELECT 1`.execute(database.tenant(nord.id));
      }
      return original.read(asked, range);
    },
  });
  return { tenant, store };
}

test('a backup skips and counts the documents of a tenant that is deleted meanwhile', {
  timeout: 300_000,
}, async () => {
  for (const server of ['first', 'north'] as const) {
    const { store } = await makeDoomedTenant(`gone-${server}`, server);
    const { path, report } = await backUp({ services }, { store });
    assert.deepEqual([report.erased, report.lost, report.faults.count, report.tenants], [1, 0, 0, 4]);
    const target = await makeTarget();
    const restored = await target.run(['restore', path]);
    // The records are in the snapshot.
    assert.deepEqual([restored.tenants, restored.missing], [4, 1]);
    assert.ok((await placesOf(target)).flat().includes(`gone-${server}`));
  }
});

test('a check and a copy of all documents skip a tenant that is deleted meanwhile', {
  timeout: 300_000,
}, async () => {
  const checked = await makeDoomedTenant('unchecked', 'north');
  const blobs = new SealedBlobs({ store: checked.store, masterKeys });
  const verified = await verifyFiles({
    database,
    tenants: [checked.tenant],
    blobs,
    store: checked.store,
    onProgress,
  });
  assert.deepEqual(verified.faults, { count: 0, list: [] });

  const { tenant, store } = await makeDoomedTenant('uncopied', 'north');
  const target = (await makeTarget()).store;
  await target.writeOwner((await source.store.readOwner())!, { replaces: false });
  const explainTarget = (error: unknown) => error;
  const { copied, faults } = await copyFiles({
    database,
    tenants: [tenant],
    source: store,
    target,
    blobsOf: {
      source: new SealedBlobs({ store, masterKeys }),
      target: new SealedBlobs({ store: target, masterKeys }),
    },
    explainTarget,
    onProgress,
  });
  assert.deepEqual([copied, faults], [0, { count: 0, list: [] }]);
  const listTenants = async () => [tenant];
  assert.equal(await removeSurplus({ database, target, listTenants, explainTarget }), 0);
});
