import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { STATUS_CODES } from '../../node-http.ts';
import type { Services } from '../../services.ts';
import { ERROR_CATALOG, type ErrorCode } from '../errors.ts';
import { endAfterLinger } from './linger.ts';

const PARSER_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

const refused = new WeakSet<Socket>();

/**
 * Refuses a connection that sends invalid HTTP, headers beyond the limit, or a request too slowly. Nothing more of what it sends
 * reaches a handler, and it is closed. The requests before that are complete, so they get their responses first.
 */
export function refuseConnection(
  { log }: Pick<Services, 'log'>,
  error: ConnectionError,
  socket: Socket,
): void {
  // The parser also reports the end of a connection in the middle of a request.
  if (refused.has(socket)) return;
  refused.add(socket);
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  // The parser takes what it gets from the system directly, until somebody else listens.
  socket.removeAllListeners('data').on('data', () => {});
  const response = responseInProgress(socket);
  if (response?.req.complete) {
    log.info(
      { cause: error.code },
      'invalid HTTP after a request, closing the connection after its response',
    );
    closeAfterResponses(socket);
    // An error record would become a part of the response.
  } else if (response?.headersSent) socket.destroy();
  else sendRefusal(log, PARSER_ERRORS[error.code] ?? 'malformedRequest', socket);
}

/** The first response of the connection that has not ended. Node has no public property for it. */
export function responseInProgress(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

function closeAfterResponses(socket: Socket): void {
  afterResponses(socket, () => endAfterLinger(socket, socket.resume()));
}

/** Calls `proceed` when every complete request of the connection has its response, or when the connection is gone. */
export function afterResponses(socket: Socket, proceed: () => void): void {
  const response = responseInProgress(socket);
  // When it closes, the response to the next request takes its place.
  if (response?.req.complete) response.once('close', () => afterResponses(socket, proceed));
  else proceed();
}

/** Without a request object, the error record is written directly to the socket. */
function sendRefusal(log: Services['log'], code: ErrorCode, socket: Socket): void {
  const { status, message } = ERROR_CATALOG[code];
  const requestId = randomUUID();
  const messageGuid = randomUUID();
  log.info({ requestId, messageGuid, status, code }, 'request rejected');
  const body = JSON.stringify({ messageGuid, message, validationErrors: [] });
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  endAfterLinger(socket, socket.resume());
}
