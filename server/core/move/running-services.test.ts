import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { PERMISSIONS } from '../../areas/access/index.ts';
import { releaseStalledCvsTask } from '../../areas/documents/index.ts';
import { openServices } from '../../open-services.ts';
import { eventually } from '../../testing/another-process.ts';
import { callCommand } from '../../testing/command-call.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { TEST_MASTER_KEY } from '../../testing/template.ts';
import { registerMasterKeys } from '../crypto/master-keys.ts';
import type { Database } from '../db/connection.ts';
import { migrateQueue } from '../queue/index.ts';
import type { Move } from './move.ts';
import { cancelMove, type MoveStep, moveTenant } from './move-tenant.ts';

const service = await startTestService({}, { servers: ['north'] });
const { services, tenant: moving, databaseUrl } = service;
const { settings } = services;
await registerMasterKeys(services.database, services.masterKeys);
const urls = { first: databaseUrl, north: settings.databaseServers[0]!.url };
for (const url of Object.values(urls)) await migrateQueue({ databaseUrl: url });
const neighbors = [await service.createTenant(), await service.createTenant(PERMISSIONS, 'north')];

const candidates = new Map<TestTenant, number>();
for (const tenant of [moving, ...neighbors]) {
  const { body } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: tenant.key });
  candidates.set(tenant, body.id);
}

const serverOf = (name: keyof typeof urls) => ({ name, url: urls[name], role: undefined });
const moveTo = (to: keyof typeof urls): Move => ({
  tenant: moving,
  first: serverOf('first'),
  from: serverOf(to === 'first' ? 'north' : 'first'),
  to: serverOf(to),
});

/** Another process, which gets no notifications, as if each were lost. */
const deaf = openServices({
  settings,
  log: pino({ level: 'silent' }),
  databaseUrl,
  masterKey: TEST_MASTER_KEY,
});
service.beforeClose(async () => {
  await deaf.database.close();
  await deaf.blobs.close();
});

/** Reads with each kind of session, and writes. Returns what it has found. */
async function work(database: Database, tenant: TestTenant): Promise<string[]> {
  const values = [tenant.id, candidates.get(tenant)!] as const;
  const text = 'SELECT last_name AS name FROM candidate WHERE tenant_id = $1 AND id = $2';
  const written = await sql<{ name: string }>`
    UPDATE candidate SET first_name = first_name WHERE tenant_id = ${values[0]} AND id = ${values[1]}
    RETURNING last_name AS name`.execute(database.tenant(tenant.id));
  const shared = await database.read<{ name: string }>(tenant.id, text, values);
  const stream = await database.checkoutStream(tenant.id);
  const { rows: streamed } = await stream.client.query(text, [...values]);
  stream.release();
  const control = await sql<{ name: string }>`
    SELECT key AS name FROM tenant WHERE id = ${tenant.id}`.execute(database.systemOf(tenant.id));
  return [...written.rows, ...shared, ...streamed, ...control.rows].map(({ name }) => name);
}

const allNames = ({ key }: TestTenant) => [key, key, key, key];
const call = ({ api }: TestTenant) => api.get(`/candidates/export/candidates`);

/** Asserts that the tenant is refused, or works, everywhere, and that the others work. */
async function assertWorking(isWorking: boolean, step: string): Promise<void> {
  for (const neighbor of neighbors) {
    assert.equal((await call(neighbor)).status, 200, step);
    assert.deepEqual(await work(deaf.database, neighbor), allNames(neighbor), step);
  }
  const { status, headers, text } = await call(moving);
  assert.equal(status, isWorking ? 200 : 503, `${step}: ${text}`);
  if (isWorking) assert.deepEqual(await work(deaf.database, moving), allNames(moving), step);
  else {
    assert.equal(headers.get('retry-after'), '2');
    await assert.rejects(work(deaf.database, moving), { name: 'TenantAwayError' }, step);
  }
}

const STEPS: Record<MoveStep, boolean> = {
  admitted: true,
  begun: true,
  locked: false,
  copied: false,
  switched: false,
  opened: true,
  deleted: true,
};

test('a tenant moves while services run, and only its own calls get 503, from one step to another', {
  timeout: 180_000,
}, async () => {
  for (const to of ['north', 'first'] as const) {
    // Its sessions keep the tenant.
    await assertWorking(true, 'before');
    const seen: MoveStep[] = [];
    await moveTenant(moveTo(to), {
      async onStep(step) {
        seen.push(step);
        await assertWorking(STEPS[step], step);
      },
    });
    assert.deepEqual(seen, Object.keys(STEPS));
    await assertWorking(true, 'after');
  }
});

