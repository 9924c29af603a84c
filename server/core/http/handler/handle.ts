import { runAs } from '../../actor.ts';
import { isUnavailable } from '../../db/faults.ts';
import type { Services } from '../../services.ts';
import { actorOf } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { type IdempotencyKey, idempotencyKey, replayOrExplain } from '../idempotency.ts';
import { createReferenceCheck, type ReferenceKinds } from '../references.ts';
import { checkInput } from './check.ts';
import { getOperation, type HandledReply, type HandledRequest, type RequestCall } from './operation.ts';
import { createPreconditions } from './precondition.ts';
import { type Input, readInput } from './read.ts';
import { createContext, Replay } from './request-context.ts';
import { sendResult, sendStored } from './respond.ts';
import { toCallError } from './write-faults.ts';

/** Handles a request whose caller has been admitted. */
export type Handler = (request: HandledRequest, reply: HandledReply) => Promise<HandledReply>;

/** Creates request handlers for endpoints. They read the input, check all of it, call the endpoint's handler and respond. */
export function createHandler(
  services: Services,
  kinds: ReferenceKinds,
  endpoints: readonly AnyEndpoint[],
): (endpoint: AnyEndpoint) => Handler {
  const findMissing = createReferenceCheck(kinds);
  const preconditionOf = createPreconditions(endpoints);

  return (endpoint) => async (request, reply) => {
    const caller = request.caller!;
    const operation = getOperation(endpoint);
    const db = services.database.tenant(caller.tenantId);
    const call: RequestCall = { services, operation, caller, db, request, reply };
    const input = await readInput(call);
    let key: IdempotencyKey | undefined;
    let isChecked = false;
    try {
      key = readIdempotencyKey(call, input);
      await checkInput(call, input, findMissing);
      isChecked = true;
      const context = createContext(call, input, key, preconditionOf(call, input));
      const result = await runAs(actorOf(caller), () => endpoint.handle(context));
      await input.discard();
      return sendResult(call, result);
    } catch (error) {
      if (!isInDoubt(error)) await input.discard();
      if (error instanceof Replay) return sendStored(reply, error.response);
      // The error of a check has all faults already.
      const failure = isChecked ? await toCallError(call, input, error) : error;
      if (key === undefined || !isInvalid(failure)) throw failure;
      // A record that the first request referred to can be gone since then. The response to the first request is still valid.
      const answer = await replayOrExplain(db, key, failure);
      if (answer instanceof ApiError) throw answer;
      return sendStored(reply, answer);
    }
  };
}

function readIdempotencyKey(
  { operation, caller, request }: RequestCall,
  input: Input,
): IdempotencyKey | undefined {
  const { creates, method } = operation.endpoint;
  const key = request.headers['idempotency-key'];
  if (!creates || key === undefined) return undefined;
  if (caller.kind !== 'client' && caller.kind !== 'user') return undefined;
  return idempotencyKey(caller, String(key), method, request.url, input.bodySha256());
}

/**
 * Whether the transaction could have been committed although it failed: its connection broke, possibly after the commit. The
 * uploaded files are then left to the sweep, which checks in the database whether they were adopted.
 */
function isInDoubt(error: unknown): boolean {
  return !(error instanceof Replay) && !(error instanceof ApiError) && isUnavailable(error);
}

function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'invalidRequest';
}
