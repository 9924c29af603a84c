import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';

/** Gauges of the process's database connections. The values of several processes add up. */
export function addPoolGauges(
  registry: Registry,
  { database: { pool, lanes }, batches }: Pick<Services, 'database' | 'batches'>,
): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('database_pool_maximum_connections', 'The limit of DATABASE_CONNECTIONS.', () => pool.options.max);
  add('database_pool_connections', 'Open connections, idle or in use.', () => pool.totalCount);
  add('database_pool_idle_connections', 'Open connections that are not in use.', () => pool.idleCount);
  add(
    'database_pool_waiting_requests',
    'Statements and transactions that wait for a connection.',
    () => pool.waitingCount,
  );
  add(
    'database_lane_statements',
    'Reads that run or wait in the connections that requests share.',
    () => lanes.running,
  );
  add('batched_writes_waiting', 'Writes that wait for the batch before theirs.', () => batches.waiting);
}
