import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  readStreamedJson,
  SpilledText,
  type SpillSink,
  StreamedJsonError,
  type StreamedJsonOptions,
} from './streamed-json.ts';

const MEBIBYTE = 1024 * 1024;

/** Records the calls of every sink, so that tests can check how each value was handled. */
class RecordingSinks {
  readonly opened: string[] = [];
  readonly ended: string[] = [];
  readonly aborted: string[] = [];
  bytes = 0;
  concurrentWrites = 0;
  largestChunk = 0;

  open = async (path: string): Promise<SpillSink> => {
    this.opened.push(path);
    const hash = createHash('sha256');
    let pending = 0;
    return {
      write: async (chunk) => {
        pending += 1;
        this.concurrentWrites = Math.max(this.concurrentWrites, pending);
        this.largestChunk = Math.max(this.largestChunk, chunk.length);
        this.bytes += chunk.length;
        hash.update(chunk);
        await new Promise((resolve) => setImmediate(resolve));
        pending -= 1;
      },
      end: async () => {
        this.ended.push(path);
        return hash.digest('hex');
      },
      abort: async () => void this.aborted.push(path),
    };
  };
}

type Body = string | AsyncIterable<Uint8Array>;

function read(body: Body, sinks = new RecordingSinks(), options: Partial<StreamedJsonOptions> = {}) {
  return readStreamedJson(typeof body === 'string' ? toSource([Buffer.from(body)]) : body, {
    spill: new Set(['base64File']),
    openSink: sinks.open,
    maximumBodyBytes: 100 * MEBIBYTE,
    maximumSkeletonBytes: MEBIBYTE,
    maximumSpilledBytes: 100 * MEBIBYTE,
    maximumSpills: 10,
    maximumDepth: 64,
    ...options,
  });
}

