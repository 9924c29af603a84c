import { sql } from 'kysely';
import type { Services } from '../services.ts';
import type { FastifyInstance } from './index.ts';

/** /health/live: the process answers. /health/ready: it can also reach its database. For load balancers and supervisors. */
export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/health/live', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`SELECT 1`.execute(services.database.system);
      return reply.send({ status: 'ready' });
    } catch {
      return reply.status(503).send({ status: 'not ready', reason: 'The database does not answer.' });
    }
  });
}
