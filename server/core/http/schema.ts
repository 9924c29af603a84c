import { type SchemaOptions, type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Upload } from './body-stream.ts';
import { FAULT_CODES } from './errors.ts';

// The building blocks of all schemas: JSON Schema 2020-12 with the limits of the interface. A `title` is the name of a
// schema in the OpenAPI document. The request validation also evaluates `reference` and `readOnly`, and
// the normalization `verbatim`, `toleratesClockSkew`, `isFileName` and `decimals`.

export const INT32_MAXIMUM = 2_147_483_647;
export const NAME_LENGTH = 100;
export const LINE_LENGTH = 255;
export const TEXT_LENGTH = 65_535;
/** Of a user. Lists can be limited to as many, because the console shows those of the user's branches. */
export const MAXIMUM_BRANCHES = 200;

/** A line of text with at most 255 characters by default. */
export function line(description: string, options: SchemaOptions & { maxLength?: number } = {}) {
  return Type.String({ maxLength: LINE_LENGTH, ...options, description });
}

/** The name of a file. `toStoredFileName` makes of it what is stored. */
export function fileName(example: string, more = '') {
  return line(`File name. Directories and control characters are removed.${more}`, {
    isFileName: true,
    examples: [example],
  });
}

/** A name with at most 100 characters. */
export function name(description: string, options: SchemaOptions = {}) {
  return line(description, { maxLength: NAME_LENGTH, ...options });
}

/** Text that must not be empty or only white space. */
export function filled(description: string, options: SchemaOptions & { maxLength?: number } = {}) {
  return line(description, { minLength: 1, pattern: '\\S', ...options });
}

/** Text with at most 65,535 characters. */
export function longText(description: string, options: SchemaOptions = {}) {
  return line(description, { maxLength: TEXT_LENGTH, ...options });
}

export function int32(
  description: string,
  options: SchemaOptions & { minimum?: number; maximum?: number } = {},
) {
  return Type.Integer({ format: 'int32', minimum: 0, maximum: INT32_MAXIMUM, ...options, description });
}

/** The query or body parameter for the number of `items` on a page. The handler applies the default. */
export function pageLimit(
  items: string,
  {
    standard,
    minimum = 1,
    maximum,
    ...options
  }: SchemaOptions & { standard: number; minimum?: 0 | 1; maximum: number },
) {
  const alone = minimum === 0 ? ' 0 returns only the total.' : '';
  const description = `Number of ${items} per page, ${minimum} to ${maximum}. Default: ${standard}.${alone}`;
  return int32(description, { minimum, maximum, ...options });
}

/** The id of a record in a response. */
export function id(description: string) {
  return int32(description, { minimum: 1, examples: [4711] });
}

/**
 * The id of another record in a request. Its existence is checked before the handler runs, together with all other rules. The
 * areas register the kinds of records.
 */
export function reference(kind: string, description: string, options: SchemaOptions = {}) {
  return Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: INT32_MAXIMUM,
    ...options,
    reference: kind,
    description,
  });
}

/** An ISO 8601 date-time. Requests can have any offset; handlers and responses have UTC with Z. */
export function utc(description: string, options: SchemaOptions = {}) {
  return Type.String({
    format: 'date-time',
    examples: ['2026-03-02T08:15:30.000Z'],
    ...options,
    description,
  });
}

/**
 * The time of something that has already happened, in a request. Clocks differ, so a time of up to five minutes ahead is taken as the
 * time of the call. `pastFaults` rejects what is later.
 */
export function pastTime(description: string) {
  return optional(
    utc(
      `${description} Must not be in the future. Up to five minutes ahead is taken as the time of the call.`,
      { toleratesClockSkew: true },
    ),
  );
}

/** The creation time of an imported record. */
export function creationTime() {
  return pastTime('Creation time in the source system, for imports.');
}

/** A calendar date, YYYY-MM-DD. */
export function date(description: string, options: SchemaOptions = {}) {
  return Type.String({ format: 'date', examples: ['2026-03-02'], ...options, description });
}

export function uuid(description: string, options: SchemaOptions = {}) {
  return Type.String({ format: 'uuid', ...options, description });
}

export function flag(description: string, options: SchemaOptions = {}) {
  return Type.Boolean({ ...options, description });
}

export function decimal(
  description: string,
  options: SchemaOptions & { minimum?: number; maximum?: number } = {},
) {
  return Type.Number({ ...options, description });
}

/**
 * A number in a request that is stored with this number of decimal places. It is rounded before handlers see it, so that sending it
 * again is no change: handlers compare it with the stored number.
 */
export function rounded(
  description: string,
  { decimals, ...options }: SchemaOptions & { decimals: number; minimum?: number; maximum?: number },
) {
  const places = decimals === 1 ? 'one decimal place' : `${decimals} decimal places`;
  return decimal(`${description} Rounded to ${places}.`, { ...options, decimals });
}

