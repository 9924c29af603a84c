import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from './schema.ts';

export type JsonSchema = Record<string, unknown>;

const DATE_TIME_FORMS =
  'ISO 8601. In a request, any offset, or none for UTC; the seconds are optional, with up to nine decimals. In a response, UTC with Z.';
const COMPONENT_NAME = /^[A-Za-z0-9._-]+$/;

/**
 * Converts the schemas of endpoints to OpenAPI. A schema with a `title` becomes a component of that name. Keywords that only
 * this server uses are translated or omitted.
 */
export class ComponentSchemas {
  readonly schemas: Record<string, JsonSchema> = {};

  /**
   * Throws if a different schema has the same title, because the document can contain only one of them. The description of a place
   * that refers to the component stays there. The component has its own one in `componentDescription`, which all of them share.
   */
  translate(schema: TSchema): JsonSchema {
    const own = this.#keywords(schema);
    const { title, ...untitled } = own;
    if (title === undefined) return own;
    const name = String(title);
    if (!COMPONENT_NAME.test(name)) throw new Error(`"${name}" is not a valid name for a schema in OpenAPI.`);

    const types = [untitled.type].flat();
    const isNullable = types.length > 1 && types.includes('null');
    if (isNullable) untitled.type = types.find((type) => type !== 'null');
    const { description, componentDescription: ownDescription = description, ...content } = untitled;
    const known = this.schemas[name];
    if (known === undefined) {
      this.schemas[name] =
        ownDescription === undefined ? content : { description: ownDescription, ...content };
    } else {
      const { description: knownDescription, ...knownContent } = known;
      if (!isDeepStrictEqual(knownContent, content)) {
        throw new Error(`Two different schemas have the title ${name}. Give one of them another title.`);
      }
      if (knownDescription !== undefined && knownDescription !== ownDescription) {
        throw new Error(
          `${name} has different descriptions. Set componentDescription to what it is in every place.`,
        );
      }
    }
    const $ref = `#/components/schemas/${name}`;
    const remark = description === undefined ? {} : { description };
    return isNullable ? { anyOf: [{ $ref }, { type: 'null' }], ...remark } : { $ref, ...remark };
  }

  #keywords(schema: TSchema): JsonSchema {
    if (schema.acceptsUuid === true) {
      const { acceptsUuid: _, description, examples: __, ...integer } = schema;
      return { oneOf: [integer, { type: 'string', format: 'uuid' }], description };
    }
    const translated: JsonSchema = {};
    for (const [keyword, value] of Object.entries(schema)) {
      switch (keyword) {
        case 'patternMessage':
        case 'verbatim':
        case 'toleratesClockSkew':
        case 'isFileName':
        case 'decimals':
          break;
        case 'upload':
          Object.assign(translated, { type: 'string', contentEncoding: 'base64' });
          break;
        case 'documentedEnum':
          translated.enum = value;
          break;
        case 'reference':
          translated['x-references'] = value;
          break;
        case 'properties':
          translated.properties = Object.fromEntries(
            Object.entries(value as Record<string, TSchema>).map(([name, child]) => [
              name,
              this.translate(child),
            ]),
          );
          break;
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          translated[keyword] = (value as TSchema[]).map((child) => this.translate(child));
          break;
        case 'items':
        case 'additionalProperties':
          translated[keyword] = typeof value === 'object' ? this.translate(value as TSchema) : value;
          break;
        default:
          translated[keyword] = value;
      }
    }
    if (schema.format === 'date-time')
      translated.description = [schema.description, DATE_TIME_FORMS].filter(Boolean).join(' ');
    return translated;
  }
}

export const SAMPLE_UUID = '6f1c2a34-5b7d-4e8f-9a01-23456789abcd';

const SAMPLE_TEXTS: Record<string, string> = {
  date: '2026-03-02',
  'date-time': '2026-03-02T08:15:30.000Z',
  uuid: SAMPLE_UUID,
  email: 'ada.muster@example.org',
  uri: 'https://www.example.org/',
};
// The start of a PDF file in Base64: "%PDF-1.7" and a line feed.
const SAMPLE_UPLOAD = 'JVBERi0xLjcK';

/** Returns a value that matches the schema: its first example, or else a minimal value. */
export function sampleOf(schema: TSchema): unknown {
  const { examples, default: preset, enum: values } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (preset !== undefined) return preset;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(values)) return values[0];
  if (schema.upload) return SAMPLE_UPLOAD;
  const alternative = (schema.anyOf ?? schema.oneOf)?.[0];
  if (alternative !== undefined) return sampleOf(alternative);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, TSchema>).map(([name, child]) => [
          name,
          sampleOf(child),
        ]),
      );
    case 'array':
      return schema.maxItems === 0 ? [] : [sampleOf(schema.items)];
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Number.MAX_SAFE_INTEGER);
    case 'boolean':
      return true;
    case 'string':
      return SAMPLE_TEXTS[schema.format ?? ''] ?? 'Text'.slice(0, schema.maxLength);
    default:
      return null;
  }
}
