import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TenantDatabase } from '../db/connection.ts';
import { runStatement, runTransaction } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import type { Caller, RequestContext } from './context.ts';
import { type AnyEndpoint, RawJson } from './endpoint.ts';
import { matches } from './entity-tag.ts';
import { claimKey, type IdempotencyKey, type StoredAnswer, storeAnswer } from './idempotency.ts';
import { preferredLanguage } from './language.ts';

/** Thrown inside a transaction to leave it and answer with what an earlier request was answered. */
export class Replay extends Error {
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('replay');
    this.answer = answer;
  }
}

export interface ContextParts {
  services: Services;
  endpoint: AnyEndpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
  db: TenantDatabase;
  path: Record<string, unknown>;
  parameters: Record<string, unknown>;
  sent: unknown;
  key: IdempotencyKey | undefined;
  serialize: ((value: unknown) => string) | undefined;
}

/** What a handler works with, made of a request whose input has been checked. */
export function createContext(parts: ContextParts): RequestContext<never, never, never> {
  const { services, endpoint, request, reply, caller, db, key, serialize } = parts;
  const transact = <T>(run: (db: TenantDatabase) => Promise<T>): Promise<T> =>
    runTransaction(db, async (transaction) => {
      if (key === undefined) return run(transaction);
      const stored = await claimKey(transaction, key);
      if (stored !== undefined) throw new Replay(stored);
      const result = await run(transaction);
      const text = result instanceof RawJson ? String(result.text) : (serialize?.(result) ?? '');
      await storeAnswer(transaction, key, {
        status: endpoint.success.status,
        headers: sentHeaders(reply),
        body: text,
      });
      return result;
    });
  return {
    params: parts.path as never,
    query: parts.parameters as never,
    body: parts.sent as never,
    caller,
    tenantId: caller.tenantId,
    language: preferredLanguage(request.headers['accept-language']),
    services,
    db,
    write: transact,
    writeStatement: (run) => (key === undefined ? runStatement(db, run) : transact(run)),
    isHead: request.method === 'HEAD',
    requestHeader: (name) => request.headers[name]?.toString(),
    setHeader: (name, value) => reply.header(name, value),
    clientAddress: request.ip,
    isCurrent(entityTag) {
      reply.header('etag', entityTag);
      return matches(request.headers['if-none-match'], entityTag);
    },
  };
}

// Headers a handler set; those that belong to one exchange are made anew for a replay.
function sentHeaders(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (name !== 'x-request-id' && value !== undefined) headers[name] = String(value);
  }
  return headers;
}
