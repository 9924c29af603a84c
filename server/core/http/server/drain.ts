import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

/**
 * Closes each connection of this process after its next response, which says so (`Connection: close`), so that callers and proxies
 * open the next one elsewhere. Idle connections stay open: a request can be on its way on each of them, and would break.
 */
export function drainConnections(): void {
  // Node publishes here before any listener gets the request, whichever of the ways through the service it takes.
  subscribe('http.server.request.start', (message) => {
    (message as { response: ServerResponse }).response.shouldKeepAlive = false;
  });
}
