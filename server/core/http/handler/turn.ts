import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS_READERS, type SlotKind } from '../../load/limits.ts';
import type { Services } from '../../services.ts';
import { type Caller, callerKey } from '../context.ts';
import { continueBody } from '../server/expect-continue.ts';
import type { Call, HandledReply } from './operation.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<HandledReply>;

/** Anonymous callers who sign in, request a token, or send a form. */
const ANONYMOUS_SENDERS = 'senders';

/**
 * One for each tenant. Looking up a string that was made before takes a fraction of the time, because it has its hash already.
 */
const groupsOfTenants = new Map<number, string>();
const MAXIMUM_TENANTS = 10_000;

/** The part of the service that callers of a tenant share with each other. */
export function groupOfTenant(tenantId: number): string {
  let group = groupsOfTenants.get(tenantId);
  if (group === undefined) {
    group = `tenant ${tenantId}`;
    if (groupsOfTenants.size === MAXIMUM_TENANTS) groupsOfTenants.clear();
    groupsOfTenants.set(tenantId, group);
  }
  return group;
}

/** The part of the service that the caller shares with others. */
export function groupOf({ caller, method }: FastifyRequest): string {
  if (caller !== undefined && caller.kind !== 'anonymous') return groupOfTenant(caller.tenantId);
  return method === 'GET' || method === 'HEAD' ? ANONYMOUS_READERS : ANONYMOUS_SENDERS;
}

/** Sends a response that lies ready. Returns false if there is none. */
export type ReadyResponder = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Runs the handler when it is the turn of the request. A request that does not have to wait and whose response lies ready gets
 * it without a promise, which would cost more than the rest of its turn.
 */
export function inTurn(
  { load }: Services,
  handle: Handler,
  sendReady?: ReadyResponder,
): (request: FastifyRequest, reply: FastifyReply) => Promise<HandledReply> | undefined {
  const run = async (request: FastifyRequest, reply: FastifyReply, leave: () => void) => {
    request.leaveTurn = leave;
    try {
      return await handle(request, reply);
    } finally {
      leave();
    }
  };
  return (request, reply) => {
    const entered = load.requests.enter(groupOf(request));
    if (entered instanceof Promise) return entered.then((leave) => run(request, reply, leave));
    let isSent: boolean | undefined;
    try {
      isSent = sendReady?.(request, reply);
    } catch (error) {
      entered();
      throw error;
    }
    if (!isSent) return run(request, reply, entered);
    entered();
    return undefined;
  };
}

/** Runs the handler of a body that is read while it arrives. Such a request does not use up what short ones need. */
export function inUpload({ load }: Services, handle: Handler): Handler {
  return async (request, reply) => {
    const giveBack = await acquire(load.uploads, request.caller!, reply.raw);
    continueBody(request.raw, reply.raw);
    try {
      return await handle(request, reply);
    } finally {
      giveBack();
    }
  };
}

/** Reserves what the response needs for long. From then on, the request does not count among the short ones. */
export function reserve({ services, caller, request, reply }: Call, kind: SlotKind): Promise<() => void> {
  request.leaveTurn?.();
  return acquire(services.load[kind], caller, reply.raw);
}

/**
 * Waits for a place that the caller can hold for long, and returns the function that gives it back. Rejects if the caller, who
 * waits for the response, disconnects.
 */
export async function acquire(
  slots: Services['load'][SlotKind],
  caller: Caller,
  response: ServerResponse | undefined,
): Promise<() => void> {
  const disconnect = new AbortController();
  if (response?.closed) disconnect.abort();
  const abort = () => disconnect.abort();
  response?.once('close', abort);
  try {
    return await slots.acquire({ tenantId: caller.tenantId, caller: callerKey(caller) }, disconnect.signal);
  } finally {
    response?.off('close', abort);
  }
}
