import type { ServerResponse } from 'node:http';

/**
 * Ends the connection of a response that has begun and cannot be completed. On a connection with several requests at once, the
 * responses before it come first: Node would drop this one, give it the socket later, and let the reader wait until a timeout.
 */
export function breakOff(response: ServerResponse): void {
  if (response.socket === null) response.once('socket', (socket) => socket.destroy());
  response.destroy();
}