/**
 * One of the documented integers. The request validation does not check the value: an unknown one is not a fault of the schema
 * but a record that does not exist.
 */
export function documentedInteger(
  title: string,
  values: readonly number[],
  description: string,
  options: SchemaOptions = {},
) {
  return Type.Integer({ format: 'int32', ...options, title, documentedEnum: values, description });
}

/**
 * A path parameter with the integer id of a record or its uuid. OpenAPI does not allow a second entry for the same path, so the
 * document has one parameter for both.
 */
export function idOrUuid(description: string) {
  return Type.Unsafe<number | string>({ ...id(description), acceptsUuid: true });
}

export function oneOf<const T extends string[]>(
  values: [...T],
  description: string,
  options: SchemaOptions = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options, description });
}

/** The same schema, which also accepts null. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
}

/** A property that a request can omit or set to null. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema));
}

/** An object in a request. Unknown properties are ignored and reported, never stored. */
export function body<T extends TProperties>(title: string, properties: T, options: SchemaOptions = {}) {
  return Type.Object(properties, { ...options, title });
}

/** A record in a response. Every property is present. */
export function record<T extends TProperties>(title: string, properties: T, options: SchemaOptions = {}) {
  return Type.Object(properties, { ...options, title });
}

export function list<T extends TSchema>(
  items: T,
  description: string,
  options: SchemaOptions & { maxItems?: number } = {},
) {
  return Type.Array(items, { ...options, description });
}

/** The body of a partial change. Every property is optional, but null is accepted only if the property is nullable. */
export function partial<T extends TProperties>(title: string, properties: T, options: SchemaOptions = {}) {
  const optionalProperties: TProperties = {};
  for (const [key, schema] of Object.entries(properties)) optionalProperties[key] = Type.Optional(schema);
  return Type.Unsafe<Partial<{ [K in keyof T]: Static<T[K]> }>>(
    Type.Object(optionalProperties, { ...options, title }),
  );
}

/** A file as Base64 text, stored while it arrives. Only for operations that stream their body. */
export function upload(description: string) {
  return Type.Unsafe<Upload>({ upload: true, description });
}

export type { Static, TProperties, TSchema } from '@sinclair/typebox';
export { Type } from '@sinclair/typebox';

export const BaseCreateResponse = record('BaseCreateResponse', {
  id: id('Id of the created record.'),
});

export const BaseSuccessResponse = record('BaseSuccessResponse', {
  success: flag('Always true. A failure has a different status.', { examples: [true] }),
});

const SAMPLE_FAULT = {
  property: 'location.zipCode',
  code: 'format',
  message: 'location.zipCode must have 5 digits in Germany and not start with 00, such as 10115.',
};

const ValidationError = record(
  'ValidationError',
  {
    property: line('Dotted path of the faulty property, or name of the faulty parameter.'),
    code: oneOf([...FAULT_CODES], 'The rule that was broken.'),
    message: line('What is wrong and how to fix it.'),
    existingId: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: INT32_MAXIMUM,
        description:
          'Only with the code duplicate, and only if the caller can see the record: id of the record that has the value, such as the candidate with the same importExternalId.',
        'x-since': '3.5.0',
      }),
    ),
    candidateId: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: INT32_MAXIMUM,
        description: 'Only if existingId is an application: id of its candidate.',
        'x-since': '3.5.0',
      }),
    ),
    choices: Type.Optional(
      list(
        line('A value to send instead.'),
        'Only if the value that was sent can mean several things: a value for each of them.',
        { 'x-since': '3.5.0' },
      ),
    ),
  },
  { examples: [SAMPLE_FAULT] },
);

export const ErrorResponse = record('ErrorResponse', {
  messageGuid: nullable(uuid('Identifies this response in the log of the service.')),
  message: nullable(line('What went wrong and what to do.')),
  validationErrors: list(ValidationError, 'Every fault of the request. Empty for other errors.'),
});

const ServiceAlert = record('ServiceAlertDto', {
  message: nullable(line('Notice from the operator.')),
});

/** The generic envelope of GET /users and the statistics. */
export function envelope<T extends TSchema>(title: string, item: T, description: string) {
  return record(title, {
    isFaulty: flag('Whether the call failed. Always false with status 200.', { examples: [false] }),
    data: list(item, description),
    message: nullable(line('The error message, or null.')),
    validationErrors: list(ValidationError, 'Faults of the request.'),
    serviceAlerts: list(ServiceAlert, 'Notices from the operator.'),
    statusCode: int32('The HTTP status.', { examples: [200] }),
    messageGuid: nullable(uuid('Identifies an error in the log of the service.')),
  });
}

/** Wraps data in the generic envelope. */
export function enveloped<T>(data: T[]) {
  return {
    isFaulty: false,
    data,
    message: null,
    validationErrors: [],
    serviceAlerts: [],
    statusCode: 200,
    messageGuid: null,
  };
}
