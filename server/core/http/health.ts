import type { HealthChecks } from '../health/checks.ts';
import { statusCodeOf, toReport, toStateReport } from '../health/report.ts';
import { json, type RouteGroup } from './routes.ts';

const HEADERS = { 'cache-control': 'no-store' };

/**
 * Routes for load balancers and supervisors. They describe the process that responds. The management port describes all
 * processes of the service.
 */
export function healthRoutes(checks: HealthChecks, isStopping: () => boolean): RouteGroup {
  return {
    isExempt: true,
    routes: [
      {
        method: 'GET',
        path: '/health/started',
        // The process listens only after it has started.
        handle: () => json({ status: 'started' }, { headers: HEADERS }),
      },
      {
        method: 'GET',
        path: '/health/live',
        handle: () => json({ status: 'live' }, { headers: HEADERS }),
      },
      {
        method: 'GET',
        path: '/health/ready',
        async handle() {
          const report = isStopping()
            ? toStateReport('stopping')
            : toReport(await checks.run(), { essential: ['database'] });
          return json(report, { status: statusCodeOf(report), headers: HEADERS });
        },
      },
    ],
  };
}
