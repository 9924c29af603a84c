import type { TSchema } from '@sinclair/typebox';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Fault } from './errors.ts';
import { FORMAT_MESSAGES, FORMATS } from './formats.ts';
import { SpilledText } from './streamed-json.ts';

// Schemas carry keywords of ours (reference) and of OpenAPI (examples); everything else unknown is a mistake.
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
  keywords: ['reference', 'patternMessage'],
  formats: FORMATS,
};

const strictAjv = new Ajv2020({ ...OPTIONS, coerceTypes: false });
strictAjv.addKeyword({
  keyword: 'upload',
  validate: (_schema: unknown, data: unknown) => data instanceof SpilledText,
  errors: false,
});
/** For query parameters, which arrive as text. */
const coercingAjv = new Ajv2020({ ...OPTIONS, coerceTypes: true });

const MAXIMUM_DEPTH = 64;
// More faults than this help nobody and would let a small body buy a large answer.
const MAXIMUM_FAULTS = 100;

export interface ReferenceUse {
  property: string;
  kind: string;
  id: number;
}

export interface BodyValidator {
  /** All faults of the value's shape. */
  faults(value: unknown): Fault[];
  /** Dotted paths of properties that the schema does not know or does not take. */
  unknownProperties(value: unknown): string[];
  /** Every well-formed reference to another record in the value. */
  references(value: unknown): ReferenceUse[];
}

export function compileBody(schema: TSchema): BodyValidator {
  const validate = strictAjv.compile(schema);
  return {
    faults: (value) => [...textFaults(value), ...run(validate, value)].slice(0, MAXIMUM_FAULTS),
    unknownProperties(value) {
      const found: string[] = [];
      walk(schema, value, '', { unknown: (path) => found.push(path) });
      return found.slice(0, MAXIMUM_FAULTS);
    },
    references(value) {
      const found: ReferenceUse[] = [];
      walk(schema, value, '', { reference: (property, kind, id) => found.push({ property, kind, id }) });
      return found;
    },
  };
}

export interface QueryValidator {
  /** The declared parameters under their declared names, in their declared types. */
  parse(query: Record<string, unknown>): {
    value: Record<string, unknown>;
    faults: Fault[];
    /** Well-formed references to other records. */
    references: ReferenceUse[];
  };
}

/** Names match without regard to case; an unknown or repeated one is a fault: a misspelt filter must not return everything. */
export function compileQuery(schema: TSchema | undefined): QueryValidator {
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>;
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  const known = [...names.values()];
  const validate = schema === undefined ? undefined : coercingAjv.compile(schema);
  return {
    parse(query) {
      const value: Record<string, unknown> = {};
      const faults: Fault[] = [];
      for (const [sent, text] of Object.entries(query)) {
        const name = names.get(sent.toLowerCase());
        if (name === undefined) {
          faults.push({
            property: sent.slice(0, 100),
            code: 'unknownProperty',
            message: `There is no such parameter. ${known.length > 0 ? `Known here: ${known.join(', ')}.` : 'This operation takes none.'}`,
          });
        } else if (Array.isArray(text) || name in value) {
          faults.push({ property: name, code: 'notAllowed', message: 'Send this parameter once.' });
        } else if (properties[name]!.type === 'integer' && !/^-?\d*$/.test(String(text))) {
          // Coercion would also take 0x10, 1e3 and spaces.
          faults.push({ property: name, code: 'type', message: `${name} must be a whole number.` });
        } else if (text !== '' || properties[name]!.type === 'string') {
          value[name] = text;
        } else {
          faults.push({
            property: name,
            code: 'required',
            message: 'Send a value, or leave the parameter out.',
          });
        }
      }
      faults.push(...textFaults(value));
      if (validate !== undefined) faults.push(...run(validate, value));
      const references: ReferenceUse[] = [];
      if (schema !== undefined) {
        walk(schema, value, '', {
          reference: (property, kind, id) => references.push({ property, kind, id }),
        });
      }
      return { value, faults: faults.slice(0, MAXIMUM_FAULTS), references };
    },
  };
}

function run(validate: ValidateFunction, value: unknown): Fault[] {
  if (validate(value)) return [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const error of validate.errors ?? []) {
    const fault = toFault(error);
    if (fault === undefined) continue;
    // One property, one rule, one line: a blank name breaks minLength and pattern at once.
    const key = `${fault.property} ${fault.code}`;
    if (seen.has(key)) continue;
    seen.add(key);
    faults.push(fault);
    if (faults.length === MAXIMUM_FAULTS) break;
  }
  return faults;
}

