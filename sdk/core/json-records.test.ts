import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordsFault, readRecords } from './json-records.ts';

const LIST = ['records'];

async function* pieces(bytes: Uint8Array, sizes: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, sizes());
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(chunks: AsyncIterable<Uint8Array>, lists: readonly string[] = LIST): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const { record } of readRecords(chunks, lists)) records.push(record);
  return records;
}

const readText = (text: string, lists?: readonly string[]) =>
  read(
    pieces(Buffer.from(text), () => 7),
    lists,
  );

/** Pseudo-random numbers from a fixed seed, so that failures are reproducible. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TEXTS = [
  '',
  'a',
  '"',
  '\\',
  '\\"',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  'ü',
  '😀',
  '\u2028',
  '\n',
  '\u0000',
  '\ud800',
];

function randomValue(random: (below: number) => number, depth: number): unknown {
  switch (random(depth > 0 ? 8 : 5)) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return [0, -0.5, 1e21, 123456789, 5e-7][random(5)];
    case 3:
    case 4:
      return Array.from({ length: random(5) }, () => TEXTS[random(TEXTS.length)]).join('');
    case 5:
    case 6:
      return Object.fromEntries(
        Array.from({ length: random(4) }, () => [
          TEXTS[random(TEXTS.length)]! + random(9),
          randomValue(random, depth - 1),
        ]),
      );
    default:
      return Array.from({ length: random(4) }, () => randomValue(random, depth - 1));
  }
}

/** JSON with white space and escapes that JSON.stringify does not produce. */
function randomJson(value: unknown, random: (below: number) => number): string {
  const space = () => ['', '', ' ', '\n\t', '\r '][random(5)];
  if (Array.isArray(value))
    return `[${space()}${value.map((item) => randomJson(item, random)).join(`${space()},${space()}`)}${space()}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([key, item]) => `${randomJson(key, random)}${space()}:${space()}${randomJson(item, random)}`,
    );
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const letters = [...value].map((letter) =>
    random(3) > 0 ? JSON.stringify(letter).slice(1, -1) : letter.split('').map(escaped).join(''),
  );
  return `"${letters.join('')}"`;
}

test('any document, in chunks of any size, yields the records that JSON.parse returns', async () => {
  const random = randomNumbers(20_261_121);
  for (let round = 0; round < 1500; round++) {
    const records = Array.from({ length: random(5) }, () => randomValue(random, 3));
    const text = randomJson(
      { before: randomValue(random, 2), records, 'after"': randomValue(random, 2) },
      random,
    );
    const expected = (JSON.parse(text) as { records: unknown[] }).records;
    const found = await read(pieces(Buffer.from(text), () => 1 + random(round % 2 === 0 ? 3 : 40)));
    assert.deepEqual(found, expected, text);
  }
});

test('a document split at any byte yields the same records', async () => {
  const records = [{ name: 'Ä😀\\"\u2028', list: [[], {}, '[]{},"'] }, -1.5e3, 'x', null, [], {}];
  const bytes = Buffer.from(JSON.stringify({ isFaulty: false, records, message: '"records":[1]' }));
  for (let cut = 0; cut <= bytes.length; cut++) {
    const halves = (async function* () {
      yield bytes.subarray(0, cut);
      yield bytes.subarray(cut);
    })();
    assert.deepEqual(await read(halves), records);
  }
});

test('a document that ends early is an error and never a shorter list', async () => {
  const bytes = Buffer.from('{"records":[{"a":"}"},2]}');
  for (let end = 0; end < bytes.length; end++)
    await assert.rejects(read(pieces(bytes.subarray(0, end), () => 5)), { isIncomplete: true });
});

for (const text of [
  '{"records":[1,]}',
  '{"records":[,1]}',
  '{"records":[1 2]}',
  '{"records":[1}',
  '{"records":[{"a":1]]}',
  '{"records":[{a:1}]}',
  "{'records':[]}",
  '{"records":[]]',
  '{"records":[],}',
  '{"records" []}',
  '{"records":[]} x',
  '{"records":[]}{}',
  '{"x":tru,"records":[]}',
  '{"x":,"records":[]}',
  '{,"records":[]}',
  '{"records":["\n"]}',
  '{"records":["\\x"]}',
  '\ufeff{"records":[]}',
  '{"records":[\ufeff1]}',
  '"records"',
  '[1]',
]) {
  test(`invalid JSON is rejected: ${JSON.stringify(text)}`, async () => {
    await assert.rejects(readText(text), RecordsFault);
  });
}

test('bytes that are not UTF-8 are rejected', async () => {
  const bytes = Buffer.concat([Buffer.from('{"records":["'), Buffer.from([0xff]), Buffer.from('"]}')]);
  await assert.rejects(read(pieces(bytes, () => 100)), RecordsFault);
});

test('the error does not quote the text', async () => {
  await assert.rejects(readText('{"records":[{"email":jana@example.org}]}'), (error: Error) => {
    assert.doesNotMatch(`${error.message} ${error.cause}`, /jana/);
    return true;
  });
});

test('a document without the list is rejected, because a missing list is not an empty one', async () => {
  await assert.rejects(readText('{}'), /no list "records"/);
  await assert.rejects(readText('{"records":null}'), /no list "records"/);
});

test('a document with the same list twice is rejected', async () => {
  await assert.rejects(readText('{"records":[1],"records":[2]}'), /twice/);
});

test('a document that is an array is a list', async () => {
  assert.deepEqual(await readText(' [ {"id":1} , [2] ] ', ['']), [{ id: 1 }, [2]]);
  assert.deepEqual(await readText('[]', ['']), []);
});

test('records of several lists have the name of their list', async () => {
  const text = '{"new":[1],"modified":[],"other":[9],"deleted":[2,3]}';
  const found = [];
  for await (const listed of readRecords(
    pieces(Buffer.from(text), () => 4),
    ['new', 'modified', 'deleted'],
  ))
    found.push(listed);
  assert.deepEqual(found, [
    { list: 'new', record: 1 },
    { list: 'deleted', record: 2 },
    { list: 'deleted', record: 3 },
  ]);
});

test('a record is yielded before the document has ended', async () => {
  const chunks = (async function* () {
    yield Buffer.from('{"records":[{"id":1},');
    throw new Error('No further chunk should be read.');
  })();
  const { value } = await readRecords(chunks, LIST).next();
  assert.deepEqual(value, { list: 'records', record: { id: 1 } });
});

test('a record over the size limit is an error', async () => {
  const endless = (async function* () {
    yield Buffer.from('{"records":["');
    while (true) yield Buffer.alloc(1000, 'x');
  })();
  await assert.rejects(async () => {
    for await (const _ of readRecords(endless, LIST, 10_000));
  }, /longer than 10000 bytes/);
});
