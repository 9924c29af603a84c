import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { ApiError } from '../errors.ts';
import { toErrorRecord } from './send-error.ts';
import { isShortBody } from './unread-bodies.ts';

interface Refusal {
  authorization: string;
  group: string;
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

const refusals = new WeakMap<Socket, Refusal>();

/** Makes the next requests of this connection cheap to refuse, as long as their group has too many requests. */
export function rememberRefusal({ socket, headers }: IncomingMessage, group: string): void {
  const { authorization } = headers;
  if (authorization !== undefined) refusals.set(socket, { authorization, group });
}

/** Whether the last request of this connection was refused. */
export function wasRefused(socket: Socket): boolean {
  return refusals.has(socket);
}

/**
 * Refuses a request on a connection whose last one was refused, if it has the same token and its group still has too many
 * requests. Such requests skip routing, authentication, hooks and their own log line, because under overload most requests are
 * refused, and what they cost is missing for those that are served. They are counted in requests_refused_total and by RefusalLog.
 */
export function refuseRepeats({ server }: FastifyInstance, { load }: Services): void {
  const [serve] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const refusal = refusals.get(request.socket);
    if (refusal !== undefined) {
      if (isRepeat(request, refusal)) {
        try {
          load.requests.checkGroup(refusal.group);
        } catch (error) {
          sendRefusal(response, error as ApiError);
          return;
        }
      }
      refusals.delete(request.socket);
    }
    serve!(request, response);
  });
}

function isRepeat(request: IncomingMessage, { authorization }: Refusal): boolean {
  const { headers, url } = request;
  return (
    headers.authorization === authorization &&
    url!.startsWith('/v3/') &&
    headers.expect === undefined &&
    // Node discards the rest of a short body.
    isShortBody(request)
  );
}

function sendRefusal(response: ServerResponse, error: ApiError): void {
  const body = JSON.stringify(toErrorRecord(error, error.messageGuid ?? randomUUID()));
  response.writeHead(error.status, {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
