import fc from 'fast-check';
import { BODY_LIMIT_BYTES } from '../../core/http/limits.ts';
import type { DocumentedOperation } from './document.ts';
import type { GeneratedRequest } from './requests.ts';
import { isRecordPick } from './values.ts';

/** Something done to a sound request. `at` chooses the place among those there are. */
export type Mutation =
  | { kind: 'replace'; at: number; value: unknown }
  | { kind: 'leaveOut'; at: number }
  | { kind: 'add'; at: number; name: string; value: unknown }
  | { kind: 'body'; text: string }
  | { kind: 'cut'; at: number }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'permission' }
  | { kind: 'path'; at: number; value: string }
  /** Percent-encoded already: some sequences are such that no encoder would write them. */
  | { kind: 'query'; text: string };

/** Stands in a JSON text for something that JSON.stringify would not write. */
const RAW = /"@raw:((?:[^"\\]|\\.)*)"/g;

/** JSON text of a value, with everything raw in it put in as it is. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(RAW, (_, text: string) => {
    if (text === 'long') return `"${'z'.repeat(BODY_LIMIT_BYTES)}"`;
    const nesting = /^nest(\d+)$/.exec(text);
    if (nesting === null) return text;
    return '['.repeat(Number(nesting[1])) + ']'.repeat(Number(nesting[1]));
  });
}

const ODD_VALUES: unknown[] = [
  null,
  true,
  '',
  ' ',
  'x',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u202e\u200b',
  '2026-02-30',
  '2026-03-02T24:00:00Z',
  '+275760-09-13T00:00:00Z',
  'not-a-date',
  -1,
  0,
  -0.5,
  1.5,
  2_147_483_648,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  [null],
  { $ref: '#' },
  { toString: 1 },
  '@raw:1e400',
  '@raw:-1e400',
  '@raw:1e-400',
  '@raw:-0',
  '@raw:123456789012345678901234567890',
  '@raw:nest40',
  '@raw:nest70',
  '@raw:nest5000',
  '@raw:long',
];

const oddValues = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_VALUES), weight: 5 },
  { arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), weight: 3 },
  { arbitrary: fc.nat(70_000).map((length) => 'y'.repeat(length)), weight: 1 },
  { arbitrary: fc.nat(600).map((length) => Array.from({ length }, () => 1)), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 400 }), weight: 1 },
);

const names = fc.oneof(
  fc.constantFrom(
    'id',
    'tenantId',
    '__proto__',
    'constructor',
    'toString',
    'length',
    '',
    'a.b',
    'Ü',
    '\u0000',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 150 }),
);

const ODD_BODIES = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '[{}]',
  '{',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"__proto__":{"statusId":23}}',
  '{"a":1,"a":2}',
  '{} {}',
  '\ufeff{}',
  '<xml/>',
  'a=b&c=d',
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  '"\\ud800"',
  '{"a":"\\u0000"}',
  '\u00c3\u0028',
];

const ODD_HEADERS: [string, string[]][] = [
  [
    'content-type',
    [
      'text/plain',
      'application/xml',
      'application/json; charset=latin1',
      'application/JSON',
      'x',
      '',
      'multipart/form-data; boundary=x',
      'application/problem+json',
      'application/json;',
    ],
  ],
  ['content-encoding', ['gzip', 'identity', 'br', 'x']],
  ['accept', ['text/html', 'application/xml', '*/*;q=0', 'x']],
  ['accept-encoding', ['gzip;q=0', 'x', '', 'br;q=1.5', 'gzip, deflate, br, zstd']],
  ['accept-language', ['', '*', '-', 'de_DE', 'x'.repeat(3000), 'de;q=x', ',,,']],
  ['prefer', ['', 'handling=', 'handling="strict', 'handling=strict; foo', 'x'.repeat(2000)]],
  ['idempotency-key', ['', ' ', 'x'.repeat(255), 'x'.repeat(256), '\u00fc', '"a"', 'k']],
  ['if-none-match', ['', '"', 'W/', '*, *', '"a", "b"', 'x'.repeat(4000)]],
  ['if-modified-since', ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['if-range', ['"x"', 'x']],
  [
    'range',
    [
      'bytes=',
      'bytes=a-b',
      'bytes=5-2',
      'bytes=-0',
      'bytes=0-99999999999999999999',
      'items=0-1',
      'bytes=0-0'.padEnd(2000, ',0-0'),
    ],
  ],
  ['user-agent', ['', 'curl', '\u00fc/1', '/']],
  [
    'authorization',
    ['', 'Bearer', 'Bearer x', 'Bearer  a.b.c', 'Basic YTpi', 'bearer eyJhbGciOiJub25lIn0.e30.'],
  ],
  ['x-http-method-override', ['DELETE']],
  ['x-forwarded-for', ['1.2.3.4', 'x']],
  ['cookie', ['a=b', '=']],
  ['expect', ['100-continue']],
  ['origin', ['https://evil.example.org']],
];

