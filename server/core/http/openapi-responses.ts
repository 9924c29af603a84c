import type { AnyEndpoint } from './endpoint.ts';
import { ERROR_CATALOG, type ErrorCode } from './errors.ts';
import { HEADERS, SAMPLE_GUID } from './openapi-common.ts';
import { jsonContent, type Operation, optionally, type Response } from './openapi-document.ts';
import { type ComponentSchemas, sampleOf } from './openapi-schema.ts';
import type { DocumentSecurity } from './openapi-security.ts';
import { ErrorResponse } from './schema.ts';

type Responses = Operation['responses'];

/** An example of an error record. */
interface ErrorExample {
  message: string;
  faults?: readonly object[];
}

const SAMPLE_FAULTS = [
  {
    property: 'location.zipCode',
    code: 'format',
    message: 'A German postal code has five digits, not beginning with 00.',
  },
];

/** Headers that describe a body, so a 304 has none of them. */
const OF_BODY = new Set(['Accept-Ranges', 'Content-Disposition', 'Content-Type', 'Stream-Position']);

/** The statuses of errors that can say when to repeat the call. */
const RETRIED = [409, 429, 503];

/** Builds the responses of operations and collects the components that they share. */
export class ResponseBuilder {
  readonly headers: Record<string, unknown> = {};
  readonly responses: Record<string, unknown> = {};
  readonly #components: ComponentSchemas;
  readonly #security: DocumentSecurity;

  constructor(components: ComponentSchemas, security: DocumentSecurity) {
    this.#components = components;
    this.#security = security;
  }

  build(endpoint: AnyEndpoint): Responses {
    const { status } = endpoint.success;
    const success = this.#success(endpoint);
    return {
      [status]: success,
      ...(endpoint.etag === undefined ? {} : { 304: this.#notModified(endpoint) }),
      ...(endpoint.ranges ? this.#ranges(success) : {}),
      ...this.#sharedErrors(endpoint),
      ...this.#ownErrors(endpoint),
    };
  }

  #success(endpoint: AnyEndpoint): Response {
    const { description, mediaType, schema, example } = endpoint.success;
    const headers = this.#successHeaders(endpoint);
    if (schema !== undefined) {
      const examples = [{ summary: 'Success', value: example ?? sampleOf(schema) }];
      return { description, headers, content: jsonContent(this.#components, schema, examples) };
    }
    if (mediaType === undefined) return { description, headers };
    const content = { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
    return { description, headers, content };
  }

  #notModified(endpoint: AnyEndpoint): Response {
    const headers = Object.entries(this.#successHeaders(endpoint)).filter(([name]) => !OF_BODY.has(name));
    return {
      description: 'The copy in If-None-Match is current. The response has no body.',
      headers: Object.fromEntries(headers),
    };
  }

  #ranges({ headers, ...whole }: Response): Responses {
    const { status, message } = ERROR_CATALOG.rangeNotSatisfiable;
    return {
      206: {
        ...whole,
        description: 'The requested range.',
        headers: { ...(headers as object), ...this.#commonHeaders('Content-Range') },
      },
      [status]: this.#error(status, 'The range starts past the end of the contents.', [{ message }]),
    };
  }

  /** The error responses that many operations have. Each is one component of the document. */
  #sharedErrors({ creates, ifMatch, body, streams }: AnyEndpoint): Responses {
    const names = [
      'BadRequest',
      'Unauthorized',
      'Forbidden',
      'TooManyRequests',
      'InternalError',
      'Unavailable',
    ];
    if (creates) names.push('Conflict');
    if (ifMatch !== undefined) names.push('PreconditionFailed');
    if (body !== undefined) names.push('ContentTooLarge', 'UnsupportedMediaType');
    if (streams !== undefined) names.push('InsufficientStorage');
    const responses: Responses = {};
    for (const name of names) {
      const { status, codes, description } = this.#security.errors[name]!;
      const since = name === 'PreconditionFailed' ? this.#security.ifMatchSince : undefined;
      this.responses[name] ??= {
        ...this.#error(status, description, codes.map(toExample)),
        ...optionally('x-since', since),
      };
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
    return responses;
  }

  /** The error responses that the endpoint declares itself. */
  #ownErrors({ notFound, errors }: AnyEndpoint): Responses {
    const responses: Responses = {};
    if (notFound !== undefined) {
      const message = `${notFound} not found.`;
      responses[404] = this.#error(404, message, [{ message }]);
    }
    for (const [status, description] of Object.entries(errors ?? {})) {
      responses[status] = this.#error(Number(status), description, [{ message: description }]);
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
    if (creates) names.push('Idempotency-Replayed');
    const headers = this.#commonHeaders(...names);
    if (cacheControl !== undefined && method === 'GET') {
      headers['Cache-Control'] = header('Whether and how long the response may be cached.', cacheControl);
    }
    for (const [sent, description] of Object.entries(success.headers ?? {})) {
      const name = headerName(sent);
      // Some endpoints give the value instead of a description. The common description is then used.
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

  #error(status: number, description: string, examples: readonly ErrorExample[]): Response {
    const names = ['X-Request-Id', 'Cache-Control'];
    if (status === 400) names.push('Ignored-Properties');
    if (this.#security.challenges.includes(status)) names.push('WWW-Authenticate');
    if (RETRIED.includes(status)) names.push('Retry-After');
    if (status === 416) names.push('Content-Range');
    const records = examples.map(({ message, faults = [] }) => ({
      summary: message,
      value: { messageGuid: SAMPLE_GUID, message, validationErrors: faults },
    }));
    return {
      description,
      headers: this.#commonHeaders(...names),
      content: jsonContent(this.#components, ErrorResponse, records),
    };
  }
}

function toExample(code: ErrorCode): ErrorExample {
  const { message } = ERROR_CATALOG[code];
  return code === 'invalidRequest' ? { message, faults: SAMPLE_FAULTS } : { message };
}

function header(description: string, example?: string): unknown {
  return { description, schema: { type: 'string' }, ...optionally('example', example) };
}

/** possible-duplicates → Possible-Duplicates */
function headerName(name: string): string {
  const known = Object.keys(HEADERS).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return known ?? name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase());
}
