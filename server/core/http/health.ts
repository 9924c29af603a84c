import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { json, type RouteGroup } from './routes.ts';

const HEADERS = { 'cache-control': 'no-store' };

/**
 * Routes for load balancers and supervisors. /health/live succeeds while the process responds. /health/ready succeeds if the
 * process can also reach its database.
 */
export function healthRoutes(services: Services): RouteGroup {
  return {
    routes: [
      {
        method: 'GET',
        path: '/health/live',
        handle: () => json({ status: 'live' }, { headers: HEADERS }),
      },
      {
        method: 'GET',
        path: '/health/ready',
        async handle() {
          try {
            await sql`SELECT 1`.execute(services.database.system);
            return json({ status: 'ready' }, { headers: HEADERS });
          } catch {
            const reason = 'The database does not respond.';
            return json({ status: 'not ready', reason }, { status: 503, headers: HEADERS });
          }
        },
      },
    ],
  };
}