const ODD_PATHS = [
  '0',
  '-1',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '1.0',
  '1e3',
  '0x10',
  '007',
  'abc',
  '%00',
  '%20',
  '%2F',
  '..%2f..%2f',
  '%ff',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%zz',
  '%',
  "'%20OR%201=1--",
  '6f1c2a34-5b7d-4e8f-9a01-23456789abcd',
  'x'.repeat(199),
  'x'.repeat(250),
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31',
  '2026-3-2',
  '24',
  '7.5',
  '{id}',
  ';',
  '*',
  'null',
];

const ODD_QUERIES = [
  '=',
  'unknown=1',
  'startDate=',
  'startdate=2026-03-02',
  'STARTDATE=9999-12-31',
  'startDate=2026-02-30',
  'endDate=1900-01-01',
  'officeId=0x10',
  'officeId=99999999999',
  'officeId=-1',
  'officeId[]=1',
  'officeId=1&officeId=2',
  'limit=1001',
  'limit=0',
  'cursor=x',
  'cursor=%00',
  `cursor=${'9'.repeat(200)}`,
  'ids=1,,2',
  'ids=2147483648',
  'search=%ff',
  'search=%ED%A0%80',
  'search=%00',
  'search=%25%5F%5C',
  'email=@',
  'email=%00@x',
  'month=2026-13',
  'entities=x',
  'entities=candidate,candidate',
  '%ff=%zz',
  '__proto__=1',
  `q=${'x'.repeat(4000)}`,
];

export function mutations(operation: DocumentedOperation): fc.Arbitrary<Mutation> {
  const at = fc.nat(60);
  const choices: fc.WeightedArbitrary<Mutation>[] = [
    { arbitrary: fc.constant({ kind: 'permission' as const }), weight: 1 },
    {
      arbitrary: fc
        .constantFrom(...ODD_HEADERS)
        .chain(([name, values]) =>
          fc.constantFrom(...values).map((value) => ({ kind: 'header' as const, name, value })),
        ),
      weight: 2,
    },
    {
      arbitrary: fc.constantFrom(...ODD_QUERIES).map((text) => ({ kind: 'query' as const, text })),
      weight: operation.body === undefined ? 3 : 1,
    },
  ];
  if (operation.path.includes('{'))
    choices.push({
      arbitrary: fc.record({ kind: fc.constant('path' as const), at, value: fc.constantFrom(...ODD_PATHS) }),
      weight: 2,
    });
  if (operation.body !== undefined)
    choices.push(
      { arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: oddValues }), weight: 8 },
      { arbitrary: fc.record({ kind: fc.constant('leaveOut' as const), at }), weight: 2 },
      {
        arbitrary: fc.record({ kind: fc.constant('add' as const), at, name: names, value: oddValues }),
        weight: 3,
      },
      {
        arbitrary: fc.constantFrom(...ODD_BODIES).map((text) => ({ kind: 'body' as const, text })),
        weight: 2,
      },
      { arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(500) }), weight: 1 },
    );
  return fc.oneof(...choices);
}

/** The request with this done to it. */
export function applyMutation(request: GeneratedRequest, mutation: Mutation): GeneratedRequest {
  switch (mutation.kind) {
    case 'header':
      return { ...request, headers: { ...request.headers, [mutation.name]: mutation.value } };
    case 'query':
      return { ...request, rawQuery: [...request.rawQuery, mutation.text] };
    case 'permission':
      return { ...request, isUnpermitted: true };
    case 'path': {
      const parameters = Object.keys(request.path);
      const name = parameters[mutation.at % parameters.length]!;
      return { ...request, path: { ...request.path, [name]: mutation.value } };
    }
    case 'body':
      return { ...request, rawBody: mutation.text };
    case 'cut': {
      const text = toJsonText(request.body);
      return { ...request, rawBody: text.slice(0, mutation.at % text.length) };
    }
    default:
      return { ...request, body: changeAt(request.body, mutation) };
  }
}

type BodyMutation = Extract<Mutation, { kind: 'replace' | 'leaveOut' | 'add' }>;
type Container = Record<string | number, unknown>;

/** A copy of the body, changed at one of its places. */
function changeAt(body: unknown, mutation: BodyMutation): unknown {
  const copy = structuredClone(body);
  const holders: Container[] = [];
  const slots: [Container, string | number][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isRecordPick(value)) return;
    holders.push(value as Container);
    for (const key of Object.keys(value)) {
      slots.push([value as Container, Array.isArray(value) ? Number(key) : key]);
      visit((value as Container)[key]);
    }
  };
  visit(copy);
  if (mutation.kind === 'add') {
    const holder = holders[mutation.at % Math.max(holders.length, 1)];
    if (Array.isArray(holder)) holder.push(mutation.value);
    // Plain assignment of __proto__ would change the object's own prototype instead of adding a property.
    else if (holder !== undefined)
      Object.defineProperty(holder, mutation.name, {
        value: mutation.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return copy;
  }
  const slot = slots[mutation.at % Math.max(slots.length, 1)];
  if (slot === undefined) return mutation.kind === 'replace' ? mutation.value : copy;
  const [holder, key] = slot;
  if (mutation.kind === 'replace') holder[key] = mutation.value;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return copy;
}
