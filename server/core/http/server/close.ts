import type { FastifyInstance } from 'fastify';

/** Between two looks at connections that have become idle. */
const LOOK_MS = 100;

/**
 * Accepts no more connections, waits for running requests, and ends their connections after them. The framework ends those that are idle at
 * the beginning, and asks whoever sends another request to close. But most callers keep connections open without sending more: waiting for
 * those would last until the keep-alive timeout, or until the process is killed.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}
