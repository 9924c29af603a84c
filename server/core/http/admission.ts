import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { ANONYMOUS_CALLER, type Caller, type ClientCaller, type UserCaller } from './context.ts';
import type { AnyEndpoint, Audience } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { groupOf } from './handler/turn.ts';
import { missingPermission } from './missing-permission.ts';
import { findFailure } from './server/direct-failures.ts';
import { rememberRefusal } from './server/refuse-repeats.ts';
import { hasProductUserAgent } from './user-agent.ts';

/** One function per audience that authenticates its callers, or throws a 401. */
export interface Authenticators {
  integration(authorization: string | undefined): ClientCaller | Promise<ClientCaller>;
  /** `expectedUser` is the header in which a page says for whom it makes the call. */
  platform(cookies: string | undefined, expectedUser: string | undefined): UserCaller | Promise<UserCaller>;
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Creates the hook that admits a request to an endpoint, or rejects it before its body is read. */
export function createAdmission(
  { settings: { publicUrl }, load }: Services,
  authenticators: Authenticators,
): (audience: Audience, endpoint: AnyEndpoint) => Hook {
  const authenticate: Record<
    Audience,
    (endpoint: AnyEndpoint, request: FastifyRequest) => Caller | Promise<Caller>
  > = {
    integration(_endpoint, { headers }) {
      if (!hasProductUserAgent(headers['user-agent'])) throw new ApiError('userAgentMissing');
      return authenticators.integration(headers.authorization);
    },
    platform({ method, isOpen }, { headers }) {
      if (method !== 'GET' && !isFromOwnPages(headers, publicUrl)) throw new ApiError('foreignOrigin');
      if (isOpen) return ANONYMOUS_CALLER;
      return authenticators.platform(headers.cookie, headers['expected-user']?.toString());
    },
  };
  const admit = (endpoint: AnyEndpoint, request: FastifyRequest, caller: Caller) => {
    checkCaller(endpoint, request, caller);
    const group = groupOf(request);
    try {
      load.requests.checkGroup(group);
    } catch (error) {
      rememberRefusal(request.raw, group);
      throw error;
    }
  };
  // Nearly every caller is cached and returned synchronously. Such a call does not wait for a turn of the event loop.
  return (audience, endpoint) => (request, reply, done) => {
    request.endpoint = endpoint;
    const failure = findFailure(request.raw);
    if (failure !== undefined) {
      request.caller = failure.caller;
      reply.headers(failure.headers);
      done(failure.error);
      return;
    }
    try {
      load.requests.check();
      const caller = authenticate[audience](endpoint, request);
      if (caller instanceof Promise) {
        caller.then((value) => admit(endpoint, request, value)).then(() => done(), done);
      } else {
        admit(endpoint, request, caller);
        done();
      }
    } catch (error) {
      done(error as Error);
    }
  };
}

function checkCaller(endpoint: AnyEndpoint, request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
  const { permission } = endpoint;
  if (permission !== null && !caller.permissions.has(permission)) throw missingPermission(caller, permission);
  if (endpoint.body !== undefined && !/^(identity)?$/i.test(request.headers['content-encoding'] ?? ''))
    throw new ApiError('notJson');
}

/**
 * Whether a page of this service made the call, rather than a page of another site that uses the user's cookie. Browsers
 * send Sec-Fetch-Site to trustworthy origins, and no page can forge it. If it is present, it decides alone, whatever the
 * host name of the service is. Otherwise, Origin must be the URL of the service. A call without both headers is rejected.
 */
function isFromOwnPages(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === publicUrl;
}
