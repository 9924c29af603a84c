import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { awaitsContinue } from './expect-continue.ts';
import { endAfterLinger } from './linger.ts';

/** The rest of a longer body costs more than a new connection. */
const DRAINED_BYTES = 64 * 1024;

/**
 * Takes care of bodies whose request gets its response before it has been read, such as a rejected upload. The rest of the
 * body would otherwise stay in the connection in front of the next request, which would wait for a minute and fail. A short
 * rest is read and discarded. Otherwise the connection closes, and the response says so.
 */
export function handleUnreadBodies(app: FastifyInstance): void {
  // Not async: with a promise, no response could leave in the turn of the event loop in which it was made.
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (raw.complete) return done();
    if (awaitsContinue(raw) || !isShortBody(raw)) {
      reply.header('connection', 'close');
      const { socket } = raw;
      // Node calls this after the last byte of the response.
      socket.destroySoon = () => {
        if (raw.complete) socket.destroy();
        else endAfterLinger(socket, raw);
      };
    }
    discardRest(raw);
    done();
  });
}

/** Whether what is left of the body costs less than a new connection. Without a body, it does. */
export function isShortBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= DRAINED_BYTES
  );
}

function discardRest(request: IncomingMessage): void {
  // A reader that stopped in the middle has left its listener, which keeps the stream from flowing.
  request.removeAllListeners('readable');
  request.on('error', () => {});
  request.resume();
}
