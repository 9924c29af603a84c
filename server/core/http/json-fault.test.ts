import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toJsonFault } from './json-fault.ts';

/** What the message of JSON.parse says. Undefined for the faults that it gives no position of. */
function readParserFault(text: string): unknown {
  try {
    JSON.parse(text);
    return 'none';
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, index, line, column] = /at position (\d+) \(line (\d+) column (\d+)\)$/.exec(message) ?? [];
    if (message === 'Unexpected end of JSON input' || Number(index) === text.length) return 'end';
    return index === undefined ? undefined : { line: Number(line), column: Number(column) };
  }
}

const damaged = fc
  .tuple(
    fc.constantFrom(
      '{\n "a": [1, 2.5e-3, true, false, null, "x\\u00e9\\n", {}],\n "b": {"c": -0.1, "d": []}}\n',
      '["é😀", -1E+5]',
      ' \n{ "q" : [ [ ] , { } ] }\n',
    ),
    fc.array(
      fc.record({
        at: fc.nat(),
        removed: fc.integer({ min: 0, max: 3 }),
        inserted: fc.string({
          unit: fc.constantFrom(...' \n\t{}[]:,"\\/ubtfnrs019-+.eEax\u0001\u001f\u007f\u0080é😀'),
          maxLength: 2,
        }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, damages]) =>
    damages.reduce<string>((rest, { at, removed, inserted }) => {
      const start = at % (rest.length + 1);
      return rest.slice(0, start) + inserted + rest.slice(start + removed);
    }, text),
  );

test('the fault of a text is where JSON.parse sees it, and a text without one is JSON', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const expected = readParserFault(text);
      const found = toJsonFault(text) ?? 'none';
      if (expected === undefined) assert.equal(typeof found, 'object');
      else assert.deepEqual(found, expected);
    }),
    { numRuns: 20_000 },
  );
});

for (const [text, line, column] of [
  ['[1,]', 1, 4],
  ['{"a":1,}', 1, 8],
  ["{'a':1}", 1, 2],
  ['{"a":NaN}', 1, 6],
  ['{"a":True}', 1, 6],
  ['{"a":nul}', 1, 9],
  ['{"a":01}', 1, 7],
  ['{"a":+1}', 1, 6],
  ['{"a":.5}', 1, 6],
  ['{"a":1 // one\n}', 1, 8],
  ['{} {}', 1, 4],
  ['{"a":"😀" x}', 1, 11],
  ['{\r\n"a":1\r\n"b":2}', 3, 1],
  ['{\r"a":1\r"b":2}', 3, 1],
  ['{\n\n  "a": "b\n"}', 3, 10],
] as const) {
  test(`the place of a fault: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(toJsonFault(text), { line, column });
  });
}

test('a long text has no place, unless it ends too early', () => {
  const long = `[${'1,'.repeat(50_000)}`;
  assert.equal(toJsonFault(`${long}]`), undefined);
  assert.equal(toJsonFault(long), 'end');
});
