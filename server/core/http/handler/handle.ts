import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../../db/faults.ts';
import type { Services } from '../../services.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { findAnswer, type IdempotencyKey, idempotencyKey, type StoredAnswer } from '../idempotency.ts';
import { createReferenceCheck, type ReferenceKinds } from '../references.ts';
import { checkInput } from './check.ts';
import { toConstraintFault } from './constraint-fault.ts';
import { type Call, compileOperation } from './operation.ts';
import { type Input, readInput } from './read.ts';
import { createContext, Replay } from './request-context.ts';
import { sendResult, sendStored } from './respond.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes the request handlers of endpoints: read the input, check all of it, call the endpoint's handler, respond. */
export function createHandler(services: Services, kinds: ReferenceKinds): (endpoint: AnyEndpoint) => Handler {
  const findMissing = createReferenceCheck(kinds);

  return (endpoint) => {
    const operation = compileOperation(endpoint);

    return async (request, reply) => {
      const caller = request.caller!;
      const db = services.database.tenant(caller.tenantId);
      const call: Call = { services, operation, caller, db, request, reply };
      const input = await readInput(call);
      let key: IdempotencyKey | undefined;
      try {
        key = readIdempotencyKey(call, input);
        await checkInput(call, input, findMissing);
        const result = await endpoint.handle(createContext(call, input, key));
        await input.discard();
        return sendResult(call, result);
      } catch (error) {
        if (!isInDoubt(error)) await input.discard();
        const stored = await findStored(call, key, error);
        if (stored !== undefined) return sendStored(reply, stored);
        throw toConstraintFault(error, endpoint);
      }
    };
  };
}

function readIdempotencyKey({ operation, caller, request }: Call, input: Input): IdempotencyKey | undefined {
  const { creates, method } = operation.endpoint;
  const key = request.headers['idempotency-key'];
  if (!creates || caller.kind !== 'client' || key === undefined) return undefined;
  return idempotencyKey(caller, String(key), method, request.url, input.bodySha256());
}

/**
 * Whether the transaction may have been committed although it failed: nobody knows when its connection broke. The
 * files that it may have adopted are left to the sweep, which asks the database.
 */
function isInDoubt(error: unknown): boolean {
  return !(error instanceof Replay) && !(error instanceof ApiError) && isUnavailable(error);
}

/** The response of an earlier request with the same key, if this request is to return it. */
async function findStored(
  { db }: Call,
  key: IdempotencyKey | undefined,
  error: unknown,
): Promise<StoredAnswer | undefined> {
  if (error instanceof Replay) return error.answer;
  // A record that the first request referred to may be gone. The response to the first request still stands.
  const isInvalid = error instanceof ApiError && error.code === 'invalidRequest';
  return key !== undefined && isInvalid ? findAnswer(db, key) : undefined;
}
