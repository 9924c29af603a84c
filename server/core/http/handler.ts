import { createHash } from 'node:crypto';
import fastJson from 'fast-json-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable, violatedConstraint } from '../db/faults.ts';
import type { Services } from '../services.ts';
import { readStreamedBody } from './body-stream.ts';
import type { Caller } from './context.ts';
import { type AnyEndpoint, ByteStream, JsonStream, NOT_MODIFIED, RawJson } from './endpoint.ts';
import { contentTag, matches } from './entity-tag.ts';
import { ApiError, type Fault, invalid } from './errors.ts';
import { findAnswer, type IdempotencyKey, idempotencyKey, type StoredAnswer } from './idempotency.ts';
import { createReferenceCheck, type ReferenceKinds } from './references.ts';
import { createContext, Replay } from './request-context.ts';
import { INT32_MAXIMUM } from './schema.ts';
import { compileBody, compileQuery } from './validation.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const MAXIMUM_IGNORED_NAMES = 50;
// Clients and proxies refuse answers whose headers exceed 8 or 16 KiB; the names must not be what breaks one.
const MAXIMUM_IGNORED_LENGTH = 4000;
// A name of the sender's own making stands in its faults twice: unbounded, a small body would buy a large answer.
const MAXIMUM_PATH_LENGTH = 100;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Makes the request handler of an endpoint: input checked whole, handler called, answer serialised. */
export function createHandler(kinds: ReferenceKinds): (services: Services, endpoint: AnyEndpoint) => Handler {
  const checkReferences = createReferenceCheck(kinds);

  return (services, endpoint) => {
    const query = compileQuery(endpoint.query);
    const body = endpoint.body === undefined ? undefined : compileBody(endpoint.body);
    const params = Object.entries((endpoint.params?.properties ?? {}) as Record<string, { type?: string }>);
    const serialize = endpoint.success.schema === undefined ? undefined : serializer(endpoint.success.schema);

    return async (request, reply) => {
      const caller = request.caller!;
      const db = services.database.tenant(caller.tenantId);
      const path = readParams(params, request.params as Record<string, string>, endpoint);
      const parsed = query.parse(request.query as Record<string, unknown>);
      const { value: parameters, faults } = parsed;
      if (parsed.references.length > 0) {
        faults.push(...(await checkReferences(services, db, caller.tenantId, parsed.references)));
      }
      // With a body the rules are asked once it is there, so that all faults are told together.
      if (body === undefined) {
        faults.push(...ruleFaults({ params: path, query: parameters, body: undefined }, faults));
        if (faults.length > 0) throw invalid(...withoutRepeats(faults));
      }

      let sent: unknown;
      let sha256: () => string = () => '';
      let discard: (() => Promise<void>) | undefined;
      let key: IdempotencyKey | undefined;
      if (body !== undefined) {
        if (endpoint.streams !== undefined) {
          const streamed = await readStreamedBody(services, caller.tenantId, endpoint.streams, request);
          sent = streamed.value;
          sha256 = () => streamed.sha256;
          discard = streamed.discard;
          faults.push(...streamed.faults);
        } else {
          sent = readJson(request);
          sha256 = () =>
            createHash('sha256')
              .update((request.body as Buffer | undefined) ?? '')
              .digest('hex');
        }
      }
      try {
        key = readIdempotencyKey(endpoint, caller, request, sha256);
        if (body !== undefined) {
          await checkBody(sent, body, faults);
        }
        const context = createContext({
          services,
          endpoint,
          request,
          reply,
          caller,
          db,
          path,
          parameters,
          sent,
          key,
          serialize,
        });
        const result = await endpoint.handle(context);
        if (discard !== undefined) await discard();
        return answer(result, request, reply);
      } catch (error) {
        // Whether a transaction was committed when its connection broke is not known: what it adopted then is
        // left to the sweep, which asks the database.
        if (error instanceof Replay || error instanceof ApiError || !isUnavailable(error)) await discard?.();
        if (error instanceof Replay) return replay(error.answer);
        // What the first request referred to may be gone by now: its answer stands all the same.
        if (key !== undefined && error instanceof ApiError && error.code === 'invalidRequest') {
          const stored = await findAnswer(db, key);
          if (stored !== undefined) return replay(stored);
        }
        throw toConstraintFault(error, endpoint);
      }

      function replay({ status, headers, body: text }: StoredAnswer): FastifyReply {
        for (const [name, value] of Object.entries(headers)) reply.header(name, value);
        reply.header('idempotency-replayed', 'true').header('cache-control', 'no-store').status(status);
        if (text === '') return reply.send();
        return reply.type(JSON_TYPE).serializer(asIs).send(text);
      }

      // A rule may rely on the shape: it is asked about input that has it, and about other input as far as it can.
      // Of a property whose shape is at fault it has nothing to say.
      function ruleFaults(
        input: { params: unknown; query: unknown; body: unknown },
        found: Fault[],
      ): Fault[] {
        if (endpoint.check === undefined) return [];
        const atFault = new Set(found.map(({ property }) => property));
        return shapely(() => endpoint.check!({ ...input, now: services.now() }), found).filter(
          ({ property }) => !atFault.has(property),
        );
      }

      async function checkBody(
        value: unknown,
        validator: NonNullable<typeof body>,
        found: Fault[],
      ): Promise<void> {
        if (value === undefined) {
          throw invalid({ property: '', code: 'required', message: 'A JSON body is required.' });
        }
        found.push(...validator.faults(value));
        const ignored = validator.unknownProperties(value);
        if (ignored.length > 0) {
          if (
            /(^|[,;\s])handling\s*=\s*("strict"|strict)(?=[,;\s]|$)/i.test(
              String(request.headers.prefer ?? ''),
            )
          ) {
            for (const property of ignored) {
              found.push({
                property,
                code: 'unknownProperty',
                message: `${property} is not a property that this operation takes: leave it out, or do not ask for strict handling.`,
              });
            }
          } else {
            reply.header('ignored-properties', ignoredNames(ignored));
          }
        }
        const unknown = await checkReferences(services, db, caller.tenantId, validator.references(value));
        if (unknown.length > 0 && endpoint.stored !== undefined) {
          const stored = await endpoint.stored({ db, tenantId: caller.tenantId, params: path });
          found.push(
            ...unknown.filter(({ property }) => valueAt(stored, property) !== valueAt(value, property)),
          );
        } else {
          found.push(...unknown);
        }
        if (typeof value === 'object' && value !== null) {
          found.push(...ruleFaults({ params: path, query: parameters, body: value }, found));
          if (endpoint.findFaults !== undefined) {
            const input = { db, tenantId: caller.tenantId, params: path, body: soundPart(value, found) };
            found.push(...(await endpoint.findFaults(input)));
          }
        }
        if (found.length > 0) throw invalid(...withoutRepeats(found));
      }

      function answer(result: unknown, req: FastifyRequest, rep: FastifyReply): unknown {
        if (result instanceof ByteStream) return rep.status(result.status).send(result.source);
        if (endpoint.cacheControl !== undefined) rep.header('cache-control', endpoint.cacheControl);
        else if (!rep.hasHeader('cache-control'))
          rep.header('cache-control', req.method === 'GET' ? 'private, no-cache' : 'no-store');
        const vary = rep.getHeader('vary');
        rep.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
        if (result === NOT_MODIFIED) return rep.status(304).send();
        if (endpoint.success.status === 204) return rep.status(204).send();
        if (result instanceof JsonStream) return rep.type(JSON_TYPE).send(result.source);
        // Some operations of the interface succeed with 200 and say nothing.
        if (serialize === undefined && !(result instanceof RawJson)) return rep.send();
        const text = result instanceof RawJson ? result.text : serialize!(result);
        if (endpoint.etag === 'content') {
          const tag = contentTag(text);
          rep.header('etag', tag);
          if (matches(req.headers['if-none-match'], tag)) return rep.status(304).send();
        }
        return rep.type(JSON_TYPE).serializer(asIs).send(text);
      }
    };
  };
}

