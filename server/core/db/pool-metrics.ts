import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';
import type { Database } from './connection.ts';

/** Gauges of the process's database connections, with several servers for each of them. The values of several processes add up. */
export function addPoolGauges(
  registry: Registry,
  { database: { servers }, batches }: Pick<Services, 'database' | 'batches'>,
): void {
  const isSpread = servers.length > 1;
  const add = (name: string, help: string, read: (database: Database) => number) =>
    new Gauge({
      name,
      help,
      labelNames: isSpread ? ['server'] : [],
      registers: [registry],
      collect() {
        for (const server of servers)
          this.set(isSpread ? { server: server.name } : {}, read(server.database));
      },
    });
  add(
    'database_pool_maximum_connections',
    'The limit of DATABASE_CONNECTIONS.',
    ({ pool }) => pool.options.max,
  );
  add('database_pool_connections', 'Open connections, idle or in use.', ({ pool }) => pool.totalCount);
  add(
    'database_pool_idle_connections',
    'Open connections that are not in use.',
    ({ pool }) => pool.idleCount,
  );
  add(
    'database_pool_waiting_requests',
    'Statements and transactions that wait for a connection.',
    ({ pool }) => pool.waitingCount,
  );
  add(
    'database_lane_statements',
    'Reads that run or wait in the connections that requests share.',
    ({ lanes }) => lanes.running,
  );
  new Gauge({
    name: 'batched_writes_waiting',
    help: 'Writes that wait for the batch before theirs.',
    registers: [registry],
    collect() {
      this.set(batches.waiting);
    },
  });
}
