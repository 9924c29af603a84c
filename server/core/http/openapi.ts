import type { AnyEndpoint } from './endpoint.ts';
import { PARAMETERS } from './openapi-common.ts';
import { jsonContent, type OpenApiDocument, type Operation, optionally } from './openapi-document.ts';
import { ResponseBuilder } from './openapi-responses.ts';
import { ComponentSchemas, SAMPLE_UUID, sampleOf } from './openapi-schema.ts';
import type { DocumentSecurity } from './openapi-security.ts';
import { type DescribedWebhook, toWebhook } from './openapi-webhooks.ts';
import type { TSchema } from './schema.ts';

export type { OpenApiDocument, Operation };

interface OpenApiOptions {
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  /** Base URL of the operations, including the path. */
  serverUrl: string;
  serverDescription: string;
  security: DocumentSecurity;
  /** Description of every area, in the order of the document. */
  areas: Record<string, string>;
  endpoints: readonly AnyEndpoint[];
  /** The calls that the service makes itself. */
  webhooks?: readonly DescribedWebhook[];
}

/**
 * Builds the OpenAPI 3.1 document of the endpoints, in their order. Throws if two schemas share a title, two operations
 * share an id, an area has no description, or one path has different parameter names.
 */
export function buildOpenApiDocument(options: OpenApiOptions): OpenApiDocument {
  const builder = new DocumentBuilder(options.security);
  for (const endpoint of options.endpoints) builder.add(endpoint);
  const webhooks = (options.webhooks ?? []).map((webhook) => [
    webhook.event.name,
    toWebhook(webhook, builder.components, builder.parameters),
  ]);
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
    ...optionally('webhooks', webhooks.length === 0 ? undefined : Object.fromEntries(webhooks)),
    components: {
      securitySchemes: options.security.schemes,
      schemas: sorted(builder.components.schemas),
      parameters: sorted(builder.parameters),
      headers: sorted(builder.responses.headers),
      responses: sorted(builder.responses.responses),
    },
  };
}

class DocumentBuilder {
  readonly paths: OpenApiDocument['paths'] = {};
  readonly components = new ComponentSchemas();
  readonly parameters: Record<string, unknown> = {};
  readonly responses: ResponseBuilder;
  readonly #security: DocumentSecurity;
  readonly #ids = new Set<string>();
  readonly #templates = new Map<string, string>();

  constructor(security: DocumentSecurity) {
    this.#security = security;
    this.responses = new ResponseBuilder(this.components, security);
  }

  add(endpoint: AnyEndpoint): void {
    const { id, method, path } = endpoint;
    if (this.#ids.has(id)) throw new Error(`Two operations have the id ${id}.`);
    this.#ids.add(id);
    const template = path.replaceAll(/\{\w+\}/g, '{}');
    const known = this.#templates.get(template);
    if (known !== undefined && known !== path) {
      throw new Error(`${path} and ${known} are the same path. Give their parameters the same names.`);
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
      description: describe(endpoint, this.#security.requirement(endpoint)),
      security: this.#security.requirements(endpoint),
      ...optionally('x-permission', permission ?? undefined),
      ...optionally('x-event', event === undefined ? undefined : { id: event.id, name: event.name }),
      ...optionally('x-since', since),
      ...optionally('x-operations', operations),
      parameters: this.#operationParameters(endpoint),
      ...optionally('requestBody', body === undefined ? undefined : this.#requestBody(endpoint, body)),
      responses: this.responses.build(endpoint),
    };
  }

  #operationParameters(endpoint: AnyEndpoint): unknown[] {
    const { params, query, body, creates, etag, ifMatch, ranges, isLocalized } = endpoint;
    const parameters: unknown[] = [];
    for (const [name, schema] of propertiesOf(params))
      parameters.push(this.#parameter('path', name, schema, true));
    for (const [name, schema] of propertiesOf(query)) {
      parameters.push(this.#parameter('query', name, schema, (query?.required ?? []).includes(name)));
    }
    const common = (name: string) => {
      const since = name === 'IfMatch' ? this.#security.ifMatchSince : undefined;
      this.parameters[name] = { ...PARAMETERS[name], ...optionally('x-since', since) };
      parameters.push({ $ref: `#/components/parameters/${name}` });
    };
    if (creates) common('IdempotencyKey');
    if (etag !== undefined) common('IfNoneMatch');
    if (ifMatch !== undefined) common('IfMatch');
    if (ranges) for (const name of ['Range', 'IfRange']) common(name);
    if (isLocalized) common('AcceptLanguage');
    if (body !== undefined) common('Prefer');
    return parameters;
  }

  #parameter(place: 'path' | 'query', name: string, schema: TSchema, required: boolean): unknown {
    const { description, examples: _, ...rest } = this.components.translate(schema);
    const example = (schema.examples as unknown[] | undefined)?.[0];
    const parameter = { name, in: place, required, description, schema: rest };
    if (schema.acceptsUuid !== true) return { ...parameter, ...optionally('example', example) };
    return { ...parameter, examples: { id: { value: example }, uuid: { value: SAMPLE_UUID } } };
  }

  #requestBody(endpoint: AnyEndpoint, body: TSchema): Operation['requestBody'] {
    const given = endpoint.examples?.filter((example) => example.body !== undefined) ?? [];
    const examples =
      given.length > 0
        ? given.map(({ summary, body: value }) => ({ summary, value }))
        : [{ summary: 'Every property', value: sampleOf(body) }];
    return { required: true, content: jsonContent(this.components, body, examples) };
  }
}

function describe({ description, event, since, operations }: AnyEndpoint, requirement: string): string {
  const parts = [description, requirement];
  if (event !== undefined) parts.push(`Triggers the event \`${event.name}\` (${event.id}).`);
  if (operations !== undefined)
    parts.push(`This entry stands for ${operations} operations whose paths differ only in a parameter name.`);
  if (since !== undefined) parts.push(`Available since release ${since}.`);
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function propertiesOf(schema: TSchema | undefined): [string, TSchema][] {
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>);
}

function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
