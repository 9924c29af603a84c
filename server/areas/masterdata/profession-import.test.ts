import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastCheck from 'fast-check';
import { ProfessionFileError } from './profession-file.ts';
import { type ProfessionRow, readProfessions } from './profession-import.ts';

const today = '2026-06-15';

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[] = []): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const cut of [...cuts.toSorted((left, right) => left - right), bytes.length]) {
    yield bytes.subarray(offset, cut);
    offset = cut;
  }
}

async function read(
  content: string | Uint8Array,
  format: 'xml' | 'csv',
  cuts: readonly number[] = [],
): Promise<ProfessionRow[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Array.fromAsync(readProfessions(chunksOf(bytes, cuts), format, today));
}

function xml(...elements: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<alleBerufe>\n${elements.join('\n')}\n</alleBerufe>\n`;
}

function beruf(attributes: string): string {
  return `<beruf id="1" codenr="B 51312-10000" bezeichnung="Kommissionierer/in" ${attributes}/>`;
}

async function assertRejected(
  content: string | Uint8Array,
  format: 'xml' | 'csv',
  line: number,
  rule: RegExp,
) {
  await assert.rejects(read(content, format), (error) => {
    assert.ok(error instanceof ProfessionFileError);
    assert.equal(error.lineNumber, line);
    assert.match(error.message, new RegExp(`^Line ${line}: `));
    assert.match(error.message, rule);
    return true;
  });
}

test('an XML entry is read as a row', async () => {
  const content = xml(
    '<beruf id="4702" codenr="B 51312-10000" obercodenr="B 51312" bezeichnung="Kommissionierer/in" zustand="" gueltigVon="01.01.2011" gueltigBis=""/>',
  );
  assert.deepEqual(await read(content, 'xml'), [
    {
      id: 4702,
      code: '51312-10000',
      title: 'Kommissionierer/in',
      levelId: 2,
      isExpired: false,
      kind: 'occupation',
      lineNumber: 3,
    },
  ]);
});

test('a CSV entry is read as the same row as in XML', async () => {
  const fromXml = await read(xml('', beruf('')), 'xml');
  const fromCsv = await read('\n\n\n1;51312-10000;Kommissionierer/in', 'csv');
  assert.deepEqual(fromCsv, fromXml);
});

test('a CSV header, blank lines, and CRLF are ignored', async () => {
  const rows = await read('id;code;title\r\n\r\n7;B 11101-10700;Helfer/in\r\n8;;Ohne Code\r\n', 'csv');
  assert.deepEqual(
    rows.map(({ id, code, title, levelId, lineNumber }) => [id, code, title, levelId, lineNumber]),
    [
      [7, '11101-10700', 'Helfer/in', 1, 3],
      [8, null, 'Ohne Code', null, 4],
    ],
  );
});

test('quoted CSV fields can contain semicolons and doubled quotes', async () => {
  const [row] = await read('"7"; "11101-10700" ;"Helfer/in; ""Hof"""', 'csv');
  assert.deepEqual([row?.id, row?.code, row?.title], [7, '11101-10700', 'Helfer/in; "Hof"']);
});

test('entities in XML attributes are decoded', async () => {
  const [row] = await read(
    xml(`<beruf id='1' bezeichnung='A &amp; B &lt;&gt; &quot;&apos; &#228;&#xDF; &#x1F600; &amp;amp;'/>`),
    'xml',
  );
  assert.equal(row?.title, `A & B <> "' äß 😀 &amp;`);
});

test('an XML value can contain > and a line feed, and an entry can have an end tag', async () => {
  const rows = await read(xml('<beruf id="1"\n bezeichnung="A > B\nC"></beruf>', beruf('')), 'xml');
  assert.deepEqual(
    rows.map(({ title, lineNumber }) => [title, lineNumber]),
    [
      ['A > B C', 3],
      ['Kommissionierer/in', 6],
    ],
  );
});

test('comments and processing instructions are ignored', async () => {
  const content = xml('<!-- <beruf id="9" bezeichnung="x"/> -->', '<?note > ?>', beruf(''));
  assert.deepEqual(
    (await read(content, 'xml')).map(({ id, lineNumber }) => [id, lineNumber]),
    [[1, 5]],
  );
});

test('a code that is not a KldB code is kept unchanged and has no level', async () => {
  const [row] = await read('1;HC 12-99;Titel', 'csv');
  assert.deepEqual([row?.code, row?.levelId], ['HC 12-99', null]);
});

for (const [attributes, isExpired] of [
  ['zustand="A"', true],
  ['zustand="R"', true],
  ['zustand="L"', true],
  ['zustand="E"', false],
  ['gueltigBis="14.06.2026"', true],
  ['gueltigBis="15.06.2026"', false],
  ['gueltigBis="31.12.9999"', false],
  ['gueltigVon="01.01.2030" gueltigBis=""', false],
] as const) {
  test(`an entry with ${attributes} is ${isExpired ? 'expired' : 'valid'} on ${today}`, async () => {
    const [row] = await read(xml(beruf(attributes)), 'xml');
    assert.equal(row?.isExpired, isExpired);
  });
}

