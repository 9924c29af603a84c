import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBlobStore } from '../../open-services.ts';
import { addTenant, type Service } from '../../testing/installations.ts';
import {
  acme,
  backUp,
  came,
  documents,
  list,
  makeSameTarget,
  makeTarget,
  moveOf,
  newPath,
  nord,
  placesOf,
  rowsOf,
  source,
  tenants,
} from '../../testing/several-servers.ts';
import type { BlobStore } from '../blobs/index.ts';
import { moveTenant } from '../move/move-tenant.ts';

test('every row of every table of every server is restored, and clients, documents, and new ids go on', {
  timeout: 300_000,
}, async () => {
  const path = newPath();
  const report = await source.run(['backup', path]);
  assert.deepEqual(report.servers, [
    { name: 'first', tenants: 1 },
    { name: 'north', tenants: 2 },
  ]);
  assert.equal(report.blobs, 3);
  const target = await makeTarget();
  assert.equal((await target.run(['restore', path])).tenants, 3);
  for (const server of ['first', 'north'])
    assert.deepEqual(await rowsOf(target, server), await rowsOf(source, server));
  const ids = await list(target, 'SELECT id::text, restore_began_at FROM installation');
  assert.deepEqual(ids[0], ids[1]);
  assert.notEqual(ids[0]![0]!.id, (await source.sql('first', 'SELECT id::text FROM installation'))[0]!.id);
  await target.serve(async (service) => {
    for (const tenant of tenants) {
      const api = await service.apiOf(tenant);
      const { body } = await api.get(`/candidates/export/documents/${documents.get(tenant.key)}`);
      assert.equal(Buffer.from(body.documentBlob, 'base64').toString(), `cv of ${tenant.key}`);
    }
    // Not an id of the other server.
    const [before] = await target.sql('north', 'SELECT max(id) AS id FROM api_client');
    const made = await addTenant(service, 'later', 'north');
    const [row] = await target.sql(
      'north',
      `SELECT min(id) AS id FROM api_client WHERE tenant_id = ${made.id}`,
    );
    assert.ok(row!.id > before!.id);
  });
});

test('a backup during writes on both servers has everything from before it, and each record with its change', {
  timeout: 300_000,
}, async () => {
  const target = await makeTarget();
  let isDone = false;
  const written = new Map(tenants.map(({ key }) => [key, [] as number[]]));
  const acknowledged = new Map<string, number[]>();
  await source.serve(async (service) => {
    const writers = tenants.map(async (tenant) => {
      const api = await service.apiOf(tenant);
      for (let index = 0; !isDone; index++) {
        const { status, body } = await api.post('/candidates', { firstName: 'Eva', lastName: `No ${index}` });
        assert.equal(status, 200);
        written.get(tenant.key)!.push(body.id);
      }
    });
    while ([...written.values()].some((ids) => ids.length < 5))
      await new Promise((resolve) => setImmediate(resolve));
    for (const [key, ids] of written) acknowledged.set(key, [...ids]);
    const path = newPath();
    await source.run(['backup', path]);
    isDone = true;
    await Promise.all(writers);
    await target.run(['restore', path]);
  });
  for (const [tenant, server] of [
    [acme, 'first'],
    [nord, 'north'],
    [came, 'north'],
  ] as const) {
    const candidates = `SELECT id, to_jsonb(candidate)::text AS row FROM candidate WHERE tenant_id = ${tenant.id} ORDER BY id`;
    const restored = await target.sql(server, candidates);
    const all = new Map((await source.sql(server, candidates)).map(({ id, row }) => [id, row]));
    const ids = restored.map(({ id }) => id);
    for (const id of acknowledged.get(tenant.key)!) assert.ok(ids.includes(id), `${tenant.key} lost ${id}`);
    assert.ok(ids.length < all.size, 'writes went on after the snapshot');
    for (const { id, row } of restored) assert.equal(row, all.get(id));
    const logged = await target.sql(
      server,
      `SELECT record_id AS id FROM change_log WHERE tenant_id = ${tenant.id} AND entity = 'candidate' AND kind = 'new' ORDER BY 1`,
    );
    assert.deepEqual(
      logged.map(({ id }) => id),
      ids,
    );
  }
});

