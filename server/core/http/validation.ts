import type { TSchema } from '@sinclair/typebox';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Fault, toShownPath } from './errors.ts';
import { FORMATS } from './formats.ts';
import { compileLengthLimits } from './length-limits.ts';
import { MAXIMUM_FAULTS, MAXIMUM_REFERENCES } from './limits.ts';
import { compileNormalizer, type Normalizer } from './normalization.ts';
import { compileReferences, compileUnknown, ID_OF_NO_RECORD, type ReferenceUse } from './schema-walk.ts';
import { SpilledText } from './streamed-json.ts';
import { isStorable, textFaults } from './text-faults.ts';
import { toFault } from './validation-faults.ts';

// Schemas use keywords of this service, such as `reference`, and of OpenAPI. Strict mode reports any other unknown keyword.
const OPTIONS = {
  strict: true,
  strictTypes: false,
  allErrors: true,
  verbose: true,
  useDefaults: false,
  removeAdditional: false,
  ownProperties: true,
  unicodeRegExp: true,
  validateFormats: true,
  allowUnionTypes: true,
  keywords: [
    'reference',
    'patternMessage',
    'verbatim',
    'toleratesClockSkew',
    'isFileName',
    'decimals',
    'documentedEnum',
    'acceptsUuid',
    'componentDescription',
    'x-extensible-enum',
    'x-since',
    'x-comma-separated',
  ],
  formats: FORMATS,
  // Compiling the schema of schemas takes a tenth of a second. The checks of the OpenAPI documents validate the schemas.
  meta: false,
  validateSchema: false,
};

const strictAjv = new Ajv2020({ ...OPTIONS, coerceTypes: false });
strictAjv.addKeyword({
  keyword: 'upload',
  validate: (_schema: unknown, data: unknown) => data instanceof SpilledText,
  errors: false,
});
/** For query parameters, which arrive as strings. */
const coercingAjv = new Ajv2020({ ...OPTIONS, coerceTypes: true });

export interface BodyValidator {
  /** Returns the value in the form that the other functions expect: texts trimmed, times in UTC. */
  normalize: Normalizer;
  /** Every place where the value breaks the schema. An integer outside the range of ids is not one of them: `references` has it. */
  faults(value: unknown): Fault[];
  /** Dotted paths of properties that are unknown or read-only. */
  unknownProperties(value: unknown): string[];
  /** The integers that refer to other records: all, unless a list is too long. */
  references(value: unknown): ReferenceUse[];
  /** Returns the value without what its texts and lists have beyond their maximum lengths. */
  withinLimits(value: unknown): unknown;
}

export function compileBody(schema: TSchema): BodyValidator {
  const validate = strictAjv.compile(schema);
  const collectUnknown = compileUnknown(schema);
  const collectReferences = compileReferences(schema);
  const limit = compileLengthLimits(schema);
  return {
    normalize: compileNormalizer(schema),
    faults: (value) => [...textFaults(value), ...run(validate, value, isNoIdError)].slice(0, MAXIMUM_FAULTS),
    unknownProperties(value) {
      const found: string[] = [];
      collectUnknown?.(value, '', found);
      return found.slice(0, MAXIMUM_FAULTS);
    },
    references(value) {
      const found: ReferenceUse[] = [];
      collectReferences?.(value, '', found);
      return found.slice(0, MAXIMUM_REFERENCES);
    },
    withinLimits: (value) => (limit === undefined ? value : limit(value)),
  };
}

export interface QueryValidator {
  /**
   * Returns the declared parameters under their declared names, normalized as in bodies and converted to their declared types.
   */
  parse(
    query: Record<string, unknown>,
    now: Date,
  ): {
    value: Record<string, unknown>;
    faults: Fault[];
    /** Well-formed references to other records. */
    references: ReferenceUse[];
  };
}

/**
 * Names are case-insensitive. Unknown and repeated names are faults, because a misspelled filter must not return everything.
 */