test('entries with the states E and T are activities', async () => {
  const rows = await read(xml(beruf('zustand="E"'), beruf('zustand="T"'), beruf('zustand="A"')), 'xml');
  assert.deepEqual(
    rows.map((row) => row.kind),
    ['activity', 'activity', 'occupation'],
  );
});

for (const [name, content, format] of [
  ['UTF-8 CSV', Buffer.from('1;;Abfüller/in – €'), 'csv'],
  ['UTF-8 CSV with a byte order mark', Buffer.from('\ufeff1;;Abfüller/in – €'), 'csv'],
  ['windows-1252 CSV', Buffer.from('1;;Abf\xfcller/in \x96 \x80', 'latin1'), 'csv'],
  [
    'UTF-8 XML with a byte order mark',
    Buffer.from(`\ufeff${xml('<beruf id="1" bezeichnung="Abfüller/in – €"/>')}`),
    'xml',
  ],
  [
    'windows-1252 XML, declared',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><alleBerufe><beruf id="1" bezeichnung="Abf\xfcller/in \x96 \x80"/></alleBerufe>',
      'latin1',
    ),
    'xml',
  ],
  [
    'windows-1252 XML, undeclared',
    Buffer.from('<alleBerufe><beruf id="1" bezeichnung="Abf\xfcller/in \x96 \x80"/></alleBerufe>', 'latin1'),
    'xml',
  ],
] as const) {
  test(`umlauts, the dash, and the euro sign are decoded in ${name}`, async () => {
    const [row] = await read(content, format);
    assert.deepEqual([row?.id, row?.title], [1, 'Abfüller/in – €']);
  });
}

test('chunk boundaries at any byte do not change the rows', async () => {
  const titles = fastCheck.array(
    fastCheck.constantFrom('Abfüller/in', 'Maß – €', '😀 "A"; B', "O'Neill > &", 'x'),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  const positions = fastCheck.array(fastCheck.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
  await fastCheck.assert(
    fastCheck.asyncProperty(titles, positions, fastCheck.boolean(), async (names, shares, hasMark) => {
      const mark = hasMark ? '\ufeff' : '';
      const csv = names.map((name, index) => `${index + 1};;"${name.replaceAll('"', '""')}"\r\n`).join('');
      const elements = names.map((name, index) => {
        const escaped = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
        return `<beruf id="${index + 1}" bezeichnung="${escaped}"/>`;
      });
      for (const [format, content] of [
        ['csv', mark + csv],
        ['xml', mark + xml(...elements)],
      ] as const) {
        const bytes = Buffer.from(content);
        const rows = await read(
          bytes,
          format,
          shares.map((share) => Math.floor(share * bytes.length)),
        );
        assert.deepEqual(
          rows.map((row) => row.title),
          names,
        );
        assert.deepEqual(rows, await read(bytes, format));
      }
    }),
  );
});

test('chunks of one byte do not change the rows', async () => {
  const bytes = Buffer.from(
    `\ufeff${xml(beruf(''), '<!-- ä -->', '<beruf id="2" bezeichnung="Prüfer/in"/>')}`,
  );
  const cuts = Array.from(bytes, (_, index) => index);
  assert.deepEqual(await read(bytes, 'xml', cuts), await read(bytes, 'xml'));
});

test('rows are yielded before the file has been read completely', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let id = 1; ; id += 1) yield Buffer.from(`${id};;Titel\n`);
  }
  const ids: number[] = [];
  for await (const row of readProfessions(endless(), 'csv', today)) {
    ids.push(row.id);
    if (ids.length === 3) break;
  }
  assert.deepEqual(ids, [1, 2, 3]);
});

for (const [format, opening] of [
  ['csv', '1;;'],
  ['xml', '<alleBerufe><beruf id="1" bezeichnung="'],
] as const) {
  test(`an endless ${format} entry is rejected instead of buffered`, async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(opening);
      for (;;) yield Buffer.alloc(16_384, 'a');
    }
    await assert.rejects(
      Array.fromAsync(readProfessions(endless(), format, today)),
      /^ProfessionFileError: Line 1: a single line or tag is longer than 64 KiB/,
    );
  });
}

