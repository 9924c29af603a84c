import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS, isUtcDateTime } from '../core/http/formats.ts';
import type { AnyEndpoint } from '../core/http/index.ts';
import { ErrorResponse } from '../core/http/schema.ts';
import { checkHeaders } from './header-check.ts';

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  // The checks of the OpenAPI documents validate the schemas.
  meta: false,
  validateSchema: false,
  formats: { ...FORMATS, 'date-time': isUtcDateTime },
});
const validators = new Map<unknown, ValidateFunction>();

/** Statuses that any operation may return. */
const COMMON_STATUSES = [400, 401, 403, 405, 409, 413, 415, 429, 503];

/** Asserts that the operation declares the status, the headers, and the schema of the response. */
export function checkResponse(
  endpoints: readonly AnyEndpoint[],
  method: string,
  path: string,
  answer: { status: number; headerNames: readonly string[]; body: unknown; text: string },
): void {
  const endpoint = findEndpoint(endpoints, method, path.split('?')[0]!);
  if (endpoint !== undefined) checkHeaders(endpoint.id, answer.status, answer.headerNames);
  if (answer.status >= 400) {
    check(
      ErrorResponse,
      answer.body,
      `${method} ${path} answered ${answer.status} with another body than the error record`,
    );
    assert.notEqual(answer.status, 500, `${method} ${path} answered 500: ${answer.text}`);
    if (endpoint === undefined) return;
    const declared = [
      ...COMMON_STATUSES,
      ...Object.keys(endpoint.errors ?? {}).map(Number),
      ...(endpoint.ifMatch === undefined ? [] : [412]),
      ...(endpoint.ranges ? [416] : []),
      ...(endpoint.streams === undefined ? [] : [507]),
      ...(endpoint.notFound === undefined ? [] : [404]),
    ];
    assert.ok(
      declared.includes(answer.status),
      `${endpoint.id} answered ${answer.status}, which it does not declare`,
    );
    return;
  }
  if (endpoint === undefined) return;
  if (answer.status === 304) {
    assert.ok(endpoint.etag !== undefined, `${endpoint.id} answered 304 without declaring an ETag`);
    return;
  }
  if (answer.status !== 206 || !endpoint.ranges)
    assert.equal(answer.status, endpoint.success.status, `${endpoint.id} answered ${answer.status}`);
  if (endpoint.success.schema !== undefined)
    check(endpoint.success.schema, answer.body, `The answer of ${endpoint.id} breaks its schema`);
  else if (endpoint.success.mediaType === undefined)
    assert.equal(answer.text, '', `${endpoint.id} must answer with an empty body`);
}

function findEndpoint(
  endpoints: readonly AnyEndpoint[],
  method: string,
  path: string,
): AnyEndpoint | undefined {
  const fits = endpoints.filter(
    (endpoint) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return fits.find((endpoint) => endpoint.path === path) ?? fits[0];
}

function check(schema: object, body: unknown, message: string): void {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    validators.set(schema, validate);
  }
  // A response may have more fields than documented, never fewer, so the schema requires every documented field.
  assert.ok(validate(body), `${message}: ${ajv.errorsText(validate.errors)}`);
}