function toFault(error: ErrorObject): Fault | undefined {
  const property = dottedPath(error.instancePath);
  const { params, keyword, data } = error;
  const fault = (code: Fault['code'], message: string, path = property): Fault => ({
    property: path,
    code,
    message: `${path === '' ? 'The body' : path} ${message}.`,
  });
  const below = (name: string) => (property === '' ? name : `${property}.${name}`);
  switch (keyword) {
    case 'required':
      return fault('required', 'is required', below(params.missingProperty));
    case 'type': {
      if (data === null) return fault('required', 'must not be null');
      const wanted = (Array.isArray(params.type) ? params.type : [params.type]).filter(
        (type: string) => type !== 'null',
      );
      return fault('type', `must be ${wanted.map(typeName).join(' or ')}`);
    }
    case 'format':
      return fault('format', FORMAT_MESSAGES[params.format] ?? `must have the format ${params.format}`);
    case 'pattern':
      return params.pattern === '\\S'
        ? fault('required', 'must not be blank')
        : fault('format', String(error.parentSchema?.patternMessage ?? `must match ${params.pattern}`));
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return fault('range', rangeMessage(error));
    case 'multipleOf':
      return fault('range', `must be a multiple of ${params.multipleOf}`);
    case 'maxLength':
      return fault('length', `must be at most ${params.limit} characters long`);
    case 'minLength':
      return params.limit === 1
        ? fault('required', 'must not be empty')
        : fault('length', `must be at least ${params.limit} characters long`);
    case 'maxItems':
      return fault('length', `must have at most ${params.limit} entries`);
    case 'minItems':
      return fault('length', `must have at least ${params.limit} entries`);
    case 'upload':
      return fault(data === null ? 'required' : 'type', 'must be a text with Base64 content');
    case 'uniqueItems':
      return fault('duplicate', 'must not name an entry twice');
    case 'enum':
      return fault(
        'enum',
        `must be one of: ${params.allowedValues.filter((value: unknown) => value !== null).join(', ')}`,
      );
    case 'const':
      return fault('enum', `must be ${JSON.stringify(params.allowedValue)}`);
    case 'maxProperties':
      return fault('length', `must have at most ${params.limit} properties`);
    case 'anyOf':
    case 'oneOf':
      return fault('type', 'has none of the permitted forms');
    default:
      return fault('format', error.message ?? 'is not valid');
  }
}

function typeName(type: string): string {
  const names: Record<string, string> = {
    integer: 'a whole number',
    number: 'a number',
    string: 'a text',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
  };
  return names[type] ?? type;
}

function rangeMessage(error: ErrorObject): string {
  const { minimum, maximum } = error.parentSchema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return `must be from ${minimum} to ${maximum}`;
  return `must be ${error.params.comparison} ${error.params.limit}`;
}

/** documents/0/base64File → documents[0].base64File */
function dottedPath(pointer: string): string {
  if (pointer === '') return '';
  let path = '';
  for (const raw of pointer.slice(1).split('/')) {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    path += /^\d+$/.test(part) && path !== '' ? `[${part}]` : path === '' ? part : `.${part}`;
  }
  return path;
}

/**
 * Text that no database column takes (U+0000, half a surrogate pair) and nesting deeper than 64 levels. Iterative,
 * because a small body can nest deeper than the stack.
 */
function textFaults(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  while (stack.length > 0 && faults.length < MAXIMUM_FAULTS) {
    const { value, path, depth } = stack.pop()!;
    if (typeof value === 'string') {
      if (value.includes('\u0000') || !value.isWellFormed()) {
        faults.push({
          property: path,
          code: 'format',
          message: `${path} must be text without U+0000 and unpaired surrogates.`,
        });
      }
    } else if (typeof value === 'object' && value !== null && !(value instanceof SpilledText)) {
      if (depth >= MAXIMUM_DEPTH) {
        return [
          {
            property: '',
            code: 'format',
            message: `The body must not nest deeper than ${MAXIMUM_DEPTH} levels.`,
          },
        ];
      }
      if (Array.isArray(value)) {
        for (let index = value.length - 1; index >= 0; index--) {
          const item = value[index];
          if (item !== null && typeof item !== 'number' && typeof item !== 'boolean') {
            stack.push({ value: item, path: `${path}[${index}]`, depth: depth + 1 });
          }
        }
      } else {
        for (const [key, child] of Object.entries(value)) {
          if (key.includes('\u0000') || !key.isWellFormed()) {
            faults.push({
              property: path,
              code: 'format',
              message: 'Property names must be text without U+0000 and unpaired surrogates.',
            });
          }
          if (child !== null && typeof child !== 'number' && typeof child !== 'boolean') {
            stack.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
          }
        }
      }
    }
  }
  return faults;
}

interface Visitor {
  unknown?: (path: string) => void;
  reference?: (path: string, kind: string, id: number) => void;
}

// Follows the schema, so its depth is bounded by the schema's.
function walk(schema: TSchema, value: unknown, path: string, visitor: Visitor): void {
  if (value === null || value === undefined) return;
  if (schema.reference !== undefined) {
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 2_147_483_647) {
      visitor.reference?.(path, schema.reference, value as number);
    }
    return;
  }
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) walk(schema.items, item, `${path}[${index}]`, visitor);
    return;
  }
  if (typeof value !== 'object' || schema.properties === undefined) return;
  for (const [key, child] of Object.entries(value)) {
    const below = path === '' ? key : `${path}.${key}`;
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (property === undefined || property.readOnly === true) visitor.unknown?.(below);
    else walk(property, child, below, visitor);
  }
}
