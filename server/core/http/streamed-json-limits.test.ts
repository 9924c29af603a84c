import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { RecordingSinks, read, rejectionOf, toSource } from '../../testing/streamed-json.ts';
import { ANY_INDEX, type PathPattern } from './streamed-json-path.ts';

const MEBIBYTE = 1024 * 1024;

test('nesting at the limit is read, and one level more is rejected without reading on', async () => {
  await read(`${'['.repeat(64)}${']'.repeat(64)}`);
  assert.equal((await rejectionOf('['.repeat(65))).code, 'tooDeep');
  assert.equal((await rejectionOf('{"a":'.repeat(1_000_000))).code, 'tooDeep');
});

test('a body at its limit is read, and one byte more is rejected', async () => {
  const body = '{"a":1}';
  await read(body, undefined, { maximumBodyBytes: 7 });
  const { code, limit } = await rejectionOf(`${body} `, undefined, { maximumBodyBytes: 7 });
  assert.deepEqual([code, limit], ['tooLarge', 'body']);
});

test('the skeleton is bounded without counting Base64 text', async () => {
  const body = `{"base64File":"${'AAAA'.repeat(1000)}"}`;
  await read(body, undefined, { maximumSkeletonBytes: 15 });
  const { code, limit } = await rejectionOf(body, undefined, { maximumSkeletonBytes: 14 });
  assert.deepEqual([code, limit], ['tooLarge', 'skeleton']);
});

for (const [what, body, path] of [
  ['a text', `{"a":1,"file":"${'A'.repeat(200)}","b":2}`, 'file'],
  ['a text in a list', `{"list":[{"a":1},{"content":"${'A'.repeat(200)}"}]}`, 'list[1].content'],
  ['the text under the key at another place', `{"x":{"base64File":"${'A'.repeat(200)}"}}`, 'x.base64File'],
  ['a name', `{"a":{"b":1,"${'A'.repeat(200)}":2}}`, 'a'],
  ['a name of the body', `{"b":1,"${'A'.repeat(200)}":2}`, ''],
  ['white space after the body', `{"b":1}${' '.repeat(200)}`, ''],
  ['the value after a long name', `{"${'N'.repeat(120)}":"A"}`, `${'N'.repeat(100)}…`],
] as const) {
  test(`a skeleton that is too large names the property that does not fit: ${what}`, async () => {
    const source = Buffer.from(body);
    for (const chunkBytes of [1, 7, 1000]) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < source.length; at += chunkBytes)
        chunks.push(source.subarray(at, at + chunkBytes));
      const error = await rejectionOf(toSource(chunks), undefined, { maximumSkeletonBytes: 124 });
      assert.deepEqual([error.limit, error.path], ['skeleton', path]);
    }
  });
}

test('millions of tiny tokens end at the limit of the skeleton', async () => {
  async function* tokens(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('[0');
    for (let block = 0; block < 10_000; block += 1) yield Buffer.from(',"",{"a":[]}'.repeat(1000));
  }
  assert.equal((await rejectionOf(tokens())).limit, 'skeleton');
});

test('a value at its limit is stored and one byte more aborts it', async () => {
  const sinks = new RecordingSinks();
  await read('{"base64File":"AAAA"}', sinks, { maximumSpilledBytes: 3 });
  const error = await rejectionOf('{"base64File":"AAAAAA=="}', sinks, { maximumSpilledBytes: 3 });
  assert.deepEqual([error.code, error.limit, error.path], ['tooLarge', 'spilledText', 'base64File']);
  assert.deepEqual(sinks.aborted, ['base64File']);
});

test('a body with too many values is rejected, and the caller gets the stored ones', async () => {
  const error = await rejectionOf('[{"base64File":"AAAA"},{"base64File":""}]', undefined, {
    maximumSpills: 1,
  });
  assert.equal(error.limit, 'spills');
  assert.deepEqual(
    error.spilled.map(({ text, discarded }) => [text.path, text.bytes, discarded]),
    [['[0].base64File', 3, true]],
  );
});

for (const [body, path] of [
  ['{"documents":[{"base64File":"AAAA"},{"base64File":""}]}', 'documents'],
  ['{"documents":[{"base64File":"AAAA"}],"a":{"b":[{"base64File":""}]}}', 'a.b'],
  ['{"base64File":"AAAA","documents":[],"base64File":""}', 'base64File'],
] as const) {
  test(`too many values are reported with the path of their list: ${body}`, async () => {
    const spill: PathPattern[] = [
      ['base64File'],
      ['documents', ANY_INDEX, 'base64File'],
      ['a', 'b', ANY_INDEX, 'base64File'],
    ];
    const error = await rejectionOf(body, undefined, { spill, maximumSpills: 1 });
    assert.deepEqual([error.limit, error.path], ['spills', path]);
  });
}

test('fifty megabytes pass through with a fraction of a megabyte held and one write at a time', async () => {
  const block = randomBytes(48 * 1024);
  const base64 = Buffer.from(block.toString('base64'));
  const blocks = Math.ceil((50 * MEBIBYTE) / base64.length);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"documents":[{"base64File":"');
    for (let index = 0; index < blocks; index += 1) yield base64;
    yield Buffer.from('"}]}');
  }
  const sinks = new RecordingSinks();
  const { heldBytes } = await read(body(), sinks);
  assert.equal(sinks.bytes, blocks * block.length);
  assert.ok(heldBytes < 256 * 1024, `${heldBytes} bytes held`);
  assert.ok(sinks.largestChunk <= 64 * 1024, `${sinks.largestChunk} bytes in one write`);
  assert.equal(sinks.concurrentWrites, 1);
});
