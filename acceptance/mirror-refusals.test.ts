import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { memoryTokenCache } from '../sdk/index.ts';
import { Mirror, type MirrorEvent, type MirrorMode } from '../sdk/mirror/index.ts';
import { makeDirectory } from '../server/testing/command-line.ts';
import { startTestService } from '../server/testing/harness.ts';
import { connectionOf, differences, readMirror, readService } from './copies.ts';

// The mirror while something on the way to the service refuses calls.

const service = await startTestService();
const { api } = service.tenant;
const directory = await makeDirectory();

let targets = 0;
const newTarget = () => join(directory, `${++targets}.db`);

/** What an ingress without a route for these paths, or a firewall or a page for maintenance in front of the service, responds. Null: nothing. */
let fault: { status: number; paths: RegExp; body?: string | null; headers?: Record<string, string> } | null =
  null;

const throughProxy: typeof fetch = (input, init) => {
  if (fault?.paths.test(new URL(String(input)).pathname) !== true) return fetch(input, init);
  const { status, body = 'page not found\n', headers = { 'content-type': 'text/plain' } } = fault;
  return Promise.resolve(new Response(body, { status, headers }));
};

async function withMirror(
  { target, mode = 'feed', documents }: { target: string; mode?: MirrorMode; documents?: string },
  work: (mirror: Mirror) => Promise<void>,
  onEvent: (event: MirrorEvent) => void = () => {},
): Promise<void> {
  const connection = { ...connectionOf(service), fetch: throughProxy, tokenCache: memoryTokenCache() };
  const mirror = await Mirror.open({ connection, target, mode, documents, pollMs: 1, refreshMs: 0, onEvent });
  try {
    await work(mirror);
  } finally {
    fault = null;
    await mirror.close();
  }
}

/** Adds a document to a candidate. */
async function upload(path: string): Promise<void> {
  const file = { filename: 'a.txt', base64File: Buffer.from('contents').toString('base64') };
  assert.equal((await api.post(`${path}/documents/other`, file)).status, 200);
}

/** Creates a candidate with a document, and a company. Returns the path of the candidate. */
async function createRecords(): Promise<string> {
  const { body: candidate } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const path = `/candidates/${candidate.id}`;
  await upload(path);
  await api.post('/customers', { name: 'Nordkai' });
  return path;
}

async function assertComplete(target: string): Promise<void> {
  assert.deepEqual(differences(await readService(service), readMirror(target)), []);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FAULTS = [
  ['a 404', { status: 404 }, { status: 404 }],
  ['a 403', { status: 403 }, { status: 403 }],
  ['an empty 200', { status: 200, body: '', headers: {} }, { name: 'UnexpectedResponseError' }],
  ['a 204', { status: 204, body: null, headers: {} }, { name: 'UnexpectedResponseError' }],
  [
    'JSON',
    { status: 200, body: '{"status":"maintenance"}', headers: JSON_TYPE },
    { name: 'UnexpectedResponseError' },
  ],
] as const;

for (const mode of ['feed', 'windows'] as const)
  for (const [what, response, error] of FAULTS)
    test(`${mode}: ${what} that is not from the service deletes nothing, and the mirror goes on after it`, async () => {
      const target = newTarget();
      const documents = `${target}-contents`;
      const path = await createRecords();
      await withMirror({ target, mode, documents }, async (mirror) => {
        await mirror.catchUp();
        const before = [...readMirror(target).keys()];
        const files = await readdir(documents);
        await upload(path);
        await service.settle();
        for (const paths of [/\/candidates\/\d+$/, /\/documents$/, /\/v3\//]) {
          fault = { ...response, paths };
          await assert.rejects(mirror.catchUp(), error);
          assert.deepEqual([...readMirror(target).keys()], before);
          assert.deepEqual(await readdir(documents), files);
        }
        fault = null;
        await mirror.catchUp();
      });
      await assertComplete(target);
    });

test('a page of the feed that is not from the service does not move the cursor', async () => {
  for (const mode of ['feed', 'windows'] as const) {
    const target = newTarget();
    await createRecords();
    await withMirror({ target, mode }, async (mirror) => {
      await mirror.catchUp();
      const { cursor } = await mirror.status();
      for (const [, response, error] of FAULTS) {
        fault = { ...response, paths: /\/changes$/ };
        await assert.rejects(mirror.catchUp(undefined, { refresh: true }), error);
        assert.equal((await mirror.status()).cursor, cursor);
      }
    });
  }
});

test('a reload through such a fault keeps the copy', async () => {
  const target = newTarget();
  await createRecords();
  await withMirror({ target }, async (mirror) => {
    await mirror.catchUp();
    const before = [...readMirror(target).keys()];
    await mirror.reload('test');
    fault = { status: 403, paths: /\/candidates\/export\/candidates$/ };
    await assert.rejects(mirror.catchUp(), { status: 403 });
    assert.deepEqual([...readMirror(target).keys()], before);
    fault = null;
    await mirror.catchUp();
  });
  await assertComplete(target);
});

test('the mirror follows again after such a fault, but does not wait at a wrong address', async () => {
  const target = newTarget();
  let stop = new AbortController();
  let retries = 0;
  const onEvent = ({ type }: MirrorEvent) => {
    if (type === 'retry') {
      retries++;
      fault = null;
    }
    if (type === 'caughtUp' && retries > 0) stop.abort();
  };
  await withMirror(
    { target },
    async (mirror) => {
      fault = { status: 404, paths: /./ };
      await assert.rejects(mirror.follow(stop.signal), { name: 'TokenError', status: 404 });
      fault = { status: 404, paths: /\/v3\// };
      await assert.rejects(mirror.follow(stop.signal), { name: 'NotFoundError' });
      assert.equal(retries, 0);
      fault = null;
      await mirror.catchUp();
      // Each retry removes the fault, and the first catch-up after it ends the loop.
      for (const [, response] of FAULTS) {
        stop = new AbortController();
        retries = 0;
        fault = { ...response, paths: /\/changes$/ };
        await mirror.follow(stop.signal);
        assert.equal(retries, 1);
      }
    },
    onEvent,
  );
});

test('the mirror waits for as long as the service asks, for up to 15 minutes, also when a webhook call arrives', async () => {
  const stop = new AbortController();
  const delays: number[] = [];
  const onEvent = (event: MirrorEvent) => {
    if (event.type !== 'retry') return;
    delays.push(event.delayMs);
    if (delays.length > 1) return stop.abort();
    announced = announce();
  };
  let announced: Promise<void> | undefined;
  let mirror: Mirror | undefined;
  /** Before and during the delay. The calls of the service take longer than another attempt of the mirror would. */
  const announce = async () => {
    mirror!.wake();
    await service.tenant.api.get('/branches');
    mirror!.wake();
    for (let count = 0; count < 5; count++) await service.tenant.api.get('/branches');
    stop.abort();
  };
  await withMirror(
    { target: newTarget() },
    async (opened) => {
      mirror = opened;
      await mirror.catchUp();
      // A timer of more than 31 bits fires immediately.
      const headers = { ...JSON_TYPE, 'retry-after': '2147484' };
      fault = { status: 503, paths: /\/v3\//, body: '{}', headers };
      await mirror.follow(stop.signal);
      await announced;
    },
    onEvent,
  );
  assert.deepEqual(delays, [900_000]);
});
