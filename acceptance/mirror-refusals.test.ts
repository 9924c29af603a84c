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

/** What an ingress without a route for these paths, or a firewall in front of the service, responds. Null: nothing. */
let fault: { status: number; paths: RegExp } | null = null;

const throughProxy: typeof fetch = (input, init) => {
  if (fault?.paths.test(new URL(String(input)).pathname) !== true) return fetch(input, init);
  const headers = { 'content-type': 'text/plain' };
  return Promise.resolve(new Response('page not found\n', { status: fault.status, headers }));
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

for (const mode of ['feed', 'windows'] as const)
  for (const status of [404, 403])
    test(`${mode}: a ${status} that is not from the service deletes nothing, and the mirror goes on after it`, async () => {
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
          fault = { status, paths };
          await assert.rejects(mirror.catchUp(), { status });
          assert.deepEqual([...readMirror(target).keys()], before);
          assert.deepEqual(await readdir(documents), files);
        }
        fault = null;
        await mirror.catchUp();
      });
      await assertComplete(target);
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
  const stop = new AbortController();
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
      fault = { status: 404, paths: /\/changes$/ };
      await mirror.follow(stop.signal);
    },
    onEvent,
  );
  assert.equal(retries, 1);
});
