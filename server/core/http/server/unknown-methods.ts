import type { IncomingMessage as Incoming, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { IncomingMessage, METHODS, ServerResponse } from '../../node-http.ts';
import { endAfterLinger } from './linger.ts';
import { afterResponses, responseInProgress } from './refuse-connection.ts';

const SERVED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

// A token (RFC 9110 section 5.6.2), a path, and the version. The rest of the request is not needed.
const REQUEST_LINE = /^[\w!#$%&'*+\-.^`|~]+ (\/[^\s]*) HTTP\/1\.[01]\r?\n/;

/**
 * Routes every method that Node parses, so that each gets the 405 or 404 of its path. None of them has a body to read: the
 * framework would otherwise check the body of a QUERY before it looks for the path.
 */
export function routeAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!SERVED_METHODS.includes(method)) app.addHttpMethod(method, { overrideExisting: true });
  }
  // Without a listener, Node closes the connection without a response.
  app.server.on('connect', (request: Incoming, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const { url = '' } = request;
    // The usual target is a host. The service is not a proxy, so the request concerns the service as a whole.
    const path = url.startsWith('/') ? url : '/';
    // Node does not wait for the responses of the requests before it, and reads no more. Two responses cannot have the socket: Node
    // throws. And nobody would notice the end of the connection.
    if (responseInProgress(socket) !== undefined) socket.resume().once('end', () => socket.destroy());
    afterResponses(socket, () => {
      if (socket.writable) respondOn(app.server, socket, { method: 'CONNECT', path });
    });
  });
}

const answered = new WeakSet<Socket>();

/** Responds to a request whose method Node does not parse. Returns false if the bytes are no such request. */
export function respondToUnknownMethod(server: Server, error: ConnectionError, socket: Socket): boolean {
  // The parser reports every packet that follows.
  if (answered.has(socket)) return true;
  if (error.code !== 'HPE_INVALID_METHOD' || !socket.writable) return false;
  // An earlier request on the connection has no response yet, which this one would overtake.
  if (responseInProgress(socket)) return false;
  const { rawPacket, bytesParsed } = error as ConnectionError & { rawPacket?: Buffer; bytesParsed: number };
  const text = rawPacket?.toString('latin1') ?? '';
  const path = REQUEST_LINE.exec(text.slice(text.lastIndexOf('\n', bytesParsed - 1) + 1))?.[1];
  if (path === undefined) return false;
  // The router must be able to look the method up. No path supports this one.
  respondOn(server, socket, { method: 'TRACE', path });
  return true;
}

/** Passes a request to the application that Node has not parsed, and closes the connection after the response. */
function respondOn(server: Server, socket: Socket, { method, path }: { method: string; path: string }): void {
  answered.add(socket);
  const request = new IncomingMessage(socket);
  request.method = method;
  request.url = path;
  request.httpVersion = '1.1';
  request.complete = true;
  request.push(null);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => endAfterLinger(socket, socket.resume()));
  server.emit('request', request, response);
}