/** The value at a path of names, such as location.countryId; undefined where the path leads nowhere. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], value);
}

/** The body with null for each property of which, or inside which, a fault was found. */
function soundPart(body: object, found: Fault[]): Record<string, unknown> {
  const atFault = new Set(found.map(({ property }) => property.split(/[.[]/)[0]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, atFault.has(name) ? null : value]),
  );
}

const asIs = (payload: unknown) => payload as string;

function readParams(
  params: [string, { type?: string }][],
  sent: Record<string, string>,
  endpoint: AnyEndpoint,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of params) {
    const text = sent[name]!;
    if (schema.type !== 'integer') values[name] = text;
    else if (/^\d{1,10}$/.test(text) && Number(text) <= INT32_MAXIMUM) values[name] = Number(text);
    else
      throw new ApiError('recordNotFound', {
        message: `${endpoint.notFound ?? 'Record'} not found: ${name} is not an id.`,
      });
  }
  return values;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readJson(request: FastifyRequest): unknown {
  const raw = request.body as Buffer | undefined;
  if (raw === undefined || raw.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(raw));
  } catch {
    // The parser's own message quotes the body.
    throw new ApiError('malformedBody');
  }
}

function readIdempotencyKey(
  endpoint: AnyEndpoint,
  caller: Caller,
  request: FastifyRequest,
  sha256: () => string,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (!endpoint.creates || caller.kind !== 'client' || key === undefined) return undefined;
  return idempotencyKey(caller, String(key), endpoint.method, request.url, sha256());
}

