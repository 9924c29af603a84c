import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { parseS3Url } from '../../config/s3-url.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { LIST_PAGE, startObjectStore } from '../../testing/object-store.ts';
import { putBlob, testBlobStore } from '../../testing/store-contract.ts';
import { S3BlobStore } from './index.ts';

const directory = await mkdtemp(join(tmpdir(), 'objects-'));
const objects = await startObjectStore(directory);
after(async () => {
  await objects.close();
  await rm(directory, { recursive: true });
});
const open = (url = objects.url()) => new S3BlobStore({ ...parseS3Url(url), ...objects.credentials });

testBlobStore('objects', async () => open());

test('two prefixes of one bucket are two stores', async () => {
  const [one, other] = [open(), open()];
  await putBlob(one, 'a', 'content');
  assert.equal(await other.size('a'), undefined);
  assert.deepEqual(await Array.fromAsync(other.list()), []);
});

test('a list longer than a page is complete', async () => {
  const store = open();
  const keys = Array.from({ length: 2 * LIST_PAGE + 5 }, (_, index) => `k${String(index).padStart(4, '0')}`);
  for (const key of keys) await putBlob(store, key, 'x');
  assert.deepEqual((await Array.fromAsync(store.list())).map(({ key }) => key).sort(), keys);
});

test('parts are sent while the blob is being written, and an abort removes them', async () => {
  const store = open();
  const from = objects.requests.length;
  const writer = await store.create('a');
  for (let index = 0; index < 40; index++) await writer.write(randomBytes(1024 * 1024));
  const sent = objects.requests.slice(from).filter((line) => line.startsWith('PUT partNumber'));
  // Of 40 MiB in parts of 8 MiB, only the last part may still be in memory.
  assert.ok(sent.length >= 4, String(sent.length));
  assert.equal(await objects.unfinished(), 1);
  await writer.abort();
  assert.equal(await objects.unfinished(), 0);
});

test('a blob of exactly one part has no empty part after it', async () => {
  const store = open();
  const content = randomBytes(8 * 1024 * 1024);
  await putBlob(store, 'a', content);
  assert.ok(content.equals(await buffer(await store.read('a'))));
});

test('an error of the store fails the write or the commit', async () => {
  const missing = parseS3Url(objects.url().replace('s3://documents', 's3://missing'));
  const store = new S3BlobStore({ ...missing, ...objects.credentials });
  const error = {
    name: 'ObjectStoreError',
    code: 'NoSuchBucket',
    message: `BLOB_URL: the object store at ${missing.endpoint} (bucket missing) does not have this bucket. Create it, or correct BLOB_URL.`,
  };
  await assert.rejects(putBlob(store, 'a', 'content'), error);
  await assert.rejects(putBlob(store, 'b', Buffer.alloc(9_000_000)), error);
  await assert.rejects(store.read('a'), error);
});

test('the check says why the store rejects requests, or that it does not respond', async () => {
  const location = parseS3Url(objects.url());
  const wrong = new S3BlobStore({ ...location, accessKeyId: 'unknown', secretAccessKey: 'wrong' });
  await assert.rejects(wrong.check(), {
    name: 'ObjectStoreError',
    code: 'HTTP_403',
    message: /\(bucket documents\) rejects the keys, .*HTTP status 403.* AWS_ACCESS_KEY_ID, .*s3:ListBucket/,
  });
  const nowhere = new S3BlobStore({
    ...location,
    endpoint: 'http://127.0.0.1:1',
    ...objects.credentials,
  });
  await assert.rejects(nowhere.check(), {
    code: 'ECONNREFUSED',
    message:
      'BLOB_URL: the object store at http://127.0.0.1:1 (bucket documents) does not respond (ECONNREFUSED). Start it, or correct the endpoint.',
  });
});

test('a web server that is no object store is not taken for one', async () => {
  for (const [status, expected] of [
    [200, /has an object installation-id without an id: it is not an S3-compatible store/],
    [404, /rejects the call \(HTTP status 404\)\. Check whether the endpoint/],
    [500, /fails \(HTTP status 500\)\. Look at its log/],
    [301, /in another region \(HTTP status 301\)/],
  ] as const) {
    const server = createWebServer((_, response) => response.writeHead(status).end('<html>Welcome</html>'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = new S3BlobStore({ ...parseS3Url(objects.url()), endpoint, ...objects.credentials });
    try {
      await assert.rejects(store.readOwner(), { name: 'ObjectStoreError', message: expected });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }
});

test('a store that accepts calls and never responds makes them fail in time', async () => {
  const silent = createServer((socket) => socket.resume());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const location = { ...parseS3Url(objects.url()), endpoint: `http://127.0.0.1:${port}` };
  const store = new S3BlobStore({ ...location, ...objects.credentials, sendMs: 200, callMs: 100 });
  try {
    const calls = [store.size('a'), store.read('a'), store.delete('a'), store.create('a')];
    const failure = { code: 'ETIMEDOUT', message: /did not respond within 100 ms/ };
    // All at once, because nobody knows which one fails first.
    await Promise.all(calls.map((call) => assert.rejects(call, failure)));
    await assert.rejects(Array.fromAsync(store.list()), { code: 'ETIMEDOUT' });
  } finally {
    silent.close();
  }
});

for (const bytes of [1000, 9_000_000])
  test(`a store that becomes silent during an upload of ${bytes} bytes makes it fail in time`, async () => {
    const location = parseS3Url(objects.url());
    const relay = await openDatabaseRelay(location.endpoint!);
    // Enough for what is sent before, on a slow machine as well.
    const limits = { sendMs: 5000, callMs: 3000 };
    const store = new S3BlobStore({ ...location, endpoint: relay.url, ...objects.credentials, ...limits });
    try {
      const writer = await store.create('a');
      await writer.write(Buffer.alloc(bytes));
      relay.freeze();
      await assert.rejects(writer.commit(), { code: 'ETIMEDOUT' });
      await writer.abort().catch((error) => assert.equal(error.code, 'ETIMEDOUT'));
    } finally {
      relay.close();
    }
  });
