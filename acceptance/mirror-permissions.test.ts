import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { memoryTokenCache } from '../sdk/index.ts';
import { Mirror, type MirrorEvent, type MirrorMode, statusOf } from '../sdk/mirror/index.ts';
import { PERMISSIONS } from '../server/areas/access/index.ts';
import { eventually } from '../server/testing/another-process.ts';
import { makeDirectory } from '../server/testing/command-line.ts';
import { startTestService, type TestTenant } from '../server/testing/harness.ts';
import { connectionOf, differences, readMirror, readService } from './copies.ts';

// The mirror of a client that may not read everything, or whose permissions change.

const service = await startTestService();
const directory = await makeDirectory();

let targets = 0;
const newTarget = () => join(directory, `${++targets}.db`);

interface Administered extends TestTenant {
  admin: Awaited<ReturnType<typeof service.platform>>;
}

/** Takes these permissions from the client of the tenant, gives it all others, and waits until the service knows. */
async function withhold({ admin, ...tenant }: Administered, ...withheld: string[]): Promise<void> {
  const permissions = PERMISSIONS.filter((permission) => !withheld.includes(permission));
  assert.equal((await admin.put(`/clients/${tenant.clientId}`, { permissions })).status, 204);
  const isForbidden = async (type: string) =>
    (await tenant.api.get(`/changes/inventory?entities=${type}`)).status === 403;
  // It takes a few seconds.
  for (const [permission, type] of [
    ['candidates:read', 'candidate'],
    ['documents:read', 'document'],
    ['customers:read', 'company'],
    ['branches:read', 'branch'],
  ] as const)
    await eventually(
      `the change of ${permission}`,
      async () => (await isForbidden(type)) === withheld.includes(permission),
    );
}

interface Options {
  tenant: TestTenant;
  target: string;
  mode?: MirrorMode;
  documents?: string;
  refreshMs?: number;
  /** Called after each page of the feed, before the mirror gets it. */
  onPage?: (response: Response) => Promise<void>;
  /** Called after each value list, before the mirror gets it. */
  onList?: () => Promise<void>;
}

/** Opens a mirror, which begins with a new token, and returns its warnings and the reasons of its reloads. */
async function withMirror(
  { tenant, target, mode = 'feed', documents, refreshMs = 0, onPage, onList }: Options,
  work: (mirror: Mirror) => Promise<void>,
): Promise<string[]> {
  const told: string[] = [];
  const mirror = await Mirror.open({
    connection: {
      ...connectionOf(service, tenant),
      tokenCache: memoryTokenCache(),
      async fetch(input, init) {
        const response = await fetch(input, init);
        const { pathname, searchParams } = new URL(String(input));
        // A mirror that starts asks for one change, to check its position.
        if (pathname === '/v3/changes' && searchParams.get('limit') !== '1') await onPage?.(response);
        if (pathname.startsWith('/v3/masterdata/')) await onList?.();
        return response;
      },
    },
    target,
    mode,
    documents,
    refreshMs,
    onEvent(event: MirrorEvent) {
      if (event.type === 'warning') told.push(event.message);
      if (event.type === 'reload') told.push(event.reason);
    },
  });
  try {
    await work(mirror);
  } finally {
    await mirror.close();
  }
  return told;
}

const catchUp = (options: Options) => withMirror(options, (mirror) => mirror.catchUp());

/** Adds a document to a candidate. */
async function upload({ api }: TestTenant, candidateId: number): Promise<void> {
  const file = { filename: 'a.txt', base64File: Buffer.from('contents').toString('base64') };
  assert.equal((await api.post(`/candidates/${candidateId}/documents/other`, file)).status, 200);
}

/** A tenant with a company, and a candidate with a document. */
async function createRecords(): Promise<{ tenant: Administered; candidateId: number }> {
  const created = await service.createTenant();
  const tenant = { ...created, admin: await service.platform('admin', created) };
  await tenant.api.post('/customers', { name: 'Nordkai' });
  const { body: candidate } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  await upload(tenant, candidate.id);
  await service.settle();
  return { tenant, candidateId: candidate.id };
}

async function assertComplete(tenant: TestTenant, target: string): Promise<void> {
  assert.deepEqual(differences(await readService({ ...service, tenant }), readMirror(target)), []);
}

test('what the client may no longer read stays in the copy, with its files', async () => {
  const { tenant, candidateId } = await createRecords();
  const target = newTarget();
  const documents = `${target}-contents`;
  await catchUp({ tenant, target, documents });
  const before = [...readMirror(target).keys()];
  const files = await readdir(documents);
  await upload(tenant, candidateId);
  await service.settle();
  const onPage = () => withhold(tenant, 'documents:read');
  const told = await withMirror({ tenant, target, documents, onPage }, async (mirror) => {
    await mirror.catchUp();
    await mirror.catchUp();
  });
  assert.match(told.join(), /documents:read/);
  assert.deepEqual([...readMirror(target).keys()], before);
  assert.deepEqual(await readdir(documents), files);
});

test('a load without a permission keeps what the copy has of these types', async () => {
  const { tenant } = await createRecords();
  const target = newTarget();
  await catchUp({ tenant, target });
  const before = [...readMirror(target).keys()];
  await withhold(tenant, 'candidates:read');
  const told = await withMirror({ tenant, target }, async (mirror) => {
    await mirror.reload('test');
    await mirror.catchUp();
  });
  assert.deepEqual([...readMirror(target).keys()], before);
  assert.match(told.join(), /so the copy lacks them or their changes: candidate, document\./);
  assert.deepEqual((await statusOf(target)).unread, ['candidate', 'document']);
});

