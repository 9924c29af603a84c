import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { RecordingSinks, read, rejectionOf, toSource } from '../../testing/streamed-json.ts';
import { SpilledText, type SpillSink } from './streamed-json.ts';

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function readOne(text: string): Promise<SpilledText> {
  const { spilled } = await read(`{"base64File":"${text}"}`);
  return spilled[0]!.text;
}

test('a spilled string leaves its path, its size and the result of its sink in the value', async () => {
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

test('the length of the raw body is reported, and a hash gets all of it', async () => {
  const body = ' {"base64File":"aGFs\\u0062G8=", "a" : 1}\n';
  const hash = createHash('sha256');
  const { bytes } = await read(body, undefined, {
    hash: { update: (part) => void hash.update(part) },
  });
  assert.deepEqual({ digest: hash.digest('hex'), bytes }, { digest: sha256(body), bytes: body.length });
});

test('a key written with escapes is recognised', async () => {
  const { spilled } = await read('{"base64\\u0046ile":"aGFsbG8="}');
  assert.equal(spilled[0]?.text.result, sha256('hallo'));
});

test('a string that only contains the key, or is an array element under it, stays a string', async () => {
  const { value, spilled } = await read('{"base64File":["base64File","AAAA"],"base64Files":"AAAA"}');
  assert.deepEqual(value, { base64File: ['base64File', 'AAAA'], base64Files: 'AAAA' });
  assert.deepEqual(spilled, []);
});

test('a string under the key at another place stays a string, and a spilled one beside it does not', async () => {
  const elsewhere = {
    data: { base64File: 'AAAA', documents: [{ base64File: 'AAAA' }] },
    documents: { base64File: 'AAAA', '0': { base64File: 'AAAA' } },
    base64File: { base64File: 'AAAA' },
    list: [{ base64File: 'AAAA' }, [{ base64File: 'AAAA' }]],
  };
  const { value, spilled } = await read(JSON.stringify(elsewhere));
  assert.deepEqual([value, spilled], [elsewhere, []]);
  const { spilled: found } = await read(
    '{"x":{"base64File":"AAAA"},"documents":[{"a":{"base64File":"AAAA"},"base64File":"aGFsbG8="}],"base64File":""}',
  );
  assert.deepEqual(
    found.map(({ text }) => text.path),
    ['documents[0].base64File', 'base64File'],
  );
});

test('a spilled string cannot be serialized, so its keys cannot leave the service', async () => {
  const { value } = await read('{"base64File":"aGFsbG8="}');
  assert.throws(() => JSON.stringify(value), /must not be serialized/);
});

test('a value that is not a string stays as it is', async () => {
  const { value } = await read('[{"base64File":null},{"base64File":1.5},{"base64File":{"a":[true]}}]');
  assert.deepEqual(value, [{ base64File: null }, { base64File: 1.5 }, { base64File: { a: [true] } }]);
});

test('an empty string is a spill of no bytes', async () => {
  const text = await readOne('');
  assert.deepEqual([text.bytes, text.valid, text.result], [0, true, sha256('')]);
});

test('of duplicate keys the last wins and the earlier result is reported as discarded', async () => {
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

test('a spill inside an object that a duplicate key replaces is reported as discarded', async () => {
  const { value, spilled } = await read('{"documents":[{"base64File":"AAAA"}],"documents":[{"b":1}]}');
  assert.deepEqual(value, { documents: [{ b: 1 }] });
  assert.equal(spilled[0]?.discarded, true);
});

test('the prefix of a data URL is stripped and its media type reported', async () => {
  const text = await readOne('data:image\\/png;charset=utf-8;base64,aGFsbG8=');
  assert.deepEqual([text.mediaType, text.result], ['image/png', sha256('hallo')]);
});

test('the media type in the prefix can have white space, as in a header of HTTP', async () => {
  for (const type of ['text/plain; charset=utf-8;', 'text/plain ;charset=utf-8 ; ', 'text/plain;\\t']) {
    const text = await readOne(`data:${type}base64,aGFsbG8=`);
    assert.deepEqual([text.mediaType, text.result], ['text/plain', sha256('hallo')], type);
  }
});

const notBase64: [string, string, string][] = [
  ['a foreign character', 'AAAA*AAA', 'character'],
  ['the URL alphabet', 'AA-_', 'character'],
  ['a lone surrogate', 'AA\\ud800', 'character'],
  ['a character beyond ASCII', 'AAAé', 'character'],
  ['an escaped null character', 'AAAA\\u0000', 'character'],
  ['text after the padding', 'AA==AAAA', 'padding'],
  ['too little padding', 'AA=', 'padding'],
  ['too much padding', 'AAA==', 'padding'],
  ['a single character left over', 'AAAAA', 'length'],
  ['a blank within a line', 'AAAA AAA', 'blank'],
  ['a blank within a group', 'A AAA', 'blank'],
  ['an escaped tab within a line', 'AAAA\\tAAAA', 'blank'],
  ['a blank that also leaves a character over', 'AAAA AAAAA', 'blank'],
  ['a blank before the padding', 'AA ==', 'blank'],
  ['a blank after the prefix of a data URL and one within', 'data:;base64, AAAA AAAA', 'blank'],
  ['a blank beside a line break and one within', 'AAAA \\n AAAA AAAA', 'blank'],
  [
    'an escaped character beyond ASCII in the prefix of a data URL',
    'data:image/\\u00e9;base64,AAAA',
    'character',
  ],
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

test('long texts decode exactly wherever escapes, white space and chunk borders fall', async () => {
  const file = randomBytes(200_000);
  const plain = file.toString('base64');
  const writings = [
    plain,
    plain.replaceAll('/', '\\/'),
    plain.replaceAll('+', '\\u002B'),
    plain.replace(/.{76}/g, '$&\\r\\n'),
    plain.replace(/.{75}/g, '$& \\t\\n  '),
    `data:application/pdf;base64,${plain}`,
    `${'\\n'.repeat(70_000)}${plain}${' '.repeat(140_000)}`,
    plain.replace(/=+$/, ''),
  ];
  for (const writing of writings) {
    for (const chunkBytes of [999, 65_535, 65_536, 1_000_000]) {
      const body = Buffer.from(`{"base64File":"${writing}"}`);
      const chunks: Buffer[] = [];
      for (let at = 0; at < body.length; at += chunkBytes) chunks.push(body.subarray(at, at + chunkBytes));
      const { spilled } = await read(toSource(chunks));
      assert.equal(spilled[0]?.text.result, sha256(file));
    }
  }
});

test('a blank is accepted beside a line break and at the ends, and nowhere else, wherever batches and chunks end', async () => {
  const batch = 65_536;
  const plain = Buffer.alloc(150_000, 'stellwerk').toString('base64');
  const write = (at: number, inserted: string) => `${plain.slice(0, at)}${inserted}${plain.slice(at)}`;
  for (const prefix of ['', 'data:text/plain;base64,'])
    for (const at of [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4].map((offset) => batch - prefix.length + offset))
      for (const chunkBytes of [batch + prefix.length - 3, 1_000_000]) {
        const reasonOf = async (text: string) => {
          const body = Buffer.from(`{"base64File":"${prefix}${text}"}`);
          const { spilled } = await read(toSource([body.subarray(0, chunkBytes), body.subarray(chunkBytes)]));
          const { reason, result } = spilled[0]!.text;
          if (reason === undefined) assert.equal(result, sha256(Buffer.from(plain, 'base64')));
          return reason;
        };
        for (const within of [' ', '     ', '\\t', ' \\u0020'])
          assert.equal(await reasonOf(write(at, within)), 'blank', `${JSON.stringify(within)} at ${at}`);
        for (const broken of ['\\n', ' \\r\\n', '\\n ', '    \\u000a\\t  '])
          assert.equal(await reasonOf(write(at, broken)), undefined, `${JSON.stringify(broken)} at ${at}`);
      }
  for (const length of [1, batch - 1, batch, batch + 1]) {
    const blanks = ' '.repeat(length);
    assert.equal((await readOne(`${blanks}AAAA`)).reason, undefined);
    assert.equal((await readOne(`AAAA${blanks}`)).reason, undefined);
    assert.equal((await readOne(`AAAA${blanks}\\nAAAA`)).reason, undefined);
    assert.equal((await readOne(`AAAA\\n${blanks}AAAA`)).reason, undefined);
    assert.equal((await readOne(`AAAA${blanks}AAAA`)).reason, 'blank');
    assert.equal((await readOne(`AA${blanks}AAAAAA`)).reason, 'blank');
  }
});

test('only white space can follow padding that ends a batch', async () => {
  const padded = `${'A'.repeat(65_536 - 2)}==`;
  assert.equal((await readOne(`${padded} \\n`)).valid, true);
  assert.equal((await readOne(`${padded}AAAA`)).reason, 'padding');
});

test('a raw control character within Base64 text is a syntax error', async () => {
  for (const text of [
    'AA\nAA',
    'AA\tAA',
    'AA\u0000AA',
    `${'A'.repeat(70_000)}\n`,
    `*${'A'.repeat(70_000)}\n`,
  ]) {
    assert.equal((await rejectionOf(`{"base64File":"${text}"}`)).code, 'syntax');
  }
});

test('a line break between the bytes of a character is a syntax error', async () => {
  for (const between of ['\\n', ' \\r\\n ']) {
    const [before, after] = [Buffer.from('{"base64File":"AAAA'), Buffer.from('AAAA"}')];
    const body = Buffer.concat([before, Buffer.of(0xc3), Buffer.from(between), Buffer.of(0xa4), after]);
    assert.equal((await rejectionOf(toSource([body]))).code, 'syntax');
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
    assert.equal((await rejectionOf(toSource([body]))).code, 'syntax');
  }
});

for (const [what, body] of [
  ['two byte order marks', '\ufeff\ufeff{}'],
  ['a byte order mark after white space', ' \ufeff{}'],
  ['nothing but a byte order mark', '\ufeff'],
  ['nothing but white space', ' \n'],
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
  test(`${what} is a syntax error whose message says nothing of the body`, async () => {
    const sinks = new RecordingSinks();
    const error = await rejectionOf(body!, sinks);
    assert.deepEqual(
      [error.code, error.message, error.cause],
      ['syntax', 'The body is not well-formed JSON.', undefined],
    );
    assert.equal(sinks.ended.length + sinks.aborted.length, sinks.opened.length);
  });
}

test('a byte order mark before the body is not a part of it', async () => {
  const { value, spilled } = await read('\ufeff{"base64File":"aGFsbG8=","a":1}');
  assert.deepEqual([spilled[0]?.text.path, (value as { a: number }).a], ['base64File', 1]);
});

test('without a body there is no value', async () => {
  assert.equal((await read('')).value, undefined);
});

test('a sender that disconnects leaves an aborted sink and the earlier results', async () => {
  const sinks = new RecordingSinks();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('[{"base64File":"AAAA"},{"base64File":"AAAA');
    throw new Error('socket hang up');
  }
  const error = await rejectionOf(broken(), sinks);
  assert.deepEqual([error.code, error.spilled.length, sinks.aborted], ['aborted', 1, ['[1].base64File']]);
});

test('a sink that fails is aborted and its error is the cause', async () => {
  const cause = new Error('no space left');
  let aborted = 0;
  const openSink = async (): Promise<SpillSink> => ({
    write: () => Promise.reject(cause),
    end: async () => {},
    abort: async () => {
      aborted += 1;
    },
  });
  const error = await rejectionOf('{"base64File":"AAAA"}', undefined, { openSink });
  assert.deepEqual([error.code, error.cause, aborted], ['sink', cause, 1]);
});
