import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { SEGMENT_BYTES } from './index.ts';
import { LargeHash } from './large-hash.ts';
import { SealingThread } from './sealing-thread.ts';

const BUFFER_BYTES = 512 * 1024;

const service = await startTestService();
const { api } = service.tenant;
const candidateId: number = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
const path = `/v3/candidates/${candidateId}/documents/other`;

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

function openThread(context: TestContext): SealingThread {
  const thread = new SealingThread({ onFailure: () => {} });
  context.after(() => thread.close());
  return thread;
}

async function hashOf(
  thread: SealingThread,
  pieces: Iterable<Uint8Array>,
  expectedBytes?: number,
): Promise<string> {
  const hash = new LargeHash(thread, expectedBytes);
  for (const piece of pieces) await hash.update(piece);
  const digest = await hash.digest();
  hash.close();
  return digest;
}

function* toPieces(bytes: Buffer, size: () => number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const length = size();
    // The reader of a body uses its pieces again.
    const piece = Buffer.from(bytes.subarray(at, at + length));
    yield piece;
    piece.fill(0);
    at += length;
  }
}

test('the hash does not depend on how the bytes are cut, and is the same with and without the thread', async (context) => {
  const thread = openThread(context);
  const random = () => 1 + Math.floor(Math.random() * 200_000);
  for (const length of [0, 1, BUFFER_BYTES - 1, BUFFER_BYTES, BUFFER_BYTES + 1, 6 * BUFFER_BYTES + 7]) {
    const bytes = randomBytes(length);
    const expected = sha256(bytes).toString('hex');
    for (const size of [random, () => 64 * 1024, () => BUFFER_BYTES, () => 10 * BUFFER_BYTES])
      for (const announced of [undefined, length])
        assert.equal(await hashOf(thread, toPieces(bytes, size), announced), expected, `${length} bytes`);
  }
});

test('hashes of several bodies do not mix', async (context) => {
  const thread = openThread(context);
  const bodies = Array.from({ length: 4 }, () => randomBytes(3 * BUFFER_BYTES + 1));
  const digests = bodies.map((body) =>
    hashOf(
      thread,
      toPieces(body, () => 100_000),
    ),
  );
  assert.deepEqual(
    await Promise.all(digests),
    bodies.map((body) => sha256(body).toString('hex')),
  );
});

test('a sender who is faster than the thread waits', async (context) => {
  const hash = new LargeHash(openThread(context));
  let sent = 0;
  const sending = (async () => {
    for (; sent < 12; sent++) await hash.update(Buffer.alloc(BUFFER_BYTES, 'x'));
  })();
  // No answer of the thread can arrive between these turns.
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  assert.equal(sent, 3);
  await sending;
  assert.equal(await hash.digest(), sha256(Buffer.alloc(12 * BUFFER_BYTES, 'x')).toString('hex'));
  hash.close();
});

test('if the thread ends, the hash fails', async (context) => {
  const thread = openThread(context);
  const hash = new LargeHash(thread);
  await hash.update(Buffer.alloc(BUFFER_BYTES + 1));
  await thread.close();
  await assert.rejects(hash.digest(), { name: 'SealingThreadError' });
  hash.close();
});

test('a large request keeps the fingerprint that earlier versions stored, and its repetition gets the same response', async () => {
  const base64File = randomBytes(4 * SEGMENT_BYTES).toString('base64');
  const body = Buffer.from(JSON.stringify({ filename: 'first.bin', base64File }));
  const send = (sent: Buffer) =>
    fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.token}`,
        'user-agent': 'Tests/1.0',
        'content-type': 'application/json',
        'idempotency-key': 'large',
      },
      body: new Uint8Array(sent),
    });
  const first = await send(body);
  assert.equal(first.status, 200);
  const stored = await service.sql('SELECT request_sha256 FROM idempotent_answer');
  assert.deepEqual(
    stored.map((row) => (row.request_sha256 as Buffer).toString('hex')),
    [sha256(`POST ${path} ${sha256(body).toString('hex')}`).toString('hex')],
  );
  assert.equal(await (await send(body)).text(), await first.text());
  const other = Buffer.from(body);
  // In the file name, which is in front of the contents.
  other[other.indexOf('first')] = 'b'.charCodeAt(0);
  assert.equal((await send(other)).status, 400);
  const end = Buffer.concat([body, Buffer.from(' ')]);
  assert.equal((await send(end)).status, 400);
});