test('after a move was killed, only its tenant gets 503, until it is completed or canceled', {
  timeout: 180_000,
}, async () => {
  for (const killedAt of ['locked', 'copied'] as const) {
    const interrupted = moveTenant(moveTo('north'), {
      onStep(step) {
        if (step === killedAt) throw new Error('interrupted');
      },
    });
    await assert.rejects(interrupted, /interrupted/);
    await assertWorking(false, killedAt);
    assert.equal(await cancelMove(moveTo('north')), true);
    await assertWorking(true, 'canceled');
  }
  const interrupted = moveTenant(moveTo('north'), {
    onStep(step) {
      if (step === 'switched') throw new Error('interrupted');
    },
  });
  await assert.rejects(interrupted, /interrupted/);
  await assertWorking(false, 'switched');
  assert.equal(await cancelMove(moveTo('north')), false);
  await moveTenant(moveTo('north'));
  await assertWorking(true, 'completed');
});

test('waiting jobs are held however long a move takes, and the old server has none when the new one runs them', {
  timeout: 180_000,
}, async () => {
  await moveTenant(moveTo('first'));
  const { system } = services.database;
  await sql`SELECT graphile_worker.add_job('parse-cv', json_build_object('tenantId', ${moving.id}::int, 'documentId', 1))`.execute(
    system,
  );
  const isMine = sql`payload ->> 'tenantId' = ${String(moving.id)}`;
  const held = new Map<MoveStep, boolean[]>();
  await moveTenant(moveTo('north'), {
    async onStep(step) {
      if (step === 'copied') {
        await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour' WHERE ${isMine}`.execute(
          system,
        );
        await releaseStalledCvsTask(services).run(undefined);
      }
      const { rows } = await sql<{ is_held: boolean }>`
        SELECT locked_at IS NOT NULL AS is_held FROM graphile_worker._private_jobs WHERE ${isMine}`.execute(
        system,
      );
      held.set(
        step,
        rows.map(({ is_held }) => is_held),
      );
    },
  });
  assert.deepEqual([held.get('begun'), held.get('copied'), held.get('opened')], [[false], [true], []]);
});

test('a move waits for a transaction, ends a stream that does not end, and nothing of the tenant is on the old server', {
  timeout: 180_000,
}, async () => {
  const stream = await deaf.database.checkoutStream(moving.id);
  service.beforeClose(() => stream.release(true));
  const id = candidates.get(moving)!;
  let moved: Promise<number> | undefined;
  await deaf.database
    .tenant(moving.id)
    .transaction()
    .execute(async (transaction) => {
      const begun = Promise.withResolvers<void>();
      moved = moveTenant(moveTo('first'), {
        onStep(step) {
          if (step === 'begun') begun.resolve();
        },
      });
      await begun.promise;
      await sql`UPDATE candidate SET last_name = 'Written' WHERE tenant_id = ${moving.id} AND id = ${id}`.execute(
        transaction,
      );
    });
  await moved;
  await assert.rejects(stream.client.query('SELECT 1'));
  const { rows } = await sql<{ name: string }>`
    SELECT last_name AS name FROM candidate WHERE tenant_id = ${moving.id} AND id = ${id}`.execute(
    deaf.database.tenant(moving.id),
  );
  assert.deepEqual(rows, [{ name: 'Written' }]);
});

test('a move beside another one changes nothing, and says so', async () => {
  const begun = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  const running = moveTenant(moveTo('north'), {
    async onStep() {
      begun.resolve();
      await refused.promise;
      throw new Error('interrupted');
    },
  });
  await begun.promise;
  const { code, stderr } = await callCommand(['tenant', 'move', neighbors[0]!.key, '--to', 'north'], {
    DATA_DIR: settings.dataDirectory,
    DATABASE_URL: urls.first,
    DATABASE_SERVERS: `north=${urls.north}`,
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  });
  refused.resolve();
  await assert.rejects(running, /interrupted/);
  assert.equal(code, 1);
  assert.match(stderr, /was not moved: Another move.* Nothing was changed\.$/m);
  assert.doesNotMatch(stderr, /503/);
});

test('a move whose last response is lost has been made', { timeout: 180_000 }, async () => {
  const placed = () =>
    service.sql<{ server: string; moving_to: string | null }>(
      'SELECT server, moving_to FROM placed_tenant WHERE id = $1',
      [moving.id],
    );
  const to = (await placed()).length === 0 ? 'north' : 'first';
  const relay = await openDatabaseRelay(databaseUrl);
  service.beforeClose(() => relay.close());
  const move = moveTo(to);
  const rows = await moveTenant(
    { ...move, first: { ...move.first, url: relay.url } },
    {
      onStep(step) {
        if (step !== 'deleted') return;
        relay.withholdResponses();
        void eventually('the end of the move', async () => {
          const [row = { server: 'first', moving_to: null }] = await placed();
          return row.server === to && row.moving_to === null;
        }).finally(() => {
          relay.cut();
          relay.restore();
        });
      },
    },
  );
  assert.ok(rows > 0);
  assert.equal(await cancelMove(move), false);
  assert.equal((await call(moving)).status, 200);
});