// A value that already broke its schema can make a rule stumble; its fault is reported either way.
function shapely(check: () => Fault[], found: Fault[]): Fault[] {
  try {
    return check();
  } catch (error) {
    if (found.length === 0) throw error;
    return [];
  }
}

function withoutRepeats(faults: Fault[]): Fault[] {
  const seen = new Set<string>();
  return faults
    .map((fault) => {
      if (fault.property.length <= MAXIMUM_PATH_LENGTH) return fault;
      const property = `${fault.property.slice(0, MAXIMUM_PATH_LENGTH).toWellFormed()}…`;
      return { ...fault, property, message: fault.message.replace(fault.property, () => property) };
    })
    .filter(({ property, code }) => {
      const key = `${property} ${code}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

function ignoredNames(names: string[]): string {
  let text = '';
  for (const name of names.slice(0, MAXIMUM_IGNORED_NAMES)) {
    const longer = text === '' ? headerSafe(name) : `${text}, ${headerSafe(name)}`;
    if (longer.length > MAXIMUM_IGNORED_LENGTH) break;
    text = longer;
  }
  return text;
}

/** A property name as a header may carry it: sent names are free text. */
function headerSafe(name: string): string {
  return name
    .slice(0, 100)
    .toWellFormed()
    .replaceAll(/[^\w.[\]-]/gu, (character) => encodeURIComponent(character));
}

/** A unique or foreign key that only the database could judge, as the fault it is. */
function toConstraintFault(error: unknown, { body }: AnyEndpoint): unknown {
  const violated = violatedConstraint(error);
  if (violated === undefined) return error;
  const property = violated.kind === 'unique' ? toProperty(violated) : undefined;
  if (property !== undefined && Object.hasOwn(body?.properties ?? {}, property)) {
    return invalid({
      property,
      code: 'duplicate',
      message: `Another record of this kind carries this ${property}: change that record, or send another one.`,
    });
  }
  if (violated.kind === 'reference') {
    return invalid({
      property: '',
      code: 'unknownReference',
      message:
        'The body refers to a record that was removed while the call ran: read the list again and repeat.',
    });
  }
  return error;
}

/** customerNumber of company_customer_number: the constraint's own name, or the one PostgreSQL gives it. */
function toProperty({ name, table }: { name: string; table: string }): string | undefined {
  if (!name.startsWith(`${table}_`)) return undefined;
  const column = name.slice(table.length + 1).replace(/^tenant_id_(.*)_key$/, '$1');
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function serializer(schema: unknown): (value: unknown) => string {
  return fastJson(schema as never, { rounding: 'round' });
}
