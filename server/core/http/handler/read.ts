import { createHash } from 'node:crypto';
import { readStreamedBody } from '../body-stream.ts';
import { ApiError, type Fault, invalid } from '../errors.ts';
import { isUuid } from '../formats.ts';
import { describeJsonFault, toJsonFault } from '../json-fault.ts';
import { structureFault } from '../json-structure.ts';
import { INT32_MAXIMUM } from '../schema.ts';
import type { ReferenceUse } from '../schema-walk.ts';
import { isStorable } from '../text-faults.ts';
import type { Operation, RequestCall } from './operation.ts';

/**
 * The input of a request. The path and the query have been checked against their schemas. The body has been normalized, but not
 * checked.
 */
export interface Input extends Body {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  queryReferences: ReferenceUse[];
}

interface Body {
  /** Undefined if there is no body. */
  body: unknown;
  /** Faults found while reading. */
  faults: Fault[];
  /** Computes the SHA-256 of the raw body in hexadecimal, if the request has an Idempotency-Key. Call it once. */
  bodySha256(): string;
  /** Deletes the uploaded files that no record has adopted. */
  discard(): Promise<void>;
}

/** Reads the path, the query and the body. Throws if the path or the body cannot be read. */
export async function readInput(call: RequestCall): Promise<Input> {
  const { operation, request } = call;
  const params = readPath(operation, request.params as Record<string, string>);
  const now = call.services.now();
  const query = operation.query.parse(request.query as Record<string, unknown>, now);
  const body = await readBody(call);
  return {
    ...body,
    body: operation.body?.normalize(body.body, now),
    params,
    query: query.value,
    queryReferences: query.references,
    faults: [...query.faults, ...body.faults],
  };
}

function readPath({ endpoint, params }: Operation, sent: Record<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, kind, acceptsUuid, minimum, maximum } of params) {
    const text = sent[name]!;
    if (!isStorable(text)) {
      throw new ApiError('recordNotFound', {
        message: `${endpoint.notFound ?? 'Record'} not found. ${name} must not contain U+0000.`,
      });
    }
    if (kind === 'text' || ((kind === 'uuid' || acceptsUuid) && isUuid(text))) values[name] = text;
    else if (kind === 'integer' && /^\d{1,10}$/.test(text) && Number(text) <= maximum)
      values[name] = Number(text);
    else {
      const isId = kind === 'uuid' || maximum === INT32_MAXIMUM;
      const rule = isId ? 'is not a valid id' : `must be an integer from ${minimum} to ${maximum}`;
      throw new ApiError('recordNotFound', {
        message: `${endpoint.notFound ?? 'Record'} not found. ${name} ${text === '' ? 'is empty. For a list, remove the slash at the end of the path' : rule}.`,
      });
    }
  }
  return values;
}

const NO_BODY: Body = { body: undefined, faults: [], bodySha256: () => '', discard: async () => {} };

async function readBody({ services, operation, caller, request }: RequestCall): Promise<Body> {
  if (operation.body === undefined) return NO_BODY;
  const { streams } = operation;
  if (streams !== undefined) {
    const { headers, raw } = request;
    // The hash costs an eighth of the CPU time of a large body, so only where it is needed.
    const hash =
      headers['idempotency-key'] === undefined
        ? undefined
        : services.blobs.createHash(Number(headers['content-length'] ?? Infinity));
    const { value, sha256, ...read } = await readStreamedBody(services, caller.tenantId, streams, raw, hash);
    return { ...read, body: value, bodySha256: () => sha256 };
  }
  const bytes = request.body as Buffer | undefined;
  return {
    ...NO_BODY,
    body: parseJson(bytes),
    bodySha256: () =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const fault = structureFault(bytes);
  if (fault !== undefined) throw invalid(fault);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('malformedBody', { message: describeJsonFault('encoding') });
  }
  try {
    return JSON.parse(text);
  } catch {
    // Do not pass on the parser's message: it quotes the body.
    throw new ApiError('malformedBody', { message: describeJsonFault(toJsonFault(text)) });
  }
}
