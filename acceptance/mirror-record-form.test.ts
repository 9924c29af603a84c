import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Mirror, type MirrorEvent, type MirrorMode } from '../sdk/mirror/index.ts';
import { startTestService } from '../server/testing/harness.ts';
import { connectionOf, differences, readMirror, readService } from './copies.ts';

// The mirror after an update of the service. The records of the service do not change in the test. Instead, the copy gets what an
// earlier version would have returned, and responses name another form than this version has.

const service = await startTestService();
const { api } = service.tenant;
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-mirror-'));
service.beforeClose(() => rm(directory, { recursive: true, force: true }));
for (const name of ['Nordkai', 'Südkai']) await api.post('/customers', { name });
await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });

/** The form that responses name, null for none, as older versions respond. */
type Form = string | null;

/** Calls the service, and changes only what its responses name as the form of the records. */
const fetchOf =
  (form: (url: string) => Form): typeof fetch =>
  async (...call) => {
    const response = await fetch(...call);
    if (!response.headers.has('record-form')) return response;
    const headers = new Headers(response.headers);
    headers.delete('record-form');
    const named = form(response.url);
    if (named !== null) headers.set('record-form', named);
    return new Response(response.body, { status: response.status, headers });
  };

interface Opened {
  mirror: Mirror;
  reasons: string[];
}

let targets = 0;
const newTarget = () => join(directory, `${++targets}.db`);

/** Opens the mirror of a service that names this form, and closes it again. */
async function withMirror(
  target: string,
  mode: MirrorMode,
  form: (url: string) => Form,
  work: (opened: Opened) => Promise<void>,
  onEvent?: (event: MirrorEvent) => void,
): Promise<string[]> {
  const reasons: string[] = [];
  const mirror = await Mirror.open({
    connection: { ...connectionOf(service), fetch: fetchOf(form) },
    target,
    mode,
    pollMs: 1,
    onEvent(event) {
      if (event.type === 'reload') reasons.push(event.reason);
      onEvent?.(event);
    },
  });
  try {
    await work({ mirror, reasons });
  } finally {
    await mirror.close();
  }
  return reasons;
}

/** Catches up and returns the reasons of the reloads. */
const catchUp = (target: string, mode: MirrorMode, form: Form) =>
  withMirror(
    target,
    mode,
    () => form,
    ({ mirror }) => mirror.catchUp(),
  );

/** Takes a property away from a record of the copy, as if a version without it had loaded the copy. */
function takeBack(target: string, form?: 'also the form'): void {
  const database = new DatabaseSync(target);
  const { changes } = database
    .prepare(
      `UPDATE company SET record = json_remove(record, '$.contractStatus') WHERE record LIKE '%Nordkai%'`,
    )
    .run();
  assert.equal(changes, 1);
  if (form !== undefined) database.exec(`DELETE FROM mirror_state WHERE name = 'recordForm'`);
  database.close();
}

async function assertComplete(target: string): Promise<void> {
  assert.deepEqual(differences(await readService(service), readMirror(target)), []);
}

for (const mode of ['feed', 'windows'] as const) {
  test(`${mode}: a copy is loaded again when the form of the records is another one, once`, async () => {
    const target = newTarget();
    assert.deepEqual(await catchUp(target, mode, '1'), []);
    takeBack(target);
    assert.deepEqual(await catchUp(target, mode, '1'), []);
    const reasons = await catchUp(target, mode, '2');
    assert.deepEqual(reasons, ['the service was updated, and its records have the form 2 now instead of 1']);
    await assertComplete(target);
    assert.deepEqual(await catchUp(target, mode, '2'), []);
  });

  test(`${mode}: a copy that an older version has loaded is loaded again, once`, async () => {
    const target = newTarget();
    await catchUp(target, mode, '1');
    takeBack(target, 'also the form');
    const reasons = await catchUp(target, mode, '1');
    assert.deepEqual(reasons, [
      'the service was updated, and its records have the form 1 now instead of an earlier one',
    ]);
    await assertComplete(target);
    assert.deepEqual(await catchUp(target, mode, '1'), []);
  });

  test(`${mode}: a service that names no form causes no reload, and its update causes one`, async () => {
    const target = newTarget();
    assert.deepEqual(await catchUp(target, mode, null), []);
    assert.deepEqual(await catchUp(target, mode, null), []);
    assert.equal((await catchUp(target, mode, '1')).length, 1);
    // What is read from the older version meanwhile has an earlier form.
    assert.deepEqual(await catchUp(target, mode, null), []);
    assert.equal((await catchUp(target, mode, '1')).length, 1);
    assert.deepEqual(await catchUp(target, mode, '1'), []);
  });

  test(`${mode}: an update during the load is noticed after it`, async () => {
    const target = newTarget();
    let form = '1';
    const onEvent = (event: MirrorEvent) => {
      if (event.type === 'phase' && event.phase === 'records') form = '2';
    };
    const reasons = await withMirror(
      target,
      mode,
      () => form,
      ({ mirror }) => mirror.catchUp(),
      onEvent,
    );
    assert.equal(reasons.length, 1);
    assert.deepEqual(await catchUp(target, mode, '2'), []);
  });
}

test('--verify finds no difference after an update', async () => {
  const target = newTarget();
  await catchUp(target, 'feed', '1');
  takeBack(target);
  await withMirror(
    target,
    'feed',
    () => '1',
    async ({ mirror }) => {
      const [difference] = (await mirror.verify()).differences;
      assert.deepEqual(difference!.paths, ['contractStatus'], 'without an update, nothing repairs the copy');
    },
  );
  await withMirror(
    target,
    'feed',
    () => '2',
    async ({ mirror, reasons }) => {
      assert.deepEqual((await mirror.verify()).differences, []);
      assert.equal(reasons.length, 1);
    },
  );
});

test('a reload that is interrupted goes on, and the copy keeps its records meanwhile', async () => {
  const target = newTarget();
  await catchUp(target, 'feed', '1');
  const before = [...readMirror(target).keys()].sort();
  takeBack(target);
  const stop = new AbortController();
  const onEvent = (event: MirrorEvent) => {
    if (event.type === 'phase' && event.phase === 'records') stop.abort();
  };
  const interrupted = ({ mirror }: Opened) =>
    assert.rejects(mirror.catchUp(stop.signal), { name: 'AbortedError' });
  assert.equal((await withMirror(target, 'feed', () => '2', interrupted, onEvent)).length, 1);
  assert.deepEqual([...readMirror(target).keys()].sort(), before);
  assert.deepEqual(await catchUp(target, 'feed', '2'), []);
  await assertComplete(target);
});

test('the mirror goes on following while the machines of a service have different versions', async () => {
  const target = newTarget();
  await catchUp(target, 'feed', '1');
  const stop = new AbortController();
  const retries: string[] = [];
  // Each load begins at the one machine, and the changes after it come from the other one.
  const form = (url: string) => (retries.length > 0 || url.includes('/changes/inventory') ? '2' : '3');
  const onEvent = (event: MirrorEvent) => {
    if (event.type === 'retry') retries.push((event.error as Error).message);
    if (event.type === 'caughtUp') stop.abort();
  };
  await withMirror(target, 'feed', form, ({ mirror }) => mirror.follow(stop.signal), onEvent);
  assert.equal(retries.length, 1);
  assert.match(retries[0]!, /^Everything was read again 5 times, .* form 3 now instead of 2\.$/);
  await assertComplete(target);
});
