import type { Readable } from 'node:stream';

const LINGER_MS = 5000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * Ends a connection after its last response, and reads on for a while. If the service closed the connection with unread bytes
 * in it, the system would reset it, and a client that is still sending would lose the response. `source` is what delivers the
 * bytes: the body of a request, or the socket itself. It must flow.
 */
export function endAfterLinger(
  socket: { end(): unknown; destroy(): unknown; once(event: 'close', listener: () => void): unknown },
  source: Readable,
): void {
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES) socket.destroy();
  });
  source.once('end', () => socket.destroy());
  socket.end();
}
