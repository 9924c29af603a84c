import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Services } from '../../services.ts';
import { describeCause } from '../describe-cause.ts';
import type { Metrics } from '../metrics.ts';
import { breakOff } from './break-off.ts';

// Lower than any real line. The system takes up to a megabyte at a time from a slow reader, so the time must not be short.
const MINIMUM_BYTES = 64 * 1024;
const CHECKS_PER_PERIOD = 6;
const SILENT = pino({ level: 'silent' });

interface Watched {
  response: ServerResponse;
  socket: Socket;
  requestId: string;
  operation: string | undefined;
  /** When the reader last had everything, or had taken enough, and what it had taken then. */
  sinceMs: number;
  takenBytes: number;
}

/**
 * Closes the connection of a reader that takes too little of a streamed response while data wait for it. Such a reader would
 * otherwise hold a snapshot of the database, a file, or memory for as long as it likes. Also logs why a streamed response broke off:
 * after its head, the framework has no way to tell.
 */
export function watchReaders(app: FastifyInstance, services: Services, metrics: Metrics): void {
  const { settings, log } = services;
  const periodMs = settings.streamStallSeconds * 1000;
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    const nowMs = performance.now();
    for (const reader of watched) {
      const takenBytes = countTaken(reader.socket);
      if (reader.response.writableLength === 0 || takenBytes - reader.takenBytes >= MINIMUM_BYTES) {
        reader.sinceMs = nowMs;
        reader.takenBytes = takenBytes;
      } else if (nowMs - reader.sinceMs >= periodMs) {
        const { requestId, operation } = reader;
        log.info({ requestId, operation }, 'reader too slow, connection closed');
        metrics.countStalledReader();
        // A reset also discards what the system still holds for the reader.
        reader.socket.resetAndDestroy();
      }
    }
  };

  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable && !reply.raw.closed) {
      const { socket } = request.raw;
      const reader: Watched = {
        response: reply.raw,
        socket,
        requestId: request.id,
        operation: request.endpoint?.id ?? request.routeOptions.url,
        sinceMs: performance.now(),
        takenBytes: countTaken(socket),
      };
      watched.add(reader);
      if (reply.raw.socket === null) endWithConnection(reply.raw, socket);
      // The framework and its compression would log the same failure again, without the id of the request.
      reply.log = SILENT;
      payload.on('error', (error) => {
        // An error before the head gets an error record. One after the connection is gone comes from its end.
        if (!reply.raw.headersSent || reply.raw.closed) return;
        breakOff(reply.raw);
        const { requestId, operation } = reader;
        log.error({ requestId, operation, cause: describeCause(error) }, 'response broke off');
      });
      timer ??= setInterval(check, periodMs / CHECKS_PER_PERIOD).unref();
      reply.raw.once('close', () => {
        watched.delete(reader);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    }
    done();
  });
}

/**
 * Ends a response that waits for the one before it on its connection when the connection closes. After a CONNECT on the connection, Node
 * tells only the response that has the socket, so this one would keep its place and its snapshot of the database.
 */
function endWithConnection(response: ServerResponse, socket: Socket): void {
  const end = () => void response.destroy();
  // Not at once: the framework must have begun to send it.
  if (socket.destroyed) setImmediate(end);
  else {
    socket.once('close', end);
    response.once('socket', () => socket.off('close', end));
    response.once('close', () => socket.off('close', end));
  }
}

/** What the socket has handed to the system. */
function countTaken(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