export function compileQuery(schema: TSchema | undefined): QueryValidator {
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>;
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  const known = [...names.values()];
  const normalizers = new Map(known.map((name) => [name, compileNormalizer(properties[name]!)]));
  const validate = schema === undefined ? undefined : coercingAjv.compile(schema);
  const collectReferences = schema === undefined ? undefined : compileReferences(schema);
  return {
    parse(query, now) {
      const value: Record<string, unknown> = {};
      const faults: Fault[] = [];
      for (const [sent, raw] of Object.entries(query)) {
        const name = names.get(sent.toLowerCase());
        const text = name === undefined ? raw : normalizers.get(name)!(raw, now);
        if (name === undefined) {
          faults.push({
            property: toShownPath(sent),
            code: 'unknownProperty',
            message:
              known.length > 0
                ? `Unknown parameter. This operation accepts ${known.join(', ')}.`
                : 'Unknown parameter. This operation accepts no parameters.',
          });
        } else if (Array.isArray(text) || name in value) {
          faults.push({ property: name, code: 'notAllowed', message: `${name} must be sent only once.` });
        } else if (properties[name]!.type === 'integer' && !/^-?\d*$/.test(String(text))) {
          // Coercion would also accept 0x10, 1e3 and spaces.
          faults.push({ property: name, code: 'type', message: `${name} must be an integer.` });
        } else if (text !== '' || properties[name]!.type === 'string') {
          value[name] = text;
        } else {
          faults.push({
            property: name,
            code: 'required',
            message: `${name} must not be empty. Send a value or omit the parameter.`,
          });
        }
      }
      for (const [name, text] of Object.entries(value)) {
        if (typeof text !== 'string' || isStorable(text)) continue;
        const message = `${name} must be UTF-8 without U+0000, percent-encoded: ü is %C3%BC.`;
        faults.push({ property: name, code: 'format', message });
      }
      // A value that was rejected above is not in `value`, but it was sent.
      const rejected = new Set(faults.map(({ property }) => property));
      if (validate !== undefined)
        faults.push(
          ...run(validate, value).filter(
            ({ property, code }) => code !== 'required' || !rejected.has(property),
          ),
        );
      const references: ReferenceUse[] = [];
      collectReferences?.(value, '', references);
      return {
        value,
        faults: faults.slice(0, MAXIMUM_FAULTS),
        // The interface has unknownReference only for bodies. Here, an integer outside the range of ids is a fault of the schema.
        references: references.filter(({ id }) => id !== ID_OF_NO_RECORD),
      };
    },
  };
}

/**
 * Whether the error is that an integer is outside the range of ids. It refers to a record that does not exist, like any other unknown
 * id, and `compileReferences` collects it. Any other number there is a fault of the schema.
 */
function isNoIdError({ keyword, parentSchema, data }: ErrorObject): boolean {
  if (keyword !== 'minimum' && keyword !== 'maximum') return false;
  return parentSchema?.reference !== undefined && Number.isInteger(data);
}

function run(
  validate: ValidateFunction,
  value: unknown,
  isLeftOut: (error: ErrorObject) => boolean = () => false,
): Fault[] {
  if (validate(value)) return [];
  // One fault per property and rule: an empty name breaks both minLength and pattern.
  const faults = new Map<string, Fault>();
  for (const error of validate.errors ?? []) {
    if (isLeftOut(error)) continue;
    const fault = toFault(error);
    const { property, code } = fault;
    const key = `${property} ${code}`;
    if (faults.has(key)) continue;
    // A value of the wrong type, or none, is not a permitted one either. Ajv reports the type first.
    const isUnfit = faults.has(`${property} type`) || faults.has(`${property} required`);
    if (code === 'enum' && isUnfit) continue;
    faults.set(key, fault);
    if (faults.size === MAXIMUM_FAULTS) break;
  }
  return [...faults.values()];
}
