import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Services } from '../../services.ts';
import { ERROR_CATALOG, type ErrorCode } from '../errors.ts';

const PARSER_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/**
 * Refuses a connection that sends invalid HTTP or headers beyond the limit. No request object exists, so the error record is
 * written directly to the socket.
 */
export function refuseConnection(services: Services, error: ConnectionError, socket: Socket): void {
  const code = PARSER_ERRORS[error.code] ?? 'malformedRequest';
  const { status, message } = ERROR_CATALOG[code];
  const requestId = randomUUID();
  const messageGuid = randomUUID();
  if (error.code !== 'ECONNRESET')
    services.log.info({ requestId, messageGuid, status, code }, 'request rejected');
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const body = JSON.stringify({ messageGuid, message, validationErrors: [] });
  socket.end(
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
}