test('a comparison without a permission compares everything else, and says what it left out', async () => {
  const { tenant, candidateId } = await createRecords();
  // More than the mirror compares at once.
  for (let count = 0; count < 120; count++)
    await tenant.api.post('/candidates', { firstName: `A${count}`, lastName: 'Muster' });
  const target = newTarget();
  await catchUp({ tenant, target });
  await withhold(tenant, 'documents:read');
  const database = new DatabaseSync(target);
  database.exec(
    `UPDATE candidate SET record = json_set(record, '$.lastName', 'Altered') WHERE id <> ${candidateId}`,
  );
  database.close();
  await withMirror({ tenant, target }, async (mirror) => {
    const { differences: found, notCompared } = await mirror.verify();
    assert.deepEqual(notCompared, ['document']);
    assert.deepEqual(
      [...new Set(found.map(({ entity, paths }) => `${entity} ${paths}`))],
      ['candidate lastName'],
    );
    assert.equal(found.length, 120);
  });
});

test('windows: the mirror needs no permission to read branches', async () => {
  const { tenant } = await createRecords();
  await withhold(tenant, 'branches:read');
  const target = newTarget();
  await catchUp({ tenant, target, mode: 'windows' });
  await tenant.api.post('/customers', { name: 'Südkai' });
  await service.settle();
  await catchUp({ tenant, target, mode: 'windows' });
  assert.equal([...readMirror(target).keys()].filter((name) => name.startsWith('company ')).length, 2);
});

const WITHOUT_CUSTOMERS = /so the copy lacks them or their changes: company, site, location, contact\./;
const READABLE_NOW = 'the copy lacks changes of types that can be read now: company, site, location, contact';

for (const mode of ['feed', 'windows'] as const)
  test(`${mode}: what the client may read later gets into the copy, by one reload`, async () => {
    const { tenant } = await createRecords();
    await withhold(tenant, 'customers:read');
    const target = newTarget();
    const before = await catchUp({ tenant, target, mode });
    assert.match(before.join(), WITHOUT_CUSTOMERS);
    assert.deepEqual((await statusOf(target)).unread, ['company', 'site', 'location', 'contact']);
    assert.equal((await statusOf(target)).records.company, 0);
    await withhold(tenant);
    assert.deepEqual(await catchUp({ tenant, target, mode }), [READABLE_NOW]);
    await assertComplete(tenant, target);
    assert.deepEqual(await catchUp({ tenant, target, mode }), []);
    assert.deepEqual((await statusOf(target)).unread, []);
  });

test('changes that the client could not read for a while are not lost', async () => {
  const { tenant } = await createRecords();
  const target = newTarget();
  // Longer than the test: the feed alone shows that the permission is gone.
  const options = { tenant, target, refreshMs: 3_600_000 };
  await catchUp(options);
  const told = await withMirror(options, async (mirror) => {
    await mirror.catchUp();
    await withhold(tenant, 'customers:read');
    await tenant.api.post('/customers', { name: 'Südkai' });
    await tenant.api.post('/candidates', { firstName: 'Berta', lastName: 'Muster' });
    await service.settle();
    await mirror.catchUp();
    const { company, candidate } = (await mirror.status()).records;
    assert.deepEqual([company, candidate], [1, 2]);
  });
  assert.match(told.join(), WITHOUT_CUSTOMERS);
  await withhold(tenant);
  assert.deepEqual(await catchUp(options), [READABLE_NOW]);
  await assertComplete(tenant, target);
});

test('a permission that is lost during a load deletes nothing', async () => {
  const { tenant } = await createRecords();
  const target = newTarget();
  await catchUp({ tenant, target });
  const before = [...readMirror(target).keys()];
  let isLost = false;
  await withMirror(
    {
      tenant,
      target,
      async onList() {
        if (!isLost) await withhold(tenant, 'customers:read');
        isLost = true;
      },
    },
    async (mirror) => {
      await mirror.reload('test');
      await mirror.catchUp();
    },
  );
  assert.deepEqual([...readMirror(target).keys()], before);
});

test('a mirror that follows goes on if the service refuses the feed but then no type', async () => {
  const { tenant } = await createRecords();
  const target = newTarget();
  const stop = new AbortController();
  const statuses: number[] = [];
  let isFollowing = false;
  const options: Options = {
    tenant,
    target,
    refreshMs: 3_600_000,
    async onPage({ status }) {
      if (!isFollowing) return;
      statuses.push(status);
      // What the mirror asks next is answered as by a machine that does not know yet that the permission is gone.
      if (status === 403) await withhold(tenant);
      else stop.abort();
    },
  };
  await withMirror(options, async (mirror) => {
    await mirror.catchUp();
    await withhold(tenant, 'customers:read');
    isFollowing = true;
    await mirror.follow(stop.signal);
    isFollowing = false;
    assert.deepEqual(statuses, [403, 200]);
    await tenant.api.post('/customers', { name: 'Südkai' });
    await service.settle();
    await mirror.catchUp();
  });
  await assertComplete(tenant, target);
});