async function* toSource(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function readError(body: Body, sinks?: RecordingSinks, options?: Partial<StreamedJsonOptions>) {
  try {
    await read(body, sinks, options);
  } catch (error) {
    assert.ok(error instanceof StreamedJsonError, String(error));
    return error;
  }
  assert.fail('the body was accepted');
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function readOne(text: string): Promise<SpilledText> {
  const { spilled } = await read(`{"base64File":"${text}"}`);
  return spilled[0]!.text;
}

test('the value contains the path, the size and the result of a spilled string', async () => {
  const { value } = await read('{"documents":[{"base64File":"aGFsbG8="}]}');
  const { documents } = value as { documents: { base64File: SpilledText }[] };
  const text = documents[0]!.base64File;
  assert.ok(text instanceof SpilledText);
  assert.deepEqual(
    { ...text },
    {
      path: 'documents[0].base64File',
      index: 0,
      bytes: 5,
      valid: true,
      reason: undefined,
      mediaType: undefined,
      result: sha256('hallo'),
    },
  );
});

test('the size and the SHA-256 of the raw body are returned', async () => {
  const body = ' {"base64File":"aGFs\\u0062G8=", "a" : 1}\n';
  const { sha256: digest, bytes } = await read(body);
  assert.deepEqual({ digest, bytes }, { digest: sha256(body), bytes: body.length });
});

test('a key with escapes is recognized', async () => {
  const { spilled } = await read('{"base64\\u0046ile":"aGFsbG8="}');
  assert.equal(spilled[0]?.text.result, sha256('hallo'));
});

test('a string is not spilled if it only contains the key or is in an array under the key', async () => {
  const { value, spilled } = await read('{"base64File":["base64File","AAAA"],"base64Files":"AAAA"}');
  assert.deepEqual(value, { base64File: ['base64File', 'AAAA'], base64Files: 'AAAA' });
  assert.deepEqual(spilled, []);
});

test('a value under the key that is not a string is unchanged', async () => {
  const { value } = await read('[{"base64File":null},{"base64File":1.5},{"base64File":{"a":[true]}}]');
  assert.deepEqual(value, [{ base64File: null }, { base64File: 1.5 }, { base64File: { a: [true] } }]);
});

test('an empty string is a spill of zero bytes', async () => {
  const text = await readOne('');
  assert.deepEqual([text.bytes, text.valid, text.result], [0, true, sha256('')]);
});

test('the last of two duplicate keys wins, and the first result is marked as discarded', async () => {
  const { value, spilled } = await read('{"base64File":"AAAA","base64File":"aGFsbG8="}');
  assert.equal((value as { base64File: SpilledText }).base64File.result, sha256('hallo'));
  assert.deepEqual(
    spilled.map(({ discarded, text }) => [discarded, text.bytes]),
    [
      [true, 3],
      [false, 5],
    ],
  );
});

test('a spill in an object that a duplicate key replaces is marked as discarded', async () => {
  const { value, spilled } = await read('{"a":{"base64File":"AAAA"},"a":{"b":1}}');
  assert.deepEqual(value, { a: { b: 1 } });
  assert.equal(spilled[0]?.discarded, true);
});

test('the prefix of a data URL is removed and its media type is returned', async () => {
  const text = await readOne('data:image\\/png;charset=utf-8;base64,aGFsbG8=');
  assert.deepEqual([text.mediaType, text.result], ['image/png', sha256('hallo')]);
});

const notBase64: [string, string, string][] = [
  ['a character outside the alphabet', 'AAAA*AAA', 'character'],
  ['the URL alphabet', 'AA-_', 'character'],
  ['a lone surrogate', 'AA\\ud800', 'character'],
  ['a character beyond ASCII', 'AAAé', 'character'],
  ['an escaped null character', 'AAAA\\u0000', 'character'],
  ['text after the padding', 'AA==AAAA', 'padding'],
  ['too little padding', 'AA=', 'padding'],
  ['too much padding', 'AAA==', 'padding'],
  ['a single character left over', 'AAAAA', 'length'],
  ['a data URL without base64', 'data:text/plain,AAAA', 'character'],
];
for (const [what, text, reason] of notBase64) {
  test(`${what} makes the text invalid and leaves nothing stored`, async () => {
    const sinks = new RecordingSinks();
    const { value } = await read(`{"base64File":"${text}","after":1}`, sinks);
    const { base64File, after } = value as { base64File: SpilledText; after: number };
    assert.deepEqual(
      [base64File.valid, base64File.reason, base64File.result, after],
      [false, reason, undefined, 1],
    );
    assert.deepEqual([sinks.ended, sinks.aborted], [[], ['base64File']]);
  });
}

test('long texts decode correctly wherever escapes, white space and chunk boundaries are', async () => {
  const file = randomBytes(200_000);
  const plain = file.toString('base64');
  const notations = [
    plain,
    plain.replaceAll('/', '\\/'),
    plain.replaceAll('+', '\\u002B'),
    plain.replace(/.{76}/g, '$&\\r\\n'),
    `data:application/pdf;base64,${plain}`,
    `${'\\n'.repeat(70_000)}${plain}${' '.repeat(140_000)}`,
    plain.replace(/=+$/, ''),
  ];
  for (const notation of notations) {
    for (const chunkBytes of [999, 65_535, 65_536, 1_000_000]) {
      const body = Buffer.from(`{"base64File":"${notation}"}`);
      const chunks: Buffer[] = [];
      for (let at = 0; at < body.length; at += chunkBytes) chunks.push(body.subarray(at, at + chunkBytes));
      const { spilled } = await read(toSource(chunks));
      assert.equal(spilled[0]?.text.result, sha256(file));
    }
  }
});

test('only white space can follow padding at the end of a batch', async () => {
  const padded = `${'A'.repeat(65_536 - 2)}==`;
  assert.equal((await readOne(`${padded} \\n`)).valid, true);
  assert.equal((await readOne(`${padded}AAAA`)).reason, 'padding');
});

test('a raw control character in Base64 text is a syntax error', async () => {
  for (const text of [
    'AA\nAA',
    'AA\tAA',
    'AA\u0000AA',
    `${'A'.repeat(70_000)}\n`,
    `*${'A'.repeat(70_000)}\n`,
  ]) {
    assert.equal((await readError(`{"base64File":"${text}"}`)).code, 'syntax');
  }
});

test('invalid UTF-8 is a syntax error in the skeleton, in Base64 text and in skipped text', async () => {
  for (const [before, after] of [
    ['{"a":"', '"}'],
    ['{"base64File":"AAAA', '"}'],
    ['{"base64File":"*', 'AAAA"}'],
    ['{"base64File":"*', '\\n\u0080"}'],
  ]) {
    const body = Buffer.concat([Buffer.from(before!), Buffer.from([0xc3]), Buffer.from(after!)]);
    assert.equal((await readError(toSource([body]))).code, 'syntax');
  }
});

for (const [what, body] of [
  ['a byte order mark', '\ufeff{}'],
  ['an empty body', ''],
  ['an unterminated string', '{"a":"b'],
  ['unterminated Base64 text', '{"base64File":"AAAA'],
  ['a truncated object', '{"base64File":"AAAA"'],
  ['garbage after the end', '{"a":1} x'],
  ['a second value after the end', '{"a":1}{"base64File":"AAAA"}'],
  ['a missing colon', '{"base64File" "AAAA"}'],
  ['two values in a row', '{"base64File":"AAAA""AAAA"}'],
  ['mismatched brackets', '{"a":[1}]'],
  ['a bad escape in Base64 text', '{"base64File":"A\\x"}'],
  ['a bad Unicode escape in skipped text', '{"base64File":"*\\u00g0"}'],
]) {
  test(`${what} is a syntax error whose message does not quote the body`, async () => {
    const sinks = new RecordingSinks();
    const error = await readError(body!, sinks);
    assert.deepEqual(
      [error.code, error.message, error.cause],
      ['syntax', 'The body is not well-formed JSON.', undefined],
    );
    assert.equal(sinks.ended.length + sinks.aborted.length, sinks.opened.length);
  });
}

test('nesting at the limit is accepted, and one more level is rejected before the rest is read', async () => {
  await read(`${'['.repeat(64)}${']'.repeat(64)}`);
  assert.equal((await readError('['.repeat(65))).code, 'tooDeep');
  assert.equal((await readError('{"a":'.repeat(1_000_000))).code, 'tooDeep');
});

test('a body at its limit is accepted, and one more byte is rejected', async () => {
  const body = '{"a":1}';
  await read(body, undefined, { maximumBodyBytes: 7 });
  const { code, limit } = await readError(`${body} `, undefined, { maximumBodyBytes: 7 });
  assert.deepEqual([code, limit], ['tooLarge', 'body']);
});

test('the limit of the skeleton does not count Base64 text', async () => {
  const body = `{"base64File":"${'AAAA'.repeat(1000)}"}`;
  await read(body, undefined, { maximumSkeletonBytes: 15 });
  const { code, limit } = await readError(body, undefined, { maximumSkeletonBytes: 14 });
  assert.deepEqual([code, limit], ['tooLarge', 'skeleton']);
});

test('the limit of the skeleton stops millions of tiny tokens', async () => {
  async function* tokens(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('[0');
    for (let block = 0; block < 10_000; block += 1) yield Buffer.from(',"",{"a":[]}'.repeat(1000));
  }
  assert.equal((await readError(tokens())).limit, 'skeleton');
});

test('a value at its limit is stored, and one more byte aborts its sink', async () => {
  const sinks = new RecordingSinks();
  await read('{"base64File":"AAAA"}', sinks, { maximumSpilledBytes: 3 });
  const error = await readError('{"base64File":"AAAAAA=="}', sinks, { maximumSpilledBytes: 3 });
  assert.deepEqual([error.code, error.limit, error.path], ['tooLarge', 'spilledText', 'base64File']);
  assert.deepEqual(sinks.aborted, ['base64File']);
});

test('too many values are rejected, and the error lists the stored values', async () => {
  const error = await readError('[{"base64File":"AAAA"},{"base64File":""}]', undefined, { maximumSpills: 1 });
  assert.equal(error.limit, 'spills');
  assert.deepEqual(
    error.spilled.map(({ text, discarded }) => [text.path, text.bytes, discarded]),
    [['[0].base64File', 3, true]],
  );
});

test('after the sender disconnects, the open sink is aborted and the error lists the earlier results', async () => {
  const sinks = new RecordingSinks();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('[{"base64File":"AAAA"},{"base64File":"AAAA');
    throw new Error('socket hang up');
  }
  const error = await readError(broken(), sinks);
  assert.deepEqual([error.code, error.spilled.length, sinks.aborted], ['aborted', 1, ['[1].base64File']]);
});

test('a sink that fails is aborted, and its error is the cause', async () => {
  const cause = new Error('no space left');
  let aborted = 0;
  const openSink = async (): Promise<SpillSink> => ({
    write: () => Promise.reject(cause),
    end: async () => {},
    abort: async () => {
      aborted += 1;
    },
  });
  const error = await readError('{"base64File":"AAAA"}', undefined, { openSink });
  assert.deepEqual([error.code, error.cause, aborted], ['sink', cause, 1]);
});

test('fifty megabytes are read with less than 256 KiB of buffers and one write at a time', async () => {
  const block = randomBytes(48 * 1024);
  const base64 = Buffer.from(block.toString('base64'));
  const blocks = Math.ceil((50 * MEBIBYTE) / base64.length);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"documents":[{"base64File":"');
    for (let index = 0; index < blocks; index += 1) yield base64;
    yield Buffer.from('"}]}');
  }
  const sinks = new RecordingSinks();
  const { peakBufferBytes } = await read(body(), sinks);
  assert.equal(sinks.bytes, blocks * block.length);
  assert.ok(peakBufferBytes < 256 * 1024, `${peakBufferBytes} bytes buffered`);
  assert.ok(sinks.largestChunk <= 64 * 1024, `${sinks.largestChunk} bytes in one write`);
  assert.equal(sinks.concurrentWrites, 1);
});
