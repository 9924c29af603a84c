import { sql } from 'kysely';
import { pino } from 'pino';
import { Deliverer, type FaultPoint } from '../../areas/webhooks/delivery/deliverer.ts';
import { readSettings } from '../../config.ts';
import { startQueue } from '../../core/queue/index.ts';
import { openServices } from '../../open-services.ts';
import { TEST_MASTER_KEY } from '../template.ts';

// A process that crash.test.ts starts. It kills itself at a given point to simulate a crash.

export interface CrashOrder {
  databaseUrl: string;
  directory: string;
  tenantId: number;
  /** When the process kills itself. With `never`, it makes calls until it is killed. */
  point: FaultPoint | 'beforeCommit' | 'afterCommit' | 'never';
}

const order: CrashOrder = JSON.parse(process.argv[2]!);
const log = pino({ level: 'silent' });
const settings = readSettings({ DATA_DIR: order.directory, WEBHOOK_ALLOW_PRIVATE: 'true' });
const services = openServices({ settings, log, databaseUrl: order.databaseUrl, masterKey: TEST_MASTER_KEY });
const dieAt = (point: CrashOrder['point']) => {
  if (point === order.point) process.kill(process.pid, 'SIGKILL');
};

if (order.point === 'beforeCommit' || order.point === 'afterCommit') {
  await services.database
    .tenant(order.tenantId)
    .transaction()
    .execute(async (transaction) => {
      await sql`SELECT record_change(${order.tenantId}, 'candidate', 4711, gen_random_uuid(), 'new', NULL, NULL, NULL, 1401, NULL, NULL)`.execute(
        transaction,
      );
      dieAt('beforeCommit');
    });
  dieAt('afterCommit');
} else {
  const deliverer = new Deliverer(services, { fault: dieAt });
  await startQueue({ databaseUrl: order.databaseUrl, log, tasks: [deliverer.task()] });
}
