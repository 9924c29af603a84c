import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Mirror, type MirrorMode } from '../sdk/mirror/index.ts';
import { statusOf } from '../sdk/mirror/status.ts';
import { makeDirectory } from '../server/testing/command-line.ts';
import { startTestService, type TestTenant } from '../server/testing/harness.ts';
import { connectionOf, differences, readMirror, readService } from './copies.ts';

// A mirror that starts with the copy of another version, or of another tenant.

const service = await startTestService();
const { tenant } = service;
const directory = await makeDirectory();
const { body: company } = await tenant.api.post('/customers', { name: 'Nordkai' });
await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });

let targets = 0;
const newTarget = () => join(directory, `${++targets}.db`);

interface Start {
  target: string;
  mode?: MirrorMode;
  of?: TestTenant;
  /** Changes the text of the responses, as a service of a later version would respond. */
  later?: (text: string) => string;
  resync?: boolean;
}

/** Starts the mirror, catches up with the value lists, and stops it. Returns its warnings and the reasons of its reloads. */
async function catchUp({ target, mode = 'feed', of, later, resync }: Start) {
  const warnings: string[] = [];
  const reasons: string[] = [];
  const mirror = await Mirror.open({
    connection: {
      ...connectionOf(service, of),
      async fetch(input, init) {
        const response = await fetch(input, init);
        const { pathname } = new URL(String(input));
        if (later === undefined || response.status !== 200 || !/\/changes(\/inventory)?$/.test(pathname))
          return response;
        return new Response(later(await response.text()), response);
      },
    },
    target,
    mode,
    refreshMs: 0,
    onEvent(event) {
      if (event.type === 'warning') warnings.push(event.message);
      if (event.type === 'reload') reasons.push(event.reason);
    },
  });
  try {
    if (resync) await mirror.reload('test');
    await mirror.catchUp();
  } finally {
    await mirror.close();
  }
  return { warnings, reasons };
}

function inTarget<T>(target: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(target);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const setState = (target: string, name: string, value: string) =>
  inTarget(target, (database) =>
    database.prepare('INSERT OR REPLACE INTO mirror_state (name, value) VALUES (?, ?)').run(name, value),
  );

async function assertComplete(target: string): Promise<void> {
  assert.deepEqual(differences(await readService(service), readMirror(target)), []);
}

/** What `--status` prints about the copy. */
async function printStatus(target: string): Promise<string> {
  const command = join(import.meta.dirname, '../sdk/mirror/command.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--target', target, '--status']);
  return stdout;
}

const [branch] = await service.sql<{ id: number }>(
  `INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin') RETURNING id`,
  [tenant.id],
);

async function createRequest(): Promise<void> {
  const request = { officeId: branch!.id, title: 'Lager', headcount: 2, startDate: '2027-05-01' };
  const { status } = await tenant.api.post(`/customers/${company.id}/requests/directplacement`, request);
  assert.equal(status, 200);
}

const KNOWN = '/customers/requests/directplacement/';
const unknownPath = (text: string) => text.replaceAll(KNOWN, '/customers/requests/freelance/');

for (const mode of ['feed', 'windows'] as const)
  for (const when of ['the load', 'a change'])
    test(`${mode}: what an earlier version skipped in ${when} is read after its update`, async () => {
      const target = newTarget();
      if (when === 'a change')
        assert.deepEqual(await catchUp({ target, mode }), { warnings: [], reasons: [] });
      await createRequest();
      const { warnings } = await catchUp({ target, mode, later: unknownPath });
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]!, /\/requests\/freelance\/\{id\}, so every request is skipped/);
      assert.deepEqual((await statusOf(target)).skipped, ['/customers/requests/freelance/{id}']);
      assert.deepEqual((await catchUp({ target, mode })).reasons, []);
      // This version cannot read the path, so the copy gets another one, which it can.
      inTarget(target, (database) =>
        database.exec(`UPDATE mirror_state SET name = replace(name, 'freelance', 'directplacement')`),
      );
      assert.deepEqual((await catchUp({ target, mode })).reasons, [
        `this version of the mirror can read what an earlier one skipped: ${KNOWN}{id}`,
      ]);
      await assertComplete(target);
      assert.deepEqual((await catchUp({ target, mode })).reasons, []);
      assert.deepEqual((await statusOf(target)).skipped, []);
    });

test('records of an unknown type are skipped with a warning, once', async () => {
  const target = newTarget();
  await catchUp({ target });
  await tenant.api.post('/customers', { name: 'Südkai' });
  await tenant.api.post('/customers', { name: 'Ostkai' });
  const later = (text: string) => text.replaceAll('"entity":"company"', '"entity":"placement"');
  for (const resync of [false, true])
    assert.deepEqual((await catchUp({ target, later, resync })).warnings, [
      'This version of the mirror has no table for records of the type placement, so they are skipped. Update @stellwerk/sdk.',
    ]);
  assert.match(await printStatus(target), /^skipped +placement$/m);
});

test('a version that has a further type reads everything again, once', async () => {
  const target = newTarget();
  await catchUp({ target });
  const types = inTarget(target, (database) =>
    database.prepare(`SELECT value FROM mirror_state WHERE name = 'types'`).get(),
  );
  assert.doesNotMatch(await printStatus(target), /^skipped/m);
  setState(target, 'types', String(types!.value).replace('company ', ''));
  assert.deepEqual((await statusOf(target)).skipped, ['company']);
  assert.deepEqual((await catchUp({ target })).reasons, [
    'this version of the mirror can read what an earlier one skipped: company',
  ]);
  assert.deepEqual((await catchUp({ target })).reasons, []);
  await assertComplete(target);
});

test('a copy of a later version is not opened', async () => {
  const target = newTarget();
  await catchUp({ target });
  setState(target, 'version', '2');
  await assert.rejects(catchUp({ target }), {
    name: 'TargetError',
    message: /version 2, .*Update @stellwerk\/sdk/,
  });
  assert.equal(
    inTarget(target, (database) =>
      database.prepare(`SELECT value FROM mirror_state WHERE name = 'version'`).get(),
    )!.value,
    '2',
  );
});

for (const mode of ['feed', 'windows'] as const)
  test(`${mode}: credentials of another tenant change nothing, and replace the copy only on purpose`, async () => {
    const target = newTarget();
    const of = await service.createTenant();
    await of.api.post('/candidates', { firstName: 'Bea', lastName: 'Beispiel' });
    await catchUp({ target, mode });
    // What is waiting to be fetched does not exist for the other tenant.
    inTarget(target, (database) =>
      database.exec(
        `INSERT INTO mirror_pending SELECT 'company', id, '/customers/' || id, 'change' FROM company LIMIT 1`,
      ),
    );
    const before = [...readMirror(target).keys()].sort();
    await assert.rejects(catchUp({ target, mode, of }), {
      name: 'TargetError',
      message: /of the same tenant\. Nothing was changed\. Check STELLWERK_CLIENT_ID.*--resync\.$/,
    });
    assert.deepEqual([...readMirror(target).keys()].sort(), before);
    assert.deepEqual((await catchUp({ target, mode })).reasons, []);
    await assertComplete(target);
    assert.deepEqual((await catchUp({ target, mode, of, resync: true })).reasons, ['test']);
    const names = inTarget(target, (database) =>
      database.prepare(`SELECT record ->> 'lastName' AS name FROM candidate`).all(),
    );
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Beispiel'],
    );
  });