const malformedCsv: [string, string, number, RegExp][] = [
  ['two fields', '1;;a\n2;b\n', 2, /three fields .* not 2/],
  ['commas', '1,,a', 1, /three fields/],
  ['an unclosed quote', '1;;a\n2;;"b\n3;;c\n', 2, /quoted field must be closed/],
  ['text after a closing quote', '1;;"a"b', 1, /quoted field must be closed/],
  [
    'an id that is not a number',
    '1;;a\nx;;b',
    2,
    /the id must be an integer from 1 to 2147483647 \(found "x"\)/,
  ],
  ['the id 0', '0;;a', 1, /the id must be/],
  ['an id beyond int32', '2147483648;;a', 1, /the id must be/],
  ['an empty title', '1;51312-10000; ', 1, /the title must not be empty/],
  ['a NUL in the title', '1;;a\0b', 1, /control characters \(found "a\?b"\)/],
  ['a title beyond 500 characters', `1;;${'a'.repeat(501)}`, 1, /at most 500 characters/],
  ['columns in another order', 'id;title;code\n', 1, /the header must be id;code;title/],
  ['a second header', 'id;code;title\nid;code;title\n', 2, /the id must be/],
];
for (const [name, content, line, rule] of malformedCsv) {
  test(`CSV with ${name} is rejected`, () => assertRejected(content, 'csv', line, rule));
}

const malformedXml: [string, string, number, RegExp][] = [
  [
    'a DOCTYPE',
    '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n<alleBerufe/>',
    2,
    /DOCTYPE and CDATA/,
  ],
  ['CDATA', xml('<![CDATA[x]]>'), 3, /DOCTYPE and CDATA/],
  ['another root', '<berufe></berufe>', 1, /alleBerufe element are allowed here \(found "berufe"\)/],
  ['another element', xml('<titel id="1"/>'), 3, /only empty beruf elements/],
  ['an element inside an entry', xml('<beruf id="1" bezeichnung="a">', '<beruf/>'), 4, /only empty beruf/],
  ['a second root', '<alleBerufe/>\n<alleBerufe/>', 2, /only empty beruf elements/],
  ['text', xml(beruf(''), '\n  stray'), 5, /text outside a tag is not allowed \(found "stray"\)/],
  ['no closing root tag', `<alleBerufe>\n${beruf('')}\n`, 2, /the file ends before <\/alleBerufe>/],
  ['an unfinished tag', '<alleBerufe>\n<beruf id="1', 2, /the file ends inside a tag/],
  ['no content', '', 1, /the root element alleBerufe is missing/],
  ['no id', xml('<beruf bezeichnung="a"/>'), 3, /needs the attributes id and bezeichnung/],
  ['no title', xml('<beruf id="1"/>'), 3, /needs the attributes id and bezeichnung/],
  ['a repeated attribute', xml('<beruf id="1" id="2" bezeichnung="a"/>'), 3, /occurs twice/],
  ['an attribute without quotes', xml('<beruf id=1 bezeichnung="a"/>'), 3, /a tag is malformed/],
  [
    'an unclosed quote',
    xml('<beruf id="1 bezeichnung="a"/>', beruf('')),
    3,
    /not closed before the next tag/,
  ],
  [
    'an unknown entity',
    xml('<beruf id="1" bezeichnung="a&nbsp;b"/>'),
    3,
    /numeric character references .*found "a&nbsp;b"/,
  ],
  ['a reference to a surrogate', xml('<beruf id="1" bezeichnung="&#xD800;"/>'), 3, /found "&#xD800;"/],
  ['a day that does not exist', xml(beruf('gueltigBis="31.02.2020"')), 3, /DD\.MM\.YYYY and exist/],
  ['an ISO date', xml(beruf('gueltigVon="2020-01-01"')), 3, /DD\.MM\.YYYY and exist/],
  [
    'an unknown encoding',
    '<?xml version="1.0" encoding="EBCDIC"?><alleBerufe/>',
    1,
    /encoding must be UTF-8/,
  ],
];
for (const [name, content, line, rule] of malformedXml) {
  test(`XML with ${name} is rejected`, () => assertRejected(content, 'xml', line, rule));
}

test('an invalid byte in a UTF-8 file is rejected', async () => {
  const content = Buffer.concat([
    Buffer.from('1;;Prüfer/in\n2;;Abf'),
    Buffer.of(0xfc),
    Buffer.from('ller/in\n'),
  ]);
  await assertRejected(content, 'csv', 2, /not valid UTF-8/);
});

test('UTF-16 is rejected', async () => {
  await assertRejected(Buffer.from('\ufeff1;;Abc', 'utf16le'), 'csv', 1, /UTF-16/);
});

test('an error message repeats fewer than 80 characters of the file and says what to do', async () => {
  const secret = 'geheim'.repeat(1000);
  await assert.rejects(read(`1;;"${secret}`, 'csv'), (error: Error) => {
    assert.ok(error.message.length < 250, error.message);
    assert.ok(!error.message.includes(secret.slice(0, 80)));
    assert.match(error.message, /Fix the entry and import the file again\.$/);
    return true;
  });
});