test('readers of each tenant continue, and a cursor that is newer than the backup is rejected', {
  timeout: 300_000,
}, async () => {
  const path = newPath();
  // A change is final, and in the feed, when older transactions of its server have ended, also those of other tests.
  const cursorBehind = async (api: Awaited<ReturnType<Service['apiOf']>>, id: number, from = '') => {
    let cursor = from;
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
      const { body } = await api.get(
        `/changes?limit=1000&entities=candidate${cursor && `&cursor=${cursor}`}`,
      );
      cursor = body.nextCursor;
      if (body.changes.some((change: { id: number }) => change.id === id)) return cursor;
    }
    throw new Error(`Candidate ${id} is not in the feed.`);
  };
  const readings = await source.serve(async (service) => {
    const found = new Map<string, { before: string; id: number; after: string }>();
    for (const tenant of tenants) {
      const api = await service.apiOf(tenant);
      const { body: last } = await api.post('/candidates', { firstName: 'Read', lastName: 'Before' });
      const before = await cursorBehind(api, last.id);
      const { body } = await api.post('/candidates', { firstName: 'In', lastName: 'Backup' });
      found.set(tenant.key, { before, id: body.id, after: '' });
    }
    await source.run(['backup', path]);
    for (const tenant of tenants) {
      const api = await service.apiOf(tenant);
      const { body } = await api.post('/candidates', { firstName: 'Lost', lastName: 'Later' });
      const reading = found.get(tenant.key)!;
      reading.after = await cursorBehind(api, body.id, reading.before);
    }
    return found;
  });
  // Where a server is the one that wrote the change log, nothing but the restore begins the next generation.
  for (const make of [makeTarget, makeSameTarget]) {
    const target = await make();
    await target.run(['restore', path]);
    await target.serve(async (service) => {
      for (const tenant of tenants) {
        const { before, id, after } = readings.get(tenant.key)!;
        const api = await service.apiOf(tenant);
        const { body: added } = await api.post('/candidates', { firstName: 'New', lastName: 'Here' });
        let seen: number[] = [];
        for (const deadline = Date.now() + 60_000; !seen.includes(added.id) && Date.now() < deadline; ) {
          const { body } = await api.get(`/changes?limit=1000&entities=candidate&cursor=${before}`);
          seen = body.changes.map((change: { id: number }) => change.id);
        }
        assert.deepEqual(seen, [id, added.id], tenant.key);
        const { status, body } = await api.get(`/changes?cursor=${after}`);
        assert.equal(status, 400, tenant.key);
        assert.match(body.validationErrors[0].message, /newer than the backup/);
      }
    });
  }
});

test('a backup waits for a move that runs, and has the tenant once', { timeout: 300_000 }, async () => {
  const services = await source.open();
  try {
    let made: ReturnType<typeof backUp> | undefined;
    await moveTenant(moveOf(came, 'north', 'first'), {
      async onStep(step) {
        if (step !== 'copied') return;
        await assert.rejects(backUp({ services }, { movePatienceMs: 0 }), /A move of a tenant is running/);
        made = backUp({ services });
        made.catch(() => {});
        for (;;) {
          const [waiting] = await source.sql(
            'first',
            "SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted",
          );
          if (waiting !== undefined) break;
        }
      },
    });
    const { path } = await made!;
    const target = await makeTarget();
    await target.run(['restore', path]);
    assert.deepEqual(await placesOf(target), [['acme', 'came'], ['nord']]);
    assert.deepEqual(await rowsOf(target, 'first'), await rowsOf(source, 'first'));
  } finally {
    await services.database.close();
    await services.blobs.close();
  }
});

test('a tenant that moves after the snapshots were taken is in the backup where it was', {
  timeout: 300_000,
}, async () => {
  const services = await source.open();
  try {
    const before = await rowsOf(source, 'first');
    const store = openBlobStore(source.settings);
    let hasMoved = false;
    const moving: BlobStore = Object.create(store, {
      read: {
        async value(key: string) {
          if (!hasMoved) await moveTenant(moveOf(came, 'first', 'north'));
          hasMoved = true;
          return store.read(key);
        },
      },
    });
    const { path } = await backUp({ services }, { store: moving });
    assert.ok(hasMoved);
    const target = await makeTarget();
    await target.run(['restore', path]);
    assert.deepEqual(await placesOf(source), [['acme'], ['came', 'nord']]);
    assert.deepEqual(await placesOf(target), [['acme', 'came'], ['nord']]);
    assert.deepEqual(await rowsOf(target, 'first'), before);
  } finally {
    await services.database.close();
    await services.blobs.close();
  }
});

test('a backup names what keeps it from being whole: a move that was interrupted, a tenant that the directory lacks', {
  timeout: 300_000,
}, async () => {
  const interrupted = moveTenant(moveOf(came, 'north', 'first'), {
    onStep(step) {
      if (step === 'copied') throw new Error('interrupted');
    },
  });
  await assert.rejects(interrupted, /interrupted/);
  const refused = await source.call(['backup', newPath()]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /The move of the tenant "came" to the server "first" was not completed.* --to first\n$/,
  );
  await source.run(['tenant', 'move', 'came', '--to', 'first']);
  await source.run(['tenant', 'move', 'came', '--to', 'north']);
  await source.sql('first', `UPDATE placed_tenant SET server = 'first' WHERE key = 'came'`);
  const misplaced = await source.call(['backup', newPath()]);
  await source.sql('first', `UPDATE placed_tenant SET server = 'north' WHERE key = 'came'`);
  assert.match(
    misplaced.stderr,
    new RegExp(`does not have these tenants where they are: ${came.id} on "north"`),
  );
});
