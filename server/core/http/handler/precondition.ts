import type { TenantDatabase } from '../../db/connection.ts';
import type { Language } from '../context.ts';
import { type AnyEndpoint, RawJson } from '../endpoint.ts';
import { areEntityTags, contentTag, matches } from '../entity-tag.ts';
import { ApiError, type Fault, invalid } from '../errors.ts';
import { type Call, getOperation, NO_REPLY } from './operation.ts';
import type { Input } from './read.ts';
import { createContext, type Precondition } from './request-context.ts';

// A caller can read in one language and change without Accept-Language. The tags of both languages name the current state.
const LANGUAGES: readonly Language[] = ['en', 'de'];

/** Returns a function that returns the precondition of a call. Undefined if the call has none. */
export function createPreconditions(
  endpoints: readonly AnyEndpoint[],
): (call: Call, input: Input) => Precondition | undefined {
  const readsOf = new Map(
    endpoints
      .filter(({ ifMatch }) => ifMatch !== undefined)
      .map((endpoint) => [endpoint, findReads(endpoint, endpoints)]),
  );
  return (call, input) => {
    const { endpoint } = call.operation;
    const header = call.request.headers['if-match'];
    const { ifMatch } = endpoint;
    if (ifMatch === undefined || header === undefined || header.trim() === '*') return undefined;
    // Compared, it would match nothing, and the caller would read the record again for ever.
    if (!areEntityTags(header)) throw invalid(malformedTag());
    return async (db) => {
      const { caller } = call;
      const { params: own, body } = input;
      const locked = await ifMatch.lock({ db, tenantId: caller.tenantId, caller, params: own, body });
      // If there is no such record, the handler responds with 404.
      if (locked === undefined) return;
      const params = ifMatch.params?.(input.params) ?? input.params;
      for (const read of readsOf.get(endpoint)!) {
        const isCurrent = await compare(call, { ...input, params }, db, read, header);
        if (isCurrent === false) throw new ApiError('preconditionFailed');
        if (isCurrent === true) return;
      }
    };
  };
}

function malformedTag(): Fault {
  const message =
    'If-Match must be an ETag as it was received, with its quotation marks, such as W/"VGhpcyBpcyBhIHRhZw".';
  return { property: 'If-Match', code: 'format', message };
}

function findReads({ id, ifMatch }: AnyEndpoint, endpoints: readonly AnyEndpoint[]): AnyEndpoint[] {
  return [ifMatch!.read].flat().map((name) => {
    const read = endpoints.find((candidate) => candidate.id === name);
    if (read?.etag !== 'content') throw new Error(`${id}: ${name} does not read a record with an ETag.`);
    return read;
  });
}

/** Whether the header names the current state of the record. Undefined if the operation does not find the record. */
async function compare(
  call: Call,
  input: Input,
  db: TenantDatabase,
  read: AnyEndpoint,
  header: string,
): Promise<boolean | undefined> {
  try {
    for (const language of LANGUAGES)
      if (matches(header, contentTag(await readText(call, input, db, read, language)))) return true;
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'recordNotFound') return undefined;
    throw error;
  }
}

/** The JSON text that the read returns to this caller. */
async function readText(
  call: Call,
  input: Input,
  db: TenantDatabase,
  read: AnyEndpoint,
  language: Language,
): Promise<string | Buffer> {
  const operation = getOperation(read);
  const request = { headers: { 'accept-language': language }, method: 'GET' };
  const context = createContext(
    {
      ...call,
      operation,
      db,
      request,
      // The headers of the read do not belong to the response of the change.
      reply: NO_REPLY,
    },
    { ...input, query: {}, body: undefined },
  );
  const result = await read.handle(context);
  return result instanceof RawJson ? result.text : operation.serialize!(result);
}
