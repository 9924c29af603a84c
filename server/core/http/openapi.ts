import type { AnyEndpoint } from './endpoint.ts';
import { ERROR_CATALOGUE } from './errors.ts';
import { HEADERS, PARAMETERS, SAMPLE_GUID } from './openapi-common.ts';
import { ComponentSchemas, type JsonSchema, sampleOf } from './openapi-schema.ts';
import type { DocumentSecurity } from './openapi-security.ts';
import { ErrorResponse, type TSchema } from './schema.ts';

export interface OpenApiOptions {
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  /** Base address of the operations, with its path. */
  serverUrl: string;
  serverDescription: string;
  security: DocumentSecurity;
  /** Description of every area, in the order in which readers should meet them. */
  areas: Record<string, string>;
  endpoints: readonly AnyEndpoint[];
}

export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}

export interface Operation {
  operationId: string;
  responses: Record<string, Response>;
  requestBody?: Response & { required: boolean };
  [key: string]: unknown;
}

interface Response {
  description?: string;
  content?: Record<string, Content>;
  [key: string]: unknown;
}

interface Content {
  schema: JsonSchema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

const JSON_TYPE = 'application/json';

/**
 * The OpenAPI 3.1 document of the endpoints, in their order. Throws where the table cannot be told truly: a schema
 * title or operation id used twice, an area without a description, one path under two parameter names.
 */
export function buildOpenApiDocument(options: OpenApiOptions): OpenApiDocument {
  const builder = new DocumentBuilder(options.security);
  for (const endpoint of options.endpoints) builder.add(endpoint);
  const used = new Set(options.endpoints.map(({ area }) => area));
  for (const area of used) {
    if (!Object.hasOwn(options.areas, area)) throw new Error(`The area "${area}" has no description.`);
  }
  return {
    openapi: '3.1.1',
    info: options.info,
    servers: [{ url: options.serverUrl, description: options.serverDescription }],
    tags: Object.entries(options.areas)
      .filter(([area]) => used.has(area))
      .map(([name, description]) => ({ name, description })),
    paths: builder.paths,
    components: {
      securitySchemes: options.security.schemes,
      schemas: sorted(builder.components.schemas),
      parameters: sorted(builder.parameters),
      headers: sorted(builder.headers),
      responses: sorted(builder.responses),
    },
  };
}

class DocumentBuilder {
  readonly paths: OpenApiDocument['paths'] = {};
  readonly components = new ComponentSchemas();
  readonly parameters: Record<string, unknown> = {};
  readonly headers: Record<string, unknown> = {};
  readonly responses: Record<string, unknown> = {};
  readonly #security: DocumentSecurity;
  readonly #ids = new Set<string>();
  readonly #templates = new Map<string, string>();

  constructor(security: DocumentSecurity) {
    this.#security = security;
  }

