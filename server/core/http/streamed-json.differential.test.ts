import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type JsonFault, toJsonFault } from './json-fault.ts';
import { readStreamedJson, SpilledText, type SpillSink, StreamedJsonError } from './streamed-json.ts';
import { ANY_INDEX, type PathPattern, type PathSegment } from './streamed-json-path.ts';

const SPILL: readonly PathPattern[] = [
  ['base64File'],
  ['__proto__'],
  ['schlüssel'],
  ['a', 'base64File'],
  ['__proto__', '__proto__'],
  ['documents', ANY_INDEX],
  ['documents', ANY_INDEX, 'schlüssel'],
  ['schlüssel', 'a', ''],
  [ANY_INDEX, 'base64File'],
  [ANY_INDEX, ANY_INDEX],
];

type Tree =
  | { kind: 'scalar'; value: unknown }
  | { kind: 'array'; items: Tree[] }
  | { kind: 'object'; entries: [string, Tree][] };

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  },
  fc.base64String({ maxLength: 40 }).map((base64) => base64.replaceAll('=', '')),
  fc.base64String({ maxLength: 40 }).map((base64) => `data:image/png;base64,${base64}`),
  fc.base64String({ maxLength: 40 }).map((base64) => `data:text/plain ; charset=utf-8; base64,${base64}`),
  fc.base64String({ maxLength: 40 }).map((base64) => ` ${base64.replace(/.{8}/g, '$&\r\n')}\t`),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('A', 'b', '=', '/', '+', ' ', '\n', '-', '"', '\\', '\ud800', 'é'),
    maxLength: 12,
  }),
);
const key = fc.oneof(
  fc.constantFrom('base64File', '__proto__', 'schlüssel', 'a', 'documents', ''),
  fc.string(),
);
const { tree } = fc.letrec<{ tree: Tree; leaf: Tree }>((tie) => ({
  leaf: fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)).map((value) => ({
    kind: 'scalar' as const,
    value,
  })),
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 4 }).map((items) => ({ kind: 'array' as const, items })),
    // Names once: Node 26 can read an escaped name that stands twice as another one, as in {"a":"","\\u0061":1.5,"c":2}.
    fc
      .uniqueArray(fc.tuple(key, tie('tree')), { maxLength: 5, selector: ([name]) => name })
      .map((entries) => ({ kind: 'object' as const, entries })),
  ),
}));

/** Serializes the tree as unusual but valid JSON: with white space anywhere and any character escaped. */
function write(node: Tree, next: () => number): string {
  const space = () => [' ', '\n', '\t', '\r', '', '', '', ''][Math.floor(next() * 8)]!;
  const string = (value: string) => {
    const escaping = next() * next();
    let written = '';
    for (const unit of value.split('')) {
      const code = unit.charCodeAt(0);
      const hex = code.toString(16).padStart(4, '0');
      if (next() < escaping) written += `\\u${next() < 0.5 ? hex : hex.toUpperCase()}`;
      else if (unit === '/' && next() < 0.5) written += '\\/';
      else if (code >= 0xd800 && code < 0xe000) written += `\\u${hex}`;
      else written += JSON.stringify(unit).slice(1, -1);
    }
    return `"${written}"`;
  };
  const visit = (inner: Tree): string => {
    if (inner.kind === 'array') return `[${space()}${inner.items.map(visit).join(`${space()},${space()}`)}]`;
    if (inner.kind === 'object') {
      const entries = inner.entries.map(
        ([name, value]) => `${space()}${string(name)}${space()}:${space()}${visit(value)}`,
      );
      return `{${entries.join(`${space()},`)}${space()}}`;
    }
    return typeof inner.value === 'string' ? string(inner.value) : JSON.stringify(inner.value);
  };
  return space() + visit(node) + space();
}

/** Mulberry32, a small random generator. A seed from fast-check determines every detail. */
function toRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

async function* cut(body: Buffer, next: () => number): AsyncGenerator<Uint8Array> {
  const longest = [1, 3, 20, 100_000][Math.floor(next() * 4)]!;
  for (let at = 0; at < body.length; ) {
    const length = 1 + Math.floor(next() * longest);
    yield body.subarray(at, at + length);
    at += length;
  }
}

class Decoded {
  readonly content: string | undefined;
  constructor(content: string | undefined) {
    this.content = content;
  }
}

async function readStreamed(body: Buffer, next: () => number): Promise<unknown> {
  const openSink = async (): Promise<SpillSink> => {
    const chunks: Uint8Array[] = [];
    return {
      write: (chunk) => void chunks.push(Buffer.from(chunk)),
      end: async () => Buffer.concat(chunks).toString('hex'),
      abort: async () => {},
    };
  };
  const read = await readStreamedJson(cut(body, next), {
    spill: SPILL,
    openSink,
    maximumBodyBytes: 1e6,
    maximumSkeletonBytes: 1e6,
    maximumSpilledBytes: 1e6,
    maximumSpills: 1000,
    maximumDepth: 64,
  });
  return replaceSpilled(read.value, (_path, value) =>
    value instanceof SpilledText ? new Decoded(value.result as string | undefined) : value,
  );
}

