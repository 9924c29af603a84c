import fc from 'fast-check';
import type { DocumentReader, JsonSchema } from './document.ts';

/** A placeholder in a generated value for the id of an existing record, the pick-th of its kind when it is sent. */
interface RecordPick {
  $record: string;
  pick: number;
  /** The id in an example of the document; used if it exists. */
  wanted?: unknown;
}

export function isRecordPick(value: unknown): value is RecordPick {
  return typeof value === 'object' && value !== null && '$record' in value;
}

const MAXIMUM_DEPTH = 6;
// An image, the beginning of a PDF, a text, bytes that are not UTF-8, and a text with its media type.
const FILES = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'JVBERi0xLjcK',
  'TGViZW5zbGF1Zg==',
  '/////w==',
  'data:text/plain;base64,TGViZW5zbGF1Zg==',
];

// Typical strings by name of the property; the document only limits their length.
const BY_NAME: [RegExp, string[]][] = [
  [/email/i, ['ada@example.org', 'A.B+tag@Example.ORG', 'ü@example.org', '"a b"@example.org']],
  [/phone|mobile|fax/i, ['030 901820', '+49 171 1234567', '0041443643500', '+1 (202) 555-0143']],
  [/zipCode/i, ['10115', '1010', '8001', 'SW1A 1AA']],
  [/website|url/i, ['https://www.example.org/', 'http://8.8.8.8/hook', 'https://example.org/a?b=c#d']],
  [/^file$/, ['data:text/plain;base64,TGViZW5zbGF1Zg==', 'data:image/png;base64,iVBORw0KGgo=']],
  [/currency/i, ['EUR', 'CHF']],
  [/cursor/i, ['0']],
];

/** Generates values that fit a schema of the document, as far as a schema can express it. */
export function valuesOf(
  reader: DocumentReader,
  schema: JsonSchema,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const own = { ...reader.resolve(schema), ...withoutReference(schema) } as JsonSchema;
  if (own.const !== undefined) return fc.constant(own.const);
  if (own.enum !== undefined) return fc.constantFrom(...own.enum);
  const kind = own['x-references'];
  if (typeof kind === 'string') return referencesTo(kind, own);
  if (own.anyOf !== undefined)
    return fc.oneof(...own.anyOf.map((child) => valuesOf(reader, child, name, depth + 1)));
  const types = [own.type ?? []].flat();
  const choices = types.map((type) => valuesOfType(reader, type, own, name, depth));
  if (choices.length === 0) return fc.jsonValue({ maxDepth: 2 });
  const examples = own.examples ?? [];
  if (examples.length > 0) choices.push(fc.constantFrom(...examples));
  return fc.oneof(...choices);
}

function withoutReference({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return rest as JsonSchema;
}

function referencesTo(kind: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const existing = fc.record({ $record: fc.constant(kind), pick: fc.nat(50) });
  const choices = [
    { arbitrary: existing as fc.Arbitrary<unknown>, weight: 12 },
    { arbitrary: fc.integer({ min: 1, max: 2_147_483_647 }), weight: 1 },
  ];
  if ([schema.type].flat().includes('null')) choices.push({ arbitrary: fc.constant(null), weight: 2 });
  return fc.oneof(...choices);
}

function valuesOfType(
  reader: DocumentReader,
  type: string,
  schema: JsonSchema,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: Number(schema.minimum ?? -2_147_483_648),
        max: Number(schema.maximum ?? 2_147_483_647),
      });
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema, name);
    case 'array':
      return arrays(reader, schema, name, depth);
    case 'object':
      return objects(reader, schema, depth);
    default:
      throw new Error(`No values are known for the type ${type}.`);
  }
}

/** Integers, numbers with two decimals like amounts and hours, and any others. */
function numbers({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Number(minimum ?? -1e6);
  const max = Number(maximum ?? 1e9);
  return fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc
      .double({ min, max, noNaN: true })
      .map((value) => Math.min(Math.max(Number(value.toFixed(2)), min), max)),
    fc.double({ min, max, noNaN: true }),
  );
}

function arrays(reader: DocumentReader, schema: JsonSchema, name: string, depth: number) {
  const maxLength = Math.min(Number(schema.maxItems ?? 3), depth > MAXIMUM_DEPTH ? 0 : 3);
  const minLength = Math.min(Number(schema.minItems ?? 0), maxLength);
  return fc.array(valuesOf(reader, schema.items ?? {}, name, depth + 1), { minLength, maxLength });
}

function objects(reader: DocumentReader, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).filter(([, child]) => child.readOnly !== true);
  if (properties.length === 0)
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
  const required = new Set(schema.required ?? []);
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, child] of properties) {
    if (depth <= MAXIMUM_DEPTH || required.has(name)) model[name] = valuesOf(reader, child, name, depth + 1);
  }
  return fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
}

const DATES = {
  min: new Date('1900-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
};
const RECENT = {
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2028-12-31T00:00:00Z'),
  noInvalidDate: true,
};
const dates = fc.oneof({ arbitrary: fc.date(RECENT), weight: 3 }, { arbitrary: fc.date(DATES), weight: 1 });

function texts(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  if (schema.format === 'date') return dates.map((date) => date.toISOString().slice(0, 10));
  if (schema.format === 'date-time') return dates.map((date) => date.toISOString());
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.contentEncoding === 'base64' || name === 'picture') return fc.constantFrom(...FILES);
  const pattern = String(schema.pattern ?? '');
  if (pattern.startsWith('^')) return fc.stringMatching(new RegExp(pattern, 'u'));
  const usual = BY_NAME.find(([names]) => names.test(name))?.[1];
  const free = freeTexts(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 255), pattern === '\\S');
  return usual === undefined
    ? free
    : fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 5 }, { arbitrary: free, weight: 1 });
}

/** Any characters except U+0000: mostly short strings, sometimes strings of the maximum length. */
/** What the service takes for blank, and more. */
const INVISIBLE = /^[\s\p{C}\u115f\u1160\u3164\uffa0]*$/u;

function freeTexts(minLength: number, maxLength: number, isFilled: boolean): fc.Arbitrary<string> {
  const fitting = (text: string) => {
    const clean = text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
    return isFilled && INVISIBLE.test(clean) ? 'x'.padEnd(minLength, 'x') : clean.padEnd(minLength, 'x');
  };
  return fc.oneof(
    { arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, 30) }).map(fitting), weight: 4 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 30) }).map(fitting), weight: 3 },
    {
      arbitrary: fc.constantFrom('%', '_', "' OR 1=1 --", '\\', '<b>x</b>', '{}', '1').map(fitting),
      weight: 1,
    },
    {
      arbitrary: fc.constantFrom('x', 'ß', '😀').map((letter) => fitting(letter.repeat(maxLength))),
      weight: 1,
    },
  );
}
