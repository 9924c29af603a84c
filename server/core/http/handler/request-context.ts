import type { TenantDatabase } from '../../db/connection.ts';
import { runStatement, runTransaction } from '../../db/transaction.ts';
import type { RequestContext } from '../context.ts';
import { RawJson } from '../endpoint.ts';
import { matches } from '../entity-tag.ts';
import { claimKey, type IdempotencyKey, type StoredResponse, storeResponse } from '../idempotency.ts';
import { preferredLanguage } from '../language.ts';
import type { Call } from './operation.ts';
import type { Input } from './read.ts';
import { reserve } from './turn.ts';

/** Thrown inside a transaction to end it and return the stored response to an earlier request. */
export class Replay extends Error {
  readonly response: StoredResponse;
  constructor(response: StoredResponse) {
    super('replay');
    this.response = response;
  }
}

/** Locks the record and throws a 412 unless If-Match names its current state. */
export type Precondition = (transaction: TenantDatabase) => Promise<void>;

/** Creates the context for an endpoint's handler from a request whose input has been checked. */
export function createContext(
  call: Call,
  input: Input,
  key?: IdempotencyKey,
  precondition?: Precondition,
): RequestContext<never, never, never> {
  const { services, operation, request, reply, caller, db } = call;
  const { endpoint, serialize } = operation;
  const transact = <T>(run: (db: TenantDatabase) => Promise<T>): Promise<T> =>
    runTransaction(db, async (transaction) => {
      const stored = key && (await claimKey(transaction, key));
      if (stored !== undefined) throw new Replay(stored);
      await precondition?.(transaction);
      const result = await run(transaction);
      if (key === undefined) return result;
      const text = result instanceof RawJson ? String(result.text) : (serialize?.(result) ?? '');
      await storeResponse(transaction, key, {
        status: endpoint.success.status,
        headers: sentHeaders(reply),
        body: text,
      });
      return result;
    });
  const leaveTurn = () => request.leaveTurn?.();
  const writeStatement: RequestContext<never, never, never>['writeStatement'] = (run) =>
    key === undefined && precondition === undefined ? runStatement(db, run) : transact(run);
  return {
    params: input.params as never,
    query: input.query as never,
    body: input.body as never,
    caller,
    tenantId: caller.tenantId,
    get language() {
      reply.header('vary', 'accept-language');
      return preferredLanguage(request.headers['accept-language']);
    },
    services,
    db,
    write: transact,
    writeStatement,
    async writeBatched(write, item, respond) {
      const { tenantId } = caller;
      if (key === undefined && precondition === undefined && !write.isAlone(item))
        return respond(await services.batches.run(write, { db, tenantId }, item, leaveTurn));
      return writeStatement(async (transaction) =>
        respond((await write.run(transaction, tenantId, [item]))[0]!),
      );
    },
    leaveTurn,
    isHead: request.method === 'HEAD',
    requestHeader: (name) => request.headers[name]?.toString(),
    setHeader: (name, value) => reply.header(name, value),
    reserve: (kind) => reserve(call, kind),
    clientAddress: request.ip,
    isCurrent(entityTag) {
      reply.header('etag', entityTag);
      return matches(request.headers['if-none-match'], entityTag);
    },
  };
}

/** Those of this request and of its connection, which closes if the service stops. A replay has its own. */
const NOT_STORED: ReadonlySet<string> = new Set(['x-request-id', 'connection']);

/** The headers to store with a response. */
function sentHeaders(reply: Call['reply']): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (!NOT_STORED.has(name) && value !== undefined) headers[name] = String(value);
  }
  return headers;
}
