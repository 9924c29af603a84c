import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { type ByteSource, fromFile, SourceFailure, toRequestBody } from './request-body.ts';

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-sdk-body-'));
after(() => rm(directory, { recursive: true, force: true }));

const PREFIX = 'data:application/octet-stream;base64,';

async function textOf(body: ReturnType<typeof toRequestBody>): Promise<string> {
  const content = body.open();
  if (typeof content === 'string') return content;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function fileOf(bytes: Uint8Array): Promise<ByteSource> {
  const path = join(directory, randomBytes(8).toString('hex'));
  await writeFile(path, bytes);
  return fromFile(path);
}

async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte);
}

const KINDS: Record<string, (bytes: Uint8Array) => ByteSource | Promise<ByteSource>> = {
  'an array of bytes': (bytes) => new Uint8Array(bytes),
  'a Buffer': (bytes) => Buffer.from(bytes),
  'a Blob': (bytes) => new Blob([new Uint8Array(bytes)]),
  'a file': fileOf,
  'a web stream': (bytes) => new Blob([new Uint8Array(bytes)]).stream(),
  'a Node stream': (bytes) => Readable.from([Buffer.from(bytes)], { objectMode: false }),
  'an iterable of single bytes': oneByOne,
};

for (const [name, make] of Object.entries(KINDS)) {
  test(`${name} of any length becomes the Base64 of its bytes`, async () => {
    for (const length of [0, 1, 2, 3, 4, 100, 49_151, 49_152, 49_153]) {
      const bytes = randomBytes(length);
      const body = toRequestBody({ filename: 'ä"\\', documents: [{ base64File: await make(bytes) }], n: 1 });
      const parsed = JSON.parse(await textOf(body));
      assert.deepEqual(parsed, {
        filename: 'ä"\\',
        documents: [{ base64File: PREFIX + bytes.toString('base64') }],
        n: 1,
      });
    }
  });
}

test('several files in one body keep their places', async () => {
  const [a, b] = [randomBytes(100_000), randomBytes(70_001)];
  const body = toRequestBody({ a: await fileOf(a), between: 'x', list: [Buffer.from(b), null] });
  assert.deepEqual(JSON.parse(await textOf(body)), {
    a: PREFIX + a.toString('base64'),
    between: 'x',
    list: [PREFIX + b.toString('base64'), null],
  });
});

test('a body with files on disk or in memory can be sent again', async () => {
  const body = toRequestBody({
    a: await fileOf(randomBytes(100_000)),
    b: new Blob(['b']),
    c: Buffer.from('c'),
  });
  assert.equal(body.isRepeatable, true);
  assert.equal(await textOf(body), await textOf(body));
});

test('a body with a stream cannot be sent again', () => {
  assert.equal(toRequestBody({ a: oneByOne(Buffer.from('a')) }).isRepeatable, false);
});

test('a body without files is plain JSON', () => {
  const at = new Date(0);
  const body = toRequestBody({ at, nothing: undefined, list: [1, null] });
  assert.equal(body.open(), JSON.stringify({ at, list: [1, null] }));
});

test('a file that cannot be read is a SourceFailure', async () => {
  const body = toRequestBody({ file: fromFile(join(directory, 'missing')) });
  await assert.rejects(textOf(body), (error) => {
    assert.ok(error instanceof SourceFailure);
    assert.equal((error.cause as NodeJS.ErrnoException).code, 'ENOENT');
    return true;
  });
});

test('a stream of text is rejected', async () => {
  const body = toRequestBody({ file: Readable.from(['text']) as unknown as ByteSource });
  await assert.rejects(textOf(body), (error) => {
    assert.match(String((error as SourceFailure).cause), /must yield bytes, not text/);
    return true;
  });
});
