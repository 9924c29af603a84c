import type { Readable } from 'node:stream';
import { runAs } from '../../actor.ts';
import type { TenantDatabase } from '../../db/connection.ts';
import type { Services } from '../../services.ts';
import { readStreamedBody } from '../body-stream.ts';
import { actorOf } from '../context.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { ApiError, type Fault } from '../errors.ts';
import { createReferenceCheck, type ReferenceKinds } from '../references.ts';
import { checkInput } from './check.ts';
import { type Call, getOperation, NO_REPLY } from './operation.ts';
import type { Input } from './read.ts';
import { createContext } from './request-context.ts';
import { toCallError } from './write-faults.ts';

interface LocalInput {
  tenantId: number;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The JSON text of the body, for an operation that stores files while they arrive. */
  bodyStream?: Readable;
}

/** An operation whose input has been read and checked. */
export interface PreparedCall {
  /** Empty if the input passed the checks. Otherwise, `run` must not be called. */
  faults: readonly Fault[];
  /** The body in the form that the handler receives. */
  body: unknown;
  /**
   * Runs the operation. With `db`, it becomes part of that transaction. `params` replace those of the input, for an id that
   * is known only now. Throws the ApiError that a caller would receive.
   */
  run(options?: { db?: TenantDatabase; params?: Record<string, unknown> }): Promise<unknown>;
  /** Deletes the stored files that no record has adopted. Call it after `run`, or instead of it, but not while a commit is in doubt. */
  discard(): Promise<void>;
}

/**
 * Reads and checks the input of an operation, without a request, for the operator's commands. The input passes the same checks,
 * except that the query and the path are not checked against their schemas, and that an unknown property is a fault. Not for
 * operations that stream their response or that need a user.
 */
export async function prepareLocally(
  services: Services,
  kinds: ReferenceKinds,
  endpoint: AnyEndpoint,
  input: LocalInput,
): Promise<PreparedCall> {
  const call = createCall(services, endpoint, input.tenantId);
  const read = await readLocally(call, input);
  let faults: readonly Fault[] = [];
  try {
    await checkInput(call, read, createReferenceCheck(kinds));
  } catch (error) {
    faults = error instanceof ApiError ? error.faults : [];
    if (faults.length === 0) {
      await read.discard();
      throw error;
    }
  }
  return {
    faults,
    body: read.body,
    async run({ db = call.db, params = read.params } = {}) {
      try {
        const context = createContext({ ...call, db }, { ...read, params });
        return await runAs(actorOf(call.caller), () => endpoint.handle(context));
      } catch (error) {
        throw await toCallError(call, { ...read, params }, error);
      }
    },
    discard: read.discard,
  };
}

function createCall(services: Services, endpoint: AnyEndpoint, tenantId: number): Call {
  const headers = { prefer: 'handling=strict' };
  return {
    services,
    operation: getOperation(endpoint),
    caller: { kind: 'operator', tenantId, permissions: new Set() },
    db: services.database.tenant(tenantId),
    request: { headers, method: endpoint.method },
    reply: NO_REPLY,
  };
}

async function readLocally(
  { services, operation }: Call,
  { tenantId, params = {}, query = {}, body, bodyStream }: LocalInput,
): Promise<Input> {
  const { streams } = operation;
  const read =
    bodyStream === undefined || streams === undefined
      ? { value: body, faults: [], discard: async () => {} }
      : await readStreamedBody(services, tenantId, streams, bodyStream);
  return {
    params,
    query,
    body: operation.body?.normalize(read.value, services.now()),
    queryReferences: [],
    faults: read.faults,
    bodySha256: () => '',
    discard: read.discard,
  };
}
