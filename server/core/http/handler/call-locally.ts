import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { createReferenceCheck, type ReferenceKinds } from '../references.ts';
import { checkInput } from './check.ts';
import { toConstraintFault } from './constraint-fault.ts';
import { type Call, getOperation } from './operation.ts';
import type { Input } from './read.ts';
import { createContext } from './request-context.ts';

interface LocalInput {
  tenantId: number;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Calls an operation without a request, for the operator's commands. The input passes the same checks, except that the query
 * and the path are not checked against their schemas, and that an unknown property is a fault. Not for operations that
 * stream or that need a user. Throws the ApiError that a caller would receive.
 */
export async function callLocally(
  services: Services,
  kinds: ReferenceKinds,
  endpoint: AnyEndpoint,
  { tenantId, params = {}, query = {}, body }: LocalInput,
): Promise<unknown> {
  const headers = { prefer: 'handling=strict' };
  const call: Call = {
    services,
    operation: getOperation(endpoint),
    caller: { kind: 'operator', tenantId, permissions: new Set() },
    db: services.database.tenant(tenantId),
    request: { headers, method: endpoint.method } as unknown as FastifyRequest,
    reply: { header: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply,
  };
  const input: Input = {
    params,
    query,
    body,
    queryReferences: [],
    faults: [],
    bodySha256: () => '',
    discard: async () => {},
  };
  try {
    await checkInput(call, input, createReferenceCheck(kinds));
    return await endpoint.handle(createContext(call, input, undefined));
  } catch (error) {
    throw toConstraintFault(error, endpoint);
  }
}