  add(endpoint: AnyEndpoint): void {
    const { id, method, path } = endpoint;
    if (this.#ids.has(id)) throw new Error(`Two operations are called ${id}.`);
    this.#ids.add(id);
    const template = path.replaceAll(/\{\w+\}/g, '{}');
    const known = this.#templates.get(template);
    if (known !== undefined && known !== path) {
      throw new Error(`${path} and ${known} are one path: give their parameters the same names.`);
    }
    this.#templates.set(template, path);
    this.paths[path] ??= {};
    this.paths[path][method.toLowerCase()] = this.#operation(endpoint);
  }

  #operation(endpoint: AnyEndpoint): Operation {
    const { id, area, summary, permission, event, since, operations, body } = endpoint;
    return {
      operationId: id,
      tags: [area],
      summary,
      description: describe(endpoint, this.#security.needs(endpoint)),
      security: this.#security.requirements(endpoint),
      ...optionally('x-permission', permission ?? undefined),
      ...optionally('x-event', event === undefined ? undefined : { id: event.id, name: event.name }),
      ...optionally('x-since', since),
      ...optionally('x-operations', operations),
      parameters: this.#operationParameters(endpoint),
      ...optionally('requestBody', body === undefined ? undefined : this.#requestBody(endpoint, body)),
      responses: this.#operationResponses(endpoint),
    };
  }

  #operationParameters(endpoint: AnyEndpoint): unknown[] {
    const { params, query, method, body, creates, etag, ranges, success } = endpoint;
    const parameters: unknown[] = [];
    for (const [name, schema] of propertiesOf(params))
      parameters.push(this.#parameter('path', name, schema, true));
    for (const [name, schema] of propertiesOf(query)) {
      parameters.push(this.#parameter('query', name, schema, (query?.required ?? []).includes(name)));
    }
    const common = (name: string) => {
      this.parameters[name] = PARAMETERS[name];
      parameters.push({ $ref: `#/components/parameters/${name}` });
    };
    if (creates && this.#security.takesIdempotencyKeys) common('IdempotencyKey');
    if (etag !== undefined) common('IfNoneMatch');
    if (ranges) for (const name of ['Range', 'IfRange']) common(name);
    if (method === 'GET' && success.schema !== undefined) common('AcceptLanguage');
    if (body !== undefined) common('Prefer');
    return parameters;
  }

  #parameter(place: 'path' | 'query', name: string, schema: TSchema, required: boolean): unknown {
    const { description, examples, ...rest } = this.components.translate(schema);
    const example = (examples as unknown[] | undefined)?.[0];
    return { name, in: place, required, description, schema: rest, ...optionally('example', example) };
  }

  #requestBody(endpoint: AnyEndpoint, body: TSchema): Operation['requestBody'] {
    const given = endpoint.examples?.filter((example) => example.body !== undefined) ?? [];
    const examples =
      given.length > 0
        ? given.map(({ summary, body: value }) => ({ summary, value }))
        : [{ summary: 'Every property', value: sampleOf(body) }];
    return { required: true, content: this.#json(body, examples) };
  }

  #operationResponses(endpoint: AnyEndpoint): Operation['responses'] {
    const { success, etag, ranges, notFound, errors, creates, body, cacheControl } = endpoint;
    const responses: Record<string, Response> = {
      [success.status]: {
        description: success.description,
        headers: this.#successHeaders(endpoint),
        ...(success.mediaType === undefined
          ? {}
          : { content: { [success.mediaType]: { schema: { type: 'string', format: 'binary' } } } }),
        ...(success.schema === undefined
          ? {}
          : {
              content: this.#json(success.schema, [
                { summary: 'Success', value: success.example ?? sampleOf(success.schema) },
              ]),
            }),
      },
    };
    if (etag !== undefined) {
      responses[304] = {
        description: 'The copy named in If-None-Match is current; no body.',
        headers: {
          ...this.#commonHeaders('X-Request-Id', 'ETag'),
          ...(cacheControl === undefined ? {} : this.#commonHeaders('Cache-Control')),
        },
      };
    }
    if (ranges) {
      const { status, message } = ERROR_CATALOGUE.rangeNotSatisfiable;
      const { headers, ...whole } = responses[success.status]!;
      responses[206] = {
        ...whole,
        description: 'The part that Range asks for.',
        headers: { ...(headers as object), ...this.#commonHeaders('Content-Range') },
      };
      responses[status] = this.#refusal(status, 'The range lies behind the end.', message);
    }
    const refusals = [
      'BadRequest',
      'Unauthorized',
      'Forbidden',
      'TooManyRequests',
      'InternalError',
      'Unavailable',
    ];
    if (creates && this.#security.takesIdempotencyKeys) refusals.push('Conflict');
    if (body !== undefined) refusals.push('ContentTooLarge', 'UnsupportedMediaType');
    for (const name of refusals) {
      const { status, codes, description } = this.#security.refusals[name]!;
      this.responses[name] ??= this.#refusal(
        status,
        description,
        ...codes.map((code) => ERROR_CATALOGUE[code].message),
      );
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
    if (notFound !== undefined) {
      responses[404] = this.#refusal(404, `${notFound} not found.`, `${notFound} not found.`);
    }
    for (const [status, description] of Object.entries(errors ?? {})) {
      responses[status] = this.#refusal(Number(status), description, description);
    }
    return responses;
  }

  #successHeaders({
    success,
    etag,
    cacheControl,
    method,
    body,
    creates,
  }: AnyEndpoint): Record<string, unknown> {
    const names = ['X-Request-Id', 'Cache-Control'];
    if (etag !== undefined) names.push('ETag');
    if (body !== undefined) names.push('Ignored-Properties');
    if (creates && this.#security.takesIdempotencyKeys) names.push('Idempotency-Replayed');
    const headers = this.#commonHeaders(...names);
    if (cacheControl !== undefined && method === 'GET') {
      headers['Cache-Control'] = header('How long the answer may be kept.', cacheControl);
    }
    for (const [sent, description] of Object.entries(success.headers ?? {})) {
      const name = properName(sent);
      // Where the table gives the value itself instead of words, the common words stay.
      if (name === 'Cache-Control' && description === cacheControl) continue;
      headers[name] = header(description, HEADERS[name]?.example);
    }
    return headers;
  }

  #commonHeaders(...names: string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.map((name) => {
        const { description, example } = this.#security.headers[name]!;
        this.headers[name] = header(description, example);
        return [name, { $ref: `#/components/headers/${name}` }];
      }),
    );
  }

  #refusal(status: number, description: string, ...messages: string[]): Response {
    const names = ['X-Request-Id'];
    if (this.#security.challenges.includes(status)) names.push('WWW-Authenticate');
    if (status === 429 || status === 503) names.push('Retry-After');
    if (status === 416) names.push('Content-Range');
    const faults = [
      {
        property: 'location.zipCode',
        code: 'format',
        message: 'location.zipCode must have 5 digits in Germany and not start with 00, such as 10115.',
      },
    ];
    const examples = messages.map((message) => ({
      summary: message,
      value: {
        messageGuid: SAMPLE_GUID,
        message,
        validationErrors: message === ERROR_CATALOGUE.invalidRequest.message ? faults : [],
      },
    }));
    return {
      description,
      headers: this.#commonHeaders(...names),
      content: this.#json(ErrorResponse, examples),
    };
  }

  #json(schema: TSchema, examples: { summary: string; value: unknown }[]): Record<string, Content> {
    const { description: _, ...translated } = this.components.translate(schema);
    return {
      [JSON_TYPE]: {
        schema: translated,
        examples: Object.fromEntries(examples.map((example, index) => [`example${index + 1}`, example])),
      },
    };
  }
}

function describe({ description, event, since, operations }: AnyEndpoint, needs: string): string {
  const parts = [description, needs];
  if (event !== undefined) parts.push(`Triggers the event \`${event.name}\` (${event.id}).`);
  if (operations !== undefined)
    parts.push(`One entry for ${operations} operations whose paths differ only in a name.`);
  if (since !== undefined) parts.push(`Since release ${since}.`);
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function header(description: string, example?: string): unknown {
  return { description, schema: { type: 'string' }, ...optionally('example', example) };
}

/** possible-duplicates → Possible-Duplicates */
function properName(name: string): string {
  const known = Object.keys(HEADERS).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return known ?? name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase());
}

function propertiesOf(schema: TSchema | undefined): [string, TSchema][] {
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>);
}

function optionally(key: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [key]: value };
}

function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