function readWhole(body: Buffer): unknown {
  // A request without a body gets an error of its own.
  if (body.length === 0) return undefined;
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  return replaceSpilled(value, (path, inner) => {
    if (typeof inner !== 'string' || !SPILL.some((pattern) => isAt(path, pattern))) return inner;
    // White space is ignored beside line breaks, also in the prefix of a data URL, and at both ends.
    const base64 = inner
      .replace(/[ \t\f]*[\r\n][ \t\r\n\f]*/g, '')
      .replace(/[\t\f]/g, ' ')
      .replace(/^ *data:[!-+\--:<-~]* *(;[ -+\--~]*)?; *base64,/i, '')
      .replace(/^ +| +$/g, '');
    const data = base64.replace(/=+$/, '');
    const isPadded = base64.length === data.length || base64.length === Math.ceil(data.length / 4) * 4;
    const isValid = isPadded && data.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(data);
    return new Decoded(isValid ? Buffer.from(data, 'base64').toString('hex') : undefined);
  });
}

function isAt(path: readonly PathSegment[], pattern: PathPattern): boolean {
  const matches = (segment: PathSegment, index: number) =>
    typeof segment === 'number' ? pattern[index] === ANY_INDEX : pattern[index] === segment;
  return path.length === pattern.length && path.every(matches);
}

function replaceSpilled(
  value: unknown,
  replace: (path: readonly PathSegment[], value: unknown) => unknown,
  path: readonly PathSegment[] = [],
): unknown {
  const replaced = replace(path, value);
  if (replaced instanceof Decoded || typeof replaced !== 'object' || replaced === null) return replaced;
  if (Array.isArray(replaced))
    return replaced.map((item, index) => replaceSpilled(item, replace, [...path, index]));
  // Entries, because an object literal cannot have a property with the name __proto__.
  return new Map(
    Object.entries(replaced).map(([name, inner]) => [name, replaceSpilled(inner, replace, [...path, name])]),
  );
}

test('a body gives the same value as JSON.parse and a simple Base64 decoder, however it is escaped and split', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.integer(), async (node, seed) => {
      const next = toRandom(seed);
      const body = Buffer.from(write(node, next));
      assert.deepEqual(await readStreamed(body, next), readWhole(body));
    }),
    { numRuns: 1500 },
  );
});

test('of a name that stands twice, the last value counts, however the names are escaped', async () => {
  for (const [first, second] of [
    ['a', 'a'],
    ['a', '\\u0061'],
    ['\\u0061', 'a'],
    ['\\u0061', '\\u0061'],
  ]) {
    const body = Buffer.from(`{"${first}":"","${second}":1.5,"c":2}`);
    assert.deepEqual(
      await readStreamed(body, toRandom(1)),
      new Map<string, unknown>([
        ['a', 1.5],
        ['c', 2],
      ]),
    );
  }
});

/** A fault can be unknown, but not wrong. */
function assertFault(fault: JsonFault | undefined, body: Buffer): void {
  if (fault === undefined) return;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // A body with two faults can be rejected for either.
    return;
  }
  // A string that the body ends in can also have a control character, which is found only at the end of the string.
  const expected = toJsonFault(fault === 'end' ? text.replaceAll(/\p{Cc}/gu, '') : text);
  assert.deepEqual(fault, expected);
}

test('a damaged body is accepted if and only if JSON.parse accepts it, and gives the same value', async () => {
  const damage = fc.array(
    fc.record({
      at: fc.nat(),
      removed: fc.integer({ min: 0, max: 2 }),
      inserted: fc.oneof(
        fc
          .constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\\u', '\\u00e', '\ufeff', '=', ' ')
          .map(Buffer.from),
        fc.uint8Array({ maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
      ),
    }),
    { minLength: 1, maxLength: 2 },
  );
  await fc.assert(
    fc.asyncProperty(tree, damage, fc.integer(), async (node, faults, seed) => {
      const next = toRandom(seed);
      let body = Buffer.from(write(node, next));
      for (const { at, removed, inserted } of faults) {
        const start = at % (body.length + 1);
        body = Buffer.concat([body.subarray(0, start), inserted, body.subarray(start + removed)]);
      }
      let expected: unknown;
      try {
        expected = readWhole(body);
      } catch {
        const error = await readStreamed(body, next).catch((thrown) => thrown);
        assert.ok(error instanceof StreamedJsonError && error.code === 'syntax');
        assertFault(error.fault, body);
        return;
      }
      assert.deepEqual(await readStreamed(body, next), expected);
    }),
    { numRuns: 3000 },
  );
});
